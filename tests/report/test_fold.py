"""Texts that fit a terminal."""

import textwrap

import pytest
from hypothesis import given
from hypothesis import strategies as st

from skillctl.report.fold import begun, folded, shortened
from skillctl.report.snippet import columns


def test_a_text_is_folded_between_words():
    assert folded("one two-three four", 9) == ["one", "two-three", "four"]
    assert folded("", 9) == [""]
    assert folded("  one two", 5) == ["  one", "two"]
    assert folded("two  blanks stay", 12) == ["two  blanks", "stay"]


def test_a_word_that_is_too_wide_is_cut_or_stands_alone():
    assert folded("a " + "b" * 12 + " c", 5) == ["a", "bbbbb", "bbbbb", "bb c"]
    assert folded("a " + "b" * 12 + " c", 5, cut=False) == ["a", "b" * 12, "c"]
    assert folded("  " + "b" * 6, 5) == ["  bbb", "bbb"]
    assert folded("b" * 10, 5) == ["bbbbb", "bbbbb"]


def test_wide_characters_take_two_columns():
    assert folded("天気 天気予報", 6) == ["天気", "天気予", "報"]
    assert shortened("天気予報/天気予報", 8) == "天…予報"
    assert begun("天気予報", 5) == "天気…"
    assert begun("e\u0301e\u0301e\u0301", 2) == "e\u0301…"


@pytest.mark.parametrize(
    ("text", "width", "shown"),
    [
        ("short", 5, "short"),
        (".agents/skills/release-notes/SKILL.md:3", 16, ".agen…SKILL.md:3"),
        ("abcdef", 2, "a…"),
        ("abcdef", 1, "…"),
    ],
)
def test_the_middle_of_a_long_path_gives_way(text, width, shown):
    assert shortened(text, width) == shown
    assert len(shown) <= width


@given(st.text("ab- ", max_size=80), st.integers(1, 30))
def test_ascii_is_folded_as_the_standard_library_does_but_for_long_words(text, width):
    if max(map(len, text.split()), default=0) <= width and not text.startswith(" "):
        wanted = textwrap.wrap(text, width, break_on_hyphens=False)
        assert folded(text, width) == (wanted or [""])


@given(st.text("ab天\u0301 ", max_size=60), st.integers(2, 30))
def test_nothing_is_lost_and_all_fits(text, width):
    lines = folded(text, width)
    assert "".join("".join(lines).split()) == "".join(text.split())
    assert max(map(columns, lines)) <= width
    whole = folded(text, width, cut=False)
    assert " ".join(whole).split() == text.split()
    assert columns(shortened(text, width)) <= width
    assert columns(begun(text, width)) <= width
