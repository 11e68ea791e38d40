"""Cells in columns as a terminal counts them: a wide character takes two."""

from collections.abc import Iterator, Sequence

from skillctl.report.snippet import columns

GAP = 2
LEAST = 8  # columns of the first cell, however narrow a terminal is


def padded(text: str, width: int) -> str:
    """A text with blanks up to that many columns."""
    return text + " " * (width - columns(text))


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
