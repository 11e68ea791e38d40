"""Says conversations to an endpoint through the official SDK of a dialect, as its users do.

Run by a Python that has the SDKs, with the URL; pairs of dialect and conversation come as JSON on
stdin. What goes back to the model is made of the SDK's own types where it has some.
"""

import json
import sys
from contextlib import suppress

import anthropic
import openai
from anthropic.types import (
    RedactedThinkingBlock,
    TextBlock,
    ThinkingBlock,
    ToolUseBlock,
)
from openai.types.chat import ChatCompletionMessage, ChatCompletionMessageFunctionToolCall
from openai.types.responses import (
    ResponseFunctionToolCall,
    ResponseOutputMessage,
    ResponseOutputText,
    ResponseReasoningItem,
)


def is_json(text):
    try:
        json.loads(text)
    except ValueError:
        return False
    return True


def usable(text):
    return text if is_json(text) else "{}"


def given(**options):
    return {name: value for name, value in options.items() if value is not None}


def opaque_at(row, dialect, place):
    return [item for name, at, item in row.get("opaque", ()) if (name, at) == (dialect, place)]


def chat(base_url, said):
    options = said["options"]
    messages = [{"role": "system", "content": said["system"]}]
    for row in said["messages"]:
        if "user" in row:
            messages.append({"role": "user", "content": row["user"]})
        elif "result" in row:
            call, _, text = row["result"]
            mark = "Error: " if row.get("is_error") else ""
            messages.append({"role": "tool", "tool_call_id": call, "content": mark + text})
        else:
            messages.append(chat_reply(row))
    openai.OpenAI(base_url=f"{base_url}/v1", api_key="none", max_retries=0).chat.completions.create(
        model=said["model"],
        messages=messages,
        stream=True,
        stream_options={"include_usage": True},
        tools=[
            {"type": "function", "function": given(**tool) | {"parameters": schema}}
            for tool, schema in said["tools"]
        ],
        **given(
            temperature=options.get("temperature"),
            max_completion_tokens=options.get("max_tokens"),
            seed=options.get("seed"),
        ),
    )


def chat_reply(row):
    calls = [
        ChatCompletionMessageFunctionToolCall(
            id=call, type="function", function={"name": name, "arguments": usable(text)}
        )
        for call, name, text in row.get("calls", ())
    ]
    text = row["assistant"] or (None if calls else "")
    return ChatCompletionMessage(role="assistant", content=text, **given(tool_calls=calls or None))


def responses(base_url, said):
    options = said["options"]
    items = []
    for row in said["messages"]:
        if "user" in row:
            content = [{"type": "input_text", "text": row["user"]}]
            items.append({"type": "message", "role": "user", "content": content})
        elif "result" in row:
            call, _, text = row["result"]
            mark = "Error: " if row.get("is_error") else ""
            items.append({"type": "function_call_output", "call_id": call, "output": mark + text})
        else:
            items.extend(responses_reply(row))
    openai.OpenAI(base_url=f"{base_url}/v1", api_key="none", max_retries=0).responses.create(
        model=said["model"],
        instructions=said["system"],
        input=items,
        stream=True,
        store=False,
        tools=[
            {"type": "function", **tool, "parameters": schema, "strict": False}
            for tool, schema in said["tools"]
        ],
        **given(
            temperature=options.get("temperature"),
            max_output_tokens=options.get("max_tokens"),
            include=options.get("include"),
        ),
    )


def responses_reply(row):
    """Its message has neither id nor status: the caller tells of it, nothing is stored."""
    thoughts = [ResponseReasoningItem(**one) for one in opaque_at(row, "openai-responses", 0)]
    yield from thoughts
    if row["assistant"]:
        text = ResponseOutputText.construct(type="output_text", text=row["assistant"])
        yield ResponseOutputMessage.construct(type="message", role="assistant", content=[text])
    for place, (call, name, text) in enumerate(row.get("calls", ()), 1):
        for one in opaque_at(row, "openai-responses", place):
            yield ResponseReasoningItem(**one)
        yield ResponseFunctionToolCall(
            type="function_call", call_id=call, name=name, arguments=usable(text)
        )


def messages(base_url, said):
    options = said["options"]
    turns = []
    for row in said["messages"]:
        if "user" in row:
            turns.append({"role": "user", "content": [{"type": "text", "text": row["user"]}]})
        elif "result" in row:
            call, _, text = row["result"]
            block = {"type": "tool_result", "tool_use_id": call, "content": text}
            block |= {"is_error": True} if row.get("is_error") else {}
            if turns[-1]["content"][0]["type"] == "tool_result":
                turns[-1]["content"].append(block)
            else:
                turns.append({"role": "user", "content": [block]})
        else:
            turns.append({"role": "assistant", "content": Blocks(messages_reply(row))})
    system = {"type": "text", "text": said["system"]}
    if options.get("cache") != "off":
        system["cache_control"] = {"type": "ephemeral"}
    if options.get("cache") == "conversation":
        turns[-1]["content"][-1]["cache_control"] = {"type": "ephemeral"}
    body = given(temperature=options.get("temperature"))
    anthropic.Anthropic(base_url=base_url, api_key="none", max_retries=0).messages.create(
        model=said["model"],
        max_tokens=options.get("max_tokens", 8192),
        system=[system],
        messages=turns,
        stream=True,
        tools=[{**tool, "input_schema": schema} for tool, schema in said["tools"]],
        extra_body=body or None,  # this SDK has no parameter for it any more
    )


class Blocks(list):
    """The content of a reply; its first block is asked for like that of a dict."""

    def __getitem__(self, index):
        return {"type": super().__getitem__(index).type}


def messages_reply(row):
    calls = row.get("calls", ())
    for place, call in enumerate((row["assistant"], *calls, None)):
        for one in opaque_at(row, "anthropic-messages", place):
            kind = ThinkingBlock if one["type"] == "thinking" else RedactedThinkingBlock
            yield kind(**one)
        if isinstance(call, str):
            yield from [TextBlock(type="text", text=call)] if call else []
        elif call:
            yield ToolUseBlock(
                type="tool_use", id=call[0], name=call[1], input=json.loads(usable(call[2]))
            )


SPEAK = {"openai-chat": chat, "openai-responses": responses, "anthropic-messages": messages}

if __name__ == "__main__":
    for dialect, said in json.load(sys.stdin):
        with suppress(openai.BadRequestError, anthropic.BadRequestError):  # kept and refused
            SPEAK[dialect](sys.argv[1], said)
