import json

import pytest

from skillctl.agent.base import BUILTIN_TOOLS
from skillctl.agent.messages import AssistantMessage, Request, ToolCall, ToolMessage, UserMessage
from skillctl.agent.providers import TEST_TEXT, ScriptedProvider, ScriptTurn, TestModel, describe
from skillctl.errors import ScriptMismatch
from skillctl.toolspec import ToolSpec

GET = ToolSpec(
    name="mcp__we_ather__get",
    description="",
    input_schema={"required": ["city"], "properties": {"city": {"type": "string"}}},
    server="we ather",
    raw_name="get",
)


def request(index=1, *messages, tools=()):
    return Request(index, b"12345", "sys", messages or (UserMessage("Hi"),), tools)


def test_the_test_model_calls_each_tool_once_with_the_smallest_arguments():
    model = TestModel()
    first = model.reply(request(tools=(*BUILTIN_TOOLS, GET)))
    assert [c.name for c in first.calls] == [
        *("read_file", "list_dir", "glob", "write_file"),
        "mcp__we_ather__get",
    ]
    assert [json.loads(c.arguments) for c in first.calls] == [
        *({"path": ""}, {}, {"pattern": ""}, {"path": "", "content": ""}),
        {"city": ""},
    ]
    assert [c.id for c in first.calls] == [f"call_{n}" for n in range(1, 6)]
    second = model.reply(request(2, tools=(GET,)))
    assert (second.text, second.calls) == (TEST_TEXT, ())
    model.finish()


def test_the_test_model_without_tools_answers_at_once():
    assert TestModel().reply(request()).text == TEST_TEXT


def test_a_script_replies_in_its_order():
    calls = (ToolCall("call_1", "mcp__we_ather__get", "{}"),)
    model = ScriptedProvider((ScriptTurn("Looking.", calls, 9), ScriptTurn("18C.", (), 12)))
    first, second = model.reply(request(1)), model.reply(request(2))
    assert (first.text, first.calls, first.stop) == ("Looking.", calls, "tool_calls")
    assert (second.text, second.calls, second.stop) == ("18C.", (), "stop")
    model.finish()


def test_a_script_may_name_a_tool_by_server_and_raw_name():
    turn = ScriptTurn("", (ToolCall("c", "we ather/get", "{}"), ToolCall("d", "x/y", "{}")))
    reply = ScriptedProvider((turn,)).reply(request(tools=(GET,)))
    assert [c.name for c in reply.calls] == ["mcp__we_ather__get", "x/y"]


def test_a_call_too_many_shows_the_request():
    model = ScriptedProvider((ScriptTurn("18C.", (), 12),))
    model.reply(request(1))
    asked = request(2, UserMessage("Hi"), ToolMessage("c", "read_file", "x" * 400), tools=(GET,))
    with pytest.raises(ScriptMismatch) as caught:
        model.reply(asked)
    assert caught.value.exit_code == 6
    lines = caught.value.message.splitlines()
    assert lines[:3] == [
        "unexpected model call 2: the script has 1 turn",
        "  request 2: 5 bytes, 2 messages",
        "  tools: mcp__we_ather__get",
    ]
    assert lines[3] == f"  last message (result of read_file): {'x' * 300}…"


def test_turns_left_over_are_named_by_number_and_line():
    model = ScriptedProvider(
        (ScriptTurn("a", (), 3), ScriptTurn("b", (), 6), ScriptTurn("c", (), 9))
    )
    model.reply(request())
    with pytest.raises(ScriptMismatch) as caught:
        model.finish()
    assert caught.value.message == "2 of 3 turns left unused; the first is turn 2 (line 6)"
    assert caught.value.hint is not None
    with pytest.raises(ScriptMismatch, match=r"the first is turn 1$"):
        ScriptedProvider((ScriptTurn("a"),)).finish()


def test_a_request_in_words():
    text = describe(request(1, UserMessage("Hi"), AssistantMessage("Well")))
    assert text.endswith("  tools: none\n  last message (assistant): Well")
