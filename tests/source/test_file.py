import pytest
from hypothesis import given
from hypothesis import strategies as st

from skillctl.source.file import SourceFile, Undecodable, decode


def test_positions_count_lines_code_points_and_stored_bytes():
    source = decode("x", b"\xef\xbb\xbf" + "é\r\nb😀c\rd\u2028e\n".encode())
    assert source.bom
    assert source.text == "é\r\nb😀c\rd\u2028e\n"
    place = source.location(5, 6)
    assert (place.start.line, place.start.column, place.start.offset) == (2, 3, 3 + 4 + 1 + 4)
    assert (source.line(1), source.line(2), source.line(3), source.line(4)) == (
        "é",
        "b😀c",
        "d\u2028e",
        "",
    )
    assert source.position(99) == source.position(len(source.text))
    assert str(source.location(0)) == "x:1:1"


@pytest.mark.parametrize(
    ("data", "offset", "line", "column", "bad", "guess"),
    [
        (b"ab\xff", 2, 1, 3, b"\xff", None),
        (b"\xef\xbb\xbfa\r\n\xc3\xa9\xfe!", 8, 2, 2, b"\xfe!", None),
        (b"a\rb\xff", 3, 2, 2, b"\xff", None),
        ("---\n".encode("utf-16"), 0, 1, 1, b"\xff\xfe-\x00", "UTF-16LE"),
        ("---\n".encode("utf-16-le"), 1, 1, 2, b"\x00-\x00-", "UTF-16LE"),
        ("---\nname: notes\n".encode("utf-16-be"), 0, 1, 1, b"\x00-\x00-", "UTF-16BE"),
        (b"\r\n\x00{\x00", 2, 2, 1, b"\x00{\x00", "UTF-16BE"),
        (b"\xfe\xff\x00-", 0, 1, 1, b"\xfe\xff\x00-", "UTF-16BE"),
        (b"\xff\xfe\x00\x00-\x00\x00\x00", 0, 1, 1, b"\xff\xfe\x00\x00", "UTF-32LE"),
        (b"\x00\x00\xfe\xff\x00\x00\x00-", 2, 1, 3, b"\xfe\xff\x00\x00", "UTF-32BE"),
        ("name: \xe9".encode("utf-16-le"), 12, 1, 13, b"\xe9\x00", "UTF-16LE"),
    ],
)
def test_bytes_that_are_no_text_say_where_and_what(data, offset, line, column, bad, guess):
    assert decode("x", data) == Undecodable("x", offset, line, bad, guess, column)


@given(st.text(st.sampled_from("aé😀\n\r"), max_size=3000), st.integers(0, 3000), st.booleans())
def test_an_offset_is_the_length_of_the_bytes_before(text, index, bom):
    data = (b"\xef\xbb\xbf" if bom else b"") + text.encode()
    place = decode("x", data).position(index)
    assert place.offset == len(data) - len(text[index:].encode())
    lines = text[:index].replace("\r\n", "\n").replace("\r", "\n").split("\n")
    if text[index - 1 : index + 1] != "\r\n":
        assert (place.line, place.column) == (len(lines), len(lines[-1]) + 1)


@given(st.binary())
def test_any_bytes_are_a_text_or_have_a_first_bad_one(data):
    found = decode("x", data)
    if isinstance(found, SourceFile):
        assert found.text.encode() == data.removeprefix(b"\xef\xbb\xbf")
    else:
        data[: found.offset].decode()
        assert data[found.offset :].startswith(found.bad)
