import pytest
from hypothesis import given
from hypothesis import strategies as st

from skillctl.errors import Location, Position
from skillctl.scenario.assertions import holds, same, within
from skillctl.scenario.model import (
    Exit,
    NotCalled,
    Order,
    ScenarioPlace,
    SkillActivated,
    TextContains,
    ToolCalled,
)
from skillctl.scenario.names import Called
from skillctl.scenario.played import CallMade, Played

PLACE = ScenarioPlace(Location("a.scenario.toml", Position(7, 1, 90)), "the line")
GET = Called("mcp__weather__get", "weather/get")
PLAYED = Played(
    calls=(
        CallMade(Called("skill"), {"name": "weather"}),
        CallMade(GET, {"city": "Paris", "days": 1, "where": {"x": [1, 2]}}),
        CallMade(GET, {"city": "Rome"}),
    ),
    activated=("weather",),
    text="It is 18C.",
    exit_code=3,
    reason="limit max_turns",
)
MADE = """\
calls of the run:
1. skill {"name":"weather"}
2. mcp__weather__get {"city":"Paris","days":1,"where":{"x":[1,2]}}
3. mcp__weather__get {"city":"Rome"}"""


def called(tool="mcp__weather__get", **more):
    return ToolCalled(place=PLACE, tool=tool, **more)


@pytest.mark.parametrize(
    "assertion",
    [
        called(),
        called("weather/get"),
        called(times=2),
        called("write_file", times=0),
        called(args={"city": "Rome"}),
        called(args={"city": "Rome"}, times=1),
        called(args={"city": "Paris"}, times=0),
        called(args_subset={"city": "Paris"}, times=1),
        called(args_subset={"where": {}}),
        called(args_subset={"where": {"x": [1, 2]}}),
        called(args_subset={}, times=2),
        NotCalled(PLACE, "write_*"),
        NotCalled(PLACE, "weather/set"),
        Order(PLACE, ("skill", "mcp__weather__get")),
        Order(PLACE, ("weather/get", "mcp__*")),
        SkillActivated(PLACE, "weather"),
        TextContains(PLACE, "18C"),
        Exit(PLACE, 3),
    ],
)
def test_what_holds(assertion):
    assert holds(assertion, PLAYED) is None


@pytest.mark.parametrize(
    ("assertion", "code", "message", "evidence"),
    [
        (
            called("write_file"),
            "ST201",
            'the tool "write_file" was called 0 times; wanted: at least once',
            MADE,
        ),
        (
            called(times=1),
            "ST201",
            'the tool "mcp__weather__get" was called 2 times; wanted: once',
            MADE,
        ),
        (
            called(args={"city": "Paris"}),
            "ST201",
            (
                'the tool "mcp__weather__get" was called 0 times'
                ' with the arguments {"city":"Paris"};'
                " wanted: at least once"
            ),
            MADE,
        ),
        (
            called(args_subset={"where": {"x": [1]}}, times=2),
            "ST201",
            (
                'the tool "mcp__weather__get" was called 0 times'
                ' with at least {"where":{"x":[1]}};'
                " wanted: 2 times"
            ),
            MADE,
        ),
        (NotCalled(PLACE, "mcp__*"), "ST202", 'the tool "mcp__weather__get" was called', MADE),
        (
            Order(PLACE, ("mcp__weather__get", "skill")),
            "ST203",
            'the tool "skill" was not called after "mcp__weather__get"',
            MADE,
        ),
        (Order(PLACE, ("glob",)), "ST203", 'the tool "glob" was not called', MADE),
        (
            SkillActivated(PLACE, "notes"),
            "ST204",
            'the skill "notes" was not activated',
            "activated: weather",
        ),
        (
            TextContains(PLACE, "19C"),
            "ST205",
            'the final answer does not hold "19C"',
            "final answer, nearest at byte 0:\nIt is 18C.",
        ),
        (
            Exit(PLACE, 0),
            "ST206",
            "the run ended with exit 3; wanted: 0",
            "reason: limit max_turns",
        ),
    ],
)
def test_what_does_not_hold(assertion, code, message, evidence):
    found = holds(assertion, PLAYED)
    assert (found.code, found.message, found.evidence) == (code, message, (evidence,))
    assert (found.location, found.line) == (PLACE.location, "the line")


def test_a_run_without_calls_and_skills_says_so():
    assert holds(called(), Played()).evidence == ("calls of the run: none",)
    assert holds(SkillActivated(PLACE, "x"), Played()).evidence == ("activated: none",)
    assert holds(Exit(PLACE, 1), Played()).evidence == ()


def test_many_calls_are_counted():
    played = Played(calls=tuple(CallMade(Called(f"t{n}"), {}) for n in range(14)))
    rows = holds(called(), played).evidence[0].splitlines()
    assert (len(rows), rows[-2], rows[-1]) == (14, "12. t11 {}", "and 2 more")


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        (1, 1.0, True),
        (1, True, False),
        (0, False, False),
        (True, True, True),
        ("1", 1, False),
        ({"a": {"b": 1}}, {"a": {"b": 1, "c": 2}}, False),
        ({"a": [1, {"b": 2}]}, {"a": [1, {"b": 2}]}, True),
        ([1, 2], [1], False),
        ([], {}, False),
    ],
)
def test_same(one, other, expected):
    assert same(one, other) is expected


@pytest.mark.parametrize(
    ("wanted", "found", "expected"),
    [
        ({}, {"a": 1}, True),
        ({"a": {"b": 1}}, {"a": {"b": 1, "c": 2}}, True),
        ({"a": 1}, {}, False),
        ({"a": True}, {"a": 1}, False),
        ({"a": [{}]}, {"a": [{"b": 1}]}, False),
        ({}, [], False),
    ],
)
def test_within(wanted, found, expected):
    assert within(wanted, found) is expected


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=8,
)


@given(VALUES, VALUES)
def test_equal_values_are_within_each_other(one, other):
    assert same(one, one)
    assert within(one, one)
    assert same(one, other) is same(other, one)


def test_both_kinds_of_arguments_are_told_and_long_ones_cut():
    finding = holds(called(args={"a": "é" * 999}, args_subset={}), PLAYED)
    assert ' with the arguments {"a":"ééé' in finding.message
    assert "… and with at least {}; wanted" in finding.message
    assert len(finding.message) < 400
