"""A folder stands whole or not at all; what is replaced is lost at no moment."""

import signal
import subprocess
import sys

import pytest

from skillctl.skills import staging
from skillctl.skills.staging import left_over, put, replace, restore, staged
from tests.conftest import write_tree


def names_in(folder):
    return sorted(path.name for path in folder.iterdir())


def fail_at(root, name="x", before=str):
    """A staged folder whose making fails."""
    with staged(root, name) as stage:
        (stage / "f").write_text("1")
        before(stage)
        put(stage, root / name)


def files(folder):
    return {
        p.relative_to(folder).as_posix(): p.read_text() for p in folder.rglob("*") if p.is_file()
    }


def test_a_folder_is_made_beside_and_put(tmp_path):
    root = tmp_path / "a" / "b"
    with staged(root, "x") as stage:
        assert stage.parent == root
        assert stage.name.startswith(".x.new-")
        (stage / "f").write_text("1")
        put(stage, root / "x")
    assert files(root) == {"x/f": "1"}
    assert names_in(root) == ["x"]


def test_a_failure_leaves_nothing_not_even_the_folders_made_for_it(tmp_path):
    kept = tmp_path / "a"
    kept.mkdir()

    def fail(stage):
        raise OSError(28, f"full: {stage.name}")

    with pytest.raises(OSError, match="full"):
        fail_at(kept / "b" / "c", before=fail)
    assert names_in(tmp_path) == ["a"]
    assert names_in(kept) == []


def test_folders_that_others_use_meanwhile_stay(tmp_path):
    def fail(stage):
        (stage.parent / "theirs").mkdir()
        raise OSError(28, "full")

    with pytest.raises(OSError, match="full"):
        fail_at(tmp_path / "b", before=fail)
    assert names_in(tmp_path / "b") == ["theirs"]


def test_what_came_meanwhile_is_not_replaced(tmp_path):
    with pytest.raises(FileExistsError):
        fail_at(tmp_path, before=lambda _: (tmp_path / "x").mkdir())
    assert names_in(tmp_path) == ["x"]


def replaced(root):
    with staged(root, "x") as stage:
        (stage / "f").write_text("new")
        return replace(stage, root / "x")


def test_the_old_content_goes_when_the_new_stands(tmp_path):
    write_tree(tmp_path, {"x/f": "old", "x/g": "old"})
    assert replaced(tmp_path) == ""
    assert files(tmp_path) == {"x/f": "new"}
    assert names_in(tmp_path) == ["x"]


def test_a_link_is_replaced_and_what_it_leads_to_stays(tmp_path):
    write_tree(tmp_path, {"far/x/f": "old"})
    root = tmp_path / "root"
    root.mkdir()
    (root / "x").symlink_to("../far/x")
    assert replaced(root) == ""
    assert not (root / "x").is_symlink()
    assert files(tmp_path) == {"far/x/f": "old", "root/x/f": "new"}


def test_if_the_new_one_cannot_be_put_the_old_one_is_back(tmp_path):
    write_tree(tmp_path, {"x/f": "old"})
    with pytest.raises(FileNotFoundError):
        replace(tmp_path / "gone", tmp_path / "x")
    assert files(tmp_path) == {"x/f": "old"}
    assert names_in(tmp_path) == ["x"]


def test_old_content_that_cannot_be_removed_is_named(tmp_path, monkeypatch):
    write_tree(tmp_path, {"x/f": "old"})
    monkeypatch.setattr(staging.shutil, "rmtree", lambda *_, **__: None)
    left = replaced(tmp_path)
    assert left.startswith(".x.old-")
    assert files(tmp_path) == {"x/f": "new", f"{left}/f": "old"}


KILLED = """
import os, pathlib, signal, sys
from skillctl.skills.staging import replace, staged
root, moment = pathlib.Path(sys.argv[1]), int(sys.argv[2])
rename, calls = pathlib.Path.rename, []
def counted(self, target):
    if len(calls) == moment:
        os.kill(os.getpid(), signal.SIGKILL)
    calls.append(target)
    return rename(self, target)
pathlib.Path.rename = counted
with staged(root, "x") as stage:
    (stage / "f").write_text("new")
    replace(stage, root / "x")
"""


@pytest.mark.parametrize("moment", [0, 1])
def test_a_kill_between_the_renames_loses_nothing(tmp_path, moment):
    """0: before the old one is renamed; 1: before the new one is."""
    write_tree(tmp_path, {"x/f": "old"})
    done = subprocess.run([sys.executable, "-c", KILLED, tmp_path, str(moment)], check=False)
    assert done.returncode == -signal.SIGKILL
    assert sorted(files(tmp_path).values()) == ["new", "old"]
    assert (tmp_path / "x").exists() is (moment == 0)
    assert restore(tmp_path / "x") is (moment == 1)
    assert (tmp_path / "x/f").read_text() == "old"
    (left,) = left_over(tmp_path / "x")
    assert (tmp_path / left / "f").read_text() == "new"


def test_nothing_is_put_back_where_something_is_or_what_is_meant_is_not_clear(tmp_path):
    write_tree(tmp_path, {".x.old-1/f": "1", ".x.old-2/f": "2", "y/f": "y", ".y.old-1/f": "3"})
    (tmp_path / ".l.old-1").symlink_to("y")
    before = files(tmp_path)
    assert not restore(tmp_path / "x")
    assert not restore(tmp_path / "y")
    assert not restore(tmp_path / "z")
    assert not restore(tmp_path / "l")
    assert files(tmp_path) == before
