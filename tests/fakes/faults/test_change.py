import json

import pytest

from skillctl.fakes.effects import Send, Sleep
from skillctl.fakes.faults.change import on_line, on_message, with_member

ANSWER = Send(b'{"id":1,"result":{}}\n', "reply", 1)
EARLY = Send(b'{"method":"p"}\n', "reply", 1, early=True)
OTHER = Send(b"{}\n", "event[0]")


def test_only_the_answer_is_changed_and_names_the_fault():
    change = on_line(lambda data, value: [data.upper(), value])
    done = list(change([EARLY, Sleep(1.0), ANSWER, OTHER], b"x", "fault[3]"))
    assert done == [
        *(EARLY, Sleep(1.0)),
        Send(b'{"ID":1,"RESULT":{}}\n', "fault[3]", 1),
        Send(b"x", "fault[3]", 1),
        OTHER,
    ]


def test_a_message_is_changed_as_a_value_and_written_as_one_line():
    change = on_message(lambda message, value: message | {"more": value})
    (done,) = change([ANSWER], "é\n", "fault[0]")
    assert done.data == '{"id":1,"result":{},"more":"é\\n"}\n'.encode()


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        (b'{"result":{}}\n', {"result": {"x": 1}}),
        (b'{"result":{"a":[]}}\n', {"result": {"a": [], "x": 1}}),
        (b'{"error":{"code":1}}\n', {"error": {"code": 1, "x": 1}}),
        (b'{"error":"text"}\n', {"error": "text"}),
    ],
)
def test_a_member_is_put_into_the_result_or_error_where_there_is_one(line, expected):
    assert json.loads(with_member(line, b'"x":1')) == expected


@pytest.mark.parametrize("data", [b"no JSON\n", b"[1]\n", b"\xff\n", b"[" * 100_000])
def test_what_is_no_message_is_not_changed_as_one(data):
    change = on_message(lambda _message, _value: pytest.fail("changed"))
    (done,) = change([Send(data, "reply", 1)], None, "fault[0]")
    assert done == Send(data, "fault[0]", 1)
