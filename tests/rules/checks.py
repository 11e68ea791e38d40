"""Running rules on a text or a tree, for the tests of their families."""

import json
from pathlib import Path

from skillctl.rules.find.discovery import discover
from skillctl.rules.find.paths import LintFolders
from skillctl.rules.finding import About, findings
from skillctl.rules.skill.places import map_of
from skillctl.servers.document import parse_config
from skillctl.servers.hosts.find import host_of
from skillctl.skills.document import parse_skill, read_skill_document
from skillctl.source.file import SourceFile, decode


def skill(text, folder="notes", name="SKILL.md", spelled=None):
    """The document of a skill's text."""
    data = text if isinstance(text, bytes) else text.encode()
    path = Path("/w") / folder / name
    source = decode(f"{folder}/{name}", data)
    assert isinstance(source, SourceFile)
    return parse_skill(source, path, folder, spelled or folder)


def config(text, name=".mcp.json"):
    """The document of a config's text."""
    path = Path("/w") / name
    return parse_config(SourceFile(name, text.encode(), text), path, host_of(path))


def server(entry, name=".mcp.json", *, key="srv", root="mcpServers"):
    """The document of a config with one server."""
    return config(json.dumps({root: {key: entry}}), name)


def config_at(folder, entry, name=".mcp.json"):
    """The document of a config with one server that lies in a folder."""
    text = json.dumps({"mcpServers": {"srv": entry}})
    path = folder / name
    return parse_config(SourceFile(name, text.encode(), text), path, host_of(path))


def placed(root, path=".", project=None):
    """The one skill that is found at a path of a tree, in its place."""
    (target,) = discover([Path(path)], LintFolders(root), (), 1000).skills
    document = read_skill_document(Path(target.path), target.shown)
    return map_of(str(project or root)).placed(document, target)


def messages(rule, subject):
    """What a rule says of a subject, each with its severity."""
    about = About("x", "x", "x")
    return [(str(f.severity), f.message) for f in findings(rule, subject, about)]


def found(rule, subject):
    """What a rule finds: the text it points at, and its message."""
    document = getattr(subject, "document", subject)
    about = About("x", "x", document.shown, document.source)
    places = []
    for violation, finding in zip(rule.check(subject), findings(rule, subject, about), strict=True):
        span = violation.span
        token = document.source.text[span.start : span.end] if span else None
        places.append((token, finding.message))
    return places
