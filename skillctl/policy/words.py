"""Secrets of a command line, told by the words around them (mcp.md sections 4.1 and 6)."""

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from skillctl.policy.masks import MASK, after_flags, is_inert, without_secrets

_COMMANDS = re.compile(r"([;|&()\n]+)")
_BETWEEN = re.compile(r"([ \t\"']+)")


class _Short(NamedTuple):
    """A short flag whose value is a password; that may be the next word where it stands `apart`."""

    program: re.Pattern[str]
    flag: str
    apart: bool


def _program(name: str) -> re.Pattern[str]:
    return re.compile(rf"(?:.*[/\\])?(?:{name})(?:\.exe)?")


_SHORT = (
    _Short(_program(r"(?:mysql|mariadb)[a-z_-]*"), "-p", apart=False),
    _Short(_program("7z[a-z]*"), "-p", apart=False),
    _Short(_program("sshpass"), "-p", apart=True),
    _Short(_program("redis-cli"), "-a", apart=True),
)


def secret_words(words: Sequence[object]) -> Mapping[int, str]:
    """Which words of a command line are secrets, by index, with the flag that begins them."""
    found = dict.fromkeys(after_flags(words), "")
    flags: dict[str, bool] = {}
    before = ""
    for index, word in enumerate(words):
        text = word if isinstance(word, str) else ""
        if flags.get(before) and is_inert(text):
            found[index] = ""
        elif text[:2] in flags and is_inert(text[2:]) and index not in found:
            found[index] = text[:2]
        flags |= {short.flag: short.apart for short in _SHORT if short.program.fullmatch(text)}
        before = text
    return found


def hidden_words(words: Sequence[object], mask: str = MASK) -> list[object]:
    """The words of a command line without secrets; `mask` stands for one that is a secret whole.

    A word that holds blanks or quotes is read as command lines of its own.
    """
    secret = secret_words(words)
    return [
        (secret[n] + MASK if secret[n] else mask) if n in secret else _hidden(word)
        for n, word in enumerate(words)
    ]


def _hidden(word: object) -> object:
    if not isinstance(word, str):
        return word
    commands = _COMMANDS.split(word)
    commands[::2] = map(_command, commands[::2])
    return without_secrets("".join(commands))


def _command(text: str) -> str:
    """One command of a text; what follows the flag of another one is no value of it."""
    pieces = _BETWEEN.split(text)
    if len(pieces) > 1:
        pieces[::2] = map(str, hidden_words(pieces[::2]))
    return "".join(pieces)
