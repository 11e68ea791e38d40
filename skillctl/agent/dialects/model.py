"""What a request body is made of, and what a dialect is (agent.md section 2)."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from skillctl.agent.messages import AssistantMessage, Message, UserMessage
from skillctl.agent.provenance import Origin, Piece, Traced
from skillctl.toolspec import ToolSpec


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """What a caller may ask of the model; what is None or empty does not stand in the body.

    A dialect leaves out what it has no key for. `include` is of openai-responses; `cache` is where
    anthropic-messages marks what is worth caching: static, off or conversation.
    """

    temperature: float | None = None
    max_tokens: int | None = None
    seed: int | None = None
    include: Sequence[str] = ()
    cache: str = "static"


@dataclass(frozen=True, slots=True, kw_only=True)
class Conversation:
    """All that a body is made of."""

    model: str
    system: Traced
    tools: tuple[ToolSpec, ...]
    messages: tuple[Message, ...]
    options: Options = Options()


Body: TypeAlias = Mapping[str, object]
REPLY = Origin("reply", "model")


@dataclass(frozen=True, slots=True)
class Dialect:
    """A form of request: its name, its path below the base URL, and how a body is made.

    `said` is the key of the body under which the conversation stands.
    """

    name: str
    path: str
    body: Callable[[Conversation], Body]
    said: str = "messages"


def present(body: Mapping[str, object | None]) -> Body:
    """A body without what is absent."""
    return {key: value for key, value in body.items() if value is not None}


def tool_origin(tool: ToolSpec) -> Origin:
    """The origin of a tool's definition."""
    return Origin("tools", tool.source, item=tool.name, fingerprint=tool.digest)


def user_text(message: UserMessage) -> Traced:
    """What a user said, and what we put below it."""
    return Traced((*own_text(message).pieces, *message.hint.pieces))


def own_text(message: UserMessage) -> Traced:
    """What a user said."""
    whole = Piece(message.text, message_origin(message))
    return message.own if message.own.pieces else Traced((whole,))


def message_origin(message: Message) -> Origin:
    """The origin of what somebody said: a user, the model, or a tool."""
    if isinstance(message, UserMessage):
        return Origin("task", message.source, message.line)
    if isinstance(message, AssistantMessage):
        return REPLY
    return Origin("result", "tool", item=message.name)
