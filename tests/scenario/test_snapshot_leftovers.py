import subprocess
import sys

import pytest

from skillctl.scenario.snapshot_folder import Snapshot, read_snapshot, replace, write_new
from skillctl.scenario.snapshot_leftovers import held, settle

ONE = Snapshot(files={"system.txt": b"You work."})
TWO = Snapshot(files={"system.txt": b"Other."})
KILLED = """\
import os, sys
from pathlib import Path
from skillctl.scenario.snapshot_folder import Snapshot, replace
real, left = Path.rename, [int(sys.argv[2])]
def rename(path, target):
    if not left[0]:
        os._exit(9)
    left[0] -= 1
    return real(path, target)
Path.rename = rename
replace(Path(sys.argv[1]), "snap", Snapshot(files={"system.txt": b"Other."}))
"""


@pytest.fixture
def taken(tmp_path):
    write_new(tmp_path / "kept" / "snap", "kept/snap", ONE)
    return tmp_path / "kept" / "snap"


def names(folder):
    return sorted(p.name for p in folder.iterdir())


@pytest.mark.parametrize("renames", [0, 1])
def test_a_replacement_that_was_killed_is_undone(taken, renames):
    command = [sys.executable, "-c", KILLED, str(taken), str(renames)]
    assert subprocess.run(command, timeout=60, check=False).returncode == 9
    assert taken.exists() == (renames == 0)
    settle(taken)
    assert read_snapshot(taken, "snap") == ONE
    assert names(taken.parent) == ["snap"]


def test_a_replacement_killed_at_its_very_end_stays_done(taken):
    replace(taken, "snap", TWO)
    (taken.parent / ".snap.abcd_123" / "old").mkdir(parents=True)
    settle(taken)
    assert read_snapshot(taken, "snap") == TWO
    assert names(taken.parent) == ["snap"]


def test_what_is_not_ours_stays(taken, tmp_path):
    beside = taken.parent
    (tmp_path / "elsewhere" / "old").mkdir(parents=True)
    (beside / ".snap.linked_1").symlink_to(tmp_path / "elsewhere")
    (beside / ".snap.abcdefgh").mkdir()
    (beside / ".snap.abcdefgh" / "notes").write_text("mine")
    (beside / ".snap.short").mkdir()
    (beside / ".snap.file_123").write_text("")
    before = names(beside)
    settle(taken)
    assert names(beside) == before
    assert names(tmp_path / "elsewhere") == ["old"]


def test_what_a_process_works_on_stays(taken):
    beside = taken.parent / ".snap.abcdefgh"
    (beside / "new").mkdir(parents=True)
    with held(beside) as first, held(beside) as second:
        assert (first, second) == (True, False)
        settle(taken)
        assert beside.exists()
    settle(taken)
    assert not beside.exists()


def test_a_place_that_is_not_there_is_no_matter(tmp_path):
    settle(tmp_path / "none" / "snap")
    assert names(tmp_path) == []


def test_without_locks_every_folder_is_free(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "fcntl", None)
    with held(tmp_path) as free:
        assert free
