"""Cells as aligned columns, no wider than a terminal if that can be had without cutting any."""

import textwrap
from collections.abc import Collection, Iterator, Sequence

_GAPS = (2, 1)
_LEAST_NAME = 4


def columns(
    rows: Sequence[Sequence[str]], width: int, right: Collection[int] = ()
) -> Iterator[str]:
    """A line per row; the columns in `right` stand to the right, the last one is never padded.

    Two blanks between columns, or one where two would be wider than the terminal. Where one is
    still too wide, a long first cell gets a line of its own above the rest of its row.
    """
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    gap, name = _layout(widths, width)
    for row in rows:
        first, rest = row[0], ""
        for at, cell in enumerate(row[1:], 1):
            rest += " " * gap + (cell.rjust(widths[at]) if at in right else cell.ljust(widths[at]))
        if len(first) > name:
            yield from folded(first, width)
            first = ""
        yield (first.ljust(name) + rest).rstrip()


def _layout(widths: Sequence[int], width: int) -> tuple[int, int]:
    """Blanks between columns, and the width of the first one."""
    gap, room = 0, 0
    for gap in _GAPS:
        room = width - sum(widths[1:]) - gap * (len(widths) - 1)
        if room >= widths[0]:
            return gap, widths[0]
    return gap, room if room >= _LEAST_NAME else widths[0]


def shortened(text: str, width: int) -> str:
    """A text that fits, with `…` in place of its middle; its end says most of a path."""
    if len(text) <= width:
        return text
    tail = (width - 1) * 2 // 3
    return f"{text[: width - 1 - tail]}…{text[len(text) - tail :]}"


def folded(text: str, width: int) -> list[str]:
    """A line as several that fit, broken between words if it can be."""
    lines = textwrap.wrap(
        text, width, expand_tabs=False, replace_whitespace=False, break_on_hyphens=False
    )
    return lines or [""]
