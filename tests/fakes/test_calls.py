import json

import pytest

from skillctl.fakes.asked import Asked
from skillctl.fakes.calls import Calls
from skillctl.fakes.effects import Send, Stderr
from skillctl.fakes.protocol import read_message
from skillctl.fakes.replies import Replies
from tests.fakes.lockstep import call, fake_file, request

WEATHER = """
[server]
name = "weather"
[[tool]]
name = "get"
input_schema = { type = "object", required = ["city"], properties = { city = { type = "string" } } }
[[tool.reply]]
when = { city = "Paris", unit = "C" }
text = "18C"
[[tool.reply]]
when_call = 2
text = "second"
"""
BROKEN = WEATHER.replace('required = ["city"]', "minProperties = 'x'")


def made(file):
    replies = Replies(file.server)
    return Calls(file.server, replies), replies


def answer(calls, file, line, number=1):
    message = read_message(line)
    return list(calls.answer(Asked(message=message, id=message.id, number=number), file.tools))


def first(text, line, number=1):
    file = fake_file(text)
    effects = answer(made(file)[0], file, line, number)
    return effects, json.loads(effects[-1].data)


def test_a_reply_by_arguments_and_by_number():
    effects, message = first(WEATHER, call(1, "get", city="Paris", unit="C"))
    assert message["result"]["content"][0]["text"] == "18C"
    assert effects[0].cause == "tool.get.reply[0]"
    _, message = first(WEATHER, call(1, "get", city="Rome"), number=2)
    assert message["result"]["content"][0]["text"] == "second"


def test_no_match_names_the_nearest_reply_and_the_differing_key_and_is_counted():
    file = fake_file(WEATHER)
    calls, replies = made(file)
    said, sent = answer(calls, file, call(3, "get", city="Paris"))
    text = 'no reply of "get" matches; nearest is reply[0]: unit is missing, not "C"'
    assert said == Stderr(f"weather: {text}\n".encode(), "tool.get.no_match")
    assert json.loads(sent.data) == {
        "jsonrpc": "2.0",
        "id": 3,
        "error": {"code": -32602, "message": text},
    }
    assert sent.cause == "tool.get.no_match"
    answer(calls, file, call(4, "get", city="Paris"))
    assert replies.unmatched == 2


def test_a_tool_without_replies():
    _, message = first("[[tool]]\nname = 'a'", call(1, "a"))
    assert message["error"]["message"] == 'no reply of "a" matches; it has no reply'


def test_an_unknown_tool():
    (send,), message = first(WEATHER, call(1, "got"))
    assert send.cause == "tools/call"
    assert message["error"] == {"code": -32602, "message": "Unknown tool: got"}


@pytest.mark.parametrize(
    "params",
    [{}, {"name": 5}, {"name": None}, {"name": "get", "arguments": []},
     {"name": "get", "arguments": None}, {"name": "get", "arguments": "{}"}],
)  # fmt: skip
def test_a_call_that_is_none(params):
    _, message = first(WEATHER, request(1, "tools/call", **params))
    assert message["error"]["code"] == -32602
    assert '"arguments", an object' in message["error"]["message"]


def test_arguments_may_be_absent():
    text = "[[tool]]\nname = 'a'\nreply = [{ default = true, text = 'x' }]"
    _, message = first(text, request(1, "tools/call", name="a"))
    assert message["result"]["content"][0]["text"] == "x"


def test_arguments_that_do_not_fit_are_a_tool_error():
    effects, message = first(WEATHER, call(1, "get", city=5))
    assert message["result"] == {
        "content": [
            {
                "type": "text",
                "text": 'the arguments do not fit the input schema of "get":\n'
                "$.city: 5 is not of type 'string'",
            }
        ],
        "isError": True,
    }
    assert [effect.cause for effect in effects] == ["tool.get.validate_args"]


def test_arguments_need_not_be_judged():
    text = WEATHER.replace('name = "weather"', 'name = "weather"\nvalidate_args = false')
    _, message = first(text, call(1, "get", city=5), number=2)
    assert message["result"]["content"][0]["text"] == "second"


def test_a_raw_definition_judges_nothing():
    text = """
    [[tool]]
    definition = { name = "a", inputSchema = { required = ["x"] } }
    reply = [{ default = true, text = "x" }]
    """
    assert first(text, call(1, "a"))[1]["result"]["content"][0]["text"] == "x"


def test_a_schema_that_cannot_judge_is_said_once():
    file = fake_file(BROKEN)
    calls, _ = made(file)
    said, sent = answer(calls, file, call(1, "get", city=5), number=2)
    assert isinstance(sent, Send)
    assert said.data.startswith(
        b'weather: arguments of "get" are not checked; its input_schema: $.minProperties: '
    )
    (sent,) = answer(calls, file, call(2, "get", city=5), number=2)
    assert isinstance(sent, Send)


@pytest.mark.parametrize("meta", [None, {}, {"progressToken": None}])
def test_no_token_no_progress(meta):
    text = "[[tool]]\nname = 'a'\nreply = [{ default = true, text = 'x', progress = [1] }]"
    assert len(first(text, call(1, "a", meta))[0]) == 1
    assert len(first(text, call(1, "a", {"progressToken": 1}))[0]) == 2


def test_meta_may_be_anything():
    text = "[[tool]]\nname = 'a'\nreply = [{ default = true, text = 'x', progress = [1] }]"
    assert len(first(text, request(1, "tools/call", name="a", _meta=[5]))[0]) == 1
