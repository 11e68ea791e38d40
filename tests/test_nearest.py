"""What a mistyped name may have meant."""

import pytest

from skillctl.nearest import HALF_REMEMBERED, did_you_mean, near_names, one_edit_apart
from tests.conftest import ROOT
from tests.test_house import run_python


def test_the_question_quotes_what_was_meant():
    assert did_you_mean("lnt", ["lint", "run"]) == 'did you mean "lint"?'
    assert did_you_mean("note", ["notes", "notely", "run"], most=2) == (
        'did you mean "notes" or "notely"?'
    )
    assert did_you_mean("not", ["a-not", "note", "nots"], most=3) == (
        'did you mean "note", "nots" or "a-not"?'
    )


def test_other_words_where_nothing_is_near():
    assert did_you_mean("zzz", ["lint"], "see the list") == "see the list"
    assert did_you_mean("zzz", []) == ""


def test_a_slip_of_the_finger_comes_first_however_short_the_name():
    assert near_names("pong", ["pongs-and-more", "ping"]) == ["ping"]
    assert near_names("rw", ["rows", "raw"], most=3) == ["raw", "rows"]
    assert near_names("ax", ["ay"]) == ["ay"]


def test_a_few_letters_in_common_say_little_of_a_short_name():
    assert near_names("nosuch", ["no-desc", "such-no"], 3, HALF_REMEMBERED) == []
    assert near_names("nosuch", ["nonsuch", "no-such"], 3) == ["nonsuch", "no-such"]


def test_a_name_is_given_once_and_as_many_as_asked_for():
    assert near_names("ab", ["abc", "abc", "abd"], most=3) == ["abc", "abd"]
    assert near_names("ab", ["abc", "abd", "abe"], most=2) == ["abc", "abd"]


def test_half_remembered_names_need_less_likeness():
    known = ["mcp__weather__get_forecast"]
    assert near_names("my_forecast", known) == []
    assert near_names("my_forecast", known, 1, HALF_REMEMBERED) == known


def test_nobody_else_compares_names():
    sources = (ROOT / "skillctl").rglob("*.py")
    users = [path.name for path in sources if "get_close_matches" in path.read_text()]
    assert users == ["nearest.py"]


def test_the_comparing_part_is_loaded_for_a_typo_only():
    code = "import sys, skillctl.nearest; raise SystemExit('difflib' in sys.modules)"
    assert run_python(code).returncode == 0


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        ("name", "name", False),
        ("nam", "name", True),
        ("names", "name", True),
        ("nane", "name", True),
        ("anme", "name", True),
        ("naem", "name", True),
        ("nmae", "name", True),
        ("eman", "name", False),
        ("na", "name", False),
        ("", "n", True),
        ("nome", "name", True),
        ("nomf", "name", False),
    ],
)
def test_one_edit_apart(one, other, expected):
    assert one_edit_apart(one, other) is expected
    assert one_edit_apart(other, one) is expected


def test_what_differs_only_by_case_comes_first():
    known = ("st105", "ST105", "SK105")
    assert near_names("sk105", known, 2) == ["SK105", "st105"]
    assert near_names("API_Key", ["APT_Key", "api_key"]) == ["api_key"]


def test_what_is_alike_as_much_stands_in_order_of_name():
    known = [f"report-maker-{letter}" for letter in "cabd"]
    first = [f"report-maker-{letter}" for letter in "abc"]
    assert near_names("report-maker", known, most=3) == first
    assert near_names("report-maker", [*known, "report-make"], most=2) == [
        "report-make",
        *first[:1],
    ]
