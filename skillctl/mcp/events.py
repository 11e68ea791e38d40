"""What happens to the core of a client, and what it wants done."""

from dataclasses import dataclass
from typing import TypeAlias

from skillctl.mcp.lines import Line, LongLine
from skillctl.mcp.notes import Note
from skillctl.mcp.steps import Failure, Steps


@dataclass(frozen=True, slots=True)
class Begin:
    """Begin an operation; `ticket` names it in the effects; limits in seconds.

    Nobody waits for one of the `background`, so that no answer can be taken for one to it.
    """

    ticket: int
    steps: Steps[object]
    hard: float
    idle: float | None = None
    background: bool = False


@dataclass(frozen=True, slots=True)
class Cancel:
    """Give up one operation, or all of them."""

    reason: str
    ticket: int | None = None


@dataclass(frozen=True, slots=True)
class OutputEnded:
    """The server's output is at its end; whether the server is, is not known yet."""


@dataclass(frozen=True, slots=True)
class Exited:
    """The server's process ended (negative: by a signal)."""

    code: int


@dataclass(frozen=True, slots=True)
class InputClosed:
    """No byte of what was sent for an operation was written; the exit code where it is known."""

    ticket: int | None
    code: int | None = None


@dataclass(frozen=True, slots=True)
class Tick:
    """Nothing happened, but time went on."""


Event: TypeAlias = Line | LongLine | Begin | Cancel | OutputEnded | Exited | InputClosed | Tick


@dataclass(frozen=True, slots=True)
class Send:
    """Bytes for the server, of an operation (`ticket`) or in reply to a request of the server."""

    data: bytes
    ticket: int | None = None
    is_reply: bool = False


@dataclass(frozen=True, slots=True)
class Deliver:
    """An operation is done."""

    ticket: int
    value: object


@dataclass(frozen=True, slots=True)
class Fail:
    """An operation failed."""

    ticket: int
    failure: Failure


@dataclass(frozen=True, slots=True)
class ToolsChanged:
    """The server announced that its list of tools is another one now."""


Effect: TypeAlias = Send | Deliver | Fail | Note | ToolsChanged
