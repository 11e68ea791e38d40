"""One file as it was read: its bytes, its text, and exact positions in it."""

from bisect import bisect_right
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate
from re import compile as pattern
from typing import NamedTuple

from skillctl.errors import Location, Position

BOM = b"\xef\xbb\xbf"
_STEP = 1024
_HEAD = 64
_LINE_END = pattern(r"\r\n|\r|\n")


@dataclass(frozen=True)
class SourceFile:
    """A decoded file; `text` lacks the byte order mark and keeps its line ends.

    Every index is a code point index in `text`. Line ends are LF, CRLF and lone CR (lint.md
    section 5); U+0085, U+2028 and U+2029 do not end a line.
    """

    path: str
    data: bytes
    text: str

    @property
    def bom(self) -> bool:
        """Whether the file begins with a UTF-8 byte order mark."""
        return self.data.startswith(BOM)

    @cached_property
    def line_starts(self) -> tuple[int, ...]:
        """The index at which each line begins."""
        if "\r" in self.text:
            return (0, *(m.end() for m in _LINE_END.finditer(self.text)))
        lengths = [len(line) + 1 for line in self.text.split("\n")]
        return tuple(accumulate(lengths[:-1], initial=0))

    @cached_property
    def _offsets(self) -> tuple[int, ...]:
        """The byte offset in the file as stored of each code point whose index is `_STEP` * n."""
        blocks = (self.text[at : at + _STEP] for at in range(0, len(self.text), _STEP))
        sizes = (len(block.encode()) for block in blocks)
        return tuple(accumulate(sizes, initial=len(BOM) if self.bom else 0))

    def position(self, index: int) -> Position:
        """Turn an index into line, column and byte offset (which counts the byte order mark)."""
        index = max(0, min(index, len(self.text)))
        line = bisect_right(self.line_starts, index)
        block = index // _STEP
        rest = self.text[block * _STEP : index]
        offset = self._offsets[block] + len(rest.encode())
        return Position(line, index - self.line_starts[line - 1] + 1, offset)

    def index(self, position: Position) -> int:
        """Turn a position back into its index."""
        return self.line_starts[position.line - 1] + position.column - 1

    def location(self, start: int, end: int | None = None) -> Location:
        """The place from `start` to `end`, by default one code point."""
        stop = start + 1 if end is None else end
        return Location(self.path, self.position(start), self.position(stop))

    def line(self, number: int) -> str:
        """The text of a line (from 1) without its line end."""
        begin = self.line_starts[number - 1]
        match = _LINE_END.search(self.text, begin)
        return self.text[begin : match.start() if match else len(self.text)]


class Undecodable(NamedTuple):
    """Bytes that are not UTF-8: where the first bad one is, and what the file seems to be."""

    path: str
    offset: int
    line: int
    bad: bytes
    guess: str | None
    column: int = 1


def decode(path: str, data: bytes) -> SourceFile | Undecodable:
    """Decode strict UTF-8, never by locale; the byte order mark is dropped from the text.

    ASCII text in UTF-16 without a byte order mark is UTF-8 with a NUL beside each letter: it is
    told by these, at the first.
    """
    try:
        source = SourceFile(path, data, data.removeprefix(BOM).decode("utf-8"))
        wide = _guess(data) if "\0" in source.text[:_HEAD] else None
        if wide is None:
            return source
        line, column, offset = source.position(source.text.index("\0"))
        return Undecodable(path, offset, line, data[offset : offset + 4], wide, column)
    except UnicodeDecodeError as error:
        offset = error.start + (len(BOM) if data.startswith(BOM) else 0)
        before = data[:offset].removeprefix(BOM).decode("utf-8")
        place = SourceFile(path, b"", before).position(len(before))
        bad = data[offset : offset + 4]
        return Undecodable(path, offset, place.line, bad, _guess(data), place.column)


def _guess(data: bytes) -> str | None:
    """Name a UTF-16 or UTF-32 file by its byte order mark or its zero bytes."""
    marks = (
        (b"\xff\xfe\x00\x00", "UTF-32LE"),
        (b"\x00\x00\xfe\xff", "UTF-32BE"),
        (b"\xff\xfe", "UTF-16LE"),
        (b"\xfe\xff", "UTF-16BE"),
    )
    for mark, name in marks:
        if data.startswith(mark):
            return name
    head = data[:_HEAD]
    if len(head) >= 4 and head[1::2].count(0) > len(head) // 4:  # noqa: PLR2004 # half of every pair
        return "UTF-16LE"
    return "UTF-16BE" if head[0::2].count(0) > max(1, len(head) // 4) else None
