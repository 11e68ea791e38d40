"""What the core is told, and what it wants done: the whole seam between it and its drivers."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from skillctl.fakes.model import Helper


@dataclass(frozen=True, slots=True)
class Start:
    """The process begins."""


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the client, without its line feed."""

    data: bytes


@dataclass(frozen=True, slots=True)
class Eof:
    """The client closed the input."""


@dataclass(frozen=True, slots=True)
class Timer:
    """The time of the event of this index in the file has come."""

    index: int


@dataclass(frozen=True, slots=True)
class Send:
    """Write these bytes to the client; `cause` is the part of the file that wants it.

    `request` is the id of the request that is answered, or None; `early` marks what is said of it
    before its answer.
    """

    data: bytes
    cause: str
    request: int | str | None = None
    early: bool = False


@dataclass(frozen=True, slots=True)
class Stderr:
    """Write these bytes to stderr."""

    data: bytes
    cause: str


@dataclass(frozen=True, slots=True)
class Sleep:
    """Do what follows in this list of effects so many seconds later; nothing else waits."""

    seconds: float


@dataclass(frozen=True, slots=True)
class Withdraw:
    """Do not write what still waits to be written for this request."""

    request: int | str


@dataclass(frozen=True, slots=True)
class Late:
    """Write this only once the client has cancelled its request; never, if it does not."""

    send: Send


@dataclass(frozen=True, slots=True)
class Repeat:
    """Write `make(1)`, `make(2)` … every so many seconds, until the request is cancelled."""

    make: Callable[[int], bytes]
    seconds: float
    cause: str
    request: int | str | None = None
    number: int = 1


@dataclass(frozen=True, slots=True)
class Remind:
    """Tell the core of an event so many seconds from now."""

    seconds: float
    event: Timer


@dataclass(frozen=True, slots=True)
class Close:
    """Close `stdout` or `stdin`, and live on."""

    stream: str


@dataclass(frozen=True, slots=True)
class StopReading:
    """Read nothing more of the client, not even its end."""


@dataclass(frozen=True, slots=True)
class Hang:
    """Do nothing more at all: read nothing, write nothing, forget what was to come."""


@dataclass(frozen=True, slots=True)
class Spawn:
    """Start a child process that stays."""

    helper: Helper


@dataclass(frozen=True, slots=True)
class Exit:
    """End the process with this code."""

    code: int


Event: TypeAlias = Start | Line | Eof | Timer
Action: TypeAlias = Close | StopReading | Hang | Spawn
Effect: TypeAlias = Send | Stderr | Sleep | Withdraw | Late | Repeat | Remind | Action | Exit


def stderr_line(text: str, cause: str) -> Stderr:
    """A line of text for stderr."""
    return Stderr(text.encode("utf-8", "backslashreplace") + b"\n", cause)
