import pytest

from skillctl.agent.assembly import Assembly, assemble
from skillctl.agent.loop import Outcome
from skillctl.agent.messages import Request, UserMessage
from skillctl.agent.provenance import FRAME, Span
from skillctl.agent.view import View
from skillctl.errors import Location, Position
from skillctl.fakes.ledger import Miss
from skillctl.scenario.always import (
    all_bytes_have_a_source,
    fakes_content,
    nothing_left,
    script_used,
    untiled,
)
from skillctl.scenario.model import Exit, Scenario, ScenarioPlace, Turn
from skillctl.settings import DEFAULT_PRESET, preset_settings
from skillctl.skills.model import SkillSnapshot

DONE = Outcome("text", 0, "done")


def at(line):
    return ScenarioPlace(Location("a.toml", Position(line, 1, line)), f"line {line}")


def scenario(turns, **more):
    made = tuple(Turn(at(10 + n), (), "x", ()) for n in range(turns))
    return Scenario(path="a.toml", name="a", prompt="Go.", place=at(1), turns=made, **more)


def requests(count):
    return [Request(n + 1, b"{}", "", (UserMessage("Go."),), ()) for n in range(count)]


def used(turns, calls, outcome=DONE, **more):
    found = list(script_used(scenario(turns, **more), requests(calls), outcome))
    return [(f.code, f.location.start.line, f.message, f.evidence) for f in found]


def test_a_script_that_is_used_up():
    assert used(2, 2) == []


def test_an_unexpected_call_stands_at_the_last_turn_and_shows_the_request():
    ((code, line, message, evidence),) = used(1, 2, Outcome("", 6, "x"))
    assert (code, line) == ("ST001", 10)
    assert message == "model call 2 is unexpected: the script has 1 turn"
    assert "request 2: 2 bytes" in evidence[0]


def test_without_any_turn_the_prompt_is_the_place():
    ((code, line, message, _),) = used(0, 1, Outcome("", 6, "x"))
    assert (code, line) == ("ST001", 1)
    assert message == "model call 1 is unexpected: the script has 0 turns"


def test_unused_turns_stand_at_the_first_of_them():
    assert used(2, 1) == [
        ("ST002", 11, "turn 2 was never used: the run ended after 1 model call", ())
    ]
    assert used(4, 2, Outcome("", 3, "limit max_turns reached: 2")) == [
        (
            "ST002",
            12,
            "turn 3 (and 1 more) was never used: the run ended after 2 model calls",
            ("exit 3: limit max_turns reached: 2",),
        )
    ]


def test_an_end_that_nobody_asked_for():
    early = Outcome("", 3, "limit")
    assert used(1, 1, early) == [
        ("ST005", 10, "the run ended with exit 3, and no assertion says so", ("exit 3: limit",))
    ]
    assert used(1, 1, early, assertions=(Exit(at(20), 3),)) == []


@pytest.mark.parametrize("turns", [1, 2])
def test_a_call_that_needed_approval_names_the_key_that_gives_it(turns):
    denied = Outcome("", 4, "tool write_file needs approval, and nobody is there to ask")
    (found,) = script_used(scenario(turns), requests(1), denied)
    assert found.code == ("ST005" if turns == 1 else "ST002")
    assert 'approvals = { default = "allow" }' in found.advice
    (other,) = script_used(scenario(turns), requests(1), Outcome("", 3, "limit"))
    assert other.advice is None


@pytest.mark.parametrize(
    ("spans", "size", "expected"),
    [
        ([(0, 2), (2, 5)], 5, None),
        ([], 0, None),
        ([], 3, 0),
        ([(1, 3)], 3, 0),
        ([(0, 2), (3, 5)], 5, 2),
        ([(0, 2), (1, 5)], 5, 1),
        ([(0, 2), (2, 2)], 2, 2),
        ([(0, 2)], 5, 2),
        ([(0, 7)], 5, 5),
    ],
)
def test_untiled(spans, size, expected):
    assert untiled([Span(a, b, FRAME) for a, b in spans], size) == expected


def sourced(change=lambda body: body):
    view = View(skills=SkillSnapshot((), ""))
    task = UserMessage("Go.")
    first = assemble(view, preset_settings(DEFAULT_PRESET), [task], model="script")
    asked = Request(1, change(first.body), first.system, first.messages, first.tools)
    return list(all_bytes_have_a_source(at(1), [asked], first))


def test_a_body_that_is_made_again_with_its_sources():
    assert sourced() == []


def test_a_body_that_cannot_be_made_again():
    (found,) = sourced(lambda body: body + b" ")
    assert (found.code, found.message) == (
        "ST003",
        "the body of request 1 cannot be made again",
    )


def test_a_byte_without_a_source(monkeypatch):
    monkeypatch.setattr(Assembly, "spans", lambda _: (Span(0, 5, FRAME),))
    (found,) = sourced()
    assert found.message == "byte 5 of request 1 has no source, or more than one"


def test_what_a_fake_expects_stands_in_its_file():
    miss = Miss(Location("f.toml", Position(4, 1, 30)), "expected tools/call; the client sent 0")
    (found,) = fakes_content([miss])
    assert (found.code, found.location, found.line) == ("ST008", miss.location, None)
    assert found.message == miss.message


def test_a_process_that_is_left_over_is_named():
    (found,) = nothing_left(at(1), {3: "sh"}, {3: "sh", 9: "sleep"})
    assert (found.code, found.message) == ("ST004", "process 9 (sleep) is still running")
    assert list(nothing_left(at(1), {3: "sh"}, {})) == []
