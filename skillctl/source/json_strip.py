"""Taking comments and trailing commas out of a text, which is strict JSON then."""

import re
from collections.abc import Iterable, Iterator

from skillctl.source.tree import SyntaxProblem

COMMENT, TRAILING_COMMA = "comment", "trailing-comma"
EXTRAS = (COMMENT, TRAILING_COMMA)
_BLANKS = re.compile(r"[ \t]*")
_LINE_END = re.compile(r"\r\n|\r|\n|\Z")


def deletions(text: str, problems: Iterable[SyntaxProblem]) -> Iterator[tuple[int, int]]:
    """What to delete, in order and apart; a line that held only comments goes as a whole."""
    found = sorted((p for p in problems if p.kind in EXTRAS), key=lambda p: p.start)
    at = 0
    while at < len(found):
        first = last = found[at]
        at += 1
        while at < len(found) and first.kind == found[at].kind == COMMENT:
            if text[last.end : found[at].start].strip(" \t"):
                break
            last = found[at]
            at += 1
        if first.kind == COMMENT:
            yield _around(text, first.start, last.end)
        else:
            yield first.start, first.end


def _around(text: str, start: int, end: int) -> tuple[int, int]:
    """Comments with the blanks that stand there only for them."""
    line = max(text.rfind("\n", 0, start), text.rfind("\r", 0, start)) + 1
    alone = not text[line:start].strip(" \t")
    before = start - len(text[line:start]) + len(text[line:start].rstrip(" \t"))
    after = _after(text, end)
    line_end = _LINE_END.match(text, after)
    if line_end is None:
        return start, after
    return (line, line_end.end()) if alone else (before, after)


def _after(text: str, end: int) -> int:
    blanks = _BLANKS.match(text, end)
    return blanks.end() if blanks else end
