"""What one operation with a server says and hears: a generator that the core drives.

An operation yields what it wants sent or noted, and is resumed with each answer.
"""

from collections.abc import Generator, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias, TypeVar

from skillctl.mcp.notes import Note

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Ask:
    """A request; the operation goes on with its result. `label` names it in messages."""

    method: str
    params: Mapping[str, object] = field(default_factory=dict)
    label: str = ""
    progress: bool = False


@dataclass(frozen=True, slots=True)
class Tell:
    """A notification."""

    method: str


@dataclass(frozen=True, slots=True)
class Speak:
    """From now on the conversation is in this version of the era without a handshake."""

    protocol: str


@dataclass(frozen=True, slots=True)
class Failure:
    """Why a request or an operation failed.

    `kind` is one of rpc (the server answered with an error), protocol (what it answered cannot be
    used), start, idle, limit, exited, closed, cancelled. `unwritten` tells that no byte of the
    request was written, so that asking again cannot do anything twice. `data` is that of an error.
    """

    kind: str
    text: str
    code: int | None = None
    unwritten: bool = False
    data: object = None


@dataclass(eq=False)
class Failed(Exception):
    """Carries a failure through an operation."""

    failure: Failure


Steps: TypeAlias = Generator[Ask | Tell | Note | Speak, Any, T]
