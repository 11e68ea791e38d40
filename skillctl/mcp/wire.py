"""The seam between the client of one server and whatever carries its bytes."""

from collections.abc import Callable
from typing import Protocol, runtime_checkable


class Wire(Protocol):
    """A started peer: a process, or a fake in this process with a clock of its own."""

    def now(self) -> float:
        """Monotonic seconds; virtual where nothing has to be waited for."""
        ...

    def write(self, data: bytes) -> None:
        """Hand bytes to the peer's input; BrokenPipeError if it takes no more."""
        ...

    def read(self, until: float) -> bytes | None:
        """Next bytes of output; b"" at its end; None when `now()` reaches `until` first."""
        ...

    def exit_code(self) -> int | None:
        """The peer's exit code (negative: a signal), or None while it runs."""
        ...

    def stderr_tail(self) -> str:
        """The last 64 KiB that the peer wrote to stderr, decoded."""
        ...

    def close(self) -> None:
        """End the peer and everything it started; safe to call twice."""
        ...


@runtime_checkable
class ProcessWire(Wire, Protocol):
    """A wire to a real process, about which there is more to know."""

    def unread(self) -> int:
        """How many bytes of what was written nobody has read."""
        ...

    def queued(self) -> int:
        """How many messages wait until what was written before them is read."""
        ...

    def killed(self) -> bool:
        """Whether `close` had to kill."""
        ...


@runtime_checkable
class LiveWire(Wire, Protocol):
    """A wire on which something comes also while nobody reads."""

    def attend(self, listener: Callable[[], object]) -> None:
        """Call this, in a thread of the wire, whenever there is more to read, and at the end."""
        ...
