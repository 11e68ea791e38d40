"""The hint that names skills for the files of a request (skills.md section 6, autoAttach)."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from skillctl.cut import safe_cut
from skillctl.policy.text import one_line
from skillctl.skills.entry import READ
from skillctl.skills.focus import Focus
from skillctl.skills.model import Skill

MOST = 300
MOST_NAMES = 3
MOST_PATH, LEAST_PATH = 120, 60
_MOST_FILES = 12
_OPENING, _CLOSING = "\n\n<skills_hint>", "</skills_hint>"
_WORDS = {True: "Read the skill file first.", False: "Load with the skill tool first."}


class HintPiece(NamedTuple):
    """A run of text: a file as it was typed, the name of a skill, or our own words."""

    text: str
    skill: Skill | None = None
    is_typed: bool = False


class _Size(NamedTuple):
    """How much a hint tells: files, names for each, and characters of a path."""

    files: int
    names: int = MOST_NAMES
    path: int = MOST_PATH


def skills_hint(skills: Sequence[Skill], focus: Focus, *, loading: str) -> tuple[HintPiece, ...]:
    """Say which of the skills fit which file, in at most 300 characters; empty if none does.

    A subagent gets none.
    """
    if focus.subagent:
        return ()
    fitting = {file: [s for s in skills if focus.fits(s, file)] for file in focus.files}
    found = [(one_line(file), named) for file, named in fitting.items() if named]
    for size in _sizes(len(found)):
        pieces = tuple(_pieces(found, size, _WORDS[loading == READ]))
        if sum(len(piece.text) for piece in pieces) <= MOST:
            return pieces
    return ()


def _sizes(files: int) -> Iterator[_Size]:
    """What to try, from the fullest to what always has room."""
    for count in range(min(files, _MOST_FILES), 0, -1):
        yield from (_Size(count, names) for names in range(MOST_NAMES, 0, -1))
    if files:
        yield _Size(1, 1, LEAST_PATH)


def _pieces(
    found: Sequence[tuple[str, Sequence[Skill]]], size: _Size, words: str
) -> Iterator[HintPiece]:
    yield HintPiece(_OPENING)
    for place, (file, skills) in enumerate(found[: size.files]):
        if place:
            yield HintPiece("; ")
        yield HintPiece(_shortened(file, size.path), is_typed=True)
        yield HintPiece(" matches ")
        yield from _names(skills, size.names)
    more = len(found) - size.files
    files = "file matches" if more == 1 else "files match"
    rest = f"; {more} more {files} skills, too" if more else ""
    yield HintPiece(f"{rest}. {words}{_CLOSING}")


def _names(skills: Sequence[Skill], most: int) -> Iterator[HintPiece]:
    for place, skill in enumerate(skills[:most]):
        if place:
            yield HintPiece(", ")
        yield HintPiece(one_line(skill.name), skill)
    if len(skills) > most:
        yield HintPiece(f" and {len(skills) - most} more")


def _shortened(path: str, limit: int) -> str:
    """A path with `…` in place of its middle; its end says most of it."""
    if len(path) <= limit:
        return path
    start = len(path) - (limit - 1) * 2 // 3
    head = limit - 1 - (len(path) - start)
    while start < len(path) and safe_cut(path, start, 0) != start:
        start += 1
    return f"{path[: safe_cut(path, head, 0)]}…{path[start:]}"
