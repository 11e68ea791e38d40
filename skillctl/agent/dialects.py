"""The request body of each dialect as a tree of traced values (agent.md section 2)."""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import NoReturn, cast

from skillctl.agent.messages import AssistantMessage, Message, ToolCall, ToolMessage, UserMessage
from skillctl.agent.provenance import Origin, Owned, Piece, Traced
from skillctl.errors import SkillctlError
from skillctl.toolspec import ToolSpec

DEFAULT_DIALECT = "openai-chat"


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """What a caller may ask of the model; what is None does not stand in the body."""

    temperature: float | None = None
    max_tokens: int | None = None
    seed: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Conversation:
    """All that a body is made of."""

    model: str
    system: Traced
    tools: tuple[ToolSpec, ...]
    messages: tuple[Message, ...]
    options: Options = Options()


Dialect = Callable[[Conversation], Mapping[str, object]]


def openai_chat(said: Conversation) -> Mapping[str, object]:
    """The body of `/chat/completions`."""
    messages = [{"role": "system", "content": said.system}, *map(_chat_message, said.messages)]
    body: dict[str, object | None] = {
        "model": said.model,
        "stream": True,
        "stream_options": {"include_usage": True},
        "temperature": said.options.temperature,
        "max_completion_tokens": said.options.max_tokens,
        "seed": said.options.seed,
        "tools": [_chat_tool(tool) for tool in said.tools] or None,
        "messages": messages,
    }
    return {key: value for key, value in body.items() if value is not None}


DIALECTS: dict[str, Dialect] = {DEFAULT_DIALECT: openai_chat}


def dialect_named(name: str) -> Dialect:
    """The dialect of that name; SkillctlError naming the known ones if there is none."""
    if name not in DIALECTS:
        raise SkillctlError(
            f"no dialect named {name!r}", hint=f"known dialects: {', '.join(DIALECTS)}"
        )
    return DIALECTS[name]


def sent_tools(tools: Sequence[ToolSpec], dialect: str) -> list[object]:
    """Each tool as a dialect sends it."""
    said = Conversation(model="", system=Traced(()), tools=tuple(tools), messages=())
    sent = dialect_named(dialect)(said).get("tools", ())
    return list(cast("Sequence[object]", sent))


def tool_origin(tool: ToolSpec) -> Origin:
    """The origin of a tool's definition."""
    return Origin("tools", tool.source, item=tool.name, fingerprint=tool.digest)


def message_origin(message: Message) -> Origin:
    """The origin of what somebody said: a user, the model, or a tool."""
    if isinstance(message, UserMessage):
        return Origin("task", message.source, message.line)
    if isinstance(message, AssistantMessage):
        return Origin("reply", "model")
    return Origin("result", "tool", item=message.name)


def is_json(text: str) -> bool:
    """Whether a text is strict JSON (no NaN, no infinity)."""
    try:
        json.loads(text, parse_constant=_refuse_constant)
    except (ValueError, RecursionError):
        return False
    return True


def _refuse_constant(word: str) -> NoReturn:
    raise ValueError(word)


def _chat_tool(tool: ToolSpec) -> Mapping[str, object]:
    origin = tool_origin(tool)
    return {
        "type": "function",
        "function": {
            "name": Owned(tool.name, origin),
            "description": Owned(tool.description, origin),
            "parameters": Owned(tool.input_schema, origin),
        },
    }


def _chat_message(message: Message) -> Mapping[str, object]:
    origin = message_origin(message)
    if isinstance(message, UserMessage):
        return {"role": "user", "content": Traced((Piece(message.text, origin),))}
    if isinstance(message, ToolMessage):
        mark = (Piece("Error: ", Origin("result")),) if message.is_error else ()
        text = Traced((*mark, Piece(message.text, origin)))
        return {"role": "tool", "tool_call_id": message.call_id, "content": text}
    if not message.calls:
        return {"role": "assistant", "content": Owned(message.text, origin)}
    calls = [_chat_call(call, origin) for call in message.calls]
    content = Owned(message.text or None, origin)
    return {"role": "assistant", "content": content, "tool_calls": calls}


def _chat_call(call: ToolCall, origin: Origin) -> Mapping[str, object]:
    arguments = call.arguments if is_json(call.arguments) else "{}"
    function = {"name": Owned(call.name, origin), "arguments": Owned(arguments, origin)}
    return {"id": call.id, "type": "function", "function": function}
