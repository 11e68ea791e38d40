from hypothesis import given
from hypothesis import strategies as st

from skillctl.scenario.nearest import around, nearest


def test_the_window_stands_around_the_longest_common_piece():
    data = b"-" * 200 + b"temperature is 18C today" + b"-" * 200
    found = nearest(data, b"temperature is 19C")
    assert len(found.text) == 80
    assert found.text.count("temperature is 18C today") == 1
    assert data[found.offset : found.offset + 80].decode() == found.text


def test_a_short_text_is_shown_whole():
    assert nearest(b"18C", b"19C") == (0, "18C")


def test_nothing_in_common_shows_the_beginning():
    assert nearest(b"x" * 100, b"yy") == (0, "x" * 80)


def test_empty_data_has_nothing_near():
    assert nearest(b"", b"abc") == (0, "")


def test_characters_are_never_cut():
    data = ("é" * 100).encode()
    found = around(data, 101, 2)
    assert set(found.text) == {"é"}
    assert found.offset % 2 == 0
    assert len(found.text.encode()) in (78, 80)


def test_bytes_that_are_not_utf8_are_replaced():
    assert around(b"a\xffb", 0, 1).text == "a\ufffdb"
    assert around(b"\x80" * 90, 40, 2).text == ""


def test_a_piece_longer_than_the_window_shows_its_middle():
    data = b"a" * 50 + b"b" * 200
    assert around(data, 50, 200) == (110, "b" * 80)


@given(st.text(max_size=300), st.text(min_size=1, max_size=40))
def test_the_text_stands_where_the_offset_says(text, wanted):
    data = text.encode()
    found = nearest(data, wanted.encode())
    shown = found.text.encode()
    assert data[found.offset : found.offset + len(shown)] == shown
    assert len(shown) <= 80
    common = [c for c in wanted if c in text]
    if common and len(data) <= 80:
        assert any(c in found.text for c in common)
