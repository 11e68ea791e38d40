"""A source line as a terminal shows it, with carets below the part that is meant."""

from bisect import bisect_left, bisect_right
from itertools import accumulate
from typing import NamedTuple
from unicodedata import category, east_asian_width

from skillctl.policy.hidden import hidden
from skillctl.policy.text import visible
from skillctl.report.plain import TAB

COLUMNS = 120
NEIGHBOURS = 16  # what decides whether a character is hidden stands this near to it
_CUT = "…"
_UNSAFE = ("Cc", "Zl", "Zp", "Cs")
_WITHOUT_WIDTH = ("Mn", "Me", "Cf")


class Snippet(NamedTuple):
    """One row of source and the row of carets below it."""

    source: str
    carets: str


def snippet(line: str, start: int, end: int, room: int = COLUMNS) -> Snippet:
    """Show `line` with carets from `start` to `end` (code points from 0, end exclusive).

    Tabs reach to the next multiple of 4, wide characters take two columns, and of a line over
    `room` columns a window around the token is shown (lint.md section 2.1: 120 at the most).
    """
    end = max(end, start + 1)
    low, high = max(0, start - COLUMNS), start + 2 * COLUMNS
    cells = _cells(line, low, high)
    edges = [0, *accumulate(map(columns, cells))]
    token = (edges[min(start - low, len(cells))], edges[min(end - low, len(cells))])
    if low == 0 and high >= len(line) and edges[-1] <= room:
        return Snippet("".join(cells), _carets(*token))
    first, last = _window(edges, token, room)
    head = _CUT if low or first else ""
    tail = _CUT if high < len(line) or last < len(cells) else ""
    source = head + "".join(cells[first:last]) + tail
    shift = len(head) - edges[first]
    return Snippet(source, _carets(token[0] + shift, min(token[1], edges[last]) + shift))


def columns(text: str) -> int:
    """How many columns of a terminal a text takes."""
    if text.isascii():
        return len(text)
    return sum(_width(character) for character in text)


def _width(character: str) -> int:
    if category(character) in _WITHOUT_WIDTH:
        return 0
    return 2 if east_asian_width(character) in "WF" else 1


def _carets(start: int, end: int) -> str:
    return " " * start + "^" * max(1, end - start)


def _window(edges: list[int], token: tuple[int, int], room: int) -> tuple[int, int]:
    """The first and the last cell of a window with the token in its middle."""
    room -= 2 * len(_CUT)
    spare = (room - min(token[1] - token[0], room)) // 2
    left = max(0, min(token[0] - spare, edges[-1] - room))
    first = bisect_left(edges, left)
    return first, max(first, bisect_right(edges, edges[first] + room) - 1)


def _cells(line: str, low: int, high: int) -> list[str]:
    """What is shown for each character of a part of a line."""
    margin = max(0, low - NEIGHBOURS)
    unseen = {found.index + margin for found in hidden(line[margin : high + NEIGHBOURS])}
    cells: list[str] = []
    column = 0
    for index, character in enumerate(line[low:high], low):
        cells.append(_cell(character, column, unseen=index in unseen))
        column += columns(cells[-1])
    return cells


def _cell(character: str, column: int, *, unseen: bool) -> str:
    if character == "\t":
        return " " * (TAB - column % TAB)
    if character == "\n":
        return "\\n"
    unsafe = unseen or category(character) in _UNSAFE
    return visible(character) if unsafe else character
