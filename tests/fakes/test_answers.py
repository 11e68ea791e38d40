import json

import pytest

from skillctl.errors import Location
from skillctl.fakes.answers import call_result, discovery, handshake, reply_effects
from skillctl.fakes.asked import Asked
from skillctl.fakes.effects import Close, Exit, Hang, Repeat, Send, Sleep, Stderr
from skillctl.fakes.model import Reply, Server
from skillctl.fakes.protocol import Message


@pytest.mark.parametrize(
    ("server", "asked", "agreed"),
    [
        (Server(), "2025-03-26", "2025-03-26"),
        (Server(), "1999-01-01", "2025-11-25"),
        (Server(protocol=("2025-06-18", "2024-11-05")), "2025-11-25", "2025-06-18"),
        (Server(answer="1999-01-01"), "2025-11-25", "1999-01-01"),
    ],
)
def test_the_version_is_the_one_asked_for_or_the_newest_it_has(server, asked, agreed):
    assert handshake(server, asked, {})["protocolVersion"] == agreed


def test_the_handshake_says_who_it_is():
    server = Server(name="w", version="2", title="W", instructions="Ask.")
    assert handshake(server, "2025-11-25", {"tools": {}}) == {
        "protocolVersion": "2025-11-25",
        "capabilities": {"tools": {}},
        "serverInfo": {"name": "w", "title": "W", "version": "2"},
        "instructions": "Ask.",
    }
    assert "title" not in handshake(Server(), "x", {})["serverInfo"]
    assert "instructions" not in handshake(Server(), "x", {})


def test_members_may_be_left_out():
    server = Server(omit=frozenset({"serverInfo", "capabilities", "protocolVersion"}))
    assert handshake(server, "2025-11-25", {}) == {}


@pytest.mark.parametrize(
    ("answer", "value", "flag", "result"),
    [
        ("text", "a", False, {"content": [{"type": "text", "text": "a"}]}),
        ("text", "a", True, {"content": [{"type": "text", "text": "a"}], "isError": True}),
        ("content", [5], False, {"content": [5]}),
        ("error", "a", False, {"content": [{"type": "text", "text": "a"}], "isError": True}),
        (
            "structured",
            {"ä": [1, 2]},
            False,
            {
                "content": [{"type": "text", "text": '{"ä":[1,2]}'}],
                "structuredContent": {"ä": [1, 2]},
            },
        ),
    ],
)
def test_results_of_calls(answer, value, flag, result):
    assert call_result(answer, value, is_error=flag) == result


def effects(reply, token=None, arguments=(), **more):
    message = Message("tools/call", 1, {"_meta": {"progressToken": token}})
    asked = Asked(message=message, id=1, **more)
    return list(reply_effects(reply, dict(arguments), asked, "tool.t.reply[0]", call_result))


def reply(answer="text", value="a", **more):
    return Reply(
        match="default", wanted=True, answer=answer, value=value, location=Location("f"), **more
    )


def test_an_answer_after_its_delay():
    sleep, send = effects(reply(delay_ms=1500))
    assert sleep == Sleep(1.5)
    assert send.cause == "tool.t.reply[0]"
    assert send.request == 1
    assert json.loads(send.data)["result"] == {"content": [{"type": "text", "text": "a"}]}


@pytest.mark.parametrize("token", ["a", "", 0, 7])
def test_progress_goes_to_whoever_gave_a_token(token):
    *progress, _ = effects(reply(progress=(0.25, 1)), token)
    assert [json.loads(send.data) for send in progress] == [
        {
            "jsonrpc": "2.0",
            "method": "notifications/progress",
            "params": {"progressToken": token, "progress": step},
        }
        for step in (0.25, 1)
    ]


@pytest.mark.parametrize("token", [None, True, 1.5, [], {}])
def test_without_a_token_there_is_no_progress(token):
    assert len(effects(reply(progress=(0.25, 1)), token)) == 1


def test_a_json_rpc_error_is_sent_as_it_stands_in_the_file():
    value = {"code": -5, "message": "no {{a}}", "data": None}
    (send,) = effects(reply("rpc_error", value, template=True), arguments={"a": "b"}.items())
    assert json.loads(send.data)["error"] == {"code": -5, "message": "no b", "data": None}


def test_without_template_braces_stay():
    (send,) = effects(reply(value="{{a}}"), arguments={"a": "b"}.items())
    assert b"{{a}}" in send.data


def test_discovery_says_the_same_in_the_words_of_the_modern_era():
    server = Server(era="modern", instructions="Ask.")
    assert discovery(server, {"tools": {}}) == {
        "supportedVersions": ["2026-07-28"],
        "capabilities": {"tools": {}},
        "instructions": "Ask.",
    }
    omitting = Server(era="modern", omit=frozenset({"protocolVersion", "capabilities"}))
    assert discovery(omitting, {}) == {}


def test_pauses_between_progress_are_made_for_everybody():
    made = reply(progress=(1, 2), progress_every_ms=250, delay_ms=500)
    one, first, two, second, third, answer = effects(made, "t")
    assert [json.loads(send.data)["params"]["progress"] for send in (one, two)] == [1, 2]
    assert [first, second, third] == [Sleep(0.25), Sleep(0.25), Sleep(0.5)]
    assert answer.early is False
    assert effects(made)[:3] == [Sleep(0.25), Sleep(0.25), Sleep(0.5)]


def test_endless_progress_has_no_answer():
    pause, again = effects(reply(progress_endless=True, progress_every_ms=200), "t")
    assert pause == Sleep(0.2)
    assert (again.seconds, again.request, again.number) == (0.2, 1, 1)
    assert json.loads(again.make(3))["params"] == {"progressToken": "t", "progress": 3}
    assert isinstance(effects(reply(progress_endless=True), "t")[1], Repeat)
    assert effects(reply(progress_endless=True)) == []


def test_logs_come_first_if_their_level_is_wanted():
    logs = ({"level": "debug", "data": 1}, {"level": "error", "data": "no", "logger": "db"})
    one, two, _ = effects(reply(logs=logs))
    assert json.loads(one.data)["params"] == {"level": "debug", "data": 1}
    assert json.loads(two.data) == {
        "jsonrpc": "2.0",
        "method": "notifications/message",
        "params": {"level": "error", "data": "no", "logger": "db"},
    }
    assert len(effects(reply(logs=logs), level="warning")) == 2
    assert len(effects(reply(logs=logs), level=None)) == 1


def test_meta_and_whole_results():
    (send,) = effects(reply(meta={"a/b": 1}))
    assert json.loads(send.data)["result"]["_meta"] == {"a/b": 1}
    (send,) = effects(reply("file", {"content": [], "isError": True}))
    assert json.loads(send.data)["result"] == {"content": [], "isError": True}
    (send,) = effects(reply("file", {}))
    assert json.loads(send.data)["result"] == {}


def test_questions_to_the_client():
    value = {"requests": {"name": {"method": "roots/list"}}, "state": "s1"}
    (send,) = effects(reply("input_required", value), stamp={"name": "x", "version": "1"})
    assert json.loads(send.data)["result"] == {
        "resultType": "input_required",
        "inputRequests": {"name": {"method": "roots/list"}},
        "requestState": "s1",
        "_meta": {"io.modelcontextprotocol/serverInfo": {"name": "x", "version": "1"}},
    }


@pytest.mark.parametrize(
    ("answer", "value", "done"),
    [
        ("raw", '{"id":{{id}}}', [Send(b'{"id":1}\n', "tool.t.reply[0]", 1)]),
        ("raw_hex", "ff0a", [Send(b"\xff\n", "tool.t.reply[0]", 1)]),
        ("crash", {}, [Exit(1)]),
        ("crash", {"code": 9, "stderr": "x"}, [Stderr(b"x\n", "tool.t.reply[0]"), Exit(9)]),
        ("hang", True, [Hang()]),
        ("close", "stdin", [Close("stdin")]),
    ],
)
def test_answers_that_are_no_result(answer, value, done):
    assert effects(reply(answer, value)) == done
