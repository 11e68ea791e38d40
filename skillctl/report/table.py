"""Cells in columns as a terminal counts them: a wide character takes two."""

from collections.abc import Collection, Iterator, Sequence

from skillctl.report.fold import folded
from skillctl.report.snippet import columns

GAP = 2
LEAST = 8  # columns of the first cell, however narrow a terminal is
_GAPS = (GAP, 1)
_LEAST_NAME = 4


def padded(text: str, width: int, *, right: bool = False) -> str:
    """A text with blanks up to that many columns, behind it or before it."""
    blanks = " " * (width - columns(text))
    return blanks + text if right else text + blanks


def widest(texts: Sequence[str]) -> int:
    """The columns that the widest text takes; 0 if there is none."""
    return max(map(columns, texts), default=0)


def table(rows: Sequence[Sequence[str]], room: int | None = None) -> Iterator[str]:
    """A line for each row, without blanks at its end.

    Where that would be wider than a terminal of `room` columns, the last cell stands on a line of
    its own below, whole: it is a path, which is copied. A first cell that is too long even then
    stands on a line of its own above.
    """
    widths = [widest(column) for column in zip(*rows, strict=True)]
    if rows and room is not None:
        widths[0] = min(widths[0], max(room - sum(widths[1:-1]) - GAP * (len(widths) - 2), LEAST))
    for row in rows:
        first = row[0]
        if columns(first) > widths[0]:
            yield first
            first = ""
        cells = [padded(text, width) for text, width in zip((first, *row[1:]), widths, strict=True)]
        line = (" " * GAP).join(cells).rstrip()
        if room is None or columns(line) <= room:
            yield line
        else:
            yield (" " * GAP).join(cells[:-1]).rstrip()
            yield " " * 2 * GAP + row[-1]


def fitted(rows: Sequence[Sequence[str]], width: int, right: Collection[int] = ()) -> Iterator[str]:
    """A line for each row, without blanks at its end; the columns in `right` stand to the right.

    Two blanks between columns, or one where two would be wider than the terminal. Where one is
    still too wide, a long first cell stands on a line of its own above the rest of its row.
    """
    widths = [widest(column) for column in zip(*rows, strict=True)]
    gap, name = _layout(widths, width)
    for row in rows:
        first, rest = row[0], ""
        for at, cell in enumerate(row[1:], 1):
            rest += " " * gap + padded(cell, widths[at], right=at in right)
        if columns(first) > name:
            yield from folded(first, width)
            first = ""
        yield (padded(first, name) + rest).rstrip()


def room_for_name(rows: Sequence[Sequence[str]], width: int) -> int:
    """The columns that the others leave to the first one, where one blank parts them."""
    widths = [widest(column) for column in zip(*rows, strict=True)]
    return width - sum(widths[1:]) - len(widths) + 1


def _layout(widths: Sequence[int], width: int) -> tuple[int, int]:
    """Blanks between columns, and the width of the first one."""
    gap, room = 0, 0
    for gap in _GAPS:
        room = width - sum(widths[1:]) - gap * (len(widths) - 1)
        if room >= widths[0]:
            return gap, widths[0]
    return gap, room if room >= _LEAST_NAME else widths[0]
