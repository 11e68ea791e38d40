"""What is said in a conversation, and what one model call takes and gives."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol, TypeAlias

from skillctl.agent.provenance import Traced
from skillctl.toolspec import ToolSpec

TYPED = "command line"


@dataclass(frozen=True, slots=True)
class ToolCall:
    """A call as the model wrote it; `arguments` is its JSON text, valid or not."""

    id: str
    name: str
    arguments: str


@dataclass(frozen=True, slots=True)
class UserMessage:
    """Text from a user; `source` says where it came from, such as `command line`.

    `own` is the text in pieces where it has more than one source; `hint` is what we put below it
    for the model; `whole` is what the model reads. `event` holds the fields of a `skill` event,
    where the message activates a skill.
    """

    text: str
    source: str = TYPED
    line: int | None = None
    hint: Traced = Traced(())  # noqa: RUF009 # a frozen value
    own: Traced = Traced(())  # noqa: RUF009 # a frozen value
    event: Mapping[str, object] | None = None

    @property
    def whole(self) -> str:
        """The text with the hint."""
        return self.text + self.hint.text


@dataclass(frozen=True, slots=True)
class Opaque:
    """A part of a reply that only its provider understands, such as signed thinking.

    Text that came with more than text (a phase, citations) is one, too, and then goes back as such.
    It goes back unchanged, in the dialect it came in, to its place: 0 is before the text, 1 before
    the first call, 2 before the second call, and so on.
    """

    dialect: str
    place: int
    item: Mapping[str, object]


@dataclass(frozen=True, slots=True)
class AssistantMessage:
    """A reply of the model: text, calls, or both, and what is opaque between them."""

    text: str
    calls: tuple[ToolCall, ...] = ()
    opaque: tuple[Opaque, ...] = ()


@dataclass(frozen=True, slots=True)
class ToolMessage:
    """The result of one call."""

    call_id: str
    name: str
    text: str
    is_error: bool = False


Message: TypeAlias = UserMessage | AssistantMessage | ToolMessage


@dataclass(frozen=True, slots=True)
class Usage:
    """Tokens as the provider counted them."""

    input: int = 0
    output: int = 0
    cached: int = 0


@dataclass(frozen=True, slots=True)
class Request:
    """Model call number `index` (from 1): the exact body, and what it was made of."""

    index: int
    body: bytes
    system: str
    messages: tuple[Message, ...]
    tools: tuple[ToolSpec, ...]


@dataclass(frozen=True, slots=True)
class Reply:
    """What the model answered."""

    text: str
    calls: tuple[ToolCall, ...] = ()
    stop: str = "stop"
    usage: Usage = field(default_factory=Usage)
    opaque: tuple[Opaque, ...] = ()


class Provider(Protocol):
    """A model, real or scripted."""

    name: str

    def reply(self, request: Request) -> Reply:
        """Answer one request; EndpointFailed or ScriptMismatch if that cannot be."""
        ...

    def finish(self) -> None:
        """Tell that the run is over; a script with unused turns raises ScriptMismatch."""
        ...
