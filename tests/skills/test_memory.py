"""A file is read again only after a change: skills.md section 5."""

import os
import time

import pytest

from skillctl.skills.memory import SETTLED_SECONDS, Memory, Stamp, stamp_of

LATER = (SETTLED_SECONDS + 1) * 1_000_000_000


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "a.md"
    path.write_text("one")
    return path


class Reader:
    """Reads a file through a memory and counts how often it was opened."""

    def __init__(self, memory):
        self.memory, self.opened = memory, 0

    def read(self, path, key="k"):
        def make():
            self.opened += 1
            return path.read_text()

        return self.memory.recall(key, Stamp.of(path.stat()), make)


def settled():
    """A memory to which every file is old."""
    return Reader(Memory(lambda: time.time_ns() + LATER))


def test_what_did_not_change_is_read_once(file):
    reader = settled()
    assert [reader.read(file) for _ in range(3)] == ["one"] * 3
    assert reader.opened == 1
    assert reader.read(file, "other") == "one"
    assert reader.opened == 2


def test_a_change_is_seen_and_kept(file):
    reader = settled()
    reader.read(file)
    file.write_text("three")
    assert [reader.read(file) for _ in range(2)] == ["three"] * 2
    assert reader.opened == 2


def test_same_mtime_edit_seen(file):
    """Same size, same time of change as the user can set it: the inode's own time tells."""
    reader = settled()
    before = file.stat()
    reader.read(file)
    while file.stat().st_ctime_ns == before.st_ctime_ns:  # a clock of files may tick slowly
        file.write_text("two")
        os.utime(file, ns=(before.st_atime_ns, before.st_mtime_ns))
    after = file.stat()
    assert (after.st_size, after.st_mtime_ns) == (before.st_size, before.st_mtime_ns)
    assert reader.read(file) == "two"


def test_an_edit_within_one_tick_is_seen(file):
    """Right after a write the times cannot tell: then it is read again, until they can."""
    reader = Reader(Memory())
    for text in ("one", "two", "six"):
        file.write_text(text)
        assert reader.read(file) == text
    reader.read(file)
    assert reader.opened == 4


def test_another_file_in_its_place_is_seen(file, tmp_path):
    reader = settled()
    reader.read(file)
    status = file.stat()
    other = tmp_path / "b.md"
    other.write_text("two")
    os.utime(other, ns=(status.st_atime_ns, status.st_mtime_ns))
    other.replace(file)
    assert reader.read(file) == "two"


def test_a_failure_is_not_kept(file):
    memory = settled().memory
    stamp = Stamp.of(file.stat())

    def fail():
        raise OSError

    with pytest.raises(OSError):  # noqa: PT011 # any
        memory.recall("k", stamp, fail)
    assert memory.recall("k", stamp, lambda: 1) == 1


def test_what_cannot_be_looked_at_has_no_stamp(file, tmp_path):
    assert stamp_of(file) == Stamp.of(file.stat())
    assert stamp_of(tmp_path / "gone") is None
