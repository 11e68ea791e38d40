"""The dialect `openai-responses`: the body of `/responses` (agent.md section 2)."""

from collections.abc import Iterator

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
from skillctl.agent.dialects.replay import arguments_text, result_text, with_opaque
from skillctl.agent.messages import Message, ToolCall, ToolMessage, UserMessage
from skillctl.agent.provenance import Owned
from skillctl.toolspec import ToolSpec

NAME = "openai-responses"


def body(said: Conversation) -> Body:
    """Nothing is stored by the provider, so all that was said is sent with every request."""
    return present(
        {
            "model": said.model,
            "stream": True,
            "store": False,
            "include": list(said.options.include) or None,
            "temperature": said.options.temperature,
            "max_output_tokens": said.options.max_tokens,
            "tools": [_tool(tool) for tool in said.tools] or None,
            "instructions": said.system,
            "input": [item for message in said.messages for item in _items(message)],
        }
    )


OPENAI_RESPONSES = Dialect(NAME, "/responses", body, said="input")


def _tool(tool: ToolSpec) -> Body:
    origin = tool_origin(tool)
    return {
        "type": "function",
        "name": Owned(tool.name, origin),
        "description": Owned(tool.description, origin),
        "parameters": Owned(tool.input_schema, origin),
        "strict": False,
    }


def _items(message: Message) -> Iterator[object]:
    origin = message_origin(message)
    if isinstance(message, UserMessage):
        yield _said("user", "input_text", user_text(message))
    elif isinstance(message, ToolMessage):
        yield {
            "type": "function_call_output",
            "call_id": message.call_id,
            "output": result_text(message, origin),
        }
    else:
        text = Owned(message.text, REPLY)
        said = _said("assistant", "output_text", text) if message.text else None
        yield from with_opaque(message, said, [_call(call) for call in message.calls], NAME)


def _said(role: str, kind: str, text: object) -> Body:
    return {"type": "message", "role": role, "content": [{"type": kind, "text": text}]}


def _call(call: ToolCall) -> Body:
    return {
        "type": "function_call",
        "call_id": call.id,
        "name": Owned(call.name, REPLY),
        "arguments": Owned(arguments_text(call), REPLY),
    }
