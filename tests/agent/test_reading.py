import os

import pytest

from skillctl.agent.prepared import ToolError
from skillctl.agent.reading import read_lines, text_lines


@pytest.fixture
def write(tmp_path):
    def make(content, name="a.txt"):
        path = tmp_path / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path

    return make


def test_a_small_file_comes_whole(write):
    assert read_lines(write("one\ntwo\r\nthree"), "a.txt") == "one\ntwo\r\nthree"
    assert read_lines(write("one\n"), "a.txt") == "one\n"


def test_a_byte_order_mark_is_not_shown(write):
    assert read_lines(write(b"\xef\xbb\xbfone\n"), "a.txt") == "one\n"


def test_an_empty_file_says_so(write):
    assert read_lines(write(""), "a.txt") == "[empty file]"


def test_a_window_names_where_to_read_on(write):
    path = write("".join(f"line {n}\n" for n in range(1, 11)))
    assert read_lines(path, "a.txt", 3, 2) == (
        "line 3\nline 4\n[6 more lines; read on with offset=5]"
    )
    assert read_lines(path, "a.txt", 9, 2) == "line 9\nline 10\n"
    assert read_lines(path, "a.txt", 9, 5) == "line 9\nline 10\n"


def test_an_unended_last_line_counts(write):
    path = write("one\ntwo\nthree")
    assert read_lines(path, "a.txt", 1, 2) == "one\ntwo\n[1 more line; read on with offset=3]"
    assert read_lines(path, "a.txt", 3) == "three"


def test_two_thousand_lines_at_most(write):
    text = read_lines(write("x\n" * 2001), "a.txt")
    assert text.count("x\n") == 2000
    assert text.endswith("[1 more line; read on with offset=2001]")
    assert "more lines" not in read_lines(write("x\n" * 2000), "a.txt")


def test_an_offset_behind_the_end_names_the_number_of_lines(write):
    with pytest.raises(ToolError, match=r"^a\.txt has 2 lines; offset is 4$"):
        read_lines(write("one\ntwo"), "a.txt", 4)
    with pytest.raises(ToolError, match="has 0 lines; offset is 2"):
        read_lines(write(""), "a.txt", 2)


@pytest.mark.parametrize(
    ("line", "shown"),
    [
        ("x" * 2000, "x" * 2000),
        ("x" * 2001, "x" * 2000 + " [1 more character in this line]"),
        ("é" * 2500, "é" * 2000 + " [500 more characters in this line]"),
        ("x" * 3_000_000, "x" * 2000 + " [2,998,000 more characters in this line]"),
    ],
    ids=["fits", "one", "wide", "long"],
)
@pytest.mark.parametrize("end", ["\n", "\r\n", ""], ids=["lf", "crlf", "end"])
def test_a_long_line_is_cut_and_counted(write, line, shown, end):
    assert read_lines(write(f"a\n{line}{end}"), "a.txt") == f"a\n{shown}{end}"


def test_a_line_after_a_long_one_is_whole(write):
    assert read_lines(write("x" * 5000 + "\nnext\n"), "a.txt").endswith("line]\nnext\n")


@pytest.mark.parametrize(
    ("content", "name", "shown"),
    [
        (b"a\0b", "a.dat", "[binary file, 3 bytes, application/octet-stream]"),
        (b"\x89PNG\r\n\x1a\n\0", "a.png", "[binary file, 9 bytes, image/png]"),
        (b"caf\xe9\n", "a.txt", "[binary file, 5 bytes, text/plain]"),
        (b"x\n" * 5000 + b"\xff\n", "a.txt", "[binary file, 10002 bytes, text/plain]"),
    ],
    ids=["nul", "png", "latin", "late"],
)
def test_of_a_binary_file_size_and_type_only(write, content, name, shown):
    assert read_lines(write(content, name), name, limit=9000) == shown


def test_folders_pipes_and_missing_files_are_errors_at_once(tmp_path):
    with pytest.raises(ToolError, match="x is a folder; use list_dir"):
        read_lines(tmp_path, "x")
    with pytest.raises(ToolError, match="x cannot be read: No such file"):
        read_lines(tmp_path / "no", "x")
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(ToolError, match="x is not a regular file"):
        read_lines(tmp_path / "pipe", "x")


def test_a_file_that_may_not_be_read_is_an_error(write, monkeypatch):
    path = write("x")

    def refuse(*_args, **_more):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("skillctl.agent.reading.open_file", refuse)
    with pytest.raises(ToolError, match="cannot be read: Permission denied"):
        read_lines(path, "a.txt")


@pytest.mark.parametrize(
    "text", ["", "one\n", "one\ntwo\r\nthree", "x\n" * 2001, f"{'y' * 3000}\nz"]
)
@pytest.mark.parametrize("window", [(1, 2000), (1, 1), (2, 1), (3, 5)])
def test_a_text_in_memory_is_read_like_a_file(write, text, window):
    def told(read):
        try:
            return read()
        except ToolError as error:
            return f"error: {error}"

    path = write(text)
    wanted = told(lambda: read_lines(path, "a.txt", *window))
    assert told(lambda: text_lines(text, "a.txt", *window)) == wanted
