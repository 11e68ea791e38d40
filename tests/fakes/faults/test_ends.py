import pytest

from skillctl.fakes.effects import Exit, Sleep, Stderr
from skillctl.fakes.faults.ends import leaving
from skillctl.fakes.model import Leave
from tests.fakes.faults.answers import PLAIN, effects
from tests.fakes.lockstep import call


def done(fault):
    return effects(f"on = 'tools/call'\n{fault}", call(7, "say"))


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
