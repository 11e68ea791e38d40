"""A wire of which somebody hears every line, as its bytes went (`mcp call --wire`, recordings)."""

from collections.abc import Callable
from typing import TypeAlias

from skillctl.mcp.wire import ProcessWire, Wire

OUT, IN = "out", "in"
Hear: TypeAlias = Callable[[str, bytes], object]


class Tap:
    """A wire as its peer; `hear` gets OUT or IN and each line, without its line end."""

    def __init__(self, wire: Wire, hear: Hear) -> None:
        """Stand before a wire."""
        self._wire, self._hear = wire, hear
        self._rest = {OUT: b"", IN: b""}

    def now(self) -> float:
        """The clock of the wire."""
        return self._wire.now()

    def write(self, data: bytes) -> None:
        """Hand bytes on; what was not taken is not heard."""
        self._wire.write(data)
        self._split(OUT, data)

    def read(self, until: float) -> bytes | None:
        """The next bytes of the peer; its last line may have no end."""
        data = self._wire.read(until)
        if data:
            self._split(IN, data)
        elif data == b"" and self._rest[IN]:
            self._split(IN, b"\n")
        return data

    def exit_code(self) -> int | None:
        """The exit code of the peer."""
        return self._wire.exit_code()

    def stderr_tail(self) -> str:
        """What the peer wrote to stderr."""
        return self._wire.stderr_tail()

    def close(self) -> None:
        """End the peer."""
        self._wire.close()

    def unread(self) -> int:
        """How much of what was written nobody has read; nothing where no process is."""
        return self._wire.unread() if isinstance(self._wire, ProcessWire) else 0

    def queued(self) -> int:
        """How many messages wait to be read."""
        return self._wire.queued() if isinstance(self._wire, ProcessWire) else 0

    def killed(self) -> bool:
        """Whether the peer had to be killed."""
        return self._wire.killed() if isinstance(self._wire, ProcessWire) else False

    def _split(self, direction: str, data: bytes) -> None:
        *lines, self._rest[direction] = (self._rest[direction] + data).split(b"\n")
        for line in lines:
            self._hear(direction, line)
