"""The dialect `anthropic-messages`: the body of `/messages` (agent.md section 2)."""

from collections.abc import Iterator, Sequence
from itertools import groupby

from skillctl.agent.dialects.model import (
    REPLY,
    Body,
    Conversation,
    Dialect,
    message_origin,
    present,
    tool_origin,
    user_text,
)
from skillctl.agent.dialects.replay import arguments_value, with_opaque
from skillctl.agent.messages import Message, ToolCall, ToolMessage, UserMessage
from skillctl.agent.provenance import Owned, Piece, Traced
from skillctl.toolspec import ToolSpec

NAME = "anthropic-messages"
MAX_TOKENS = 8192
MARK: Body = {"cache_control": {"type": "ephemeral"}}


def body(said: Conversation) -> Body:
    """The mark on the system block caches the tools, too, since they come before it."""
    options = said.options
    mark = {} if options.cache == "off" else MARK
    messages = list(_messages(said.messages))
    if options.cache == "conversation":
        messages[-1:] = map(_marked, messages[-1:])
    return present(
        {
            "model": said.model,
            "max_tokens": MAX_TOKENS if options.max_tokens is None else options.max_tokens,
            "stream": True,
            "temperature": options.temperature,
            "tools": [_tool(tool) for tool in said.tools] or None,
            "system": [{**_text(said.system), **mark}],
            "messages": [{"role": role, "content": content} for role, content in messages],
        }
    )


ANTHROPIC_MESSAGES = Dialect(NAME, "/messages", body)


def _tool(tool: ToolSpec) -> Body:
    origin = tool_origin(tool)
    return {
        "name": Owned(tool.name, origin),
        "description": Owned(tool.description, origin),
        "input_schema": Owned(tool.input_schema, origin),
    }


def _messages(messages: Sequence[Message]) -> Iterator[tuple[str, list[object]]]:
    """Role and content of each message; results that follow each other are one message.

    A reply without content is left out, since the endpoint refuses it.
    """
    for is_result, group in groupby(messages, lambda one: isinstance(one, ToolMessage)):
        if is_result:
            yield "user", [_result(one) for one in group if isinstance(one, ToolMessage)]
        else:
            yield from ((role, content) for role, content in map(_message, group) if content)


def _message(message: Message) -> tuple[str, list[object]]:
    if isinstance(message, UserMessage):
        return "user", [_text(user_text(message))]
    if isinstance(message, ToolMessage):
        return "user", [_result(message)]
    text = _text(Owned(message.text, REPLY)) if message.text.strip() else None
    return "assistant", list(with_opaque(message, text, list(map(_call, message.calls)), NAME))


def _text(text: object) -> Body:
    return {"type": "text", "text": text}


def _call(call: ToolCall) -> Body:
    return {
        "type": "tool_use",
        "id": call.id,
        "name": Owned(call.name, REPLY),
        "input": Owned(arguments_value(call), REPLY),
    }


def _result(message: ToolMessage) -> Body:
    text = Traced((Piece(message.text, message_origin(message)),))
    mark = {"is_error": True} if message.is_error else {}
    return {"type": "tool_result", "tool_use_id": message.call_id, "content": text, **mark}


def _marked(message: tuple[str, list[object]]) -> tuple[str, list[object]]:
    """A message with the mark on its last block; what is opaque stays as it came."""
    role, content = message
    *first, last = content
    return role, [*first, {**last, **MARK} if isinstance(last, dict) else last]
