import json

import pytest

from skillctl.fakes.asked import SERVER_INFO, Asked
from skillctl.fakes.effects import Send
from skillctl.fakes.protocol import Message


def asked(method="tools/call", **more):
    return Asked(message=Message(method, 7, {}), id=7, **more)


def result(value, method="tools/call", **more):
    return json.loads(asked(method, **more).answer(value, "c").data)["result"]


def test_a_result_of_a_handshake_session_is_as_it_is():
    assert asked().answer({"a": 1}, "c") == Send(
        b'{"jsonrpc":"2.0","id":7,"result":{"a":1}}\n', "c", 7
    )
    assert not asked().modern


def test_a_result_of_the_modern_era_has_its_type_and_says_who_made_it():
    who = {"name": "x", "version": "1"}
    assert result({"content": []}, stamp=who) == {
        "resultType": "complete",
        "content": [],
        "_meta": {SERVER_INFO: who},
    }
    assert result({"_meta": {"a": 1, SERVER_INFO: 5}}, stamp=who)["_meta"] == {
        SERVER_INFO: 5,
        "a": 1,
    }
    assert result({"a": 1}, stamp={}) == {"resultType": "complete", "a": 1}


@pytest.mark.parametrize(
    ("method", "kept"),
    [("tools/list", True), ("resources/templates/list", True), ("resources/read", True),
     ("server/discover", True), ("tools/call", False), ("prompts/get", False)],
)  # fmt: skip
def test_what_may_be_kept_says_so(method, kept):
    assert ("ttlMs" in result({}, method, stamp={})) is kept
    assert "ttlMs" not in result({}, method)
    assert "ttlMs" not in result({"resultType": "input_required"}, method, stamp={})


def test_a_refusal_is_a_json_rpc_error():
    assert asked().refuse("no", "x") == Send(
        b'{"jsonrpc":"2.0","id":7,"error":{"code":-32602,"message":"no"}}\n', "x", 7
    )
    error = json.loads(asked().refuse("no", "x", -5, {"a": 1}).data)["error"]
    assert error == {"code": -5, "message": "no", "data": {"a": 1}}


def test_levels_of_log_messages():
    assert asked().wants_log("debug")
    assert asked(level="warning").wants_log("error")
    assert not asked(level="warning").wants_log("notice")
    assert not asked(level=None).wants_log("emergency")
    assert not asked(level="loud").wants_log("emergency")
    assert asked(level="error").wants_log("odd")
