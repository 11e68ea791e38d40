"""Cells as aligned columns, no wider than a terminal if that can be had without cutting any."""

from collections.abc import Collection, Iterator, Sequence

_GAPS = (2, 1)


def columns(
    rows: Sequence[Sequence[str]], width: int, right: Collection[int] = ()
) -> Iterator[str]:
    """A line per row; the columns in `right` stand to the right, the last one is never padded.

    Two blanks between columns, or one where two would be wider than the terminal.
    """
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    room = width - sum(widths)
    gap = next((" " * gap for gap in _GAPS if gap * (len(widths) - 1) <= room), " " * _GAPS[-1])
    for row in rows:
        cells = (
            cell.rjust(widths[at]) if at in right else cell.ljust(widths[at])
            for at, cell in enumerate(row)
        )
        yield gap.join(cells).rstrip()


def shortened(text: str, width: int) -> str:
    """A text that fits, with `…` in place of its middle; its end says most of a path."""
    if len(text) <= width:
        return text
    tail = (width - 1) * 2 // 3
    return f"{text[: width - 1 - tail]}…{text[len(text) - tail :]}"
