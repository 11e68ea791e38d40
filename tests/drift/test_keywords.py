import pytest

from skillctl.drift.change import ABSENT, Drift
from skillctl.drift.keywords import (
    LATEST_DIALECT,
    NARROWER,
    UNDECIDED,
    WIDER,
    dialect,
    least_count,
    lower_bound,
    restriction,
    types,
    undecided,
    unique_items,
    upper_bound,
    values,
    wording,
)

BREAKING = (Drift.BREAKING, NARROWER)
MORE = (Drift.PROMPT_ONLY, WIDER)
WORDS = (Drift.PROMPT_ONLY, "")
ORDER = (Drift.ORDER_ONLY, "")
UNKNOWN = (Drift.BREAKING, UNDECIDED)


def verdict(changes):
    (found,) = changes
    return found.drift, found.reason


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        (["string", "null"], "string", BREAKING),
        ("string", ["string", "null"], MORE),
        ("number", "integer", BREAKING),
        ("integer", "number", MORE),
        (["number", "integer"], "number", WORDS),
        ("string", ["string"], WORDS),
        (["string", "null"], ["null", "string"], ORDER),
        (ABSENT, "string", BREAKING),
        ("string", ABSENT, MORE),
        (
            ABSENT,
            ["array", "boolean", "null", "number", "object", "string"],
            WORDS,
        ),
        ("string", "number", BREAKING),
        ("string", "text", UNKNOWN),
        ([{"type": "string"}], "string", UNKNOWN),
        (7, "string", UNKNOWN),
    ],
)
def test_types(old, new, expected):
    assert verdict(types("$", old, new)) == expected


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        (["a", "b"], ["a"], BREAKING),
        (["a"], ["a", "b"], MORE),
        (["a", "b"], ["b", "a"], ORDER),
        (["a", "b"], ["b", "a", "a"], WORDS),
        (["a"], ["b"], BREAKING),
        (ABSENT, ["a"], BREAKING),
        (["a"], ABSENT, MORE),
        ([1], [1.0], WORDS),
        ([True], [1], BREAKING),
        ([{"a": 1, "b": 2}], [{"b": 2, "a": 1}], ORDER),
        ({"a": 1}, ["a"], UNKNOWN),
    ],
)
def test_values(old, new, expected):
    assert verdict(values("$", old, new)) == expected


@pytest.mark.parametrize(
    ("keyword", "old", "new", "expected"),
    [
        (lower_bound, 1, 2, BREAKING),
        (lower_bound, 2, 1, MORE),
        (lower_bound, 1, 1.0, WORDS),
        (lower_bound, ABSENT, -5, BREAKING),
        (lower_bound, -5, ABSENT, MORE),
        (lower_bound, True, 1, UNKNOWN),
        (lower_bound, 1, "2", UNKNOWN),
        (least_count, ABSENT, 0, WORDS),
        (least_count, ABSENT, 1, BREAKING),
        (least_count, 3, ABSENT, MORE),
        (upper_bound, 10, 9.5, BREAKING),
        (upper_bound, 9.5, 10, MORE),
        (upper_bound, ABSENT, 10, BREAKING),
        (upper_bound, 10, ABSENT, MORE),
        (upper_bound, 10, None, UNKNOWN),
    ],
)
def test_bounds(keyword, old, new, expected):
    assert verdict(keyword("$", old, new)) == expected


@pytest.mark.parametrize(
    ("keyword", "old", "new", "expected"),
    [
        (restriction, ABSENT, "^a", BREAKING),
        (restriction, "^a", ABSENT, MORE),
        (restriction, "^a", "^b", UNKNOWN),
        (unique_items, ABSENT, True, BREAKING),
        (unique_items, False, True, BREAKING),
        (unique_items, True, False, MORE),
        (unique_items, True, ABSENT, MORE),
        (unique_items, ABSENT, False, WORDS),
    ],
)
def test_restrictions(keyword, old, new, expected):
    assert verdict(keyword("$", old, new)) == expected


DRAFT_7 = "http://json-schema.org/draft-07/schema"


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        (ABSENT, LATEST_DIALECT, (Drift.COSMETIC, "")),
        (DRAFT_7, f"{DRAFT_7}#", (Drift.COSMETIC, "")),
        (DRAFT_7, LATEST_DIALECT, UNKNOWN),
        (ABSENT, DRAFT_7, UNKNOWN),
    ],
)
def test_dialects(old, new, expected):
    assert verdict(dialect("$", old, new)) == expected


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("a", "b", WORDS),
        (ABSENT, "b", WORDS),
        (["a", "b"], ["b", "a"], ORDER),
        ({"a": 1, "b": 2}, {"b": 2, "a": 1}, ORDER),
        (["a"], ["a", "a"], WORDS),
    ],
)
def test_wording(old, new, expected):
    assert verdict(wording("$", old, new)) == expected


def test_undecided_says_so():
    (found,) = undecided("$.x", 1, ABSENT)
    assert (found.drift, found.path, found.old, found.new) == (Drift.BREAKING, "$.x", "1", None)
    assert "cannot be decided" in found.reason
