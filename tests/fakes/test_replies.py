import json

import pytest

from skillctl.fakes.answers import call_result
from skillctl.fakes.asked import CAPABILITIES, Asked
from skillctl.fakes.protocol import Message
from skillctl.fakes.replies import Offer, Replies
from tests.fakes.lockstep import fake_file

ASK = """
[server]
era = "both"
[[tool]]
name = "greet"
[[tool.reply]]
when = { loud = true }
input_required = { state = "s1", requests = { who = { method = "elicitation/create" },\
 where = { method = "roots/list" } } }
[[tool.reply]]
default = true
input_required = { state = "s2" }
[[tool.reply]]
default = true
text = "hello"
"""
ABLE = {"elicitation": {}, "roots": {}}


def answer(params=(), loud=True, able=ABLE, stamp=(), text=ASK):  # of a call
    file = fake_file(text)
    (tool,) = file.tools
    message = Message("tools/call", 1, {"_meta": {CAPABILITIES: able}, **dict(params)})
    asked = Asked(message=message, id=1, stamp=None if stamp is None else {})
    offer = Offer(name="greet", path="tool.greet", replies=tool.replies, made=call_result)
    *_, last = Replies(file.server).answer(offer, {"loud": loud}, asked)
    found = json.loads(last.data)
    return last.cause, found.get("result", found.get("error"))


GIVEN = {"who": {"action": "accept"}, "where": {"roots": []}}


def test_questions_come_until_they_are_answered_and_the_state_is_given_back():
    assert answer()[0] == "tool.greet.reply[0]"
    assert answer()[1]["requestState"] == "s1"
    cause, result = answer({"requestState": "s1", "inputResponses": GIVEN})
    assert (cause, result) == (
        "tool.greet.reply[1]",
        {"resultType": "input_required", "requestState": "s2"},
    )
    cause, result = answer({"requestState": "s2"})
    assert (cause, result["content"][0]["text"]) == ("tool.greet.reply[2]", "hello")
    assert answer(loud=False)[1]["requestState"] == "s2"


@pytest.mark.parametrize(
    "params",
    [
        {"requestState": "s1"},
        {"requestState": "s1", "inputResponses": {"who": {}}},
        {"requestState": "s1", "inputResponses": []},
        {"requestState": "s1 ", "inputResponses": GIVEN},
        {"requestState": 1, "inputResponses": GIVEN},
    ],
)
def test_an_answer_that_is_none_is_refused(params):
    cause, error = answer(params)
    assert (cause, error["code"]) == ("tool.greet", -32602)


@pytest.mark.parametrize(
    ("able", "lacking"),
    [
        ({}, ["elicitation", "roots"]),
        ({"roots": {}}, ["elicitation"]),
        (5, ["elicitation", "roots"]),
    ],
)
def test_a_client_that_cannot_answer_is_not_asked(able, lacking):
    _, error = answer(able=able)
    assert error["code"] == -32021
    assert list(error["data"]["requiredCapabilities"]) == lacking


def test_a_session_with_a_handshake_is_asked_nothing():
    assert answer(stamp=None)[0] == "tool.greet.reply[2]"
    alone = ASK.rpartition("[[tool.reply]]")[0]
    cause, error = answer(stamp=None, text=alone)
    assert cause == "tool.greet.no_match"
    assert error["message"] == 'no reply of "greet" matches; no other reply is left'


def test_questions_without_a_state_are_answered_by_their_names():
    text = ASK.replace('state = "s1", ', "")
    assert "requestState" not in answer(text=text)[1]
    assert answer({"inputResponses": GIVEN}, text=text)[0] == "tool.greet.reply[1]"
