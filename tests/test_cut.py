"""cut_middle and cut_end of skills.md section 8."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from skillctl.cut import cut_end, cut_middle, middle_gap, safe_cut

MIDDLE = re.compile(
    r"\n\[\.\.\. (\d+) characters left out; read on with offset=(\d+) \.\.\.\]\n", re.ASCII
)
END = re.compile(r"\n\[\.\.\. (\d+) characters left out; read on with offset=(\d+) \.\.\.\]\Z")
TEXT = st.text(st.sampled_from("ab é\r\n\u0301\u200d\ufe0f👨🏽🇫葛"), max_size=400)


def test_a_text_within_the_limit_stays():
    assert cut_middle("x" * 6000, 6000) == "x" * 6000
    assert cut_middle("", 0) == ""


def test_cut_total_within_limit():
    """7,000 characters at 6,000: the marker with the widest numbers has 62, so 5,938 are kept."""
    text = "".join(chr(97 + i % 26) for i in range(7000))
    cut = cut_middle(text, 6000)
    marker = "\n[... 1062 characters left out; read on with offset=2375 ...]\n"
    assert len(marker) == 62
    assert cut == text[:2375] + marker + text[-3563:]
    assert len(cut) == 6000


def test_numbers_that_are_narrower_than_the_widest_leave_room():
    """The marker is planned with 6 + 6 digits (66 characters) and written with 2 + 5."""
    cut = cut_middle("x" * 100_000, 99_999)
    assert cut[39_973:40_034] == "\n[... 67 characters left out; read on with offset=39973 ...]\n"
    assert len(cut) == 39_973 + 61 + 59_960


@pytest.mark.parametrize("limit", [0, 1, 20, 58, 59])
def test_a_limit_below_the_marker_still_shows_that_something_is_missing(limit):
    cut = cut_middle("x" * 100, limit)
    assert cut == "\n[... 100 characters left out; read on with offset=0 ...]\n"[:limit]
    assert (
        cut_end("x" * 200, 50, limit)
        == ("\n[... 150 characters left out; read on with offset=50 ...]"[:limit])
    )


@pytest.mark.parametrize(
    ("group", "places"),
    [
        ("e\u0301", {0}),
        ("❤\ufe0f", {0}),
        ("\r\n", {0}),
        ("葛\U000e0100", {0}),
        ("क\u094d", {0}),
        ("👨\u200d👩 ", {0, 3}),
        ("👍🏽", {0}),
        ("🇫🇷", {0}),
        ("🏴\U000e0067\U000e0062\U000e007f", {0}),
    ],
)
def test_nothing_that_belongs_together_is_parted(group, places):
    for shift in range(4):
        text = "." * shift + group * 200
        cut = cut_middle(text, 200)
        head, tail = cut[: MIDDLE.search(cut).start()], cut[MIDDLE.search(cut).end() :]
        assert (len(head) - shift) % len(group) in places
        assert -len(tail) % len(group) in places
        piece = cut_end(text, shift, 101)
        assert END.search(piece).start() % len(group) in places


def test_a_cut_moves_left_but_not_below_the_lowest_place():
    assert safe_cut("ae\u0301x", 2, 0) == 1
    assert safe_cut("ae\u0301x", 3, 0) == 3
    assert safe_cut("ae\u0301x", 0, 0) == 0
    assert safe_cut("ae\u0301x", 4, 0) == 4
    assert safe_cut("ae\u0301x", 2, 2) == 2


def test_a_run_of_marks_without_end_is_cut_where_the_limit_says():
    text = "a" + "\u0301" * 5000
    assert len(cut_middle(text, 1000)) <= 1000
    assert 900 < len(cut_end(text, 0, 1000)) <= 1000


def test_a_gap_names_what_a_cut_leaves_out():
    text = "".join(chr(97 + i % 26) for i in range(7000))
    gap = middle_gap(text, 6000)
    assert (gap.start, gap.end) == (2375, 7000 - 3563)
    assert cut_middle(text, 6000) == text[:2375] + gap.marker + text[-3563:]
    assert middle_gap("abc", 3) == (3, 3, "")
    assert middle_gap("x" * 100, 20) == (0, 100, "\n[... 100 characters")


@settings(deadline=None)
@given(TEXT, st.integers(0, 300))
def test_middle_is_a_head_and_a_tail_of_the_text(text, limit):
    cut = cut_middle(text, limit)
    assert len(cut) <= limit or cut == text == ""
    if len(text) <= limit:
        assert cut == text
    elif match := MIDDLE.search(cut):
        head, tail = cut[: match.start()], cut[match.end() :]
        count, offset = map(int, match.groups())
        assert (text.startswith(head), text.endswith(tail)) == (True, True)
        assert (count, offset) == (len(text) - len(head) - len(tail), len(head))


@settings(deadline=None)
@given(TEXT, st.integers(70, 300))
def test_offsets_rebuild_the_text(text, limit):
    rebuilt, offset = "", 0
    while True:
        piece = cut_end(text, offset, limit)
        assert len(piece) <= limit
        match = END.search(piece)
        if not match or offset + len(piece) == len(text):
            break
        rebuilt += piece[: match.start()]
        count, following = map(int, match.groups())
        assert (count, following > offset) == (len(text) - following, True)
        offset = following
    assert rebuilt + piece == text
