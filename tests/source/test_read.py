import os

import pytest

from skillctl.source.file import SourceFile, Undecodable
from skillctl.source.read import Unreadable, read_source


def test_a_file_within_the_limit_is_text(tmp_path):
    path = tmp_path / "a.txt"
    path.write_bytes(b"12345")
    assert read_source(path, "shown", 5) == SourceFile("shown", b"12345", "12345")
    assert read_source(path, "shown", 4) == Unreadable("shown", "is over 4 bytes")


def test_bytes_that_are_no_text(tmp_path):
    path = tmp_path / "a.txt"
    path.write_bytes(b"ab\xff")
    found = read_source(path, "a.txt", 100)
    assert isinstance(found, Undecodable)
    assert (found.offset, found.line) == (2, 1)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no FIFO on this system")
def test_a_fifo_and_a_folder_are_never_opened(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    for path in (tmp_path / "pipe", tmp_path):
        assert read_source(path, "p", 9) == Unreadable("p", "is not a regular file")


def test_what_cannot_be_read_says_why(tmp_path):
    (tmp_path / "loop").symlink_to("loop")
    gone = read_source(tmp_path / "gone", "gone", 9)
    loop = read_source(tmp_path / "loop", "loop", 9)
    assert gone.reason == "cannot be read: No such file or directory"
    assert loop.reason.startswith("cannot be read: ")
    assert read_source(tmp_path / "a\0b", "x", 9).reason.startswith("cannot be read: ")


def test_a_file_that_grows_or_tells_no_size_is_read_to_its_end(tmp_path, monkeypatch):
    path = tmp_path / "a.md"
    path.write_text("x" * 5000)
    wrong = os.stat_result((0o100644, *[0] * 9))  # of no size, as the files of /proc
    monkeypatch.setattr("skillctl.source.read.fstat", lambda _: wrong)
    source = read_source(path, "a.md", 10_000)
    assert source.text == "x" * 5000
    assert read_source(path, "a.md", 4999) == Unreadable("a.md", "is over 4,999 bytes")
    assert read_source(path, "a.md", 5000).text == source.text
