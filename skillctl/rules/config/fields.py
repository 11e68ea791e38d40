"""MC107, MC108 and MC116: the fields and the name of a server."""

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path, PurePosixPath, PureWindowsPath

from skillctl.files import mode_of
from skillctl.findings import Severity
from skillctl.rules.config.server_rule import server_rule, wrong
from skillctl.rules.config.transport import text_of
from skillctl.rules.rule import Rule, Violation, span_of
from skillctl.rules.typos import meant_by
from skillctl.servers.document import ConfigDocument
from skillctl.servers.entries import ServerEntry
from skillctl.tools.names import clean_name

LAUNCHERS = frozenset(
    (
        *("npx", "npm", "pnpm", "yarn", "bunx", "bun", "node", "deno", "uvx", "uv", "pipx"),
        *("python", "python3", "docker", "podman", "env", "sh", "bash", "cmd", "go", "ruby"),
    )
)
REMARKS = ("$schema", "//", "name", "description")
MOST_NAME = 32
_WORD = re.compile(r"[A-Za-z0-9_.@+-]++")
_FOREIGN = re.compile(r"[^A-Za-z0-9_-]")


@server_rule(
    "MC107",
    "command-line",
    Severity.ERROR,
    message='the command of server "{server}" holds arguments: "{first}" is one program, the rest '
    "belongs in args",
    consequence="no program of that whole name is found, so the server does not start",
    advice='write "command": "{first}" and every further word as a string of "args"',
    targets=("claude-code", "vscode", "codex"),
    example='"notes": {"command": "npx -y notes-server"}',
)
def command_line(server: ServerEntry, config: ConfigDocument) -> Iterator[Violation]:
    """The `command` of a server is one program, and its arguments stand in `args`.

    Hosts start the program without a shell: a blank is part of its name. A path with a blank that
    exists, and one of Windows with a drive, are left alone.
    """
    entry, first = server.node.entry("command"), program_of_line(server, config)
    if entry and first:
        yield wrong(server, entry, entry.value, first=first)


def program_of_line(server: ServerEntry, config: ConfigDocument) -> str | None:
    """The program of a `command` that holds arguments, too; None if it holds none."""
    text = text_of(server.node.get("command")) or ""
    first, *more = text.split()[:2] or [""]
    if not more or PureWindowsPath(text).drive:
        return None
    is_program = _WORD.fullmatch(first) or PurePosixPath(first).name in LAUNCHERS
    is_there = any(mode_of(folder / text) for folder in folders(server, config))
    return first if is_program and not is_there else None


def folders(server: ServerEntry, config: ConfigDocument) -> list[Path]:
    """Where the paths of a server may count from: its cwd, else the base of its file."""
    cwd = text_of(server.node.get("cwd"))
    return [config.base / cwd] if cwd and "\0" not in cwd else [config.base]


@server_rule(
    "MC108",
    "field-typo",
    Severity.WARNING,
    Severity.NOTE,
    message='no field of {host} is called "{field}"{what}',
    consequence="the value is not read, as if it were absent",
    advice="{mend}",
    targets=("claude-code", "vscode", "codex"),
    example='"notes": {"command": "notes-server", "arg": ["--all"]}',
)
def field_typo(server: ServerEntry, config: ConfigDocument) -> Iterator[Violation]:
    """A field of a server is one that its host reads.

    An unknown field is passed over without a word, and what was meant by it is missing. One that is
    nearly a known field is a warning; any other one is a note, since it may belong to another
    client. Remarks such as `_comment` and `//` are left alone.
    """
    known = {*config.host.fields, *config.host.url_keys}
    has_transport = any(server.node.get(key) for key in ("command", *config.host.url_keys))
    for entry in server.node.entries:
        if entry.key in known or entry.key in REMARKS or entry.key.startswith("_"):
            continue
        absent = (name for name in known if server.node.get(name) is None)
        meant = meant_by(entry.key, sorted(absent))
        if meant in ("command", *config.host.url_keys) and not has_transport:
            continue  # it is named where the transport is missed
        what = f'; did you mean "{meant}"?' if meant else ""
        mend = f'write "{meant}"' if meant else "keep it if another client reads it"
        found = wrong(server, entry, span_of(entry), what=what, mend=mend)
        found = replace(found, severity=None if meant else Severity.NOTE)
        yield replace(found, values={**found.values, "host": config.host.name})


@server_rule(
    "MC116",
    "server-name",
    Severity.WARNING,
    message='the server name "{server}" {what}; its tools are called "mcp__{prefix}__…"',
    consequence="clients rename or refuse it, and rules that name its tools do not fit",
    advice="use at most 32 letters, digits, single _ and -",
    targets=("claude-code", "vscode", "codex"),
    example='"my notes": {"command": "notes-server"}',
)
def server_name(server: ServerEntry, config: ConfigDocument) -> Iterator[Violation]:
    """The name of a server is short and made of letters, digits, `_` and `-`.

    It becomes part of the name of each tool, where providers allow few characters and 64 of them in
    all, and where `__` parts server and tool. Whatever does not fit is replaced or cut, each client
    in its own way.
    """
    del config
    name = server.name
    bad = list(dict.fromkeys(_FOREIGN.findall(name)))
    faults = (
        ("is empty", not name),
        (f"holds {', '.join(f'U+{ord(c):04X}' for c in bad[:3])}", bool(bad)),
        ('holds "__"', "__" in name),
        (f"has {len(name):,} characters", len(name) > MOST_NAME),
    )
    words = [what for what, holds in faults if holds]
    if words:
        prefix = clean_name(name)[: MOST_NAME * 2]
        span = span_of(server)
        yield wrong(server, part=span, what=" and ".join(words), prefix=prefix)


RULES: tuple[Rule[ConfigDocument], ...] = (command_line, field_typo, server_name)
