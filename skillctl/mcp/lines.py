"""Bytes of a server's output -> lines, each within a limit."""

from dataclasses import dataclass

LINE_LIMIT = 32 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class Line:
    """One line without its line end."""

    data: bytes


@dataclass(frozen=True, slots=True)
class LongLine:
    """The beginning of a line over the limit; the rest of it is dropped unread."""

    head: bytes


class LineSplitter:
    """Cuts at LF; a CR before it is part of the line end; a line without end at EOF counts."""

    def __init__(self, limit: int = LINE_LIMIT) -> None:
        self._limit = limit
        self._parts: list[bytes] = []
        self._size = 0
        self._dropping = False

    def feed(self, data: bytes) -> list[Line | LongLine]:
        """The lines that these bytes complete; a line over the limit is told as soon as it is."""
        *complete, rest = data.split(b"\n")
        lines: list[Line | LongLine] = []
        for part in complete:
            lines += self._add(part)
            lines += self.end()
        return lines + self._add(rest)

    def end(self) -> list[Line | LongLine]:
        """What stands in the buffer, as a line; nothing if that line was too long."""
        line = Line(b"".join(self._parts).removesuffix(b"\r"))
        dropped, self._dropping, self._parts, self._size = self._dropping, False, [], 0
        return [] if dropped else [line]

    def finish(self) -> list[Line | LongLine]:
        """At the end of the output: the last line if it lacks its line end."""
        return self.end() if self._size else []

    def _add(self, part: bytes) -> list[Line | LongLine]:
        if self._dropping:
            return []
        self._parts.append(part)
        self._size += len(part)
        if self._size <= self._limit:
            return []
        head = b"".join(self._parts)[: self._limit]
        self._dropping, self._parts, self._size = True, [], 0
        return [LongLine(head)]
