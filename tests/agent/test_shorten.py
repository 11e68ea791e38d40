import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from skillctl.agent.shorten import RESULT_CHARS, shorten

MARKER = re.compile(r"\n\[\.\.\. (\d+) characters left out \.\.\.\]\n")


def test_the_limit_is_that_of_a_tool_result():
    assert RESULT_CHARS == 20_000
    text = "x" * 20_000
    assert shorten(text) == text
    assert 19_990 < len(shorten(text + "x")) <= 20_000


def test_two_fifths_of_what_fits_stand_before_the_marker():
    text = "".join(chr(0x4E00 + i % 5000) for i in range(30_000))
    head, count, tail = MARKER.split(shorten(text))
    assert (text.startswith(head), text.endswith(tail)) == (True, True)
    assert len(head) / (len(head) + len(tail)) == pytest.approx(0.4, abs=0.001)
    assert int(count) == 30_000 - len(head) - len(tail)


def test_a_marked_letter_is_not_parted():
    text = "e\u0301" * 200
    head, _, tail = MARKER.split(shorten(text, 100))
    assert head.endswith("\u0301")
    assert tail.startswith("e")


@given(st.text(min_size=0, max_size=400), st.integers(60, 120))
def test_never_longer_than_the_limit_and_nothing_invented(text, limit):
    short = shorten(text, limit)
    if len(text) <= limit:
        assert short == text
        return
    assert len(short) <= limit
    found = [m for m in MARKER.finditer(short) if text.startswith(short[: m.start()])]
    assert any(
        text.endswith(short[m.end() :]) and int(m[1]) == len(text) - (len(short) - len(m[0]))
        for m in found
    )
