"""Tables of `skillctl mcp`: aligned columns, foreign text made safe to look at."""

from collections.abc import Iterator, Sequence

from skillctl.policy.text import cell, visible
from skillctl.report.table import table as aligned


def table(head: Sequence[str], rows: Sequence[Sequence[str]], indent: str = "") -> Iterator[str]:
    """Lines of equal columns under a head; the last column is as long as it is."""
    for line in aligned([[cell(text) for text in line] for line in (head, *rows)]):
        yield indent + line


def paragraph(text: str, indent: str = "") -> Iterator[str]:
    """A text of one or more lines, each of them indented."""
    yield from (indent + line for line in visible(text).splitlines())


def joined(lines: Iterator[str]) -> str:
    """Lines as a text that ends with a line end, or nothing."""
    return "".join(f"{line}\n" for line in lines)
