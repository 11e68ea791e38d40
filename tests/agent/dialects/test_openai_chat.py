import json

from skillctl.agent.dialects.model import Options
from skillctl.agent.messages import AssistantMessage, ToolCall, ToolMessage, UserMessage
from skillctl.agent.provenance import Origin
from tests.agent.conversations import GET, between, origins
from tests.agent.conversations import body as body_of

NAME = "openai-chat"


def body(*messages, **more):
    return body_of(NAME, *messages, **more)


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


def test_what_only_another_provider_understands_is_not_sent():
    plain = last(between(NAME))
    assert last(between("openai-responses", (0, {"type": "reasoning"}))) == plain


def test_everything_said_knows_who_said_it():
    call = ToolCall("c", "mcp__w__get", "{}")
    found = origins(
        NAME,
        UserMessage("Hi", "weather.scenario.toml", 4),
        AssistantMessage("Hm", (call,)),
        ToolMessage("c", "mcp__w__get", "18C", is_error=True),
        tools=(GET,),
    )
    assert found["Be kind."] == Origin("base")
    assert found["Hi"] == Origin("task", "weather.scenario.toml", 4)
    assert found['"Hm"'] == Origin("reply", "model")
    assert found["18C"] == Origin("result", "tool", item="mcp__w__get")
    assert found["Error: "].source == "builtin"
    assert found['"Gets."'] == Origin("tools", "w/get", item="mcp__w__get", fingerprint="d1")
