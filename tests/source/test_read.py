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
