"""MC205, MC209, MC211 and MC214: what runs other code, or asks nobody."""

import os
import re
from collections.abc import Iterator

from skillctl.findings import Severity
from skillctl.policy.hidden import hidden
from skillctl.rules.config.scripts import PATH_SEPARATORS, as_path, is_relative, program_at
from skillctl.rules.config.server_rule import server_rule, wrong
from skillctl.rules.config.transport import text_of
from skillctl.rules.rule import Rule, Span, Violation, rule, span_of
from skillctl.rules.words import OTHER_CODE
from skillctl.servers.document import ConfigDocument
from skillctl.servers.entries import ServerEntry
from skillctl.servers.hosts.model import Kind, Text
from skillctl.servers.loaders import loads_code
from skillctl.source.tree import Entry, Node, pointer

NO_QUESTION = "no question is asked"
_ESCAPE = re.compile(r"\\[uUxe]")  # of JSON and TOML
_SELF_APPROVAL = ("enableAllProjectMcpServers", "enabledMcpjsonServers", "chat.tools.autoApprove")


@server_rule(
    "MC205",
    "loader-variable",
    Severity.WARNING,
    message='"{field}" of server "{server}" sets {name}, which decides which code runs{found}',
    consequence=OTHER_CODE,
    advice="take it out, or make sure that you know what it loads",
    targets=("claude-code", "vscode", "codex"),
    example='"notes": {"command": "notes-server", "env": {"NODE_OPTIONS": "--require ./x.js"}}',
    options=("lint.platform",),
    security=True,
)
def loader_variable(server: ServerEntry, config: ConfigDocument) -> Iterator[Violation]:
    """The environment of a server sets no variable that makes programs load other code.

    `NODE_OPTIONS`, `LD_PRELOAD`, `PYTHONPATH`, `PATH` and their like turn a harmless command into
    another program, and nobody sees it in the command. Of `PATH` the file of the repository is
    named that the command would become. Values are never printed.
    """
    for entry in server.node.entries:
        if entry.key in ("env", "environment"):
            for inner in entry.value.entries:
                if loads_code(inner.key):
                    found = _masked_by_path(server, inner, config) if inner.key == "PATH" else ""
                    span = span_of(inner)
                    yield wrong(server, entry, span, name=inner.key, found=found)


def _masked_by_path(server: ServerEntry, path: Entry, config: ConfigDocument) -> str:
    """The file in the repository that the command would become."""
    command = text_of(server.node.get("command")) or ""
    folders = (text_of(path.value) or "").split(PATH_SEPARATORS.get(config.platform, ":"))
    inside = [as_path(f, config.platform) for f in folders if f and is_relative(f)]
    for folder in inside if command and "/" not in command else ():
        if program_at(config.base / folder / command, config.platform):
            return f': the command becomes "{os.path.normpath(f"{folder}/{command}")}"'
    return ""


@server_rule(
    "MC209",
    "auto-approve",
    Severity.WARNING,
    message='"{field}" approves every tool of server "{server}"',
    consequence=NO_QUESTION,
    advice="name the tools that may run without a question, or none",
    targets=("roo", "kiro"),
    example='"notes": {"command": "notes-server", "autoApprove": ["*"]}',
    security=True,
)
def auto_approve(server: ServerEntry, config: ConfigDocument) -> Iterator[Violation]:
    """No server has all its tools approved in advance.

    A `*` also approves the tools that the server adds or changes later. In a repository it decides
    for everybody who opens it.
    """
    del config
    for entry in server.node.entries:
        if entry.key in ("autoApprove", "alwaysAllow"):
            nodes = entry.value.items or (entry.value,)
            if any(node.value == "*" for node in nodes):
                yield wrong(server, entry, span_of(entry))


@rule(
    "MC211",
    "self-approval",
    Severity.WARNING,
    message="the repository approves its own servers: {what}",
    consequence=NO_QUESTION,
    advice="take it out of the repository; each user decides for themselves",
    targets=("claude-code", "vscode", "gemini"),
    example='.claude/settings.json with "enableAllProjectMcpServers": true',
    security=True,
)
def self_approval(config: ConfigDocument) -> Iterator[Violation]:
    """No file of a repository approves the servers or tools of that repository.

    Whoever opens the project is then asked nothing, also about servers that a later commit brings.
    Told once per file: `enableAllProjectMcpServers`, `enabledMcpjsonServers`,
    `chat.tools.autoApprove`, `trust` of a server, and a consent store, which skillctl passes over.
    """
    if config.host.text is Text.UNREAD:
        yield Violation(values={"what": "a consent store lies in the project"})
        return
    found = next(_approvals(config), None)
    if found:
        entry, at = found
        span = span_of(entry)
        yield Violation(span=span, values={"what": f'"{entry.key}"'}, field=at)


def _approvals(config: ConfigDocument) -> Iterator[tuple[Entry, str]]:
    """What approves in advance, with a pointer to it."""
    if config.host.kind is Kind.SETTINGS:
        for entry in config.root.entries if config.root else ():
            if entry.key in _SELF_APPROVAL and (entry.value.value is True or entry.value.items):
                yield entry, pointer(entry.key)
    for server in config.all_servers:
        trust = server.node.entry("trust")
        if trust and trust.value.value is True:
            yield trust, server.pointer + pointer("trust")


@rule(
    "MC214",
    "hidden-text",
    Severity.WARNING,
    message="{count} in {where}: {characters}",
    consequence="the model or the shell reads what the reviewer cannot see",
    advice="delete them; if you did not write them, ask who did",
    targets=("claude-code", "vscode", "codex"),
    example="a zero-width space (U+200B) in a command",
    security=True,
)
def hidden_text(config: ConfigDocument) -> Iterator[Violation]:
    """No key and no value of a config holds characters that a person cannot see.

    They make two names look alike, hide an argument, or turn the order of a line around.
    """
    text = config.source.text if config.source else ""
    if config.root is not None and not (text.isascii() and _ESCAPE.search(text) is None):
        yield from _hidden(config.root, "")


def _hidden(node: Node, field: str) -> Iterator[Violation]:
    if isinstance(node.value, str):
        yield from _told(node.value, span_of(node), "this value", field)
    for entry in node.entries:
        at = field + pointer(entry.key)
        yield from _told(entry.key, span_of(entry), "this key", at)
        yield from _hidden(entry.value, at)
    for number, item in enumerate(node.items):
        yield from _hidden(item, field + pointer(number))


def _told(text: str, span: Span, where: str, field: str) -> Iterator[Violation]:
    found = list(hidden(text))
    if found:
        names = dict.fromkeys(f"U+{ord(one.character):04X}" for one in found)
        shown = ", ".join([*names][:4]) + (", …" if len(names) > 4 else "")  # noqa: PLR2004 # a line's worth
        count = f"{len(found)} hidden character{'s' if len(found) > 1 else ''}"
        values = {"count": count, "where": where, "characters": shown}
        yield Violation(span=span, values=values, field=field)


RULES: tuple[Rule[ConfigDocument], ...] = (
    loader_variable,
    auto_approve,
    self_approval,
    hidden_text,
)
