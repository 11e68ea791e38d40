"""The dialect `openai-chat`: the body of `/chat/completions` (agent.md section 2)."""

from skillctl.agent.dialects.model import (
    Body,
    Conversation,
    Dialect,
    message_origin,
    present,
    tool_origin,
    user_text,
)
from skillctl.agent.dialects.replay import arguments_text, result_text
from skillctl.agent.messages import Message, ToolCall, ToolMessage, UserMessage
from skillctl.agent.provenance import Origin, Owned
from skillctl.toolspec import ToolSpec


def body(said: Conversation) -> Body:
    """The system text is the first message."""
    return present(
        {
            "model": said.model,
            "stream": True,
            "stream_options": {"include_usage": True},
            "temperature": said.options.temperature,
            "max_completion_tokens": said.options.max_tokens,
            "seed": said.options.seed,
            "tools": [_tool(tool) for tool in said.tools] or None,
            "messages": [
                {"role": "system", "content": said.system},
                *map(_message, said.messages),
            ],
        }
    )


OPENAI_CHAT = Dialect("openai-chat", "/chat/completions", body)


def _tool(tool: ToolSpec) -> Body:
    origin = tool_origin(tool)
    return {
        "type": "function",
        "function": {
            "name": Owned(tool.name, origin),
            "description": Owned(tool.description, origin),
            "parameters": Owned(tool.input_schema, origin),
        },
    }


def _message(message: Message) -> Body:
    origin = message_origin(message)
    if isinstance(message, UserMessage):
        return {"role": "user", "content": user_text(message)}
    if isinstance(message, ToolMessage):
        text = result_text(message, origin)
        return {"role": "tool", "tool_call_id": message.call_id, "content": text}
    if not message.calls:
        return {"role": "assistant", "content": Owned(message.text, origin)}
    calls = [_call(call, origin) for call in message.calls]
    content = Owned(message.text or None, origin)
    return {"role": "assistant", "content": content, "tool_calls": calls}


def _call(call: ToolCall, origin: Origin) -> Body:
    arguments = Owned(arguments_text(call), origin)
    function = {"name": Owned(call.name, origin), "arguments": arguments}
    return {"id": call.id, "type": "function", "function": function}
