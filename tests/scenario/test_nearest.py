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
    found = nearest(b"18C", b"19C")
    assert (found.offset, found.text, found.told) == (0, "18C", "nearest at byte 0:\n18C")


def test_nothing_in_common_shows_the_beginning():
    found = nearest(b"x" * 100, b"yy")
    assert (found.offset, found.text, found.told) == (0, "x" * 80, "nothing in it is near")


def test_what_is_left_out_is_told():
    data = b"-" * 200 + b"temperature is 18C" + b"-" * 200
    told = nearest(data, b"temperature is 19C").told
    assert told.startswith("nearest at byte 168:\n…---")
    assert told.endswith("---…")
    assert nearest(data, b"----" * 10).told == f"nearest at byte 0:\n{'-' * 80}…"
    assert nearest(b"ab" + data, b"a few words of which none is there").near is False


def test_empty_data_has_nothing_near():
    assert nearest(b"", b"abc")[:2] == (0, "")


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
    assert around(data, 50, 200)[:2] == (110, "b" * 80)


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
