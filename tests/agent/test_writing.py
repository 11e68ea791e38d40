import os
import stat
from pathlib import Path

import pytest

from skillctl.agent.prepared import ToolError
from skillctl.agent.writing import target, write


def names(folder):
    return [path.name for path in Path(folder).iterdir()]


def test_a_new_file_with_its_folders(tmp_path):
    to = target(tmp_path / "a" / "b" / "c.txt", "a/b/c.txt")
    assert to.anchor == tmp_path
    assert write(to, b"hello")
    assert to.path.read_bytes() == b"hello"
    assert names(to.path.parent) == ["c.txt"]


def test_an_old_file_is_replaced_and_keeps_its_mode(tmp_path):
    path = tmp_path / "run.sh"
    path.write_text("old and longer")
    path.chmod(0o750)
    assert not write(target(path, "run.sh"), b"new")
    assert path.read_bytes() == b"new"
    assert stat.S_IMODE(path.stat().st_mode) == 0o750


def test_a_new_file_gets_the_mode_of_the_mask(tmp_path):
    before = os.umask(0o027)
    try:
        write(target(tmp_path / "a", "a"), b"")
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / "a").stat().st_mode) == 0o640


def test_other_hard_links_keep_the_old_content(tmp_path):
    (tmp_path / "a").write_text("old")
    os.link(tmp_path / "a", tmp_path / "b")
    write(target(tmp_path / "a", "a"), b"new")
    assert (tmp_path / "b").read_text() == "old"


def test_a_folder_and_what_lies_below_a_file_are_no_targets(tmp_path):
    (tmp_path / "file").touch()
    with pytest.raises(ToolError, match=r"^\. is a folder$"):
        target(tmp_path, ".")
    with pytest.raises(ToolError, match="file/x/y cannot be written: file is a file"):
        target(tmp_path / "file" / "x" / "y", "file/x/y")


def swapped(tmp_path, name):
    """A target below `name`, after somebody put a link to another folder in its place."""
    (tmp_path / "other").mkdir()
    (tmp_path / "root" / name).mkdir(parents=True, exist_ok=True)
    to = target(tmp_path / "root" / name / "new" / "x.txt", "x.txt")
    (tmp_path / "root" / name).rename(tmp_path / "aside")
    (tmp_path / "root" / name).symlink_to(tmp_path / "other")
    return to


def test_a_parent_that_was_swapped_for_a_link_is_refused(tmp_path):
    to = swapped(tmp_path, "docs")
    with pytest.raises(ToolError, match=r"cannot be opened|changed after it was checked"):
        write(to, b"x")
    assert list((tmp_path / "other").iterdir()) == []
    assert list((tmp_path / "aside").iterdir()) == []


def test_a_grandparent_that_was_swapped_is_noticed_by_its_inode(tmp_path):
    (tmp_path / "root" / "docs" / "sub").mkdir(parents=True)
    to = target(tmp_path / "root" / "docs" / "sub" / "x.txt", "x.txt")
    (tmp_path / "other" / "sub").mkdir(parents=True)
    (tmp_path / "root" / "docs").rename(tmp_path / "aside")
    (tmp_path / "root" / "docs").symlink_to(tmp_path / "other")
    with pytest.raises(ToolError, match="changed after it was checked; nothing was written"):
        write(to, b"x")
    assert list((tmp_path / "other" / "sub").iterdir()) == []


def test_a_missing_parent_that_became_a_link_is_not_followed(tmp_path):
    (tmp_path / "root").mkdir()
    (tmp_path / "other").mkdir()
    to = target(tmp_path / "root" / "new" / "x.txt", "new/x.txt")
    (tmp_path / "root" / "new").symlink_to(tmp_path / "other")
    with pytest.raises(ToolError, match="the folder cannot be opened"):
        write(to, b"x")
    assert list((tmp_path / "other").iterdir()) == []


def test_a_target_that_became_a_link_is_replaced_not_followed(tmp_path):
    to = target(tmp_path / "x.txt", "x.txt")
    (tmp_path / "secret").write_text("s")
    (tmp_path / "x.txt").symlink_to("secret")
    write(to, b"new")
    assert (tmp_path / "secret").read_text() == "s"
    assert not (tmp_path / "x.txt").is_symlink()


def test_a_write_that_fails_leaves_nothing_behind(tmp_path):
    to = target(tmp_path / "x", "x")
    (tmp_path / "x").mkdir()
    with pytest.raises(ToolError, match="x cannot be written: Is a directory"):
        write(to, b"new")
    assert names(tmp_path) == ["x"]


def test_no_descriptor_stays_open(tmp_path):
    before = len(names("/proc/self/fd"))
    write(target(tmp_path / "a" / "b" / "c", "c"), b"x")
    (tmp_path / "swap").mkdir()
    to = target(tmp_path / "swap" / "x", "x")
    (tmp_path / "swap").rmdir()
    (tmp_path / "swap").touch()
    with pytest.raises(ToolError):
        write(to, b"x")
    assert len(names("/proc/self/fd")) == before
