import json

import pytest

from skillctl.agent.dialects import Conversation, Options, dialect_named, openai_chat
from skillctl.agent.messages import AssistantMessage, ToolCall, ToolMessage, UserMessage
from skillctl.agent.provenance import Origin, Piece, Traced
from skillctl.agent.writer import spans, written
from skillctl.errors import SkillctlError
from skillctl.toolspec import ToolSpec

SYSTEM = Traced((Piece("Be kind.", Origin("base")),))
GET = ToolSpec(
    name="mcp__w__get",
    description="Gets.",
    input_schema={"type": "object", "required": ["b"], "properties": {"b": {}, "a": {}}},
    server="w",
    raw_name="get",
    digest="d1",
)


def conversation(*messages, tools=(), options=None):
    return Conversation(
        model="m",
        system=SYSTEM,
        tools=tools,
        messages=messages,
        options=options or Options(),
    )


def body(*messages, **more):
    return written(openai_chat(conversation(*messages, **more)))[0].decode()


def last(*messages):
    return json.loads(body(*messages))["messages"][-1]


def test_first_request_to_the_byte():
    assert body(UserMessage("Hi"), tools=(GET,)) == (
        '{"model":"m","stream":true,"stream_options":{"include_usage":true},'
        '"tools":[{"type":"function","function":{"name":"mcp__w__get","description":"Gets.",'
        '"parameters":{"type":"object","required":["b"],"properties":{"b":{},"a":{}}}}}],'
        '"messages":[{"role":"system","content":"Be kind."},{"role":"user","content":"Hi"}]}'
    )


def test_options_stand_in_the_order_of_the_table_and_no_empty_tool_list():
    options = Options(seed=7, max_tokens=64, temperature=0.0)
    assert body(UserMessage("Hi"), options=options) == (
        '{"model":"m","stream":true,"stream_options":{"include_usage":true},"temperature":0.0,'
        '"max_completion_tokens":64,"seed":7,'
        '"messages":[{"role":"system","content":"Be kind."},{"role":"user","content":"Hi"}]}'
    )


def test_a_whole_round_to_the_byte():
    call = ToolCall("call_1", "mcp__w__get", '{ "b": 1e0 }')
    text = body(
        UserMessage("Hi"),
        AssistantMessage("", (call,)),
        ToolMessage("call_1", "mcp__w__get", "18C"),
        AssistantMessage("It is 18C."),
    )
    assert text.partition('"content":"Hi"},')[2] == (
        '{"role":"assistant","content":null,"tool_calls":[{"id":"call_1","type":"function",'
        '"function":{"name":"mcp__w__get","arguments":"{ \\"b\\": 1e0 }"}}]},'
        '{"role":"tool","tool_call_id":"call_1","content":"18C"},'
        '{"role":"assistant","content":"It is 18C."}]}'
    )


def test_text_beside_calls_stays():
    assert last(AssistantMessage("Looking.", (ToolCall("c", "x", "{}"),)))["content"] == "Looking."


def test_a_reply_without_text_and_calls_is_an_empty_text():
    assert last(AssistantMessage("")) == {"role": "assistant", "content": ""}


def test_an_error_result_says_so():
    found = last(ToolMessage("c", "x", "no such city", is_error=True))
    assert found["content"] == "Error: no such city"


@pytest.mark.parametrize(
    ("arguments", "sent"),
    [
        ('{"a":1}', '{"a":1}'),
        ('{"a":1,"a":2}', '{"a":1,"a":2}'),
        ("[1]", "[1]"),
        ('{"a":', "{}"),
        ("", "{}"),
        ('{"a":NaN}', "{}"),
        ("[" * 100_000, "{}"),
    ],
)
def test_arguments_go_back_as_written_unless_they_are_no_json(arguments, sent):
    call = last(AssistantMessage("", (ToolCall("c", "x", arguments),)))["tool_calls"][0]
    assert call["function"]["arguments"] == sent


def test_everything_said_knows_who_said_it():
    call = ToolCall("c", "mcp__w__get", "{}")
    said = conversation(
        UserMessage("Hi", "weather.scenario.toml", 4),
        AssistantMessage("Hm", (call,)),
        ToolMessage("c", "mcp__w__get", "18C", is_error=True),
        tools=(GET,),
    )
    tree = openai_chat(said)
    data = written(tree)[0].decode()
    found = {data[s.start : s.end]: s.origin for s in spans(tree)}
    assert found["Be kind."] == Origin("base")
    assert found["Hi"] == Origin("task", "weather.scenario.toml", 4)
    assert found['"Hm"'] == Origin("reply", "model")
    assert found["18C"] == Origin("result", "tool", item="mcp__w__get")
    assert found["Error: "].source == "builtin"
    assert found['"Gets."'] == Origin("tools", "w/get", item="mcp__w__get", fingerprint="d1")


def test_an_unknown_dialect_names_the_known_ones():
    with pytest.raises(SkillctlError, match="no dialect named 'morse'") as caught:
        dialect_named("morse")
    assert caught.value.hint == "known dialects: openai-chat"
    assert caught.value.exit_code == 2
