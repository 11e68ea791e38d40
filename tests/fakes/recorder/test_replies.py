import pytest

from skillctl.fakes.recorder.replies import reply_lines
from tests.fakes.recorder.recordings import called, failed, text


def lines(*calls, modern=False):
    return [line for line in reply_lines(calls, modern=modern) if line]


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        (text("a\nb"), ['text = "a\\nb"']),
        (text("no", isError=True), ['error = "no"']),
        ({"content": [{"type": "text", "text": '{"a":1}'}], "structuredContent": {"a": 1}},
         ["structured = { a = 1 }"]),
        ({"content": [{"type": "image", "data": "", "mimeType": "image/png"}]},
         ['content = [{ type = "image", data = "", mimeType = "image/png" }]']),
        ({"content": [], "isError": True}, ["content = []", "is_error = true"]),
        (text("{{volatile.x}}"), ['text = "{{volatile.x}}"', "template = true"]),
    ],
)  # fmt: skip
def test_the_simplest_answer_that_is_exact(answer, expected):
    assert lines(called(answer, a=1)) == ["[[tool.reply]]", "when = { a = 1 }", *expected]


@pytest.mark.parametrize(
    "answer",
    [
        text("a", isError=False),
        text("a", _meta={}),
        {"content": [{"type": "text", "text": "a", "annotations": None}]},
        {"content": "a string"},
        {},
        [1],
        text("{{id}}", isError=False),
    ],
)
def test_anything_else_is_the_raw_line(answer):
    *_, line = lines(called(answer))
    assert line.startswith('raw = "{\\"jsonrpc\\":\\"2.0\\",\\"id\\":{{id}},\\"result\\":')
    assert line.count("{{id}}") == 1


def test_errors_of_the_protocol():
    assert lines(failed(-32602, "no", data={"a": 1}))[-1] == (
        'rpc_error = { code = -32602, message = "no", data = { a = 1 } }'
    )
    for odd in (failed("x", "no"), failed(1, "no", data=None), failed(True, "no")):
        assert lines(odd)[-1].startswith("raw = ")


def test_what_has_more_arguments_stands_first():
    some, more, none = called(text("1"), a=1), called(text("2"), a=1, b=2), called(text("3"))
    assert lines(some, more, none, some)[1::3] == [
        "when = { a = 1, b = 2 }", "when = { a = 1 }", "when = {}"
    ]  # fmt: skip


def test_where_arguments_do_not_tell_calls_apart_their_number_does():
    first, second = called(text("1"), a=1), called(text("2"), a=1)
    assert lines(first, second, first)[1::3] == ["when_call = 1", "when_call = 2", "when_call = 3"]
    assert lines(called(text("1"), a=None))[1] == "when_call = 1"


def test_the_modern_era_is_raw():
    assert lines(called(text("a")), modern=True)[-1].startswith("raw = ")
    assert lines(failed(1, "a"), modern=True)[-1].startswith("raw = ")
