import time

import pytest

from skillctl.policy.patterns import repeats_a_choice, search
from tests.timing import SOON


@pytest.mark.parametrize(
    ("pattern", "text", "found"),
    [
        ("^[a-z]+$", "abc", True),
        ("^[a-z]+$", "aBc", False),
        ("b", "abc", True),
        ("", "", True),
        (r"^\d{4}-\d{2}$", "2000-01", True),
        ("^(a|b)$", "a", True),
        ("^(foo)?bar$", "bar", True),
        ("^(?:[0-9A-F]{2}:){5}[0-9A-F]{2}$", "00:1A:2B:3C:4D:5E", True),
        ("^(" + "|".join("abcdefghijklmnopqrstuvwxyz") + ")$", "z", True),
    ],
)
def test_ordinary_patterns_are_searched(pattern, text, found):
    assert search(pattern, text) is found


@pytest.mark.parametrize(
    "pattern",
    [
        *("(a+)+$", "(a*)*", "(?:a+b)+", "((a+))*", "(a{1,9})+", "(a|a)*$", "(a|ab)+"),
        *("(?:(?:x+)y)*", "(?:aa?)+b", "(a?){30}", "(a??)+", "(a|b){2,}", "(a+?)+", "((a?))*"),
    ],
)
def test_nested_repetition_is_skipped(pattern):
    assert repeats_a_choice(pattern)
    assert search(pattern, "aaaa") is None


@pytest.mark.parametrize(
    "pattern",
    [
        "(a+)?",
        "a+b+",
        r"\(a+\)+",
        "[(a+]+",
        "(ab)+",
        "(a{2})+",
        "x|y+",
        "[]|]+",
        "(a+)b",
        "(?:ab)+",
        "a+?b",
    ],
)
def test_what_only_looks_nested_is_not(pattern):
    assert not repeats_a_choice(pattern)


@pytest.mark.parametrize("pattern", ["(", "[a", r"\p{L}", "(?<name>a)", "a{99999999999}"])
def test_patterns_of_another_language_are_skipped(pattern):
    assert search(pattern, "a") is None


def test_long_texts_are_skipped():
    assert search("^a", "a" * 2000) is True
    assert search("^a", "a" * 2001) is None


def test_many_repetitions_on_a_long_text_are_skipped():
    assert search("a*a*a*a*b", "a" * 2000) is None
    assert search("a*a*a*a*b", "ab") is True


@pytest.mark.parametrize(
    "pattern",
    [
        *("(a+)+$", "(a|a)+$", "(.*)*x", ".*.*.*.*x", "a+a+$", "^a*a*b", "^(?:aa?)+b"),
        *(
            "^(a?){40}" + "a" * 40 + "b",
            "^" + "a?" * 40 + "a" * 40 + "b",
            "^" + "(a|aa)" * 40 + "b",
        ),
        *("(?x)^(a+) +b", "^(a+)(?#c)+b", "^(?=(a+a+a+a+)b)"),
    ],
)
@pytest.mark.parametrize("length", [40, 2000])
def test_the_worst_text_takes_no_time(pattern, length):
    started = time.process_time()
    search(pattern, "a" * length)
    assert time.process_time() - started < SOON
