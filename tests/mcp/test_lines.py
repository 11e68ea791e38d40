import pytest
from hypothesis import given
from hypothesis import strategies as st

from skillctl.mcp.lines import LINE_LIMIT, Line, LineSplitter, LongLine


def split(*chunks, limit=LINE_LIMIT):
    splitter = LineSplitter(limit)
    return [line for chunk in chunks for line in splitter.feed(chunk)] + splitter.finish()


@pytest.mark.parametrize(
    ("chunks", "wanted"),
    [
        ([], []),
        ([b""], []),
        ([b"a\nb\n"], [b"a", b"b"]),
        ([b"a", b"b", b"\n"], [b"ab"]),
        ([b"a\r\nb\r", b"\n"], [b"a", b"b"]),
        ([b"\n\r\n"], [b"", b""]),
        ([b"a\rb\n"], [b"a\rb"]),
        ([b"no end"], [b"no end"]),
        (["a\u2028b\u0085c\x0c\n".encode()], ["a\u2028b\u0085c\x0c".encode()]),
    ],
)
def test_lines(chunks, wanted):
    assert split(*chunks) == [Line(data) for data in wanted]


def test_a_line_over_the_limit_is_told_at_once_and_the_next_line_read():
    splitter = LineSplitter(limit=4)
    assert splitter.feed(b"1234") == []
    assert splitter.feed(b"5") == [LongLine(b"1234")]
    assert splitter.feed(b"67890" * 10) == []
    assert splitter.feed(b"end\nnext\n") == [Line(b"next")]
    assert splitter.finish() == []


def test_exactly_the_limit_is_a_line():
    assert split(b"1234\n12345\n1", limit=4) == [Line(b"1234"), LongLine(b"1234"), Line(b"1")]


def test_a_long_line_at_the_end_of_output_is_told_once():
    assert split(b"12345", b"6", limit=4) == [LongLine(b"1234")]


@given(st.lists(st.binary(max_size=12), max_size=12), st.integers(min_value=1, max_value=20))
def test_where_the_bytes_are_cut_makes_no_difference(chunks, limit):
    whole = b"".join(chunks)
    assert split(*chunks, limit=limit) == split(whole, limit=limit)
    *complete, rest = whole.split(b"\n")
    wanted = [part.removesuffix(b"\r") for part in (*complete, *([rest] if rest else []))]
    assert split(*chunks) == [Line(data) for data in wanted]


def test_many_small_pieces_of_one_long_line_take_linear_time():
    splitter = LineSplitter()
    for _ in range(100_000):
        splitter.feed(b"x" * 50)
    assert splitter.feed(b"\n") == [Line(b"x" * 5_000_000)]
