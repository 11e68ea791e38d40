import json

import pytest

from skillctl.fakes.effects import Close, Exit, Hang, Late, Repeat, Sleep, Stderr, StopReading
from skillctl.fakes.faults.ends import leaving
from skillctl.fakes.model import Leave
from tests.fakes.faults.answers import PLAIN, effects
from tests.fakes.lockstep import call


def done(fault, meta=None):
    return effects(f"on = 'tools/call'\n{fault}", call(7, "say", meta))


def test_nothing_is_answered():
    assert done("no_reply = true") == []


def test_everything_later():
    pause, answer = done("delay_ms = 1500")
    assert pause == Sleep(1.5)
    assert answer.data == PLAIN


@pytest.mark.parametrize("size", [0, 1, 20])
def test_an_end_after_so_many_bytes_of_what_a_fault_made(size):
    *written, last = done(f"exit = {{ code = 7, after_bytes = {size} }}\nprefix = 'x'")
    assert b"".join(effect.data for effect in written) == (b"x" + PLAIN)[:size]
    assert last == Exit(7)


def test_last_words():
    assert list(leaving(Leave(code=3, stderr="disk full"), "c")) == [
        Stderr(b"disk full\n", "c"),
        Exit(3),
    ]


def test_an_answer_that_waits_for_its_cancellation():
    pause, (late,) = done("late = true\ndelay_ms = 500")[0], done("late = true")
    assert pause == Sleep(0.5)
    assert isinstance(late, Late)
    assert (late.send.data, late.send.request, late.send.cause) == (PLAIN, 7, "fault[0]")
    progress, late = done("late = true", {"progressToken": "t"})
    assert json.loads(progress.data)["method"] == "notifications/progress"
    assert late.send.data == PLAIN


def test_progress_and_never_an_answer():
    pause, again = done("progress_only = 250", {"progressToken": "t"})
    assert pause == Sleep(0.25)
    assert isinstance(again, Repeat)
    assert (again.seconds, again.cause, again.request) == (0.25, "fault[0]", 7)
    assert json.loads(again.make(2))["params"] == {"progressToken": "t", "progress": 2}
    assert done("progress_only = 250") == []


def test_the_process_hangs_without_an_answer():
    assert done("hang = true") == [Hang()]


def test_a_stream_is_closed_before_the_answer():
    close, answer = done("close = 'stdin'")
    assert close == Close("stdin")
    assert answer.data == PLAIN
    assert done("close = 'stdout'")[0] == Close("stdout")


def test_nothing_more_is_read_after_the_answer():
    stop, answer = done("stop_reading = true")
    assert stop == StopReading()
    assert answer.data == PLAIN


def test_a_flood_before_a_hang():
    flood, hang = done("hang = true\nstderr_bytes = 5")
    assert flood == Stderr(b"eeeee", "fault[0]")
    assert hang == Hang()
