import json

import pytest

from skillctl.agent.dialects.model import Options
from skillctl.agent.messages import AssistantMessage, Opaque, ToolMessage, UserMessage
from skillctl.agent.provenance import Origin
from tests.agent.conversations import GET, ROUND, THINKING, TWO, between, origins
from tests.agent.conversations import body as body_of

NAME = "anthropic-messages"
MARK = {"type": "ephemeral"}


def body(*messages, **more):
    return body_of(NAME, *messages, **more)


def said(*messages, cache="static"):
    return json.loads(body(*messages, options=Options(cache=cache)))["messages"]


def test_first_request_to_the_byte():
    assert body(UserMessage("Hi"), tools=(GET,)) == (
        '{"model":"m","max_tokens":8192,"stream":true,'
        '"tools":[{"name":"mcp__w__get","description":"Gets.",'
        '"input_schema":{"type":"object","required":["b"],"properties":{"b":{},"a":{}}}}],'
        '"system":[{"type":"text","text":"Be kind.","cache_control":{"type":"ephemeral"}}],'
        '"messages":[{"role":"user","content":[{"type":"text","text":"Hi"}]}]}'
    )


def test_options_stand_in_the_order_of_the_table_and_no_empty_tool_list():
    options = Options(seed=7, max_tokens=64, temperature=0.0, include=["x"], cache="off")
    assert body(options=options) == (
        '{"model":"m","max_tokens":64,"stream":true,"temperature":0.0,'
        '"system":[{"type":"text","text":"Be kind."}],"messages":[]}'
    )


def test_a_whole_round_to_the_byte():
    assert body(*ROUND).partition('"text":"Hi"}]},')[2] == (
        '{"role":"assistant","content":[{"type":"text","text":"Looking."},'
        '{"type":"tool_use","id":"call_1","name":"mcp__w__get","input":{"b":1.0,"a":"é"}},'
        '{"type":"tool_use","id":"call_2","name":"mcp__w__get","input":{}}]},'
        '{"role":"user","content":['
        '{"type":"tool_result","tool_use_id":"call_1","content":"18C"},'
        '{"type":"tool_result","tool_use_id":"call_2","content":"not JSON","is_error":true}]},'
        '{"role":"assistant","content":[{"type":"text","text":"It is 18C."}]},'
        '{"role":"user","content":[{"type":"text","text":"Thanks"}]}]}'
    )


@pytest.mark.parametrize("text", ["", " \n"])
def test_text_that_the_endpoint_refuses_is_left_out(text):
    assert [b["type"] for b in said(AssistantMessage(text, (TWO,)))[0]["content"]] == ["tool_use"]
    assert said(UserMessage("a"), AssistantMessage(text), UserMessage("b"))[1]["role"] == "user"


@pytest.mark.parametrize("place", range(4))
@pytest.mark.parametrize("text", ["Looking.", ""])
def test_opaque_items_stand_verbatim_at_their_place(place, text):
    call = TWO
    opaque = (Opaque(NAME, place, THINKING), Opaque(NAME, place, THINKING | {"thinking": "So."}))
    found = said(AssistantMessage(text, (call, call), opaque))[0]["content"]
    before = (["text"] if text else []) + ["tool_use", "tool_use"]
    at = place if text else max(place - 1, 0)
    assert [b["type"] for b in found] == [*before[:at], "thinking", "thinking", *before[at:]]
    assert list(found[at].items()) == list(THINKING.items())


def test_a_reply_of_opaque_items_alone_is_kept():
    found = said(AssistantMessage("", (), (Opaque(NAME, 1, THINKING),)))
    assert found == [{"role": "assistant", "content": [THINKING]}]


def test_text_between_thoughts_goes_back_as_it_came():
    texts = [{"type": "text", "text": text, "citations": None} for text in ("Look", "ing.")]
    came = between(NAME, (0, texts[0]), (0, THINKING), (0, texts[1]))
    assert said(came)[0]["content"][:3] == [texts[0], THINKING, texts[1]]
    assert len(said(came)[0]["content"]) == 5


def test_opaque_items_of_other_providers_are_not_sent():
    assert said(between("openai-responses", (0, {"type": "reasoning"}))) == said(between(NAME))


def test_the_mark_stands_on_the_last_block_of_a_conversation_too():
    *first, last = said(*ROUND[:4], cache="conversation")
    *results, marked = last["content"]
    assert marked["cache_control"] == MARK
    assert list(marked)[-1] == "cache_control"
    assert "cache_control" not in json.dumps([first, results])
    assert said(UserMessage("Hi"), cache="conversation")[0]["content"][0]["cache_control"] == MARK
    both = json.loads(body(UserMessage("Hi"), options=Options(cache="conversation")))
    assert both["system"][0]["cache_control"] == MARK


def test_the_mark_is_no_part_of_what_is_opaque_and_of_nothing():
    alone = AssistantMessage("", (), (Opaque(NAME, 1, THINKING),))
    assert said(alone, cache="conversation") == [{"role": "assistant", "content": [THINKING]}]
    assert said(cache="conversation") == []


def test_everything_said_knows_who_said_it():
    found = origins(
        NAME,
        UserMessage("Hi", "weather.scenario.toml", 4),
        between(NAME, (0, THINKING)),
        ToolMessage("c", "mcp__w__get", "18C"),
        tools=(GET,),
    )
    assert found["Be kind."] == Origin("base")
    assert found["Hi"] == Origin("task", "weather.scenario.toml", 4)
    assert found['"Looking."'] == Origin("reply", "model")
    assert found['{"b":1.0,"a":"é"}'] == Origin("reply", "model")
    assert found[json.dumps(THINKING, separators=(",", ":"))] == Origin("reply", "model")
    assert found["18C"] == Origin("result", "tool", item="mcp__w__get")
    assert found['"Gets."'] == Origin("tools", "w/get", item="mcp__w__get", fingerprint="d1")
