import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from skillctl.fakes.protocol import (
    Message,
    Refusal,
    Response,
    encode,
    error,
    notification,
    progress,
    read_message,
    result,
)


def test_a_request_is_read():
    line = b'{"jsonrpc":"2.0","id":7,"method":"ping","params":{"a":1}}'
    assert read_message(line) == Message("ping", 7, {"a": 1})


def test_a_notification_has_no_id_and_params_may_be_absent():
    assert read_message(b'{"jsonrpc":"2.0","method":"x"}\r') == Message("x", None, {})


@pytest.mark.parametrize("line", [b"", b" \r"])
def test_blank_lines_need_no_answer(line):
    assert read_message(line) is None


@pytest.mark.parametrize(
    ("line", "number"),
    [(b'{"jsonrpc":"2.0","id":"a","result":{}}', "a"), (b'{"error":{}}', None)],
)
def test_an_answer_of_the_client_is_kept_whole(line, number):
    assert read_message(line) == Response(number, json.loads(line))


def test_the_token_for_progress_is_a_string_or_a_whole_number():
    tokens = ["a", 0, None, True, 1.5, [], {}]
    made = [Message("x", 1, {"_meta": {"progressToken": token}}) for token in tokens]
    assert [message.progress_token for message in made] == ["a", 0, *[None] * 5]
    assert Message("x", 1, {"_meta": [1]}).progress_token is None
    assert Message("x", 1, {}).meta == {}


def test_a_line_of_progress():
    assert json.loads(progress("t", 0.5)) == {
        "jsonrpc": "2.0",
        "method": "notifications/progress",
        "params": {"progressToken": "t", "progress": 0.5},
    }


@pytest.mark.parametrize(
    ("line", "code", "words", "request_id"),
    [
        (b"{", -32700, "Expecting property name", None),
        (b"\xff", -32700, "byte 0 is not UTF-8", None),
        (b'{"a":NaN}', -32700, "NaN is no JSON", None),
        (b'{"a":1e999}', -32700, "a number is out of range", None),
        (b"[" * 257 + b"1" + b"]" * 257, -32700, "nested deeper than 256", None),
        (b"[" * 200_000, -32700, "Parse error", None),
        (b'{"a":' + b"9" * 5000 + b"}", -32700, "Parse error", None),
        (b"[]", -32600, "one JSON object", None),
        (b"1", -32600, "one JSON object", None),
        (b'{"id":1,"method":"ping"}', -32600, '"jsonrpc" is not "2.0"', 1),
        (b'{"jsonrpc":"2.0","id":1,"method":5}', -32600, '"method" is not a string', 1),
        (b'{"jsonrpc":"2.0","id":"a"}', -32600, '"method" is not a string', "a"),
        (b'{"jsonrpc":"2.0","id":null,"method":"ping"}', -32600, '"id" is no string', None),
        (b'{"jsonrpc":"2.0","id":true,"method":"ping"}', -32600, '"id" is no string', None),
        (b'{"jsonrpc":"2.0","id":1.0,"method":"ping"}', -32600, '"id" is no string', None),
        (b'{"jsonrpc":"2.0","id":1,"method":"ping","params":[]}', -32602, "no object", 1),
    ],
)
def test_what_is_no_message_is_refused(line, code, words, request_id):
    refusal = read_message(line)
    assert isinstance(refusal, Refusal)
    assert (refusal.code, refusal.id) == (code, request_id)
    assert words.replace("no object", "is not an object") in refusal.text


def test_the_depth_that_is_still_read():
    assert isinstance(
        read_message(
            b'{"jsonrpc":"2.0","method":"x","params":{"a":' + b"[" * 254 + b"]" * 254 + b"}}"
        ),
        Message,
    )


def test_lines_as_json_rpc_wants_them():
    assert result(1, {}) == b'{"jsonrpc":"2.0","id":1,"result":{}}\n'
    assert error("a", {"code": -1, "message": "no"}) == (
        b'{"jsonrpc":"2.0","id":"a","error":{"code":-1,"message":"no"}}\n'
    )
    assert notification("n") == b'{"jsonrpc":"2.0","method":"n"}\n'
    assert notification("n", {"a": 1}) == b'{"jsonrpc":"2.0","method":"n","params":{"a":1}}\n'


def test_text_is_utf8_and_a_lone_surrogate_stays_an_escape():
    assert encode("é\ud800") == '"é'.encode() + b'\\ud800"\n'
    assert json.loads(encode("\ud800")) == "\ud800"


@given(st.binary(max_size=200))
def test_any_bytes_are_judged(line):
    assert isinstance(read_message(line), Message | Refusal | None)


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
        lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
        max_leaves=8,
    )
)
def test_any_json_is_judged_and_encoded_on_one_line(value):
    assert isinstance(read_message(json.dumps(value).encode()), Message | Refusal | None)
    line = encode(value)
    assert line.count(b"\n") == 1
    line.decode()
