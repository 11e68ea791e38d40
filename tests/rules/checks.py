"""Running rules on a text, for the tests of their families."""

from pathlib import Path

from skillctl.rules.finding import About, findings
from skillctl.servers.document import parse_config
from skillctl.servers.hosts.find import host_of
from skillctl.skills.document import parse_skill
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


def found(rule, document):
    """What a rule finds: the text it points at, and its message."""
    about = About("x", "x", document.shown, document.source)
    places = []
    for violation, finding in zip(
        rule.check(document), findings(rule, document, about), strict=True
    ):
        span = violation.span
        token = document.source.text[span.start : span.end] if span else None
        places.append((token, finding.message))
    return places
