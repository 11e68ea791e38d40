import json

import pytest

from skillctl.agent.dialects.model import Options
from skillctl.agent.messages import AssistantMessage, ToolMessage, UserMessage
from skillctl.agent.provenance import Origin
from tests.agent.conversations import GET, REASONING, ROUND, TWO, between, origins
from tests.agent.conversations import body as body_of

NAME = "openai-responses"


def body(*messages, **more):
    return body_of(NAME, *messages, **more)


def items(*messages):
    return json.loads(body(*messages))["input"]


def test_first_request_to_the_byte():
    assert body(UserMessage("Hi"), tools=(GET,)) == (
        '{"model":"m","stream":true,"store":false,'
        '"tools":[{"type":"function","name":"mcp__w__get","description":"Gets.",'
        '"parameters":{"type":"object","required":["b"],"properties":{"b":{},"a":{}}},'
        '"strict":false}],'
        '"instructions":"Be kind.",'
        '"input":[{"type":"message","role":"user","content":[{"type":"input_text","text":"Hi"}]}]}'
    )


def test_options_stand_in_the_order_of_the_table_and_no_empty_tool_list():
    options = Options(
        seed=7, max_tokens=64, temperature=0.0, include=["reasoning.encrypted_content"]
    )
    assert body(options=options) == (
        '{"model":"m","stream":true,"store":false,"include":["reasoning.encrypted_content"],'
        '"temperature":0.0,"max_output_tokens":64,"instructions":"Be kind.","input":[]}'
    )


def test_a_whole_round_to_the_byte():
    assert body(*ROUND).partition('"text":"Hi"}]},')[2] == (
        '{"type":"message","role":"assistant","content":[{"type":"output_text","text":"Looking."}]},'
        '{"type":"function_call","call_id":"call_1","name":"mcp__w__get",'
        '"arguments":"{ \\"b\\": 1e0, \\"a\\": \\"é\\" }"},'
        '{"type":"function_call","call_id":"call_2","name":"mcp__w__get","arguments":"{}"},'
        '{"type":"function_call_output","call_id":"call_1","output":"18C"},'
        '{"type":"function_call_output","call_id":"call_2","output":"Error: not JSON"},'
        '{"type":"message","role":"assistant",'
        '"content":[{"type":"output_text","text":"It is 18C."}]},'
        '{"type":"message","role":"user","content":[{"type":"input_text","text":"Thanks"}]}]}'
    )


def test_a_reply_without_text_is_its_calls_and_an_empty_one_is_nothing():
    assert [item["type"] for item in items(AssistantMessage("", (TWO,)))] == ["function_call"]
    assert items(AssistantMessage("")) == []


@pytest.mark.parametrize("place", range(4))
def test_opaque_items_stand_verbatim_at_their_place(place):
    found = items(between(NAME, (place, REASONING), (place, REASONING | {"id": "rs_2"})))
    others = ["message", "function_call", "function_call"]
    kinds = [item["type"] for item in found]
    assert kinds == [*others[:place], "reasoning", "reasoning", *others[place:]]
    assert list(found[place].items()) == list(REASONING.items())
    assert found[place + 1]["id"] == "rs_2"


def test_text_that_came_with_more_goes_back_as_it_came():
    text = {"type": "output_text", "text": "Looking.", "annotations": []}
    came = {"type": "message", "id": "msg_1", "role": "assistant", "phase": "commentary"}
    came |= {"content": [text]}
    found = items(between(NAME, (0, REASONING), (0, came)))
    assert [item["type"] for item in found] == [
        *("reasoning", "message", "function_call", "function_call"),
    ]
    assert found[1] == came


def test_opaque_items_of_other_providers_are_not_sent():
    assert items(between("anthropic-messages", (0, {"type": "thinking"}))) == items(between(NAME))


def test_everything_said_knows_who_said_it():
    found = origins(
        NAME,
        UserMessage("Hi", "weather.scenario.toml", 4),
        between(NAME, (0, REASONING)),
        ToolMessage("c", "mcp__w__get", "18C", is_error=True),
        tools=(GET,),
    )
    assert found["Be kind."] == Origin("base")
    assert found["Hi"] == Origin("task", "weather.scenario.toml", 4)
    assert found['"Looking."'] == Origin("reply", "model")
    assert found[json.dumps(REASONING, separators=(",", ":"))] == Origin("reply", "model")
    assert found["18C"] == Origin("result", "tool", item="mcp__w__get")
    assert found["Error: "].source == "builtin"
    assert found['"Gets."'] == Origin("tools", "w/get", item="mcp__w__get", fingerprint="d1")
