"""Variables in a server entry: `${NAME}` and `${NAME:-default}`, nested, in one pass.

The grammar and what counts as a problem stand in mcp.md section 2.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TypeAlias

_OPENING = "${"
_DEEPEST = 32
_VARIABLE = re.compile(r"(?P<name>[A-Za-z_][A-Za-z0-9_]*)(?P<default>:-.*)?", re.DOTALL)
_BRACE = re.compile(r"[{}]")
_HEAD = re.compile(r"[A-Za-z_][A-Za-z0-9_.]{0,40}[:]?")


@dataclass(frozen=True, slots=True)
class Expanded:
    """A text with its variables put in, and what was wrong in words; with problems it is empty."""

    text: str
    problems: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class _Variable:
    name: str
    default: "tuple[_Part, ...] | None"


@dataclass(frozen=True, slots=True)
class _Fault:
    words: str


_Part: TypeAlias = str | _Variable | _Fault


def has_variables(text: str) -> bool:
    """Whether a text holds `${`, so that only its expansion says what it means."""
    return _OPENING in text


def expand(text: str, environment: Mapping[str, str]) -> Expanded:
    """Put values in from the environment; a value is not looked into again.

    All problems are named; values never are.
    """
    parts = tuple(_parse(text, 0))
    problems = tuple(dict.fromkeys((*_faults(parts), *_unset(parts, environment))))
    return Expanded("" if problems else _joined(parts, environment), problems)


def _parse(text: str, depth: int) -> Iterator[_Part]:
    """Cut a text into literals and variables; after an unclosed brace nothing is certain."""
    at = 0
    while (start := text.find(_OPENING, at)) >= 0:
        yield text[at:start]
        end = _closing(text, start + len(_OPENING))
        if end < 0:
            yield _Fault("${ is not closed by a }")
            return
        yield _variable(text[start + len(_OPENING) : end], depth)
        at = end + 1
    yield text[at:]


def _closing(text: str, start: int) -> int:
    """Where the brace that is open at `start` is closed; braces count in pairs; -1 if nowhere."""
    depth = 1
    for brace in _BRACE.finditer(text, start):
        depth += 1 if brace.group() == "{" else -1
        if depth == 0:
            return brace.start()
    return -1


def _variable(inside: str, depth: int) -> _Part:
    match = _VARIABLE.fullmatch(inside)
    if match is None:
        return _Fault(f"{_shown(inside)} is not of the form ${{NAME}} or ${{NAME:-default}}")
    if depth == _DEEPEST:
        return _Fault(f"variables are nested more than {_DEEPEST} deep")
    default = match["default"]
    return _Variable(match["name"], tuple(_parse(default[2:], depth + 1)) if default else None)


def _shown(inside: str) -> str:
    """The form in short: its first word at most, since the rest may be a secret."""
    head = _HEAD.match(inside)
    word = head.group() if head else ""
    return f"${{{word}}}" if word == inside else f"${{{word}…}}"


def _faults(parts: tuple[_Part, ...]) -> Iterator[str]:
    """What is not of the grammar, also in a default that is not used."""
    for part in parts:
        if isinstance(part, _Fault):
            yield part.words
        elif isinstance(part, _Variable) and part.default is not None:
            yield from _faults(part.default)


def _unset(parts: tuple[_Part, ...], environment: Mapping[str, str]) -> Iterator[str]:
    """The variables that have no value and no default, where their value is needed."""
    for part in parts:
        if not isinstance(part, _Variable) or environment.get(part.name):
            continue
        if part.default is not None:
            yield from _unset(part.default, environment)
        elif part.name not in environment:
            yield f"variable {part.name} is not set and has no default"


def _joined(parts: tuple[_Part, ...], environment: Mapping[str, str]) -> str:
    """The text; a default counts when the variable is unset or empty."""
    pieces: list[str] = []
    for part in parts:
        if isinstance(part, _Variable):
            value = environment.get(part.name, "")
            pieces.append(value or _joined(part.default or (), environment))
        elif isinstance(part, str):
            pieces.append(part)
    return "".join(pieces)
