import pytest

from skillctl.fakes.beaten import beaten
from tests.fakes.lockstep import fake_file


def found(*faults):
    text = "[[tool]]\nname = 'get'\n" + "".join(f"[[fault]]\n{fault}\n" for fault in faults)
    return [item.message for item in beaten(fake_file(text).faults)]


@pytest.mark.parametrize(
    ("effect", "words"),
    [
        ("exit = { }", "ends the process"),
        ("hang = true", "hangs the process"),
        ("stop_reading = true", "stops reading"),
        ("close = 'stdin'", "closes the input"),
    ],
)
def test_after_an_end_there_are_no_more_messages(effect, words):
    first = f"on = 'ping'\nnth = 2\n{effect}"
    assert found(first, "on = 'ping'\nnth = 3\nno_reply = true") == [
        f"fault[1] never happens: an earlier fault {words} at 2"
    ]
    assert found(first, "on = 'ping'\nnth = 1\nno_reply = true") == []
    assert found(first, "on = 'tools/call'\nnth = 3\nno_reply = true") == []


def test_a_closed_output_ends_nothing():
    assert (
        found("on = 'ping'\nnth = 2\nclose = 'stdout'", "on = 'ping'\nnth = 3\nhang = true") == []
    )


def test_an_nth_that_an_earlier_fault_takes():
    first = "on = 'tools/call'\nnth = [1, 2]\nno_reply = true"
    assert found(first, "on = 'tools/call'\nnth = 2\nlate = true") == [
        "fault[1] never happens: an earlier fault takes 2"
    ]
    assert found(first, "on = 'tools/call'\nnth = [2, 3]\nlate = true") == [
        "fault[1] never happens for these: an earlier fault takes 2"
    ]
    assert found(first, "on = 'tools/call'\ntool = 'get'\nnth = 2\nlate = true") == []
    assert found("on = 'ping'\nno_reply = true", "on = 'ping'\nnth = 2\nhang = true") == [
        "fault[1] never happens: an earlier fault takes every such message"
    ]
