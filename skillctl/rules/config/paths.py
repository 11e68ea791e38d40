"""MC115 and MC210: files that a server names."""

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import PurePosixPath

from skillctl.files import mode_of
from skillctl.findings import Severity
from skillctl.rules.config.fields import program_of_line
from skillctl.rules.config.scripts import (
    Word,
    as_path,
    base_of_server,
    is_relative,
    program_at,
    words_of,
)
from skillctl.rules.config.server_rule import server_rule, wrong
from skillctl.rules.config.transport import text_of
from skillctl.rules.config.values import values_of, wrong_value
from skillctl.rules.rule import Rule, Violation
from skillctl.servers.document import ConfigDocument
from skillctl.servers.entries import ServerEntry
from skillctl.source.tree import Entry

BUILT = frozenset({"dist", "build", "out", "target", "node_modules", ".venv", "venv", "bin"})
_HOME = re.compile(
    r"(?<![\w.}~-])(?:/Users/|/home/|[A-Za-z]:[\\/]Users[\\/])(?P<name>[^/\\<>{}$*:\s\"']++)(?=[/\\]|\Z)"
)
_SHARED = frozenset({"shared", "public", "all users", "default", "node", "vscode", "runner"})


@server_rule(
    "MC115",
    "missing-path",
    Severity.ERROR,
    Severity.WARNING,
    Severity.NOTE,
    message='{what} of server "{server}" does not exist: "{path}"{where}',
    consequence="the server does not start",
    advice="paths count from the folder of the project, or from the server's cwd if it has one",
    targets=("claude-code", "vscode", "codex"),
    example='"notes": {"command": "python3", "args": ["./srv/mian.py"]}',
    options=("lint.platform",),
)
def missing_path(server: ServerEntry, config: ConfigDocument) -> Iterator[Violation]:
    """A program, script or working folder that a server names by a path in the repository exists.

    Paths count from the folder of the file (of the project, for a file in a folder of its host), or
    from the server's `cwd`. A bare name, a path into a folder that is made by a build, and one with
    a variable may appear later: where it is missing, that is a note. So is the value of a further
    flag, which need not be a script. Paths from the root of the machine are not looked up, nor is
    what runs elsewhere, as after `docker` and `ssh`; `--directory` and its like are followed. For
    Windows (`--platform`) a backslash parts folders, and a program is found without its `.exe`.
    With a `cwd` in a file of a host that may not read it, it is a warning.
    """
    base = base_of_server(server, config)
    cwd = server.node.entry("cwd")
    written = text_of(cwd.value) if cwd else None
    text = as_path(written, config.platform) if written else None
    if base is None:
        return
    if cwd and text and (not is_relative(text) or not mode_of(base / text)):
        yield from _missing_cwd(server, cwd, text, config)
        return
    is_line = program_of_line(server, config)
    folder = base / text if text else base
    for word in words_of(server, folder, config.platform, has_cwd=bool(text)):
        if is_line and word.is_command:
            continue  # a program with its arguments, which is another finding
        if _is_missing(word, config.platform) and not _HOME.search(word.text):
            what = "the command" if word.is_command else "a script"
            where = f' (looked for from its cwd "{text}")' if text else ""
            found = wrong(
                server, word.entry, word.node, what=what, path=word.node.value, where=where
            )
            is_certain = word.is_certain and _is_certain(word.text)
            yield replace(found, severity=_severity(cwd, config, is_certain=is_certain))


def _severity(cwd: Entry | None, config: ConfigDocument, *, is_certain: bool) -> Severity:
    """A cwd that a host may not read makes everything after it less sure."""
    if not is_certain:
        return Severity.NOTE
    is_unsure = cwd is not None and cwd.key in config.host.untested
    return Severity.WARNING if is_unsure else Severity.ERROR


def _missing_cwd(
    server: ServerEntry, cwd: Entry, text: str, config: ConfigDocument
) -> Iterator[Violation]:
    """The cwd alone: without it no other path can be judged; one from a root is not looked up."""
    if is_relative(text) and not _HOME.search(text):
        found = wrong(server, cwd, cwd.value, what="the cwd", path=text, where="")
        yield replace(found, severity=_severity(cwd, config, is_certain=_is_certain(text)))


def _is_missing(word: Word, platform: str) -> bool:
    """Whether a path of the repository leads nowhere from each folder that it may count from."""
    machine = platform if word.is_command else ""
    there = any(program_at(folder / word.text, machine) for folder in word.folders)
    return bool(word.folders) and is_relative(word.text) and not there


def _is_certain(text: str) -> bool:
    """Whether a path is one of the repository, and not of something that is built."""
    return BUILT.isdisjoint(PurePosixPath(text).parts[:-1])


@server_rule(
    "MC210",
    "machine-path",
    Severity.WARNING,
    message='"{field}" of server "{server}" names the home folder of one person: "{path}"',
    consequence="the server does not start for anybody else",
    advice="name a program that is found by PATH, or a path in the repository",
    targets=("claude-code", "vscode", "codex"),
    example='"notes": {"command": "/Users/ada/bin/notes-server"}',
)
def machine_path(server: ServerEntry, config: ConfigDocument) -> Iterator[Violation]:
    """No value of a project's config names somebody's home folder.

    Such a path exists on one machine; on every other one the server fails to start, or, where
    somebody else has that name, it starts what lies there.
    """
    for value in values_of(server, config.host):
        match = _HOME.search(value.text)
        if match and match["name"].lower() not in _SHARED:
            yield wrong_value(server, value, path=match[0])


RULES: tuple[Rule[ConfigDocument], ...] = (missing_path, machine_path)
