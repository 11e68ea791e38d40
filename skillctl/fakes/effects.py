"""What the core is told, and what it wants done: the whole seam between it and its drivers."""

from dataclasses import dataclass
from typing import TypeAlias


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
class Exit:
    """End the process with this code."""

    code: int


Event: TypeAlias = Start | Line | Eof
Effect: TypeAlias = Send | Stderr | Sleep | Withdraw | Exit


def stderr_line(text: str, cause: str) -> Stderr:
    """A line of text for stderr."""
    return Stderr(text.encode("utf-8", "backslashreplace") + b"\n", cause)
