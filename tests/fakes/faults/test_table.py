import pytest

from skillctl.errors import Location
from skillctl.fakes.effects import Exit, Send, Sleep, Stderr
from skillctl.fakes.fault_keys import EFFECTS
from skillctl.fakes.faults.ends import leaving
from skillctl.fakes.faults.table import CHANGES, apply
from skillctl.fakes.model import Fault, Leave
from skillctl.fakes.protocol import Message

ANSWER = [Send(b"12345\n", "a", 1), Sleep(1.0), Stderr(b"x\n", "a"), Send(b"6789\n", "a", 1)]
ASKED = Message("ping", 1, {"_meta": {"progressToken": "t"}})


def changed(effects, answer=ANSWER):
    fault = Fault(on="ping", effects=effects, location=Location("f"))
    return list(apply(fault, iter(answer), "fault[0]", ASKED))


def leave(after_bytes, code=7, stderr=""):
    return {"exit": Leave(code=code, stderr=stderr, after_bytes=after_bytes)}


def test_the_table_holds_every_effect_of_the_file():
    assert set(CHANGES) == set(EFFECTS)


def test_no_reply_does_nothing():
    assert changed({"no_reply": True}) == []


@pytest.mark.parametrize(
    ("after_bytes", "written"),
    [
        (0, []),
        (3, [Send(b"123", "fault[0]", 1)]),
        (6, [Send(b"12345\n", "fault[0]", 1)]),
        (8, [Send(b"12345\n", "fault[0]", 1), *ANSWER[1:3], Send(b"67", "fault[0]", 1)]),
        (99, [Send(b"12345\n", "fault[0]", 1), *ANSWER[1:3], Send(b"6789\n", "fault[0]", 1)]),
    ],
)
def test_exit_after_so_many_bytes(after_bytes, written):
    assert changed(leave(after_bytes)) == [*written, Exit(7)]


def test_last_words_come_before_the_end():
    assert changed(leave(0, stderr="disk full")) == [Stderr(b"disk full\n", "fault[0]"), Exit(7)]
    assert list(leaving(Leave(), "x")) == [Exit(0)]


def test_effects_compose():
    assert changed({**leave(99), "no_reply": True}) == [Exit(7)]


@pytest.mark.parametrize("effects", [{"no_reply": True}, leave(0)])
def test_an_answer_that_no_effect_asks_for_is_not_worked_out(effects):
    def answer():
        pytest.fail("worked out")
        yield

    assert changed(effects, answer()) in ([], [Exit(7)])
