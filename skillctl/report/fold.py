"""Texts made to fit a terminal: folded between words, or with their middle left out."""

import re
from collections.abc import Iterator

from skillctl.report.snippet import columns

_WORD = re.compile(r"(\s*)(\S+)")
_GONE = "…"


def folded(text: str, width: int, *, cut: bool = True) -> list[str]:
    """A line as several that fit, broken between words; it keeps the blanks that it begins with.

    A word that is wider than the terminal is cut, or else stands on a line of its own: it may be
    a path, which is copied.
    """
    lines: list[str] = []
    line, room = "", width
    for blanks, word in _WORD.findall(text):
        taken = columns(blanks) + columns(word)
        if taken <= room:
            line, room = line + blanks + word, room - taken
            continue
        begin = "" if line or lines else blanks
        lines += [line] if line else []
        *whole, line = _pieces(begin + word, width) if cut else [begin + word]
        lines += whole
        room = width - columns(line)
    return [*lines, line] if line or not lines else lines


def shortened(text: str, width: int) -> str:
    """A text that fits, with `…` in place of its middle; its end says most of a path."""
    if columns(text) <= width:
        return text
    tail = (width - 1) * 2 // 3
    return f"{_first(text, width - 1 - tail)}{_GONE}{_first(text[::-1], tail)[::-1]}"


def begun(text: str, width: int) -> str:
    """The beginning of a text that fits, with `…` where it goes on."""
    return text if columns(text) <= width else f"{_first(text, width - 1)}{_GONE}"


def _first(text: str, width: int) -> str:
    """As much of the beginning as fits; nothing where no character does."""
    piece = next(_pieces(text, width)) if text else ""
    return piece if columns(piece) <= width else ""


def _pieces(text: str, width: int) -> Iterator[str]:
    """A text cut into runs of at most that many columns, but of one character at the least."""
    if text.isascii():
        yield from (text[at : at + max(width, 1)] for at in range(0, len(text), max(width, 1)))
        return
    piece, taken = "", 0
    for character in text:
        size = columns(character)
        if piece and taken + size > width:
            yield piece
            piece, taken = "", 0
        piece, taken = piece + character, taken + size
    yield piece
