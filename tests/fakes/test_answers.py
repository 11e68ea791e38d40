import json

import pytest

from skillctl.errors import Location
from skillctl.fakes.answers import call_result, filled, handshake, page, refused, reply_effects
from skillctl.fakes.effects import Send, Sleep
from skillctl.fakes.model import Reply, Server


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


def test_a_list_without_pages():
    assert page("tools", [1, 2], None, None) == {"tools": [1, 2]}
    assert page("tools", [], None, None) == {"tools": []}
    assert page("tools", [], None, 2) == {"tools": []}
    assert page("tools", [1, 2], None, 2) == {"tools": [1, 2]}


def test_pages_follow_by_cursor():
    items, cursor, pages = [1, 2, 3, 4, 5], None, []
    while True:
        found = page("tools", items, cursor, 2)
        pages.append(found["tools"])
        cursor = found.get("nextCursor")
        if cursor is None:
            break
    assert pages == [[1, 2], [3, 4], [5]]


@pytest.mark.parametrize("cursor", ["", "1", "0", "6", "-2", "x", 2, True, [], {}, "9" * 5000])
def test_a_cursor_that_was_never_given_is_refused(cursor):
    assert page("tools", [1, 2, 3], cursor, 2) is None


def test_a_refusal_is_a_json_rpc_error():
    assert refused(4, "no", "x") == Send(
        b'{"jsonrpc":"2.0","id":4,"error":{"code":-32602,"message":"no"}}\n', "x", 4
    )


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


def test_templates_are_filled_in_one_pass():
    arguments = {"city": "{{n}}", "n": 2, "on": True, "list": [1, "a"]}
    assert filled("{{city}} {{n}} {{on}} {{list}} {{other}} {{ n }}", arguments) == (
        '{{n}} 2 true [1,"a"] {{other}} {{ n }}'
    )
    assert filled([{"a": "{{n}}", "{{n}}": 5}], arguments) == [{"a": "2", "{{n}}": 5}]


def effects(reply, token=None, arguments=()):
    return list(reply_effects(reply, dict(arguments), 1, token, "tool.t.reply[0]"))


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
