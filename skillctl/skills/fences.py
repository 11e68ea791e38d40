"""Which lines of a Markdown text lie outside of fenced code, by the rules of CommonMark.

Blocks that hold others (quotes, list items) are followed, since a fence ends with what holds it,
and only what stands at its own depth can close it. What is indented too far for a fence but looks
like one counts as one for as long as it stays indented.
"""

import re
from collections.abc import Iterator

_LINE = re.compile(r"[^\n]*\n?")
_QUOTE = re.compile(r" {0,3}> ?")
_ITEM = re.compile(r"( {0,3}(?:[-*+]|([0-9]{1,9})[.)]))( +(?=[^ ])| *$)")
_BREAK = re.compile(r" {0,3}(?:(?:-[ ]*){3,}|(?:\*[ ]*){3,}|(?:_[ ]*){3,})$")
_HEADING = re.compile(r" {0,3}#{1,6}(?: |$)")
_UNDERLINE = re.compile(r" {0,3}(?:=+|-+) *$")
_OPENING = re.compile(r" {0,3}(`{3,}(?=[^`]*$)|~{3,})")
_CLOSING = re.compile(r" {0,3}(`{3,}|~{3,}) *$")
_CODE_INDENT = 4
_DEEPEST = 100  # blocks in each other; no text needs more, and each costs another look at a line
_QUOTED = 0  # in the list of what is open; an item stands there as the width of its indentation


def lines_outside_fences(text: str) -> Iterator[tuple[int, int]]:
    """The start and end of each line, line end included, that a fence neither is nor holds."""
    blocks = _Blocks()
    for line in _LINE.finditer(text):
        if line[0] and not blocks.holds(line[0].removesuffix("\n").expandtabs(_CODE_INDENT)):
            yield line.span()


class _Blocks:
    """What is open where a line begins: quotes and items, perhaps a fence, perhaps a paragraph."""

    def __init__(self) -> None:
        self._open: list[int] = []
        self._fence = ""
        self._text = False
        self._bare = False  # the innermost is an item that holds nothing yet
        self._deep = ""

    def _leave(self, depth: int) -> None:
        """Close what does not go on."""
        del self._open[depth:]
        self._text = self._bare = False

    def _is_lazy(self, rest: str) -> bool:
        """Whether a line goes on with a paragraph though not with what holds it."""
        begins = (_QUOTE, _ITEM, _OPENING, _HEADING, _BREAK)
        return self._text and bool(rest.strip()) and not any(b.match(rest) for b in begins)

    def holds(self, line: str) -> bool:
        """Read a line; whether it begins, ends or fills a fence."""
        depth, rest = self._matched(line)
        if self._bare and not line.strip():
            depth = min(depth, len(self._open) - 1)
        if self._fence and depth == len(self._open):
            closing = _CLOSING.match(rest)
            if closing and closing[1].startswith(self._fence):
                self._fence = ""
            return True
        if depth < len(self._open):
            if self._is_lazy(rest):
                return self._is_deep(rest)
            self._leave(depth)
        self._fence = ""
        rest = self._entered(rest)
        self._bare = self._bare and not rest.strip()
        opening = _OPENING.match(rest)
        self._fence = opening[1] if opening else ""
        self._text = not opening and self._is_text(rest)
        return self._is_deep(rest) or bool(opening)

    def _is_deep(self, rest: str) -> bool:
        """Whether a line belongs to what looks like a fence, but is indented too far to be one."""
        if not rest.strip():
            return bool(self._deep)
        if not rest.startswith(" " * _CODE_INDENT):
            self._deep = ""
            return False
        row = rest.lstrip(" ")
        opening, closing = _OPENING.match(row), _CLOSING.match(row)
        if self._deep:
            self._deep = "" if closing and closing[1].startswith(self._deep) else self._deep
            return True
        self._deep = opening[1] if opening else ""
        return bool(opening)

    def _matched(self, line: str) -> tuple[int, str]:
        """How many open blocks go on in this line, and what stands in the innermost of them."""
        for depth, width in enumerate(self._open):
            quote = _QUOTE.match(line)
            if width == _QUOTED and quote:
                line = line[quote.end() :]
            elif width != _QUOTED and (not line.strip() or line.startswith(" " * width)):
                line = line[width:]
            else:
                return depth, line
        return len(self._open), line

    def _entered(self, rest: str) -> str:
        """Open the quotes and items that begin here; gives what stands in the innermost."""
        while len(self._open) < _DEEPEST:
            quote, item = _QUOTE.match(rest), _ITEM.match(rest)
            if quote:
                self._open.append(_QUOTED)
                rest = rest[quote.end() :]
                self._bare = False
            elif item and not _BREAK.match(rest) and self._may_begin(item, rest):
                blanks = len(item[3])
                only_one = blanks > _CODE_INDENT or item.end() == len(rest)
                width = len(item[1]) + (1 if only_one else blanks)
                self._open.append(width)
                rest = rest[width:]
                self._bare = True
            else:
                break
            self._text = False
        return rest

    def _may_begin(self, item: re.Match[str], rest: str) -> bool:
        """In the middle of a paragraph only an item with text begins, and only number 1."""
        return not self._text or (item.end() < len(rest) and item[2] in (None, "1"))

    def _is_text(self, rest: str) -> bool:
        """Whether a paragraph begins or goes on here."""
        if not rest.strip() or _HEADING.match(rest) or _BREAK.match(rest):
            return False
        if self._text:
            return not _UNDERLINE.match(rest)
        return not rest.startswith(" " * _CODE_INDENT)
