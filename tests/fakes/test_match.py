import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from skillctl.errors import Location
from skillctl.fakes.match import (
    ABSENT,
    NUMBER,
    Call,
    Difference,
    differences,
    first_match,
    mismatches,
    nearest,
    same,
    shown,
)
from skillctl.fakes.model import Reply


def reply(match, wanted):
    return Reply(match=match, wanted=wanted, answer="text", value="", location=Location("f"))


def why(match, wanted, arguments, number=1):
    return list(map(str, mismatches(reply(match, wanted), Call(arguments, number))))


@pytest.mark.parametrize(
    ("wanted", "got"),
    [
        ({}, {"a": 1}),
        ({"a": 1}, {"a": 1, "b": 2}),
        ({"a": 1}, {"a": 1.0}),
        ({"a": {"b": True}}, {"a": {"b": True, "c": None}}),
        ({"a": [1, {"b": 2}]}, {"a": [1, {"b": 2, "c": 3}]}),
        ({"a": []}, {"a": []}),
    ],
)
def test_when_is_a_subset(wanted, got):
    assert why("when", wanted, got) == []


@pytest.mark.parametrize(
    ("wanted", "got", "words"),
    [
        ({"city": "Paris"}, {"city": "Rome"}, ['city is "Rome", not "Paris"']),
        ({"city": "Paris"}, {}, ['city is missing, not "Paris"']),
        ({"a": 1, "b": 2}, {"a": 2}, ["a is 2, not 1", "b is missing, not 2"]),
        ({"a": 1}, {"a": True}, ["a is true, not 1"]),
        ({"a": False}, {"a": 0}, ["a is 0, not false"]),
        ({"a": 1}, {"a": "1"}, ['a is "1", not 1']),
        ({"a": {"b": 1}}, {"a": {"b": 2}}, ["a.b is 2, not 1"]),
        ({"a": {"b": 1}}, {"a": 5}, ['a is 5, not {"b": 1}']),
        ({"a": [1, 2]}, {"a": [1, 3]}, ["a[1] is 3, not 2"]),
        ({"a": [1, 2]}, {"a": [1]}, ["a is [1], not [1, 2]"]),
        ({"a": 1}, {"a": None}, ["a is null, not 1"]),
    ],
)
def test_when_names_every_differing_key(wanted, got, words):
    assert why("when", wanted, got) == words


@pytest.mark.parametrize(
    ("wanted", "got", "words"),
    [
        ("city", {}, []),
        (["a", "b"], {"c": 1}, []),
        ("city", {"city": None}, ["city is null, not missing"]),
        (["a", "b"], {"b": "x"}, ['b is "x", not missing']),
    ],
)
def test_when_missing(wanted, got, words):
    assert why("when_missing", wanted, got) == words


def test_when_call_counts_from_one():
    assert why("when_call", 2, {}, number=2) == []
    assert why("when_call", 2, {}, number=1) == ["the number of the call is 1, not 2"]


def test_default_matches_everything():
    assert why("default", True, {"a": 1}, 9) == []


REPLIES = (
    reply("when", {"city": "Paris", "unit": "C"}),
    reply("when", {"city": "Rome"}),
    reply("when", {"city": "Oslo"}),
    reply("when_call", 3),
)


def test_the_first_match_answers():
    both = (reply("when", {"a": 1}), reply("when", {}), reply("default", True))
    assert first_match(both, Call({"a": 1}, 1)) == 0
    assert first_match(both, Call({"a": 2}, 1)) == 1
    assert first_match(REPLIES, Call({}, 3)) == 3
    assert first_match(REPLIES, Call({}, 1)) is None
    assert first_match((), Call({}, 1)) is None


def test_the_nearest_reply_has_the_fewest_differences_and_is_the_first_of_equals():
    assert nearest(REPLIES, Call({"city": "Paris"}, 1)) == (0, Difference("unit", ABSENT, "C"))
    assert nearest(REPLIES, Call({"city": "Bonn"}, 1)) == (1, Difference("city", "Bonn", "Rome"))
    assert nearest(REPLIES[3:], Call({}, 1)) == (0, Difference(NUMBER, 1, 3))
    assert nearest((), Call({}, 1)) is None


def test_a_long_value_is_cut():
    assert shown("x" * 100) == '"' + "x" * 59 + "…"


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)


@given(JSON)
def test_every_value_holds_itself(value):
    assert list(differences(value, json.loads(json.dumps(value)), "")) == []


@given(JSON, JSON)
def test_scalars_are_the_same_both_ways(one, other):
    assert same(one, other) == same(other, one)


def test_when_regex_looks_for_its_patterns_anywhere_in_the_value():
    wanted = {"city": "^Pa", "n": "^[12]$"}
    assert why("when_regex", wanted, {"city": "Paris", "n": 2, "more": 1}) == []
    assert why("when_regex", {"city": "ri"}, {"city": "Paris"}) == []
    assert why("when_regex", {"a": r'^\["é"\]$'}, {"a": ["é"]}) == []
    assert why("when_regex", {"a": "^true$"}, {"a": True}) == []
    assert why("when_regex", {}, {}) == []
    assert why("when_regex", wanted, {"city": "Rome"}) == [
        'city is "Rome", which does not match "^Pa"',
        'n is missing, which does not match "^[12]$"',
    ]


def test_when_schema_wants_arguments_that_fit():
    schema = {"required": ["n"], "properties": {"n": {"maximum": 5}}}
    assert why("when_schema", schema, {"n": 5}) == []
    assert why("when_schema", {}, {"n": 5}) == []
    assert why("when_schema", schema, {"n": 6}) == ["$.n: 6 is greater than the maximum of 5"]
    (line,) = why("when_schema", {"minProperties": "x"}, {})
    assert line.startswith("when_schema cannot be used: $.minProperties: ")


def test_replies_that_are_passed_neither_answer_nor_are_near():
    replies = [reply("default", True), reply("when", {"a": 1}), reply("when", {"a": 1, "b": 2})]
    call = Call({"a": 1}, 1)
    assert first_match(replies, call) == 0
    assert first_match(replies, call, {0}) == 1
    assert first_match(replies, call, {0, 1}) is None
    assert nearest(replies, call, {0, 1})[0] == 2
    assert nearest(replies, call, {0, 1, 2}) is None


def test_a_pattern_that_could_take_for_ever_matches_nothing():
    (line,) = why("when_regex", {"a": "(a+)+$"}, {"a": "a" * 40 + "!"})
    assert line.endswith('which takes too long to be matched with "(a+)+$"')
    assert why("when_regex", {"a": "a"}, {"a": "a" * 2001})[0].startswith('a is "aaa')
