"""Replacing a generated folder, and what a stop at any moment leaves: skills.md section 17."""

import json
import os
import subprocess
import sys

import pytest

from skillctl.generated_mark import MARK
from skillctl.tools.generated.folder import (
    discard,
    leftovers,
    recover,
    remove_folder,
    replace_folder,
)

OURS = json.dumps({"managed_by": "keen-mcp", "server": "x"}).encode()
OLD = {"SKILL.md": b"old", "schemas/a.json": b"{}"}
NEW = {"SKILL.md": b"new", "schemas/b/c.json": b"{}"}
NOTES = b"Mine."


def folder_of(server):
    return f"mcp-{server}"


def names_in(folder):
    return sorted(path.name for path in folder.iterdir())


def content(folder):
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


@pytest.fixture
def folder(tmp_path):
    folder = tmp_path / "mcp-x"
    replace_folder(folder, OLD, OURS)
    (folder / "NOTES.md").write_bytes(NOTES)
    return folder


def test_a_folder_takes_the_place_of_none(tmp_path):
    replace_folder(tmp_path / "mcp-x", OLD, OURS)
    assert content(tmp_path) == {
        f"mcp-x/{MARK}": OURS,
        "mcp-x/SKILL.md": b"old",
        "mcp-x/schemas/a.json": b"{}",
    }


def test_a_folder_takes_the_place_of_another_with_the_users_notes(folder):
    replace_folder(folder, NEW, OURS)
    assert names_in(folder.parent) == ["mcp-x"]
    assert content(folder) == {**NEW, MARK: OURS, "NOTES.md": NOTES}


def test_notes_that_are_a_link_stay_one(folder):
    (folder / "NOTES.md").unlink()
    (folder / "NOTES.md").symlink_to("/elsewhere/mine.md")
    replace_folder(folder, NEW, OURS)
    assert (folder / "NOTES.md").readlink().as_posix() == "/elsewhere/mine.md"


def test_notes_written_in_the_meantime_are_kept(folder, monkeypatch):
    from pathlib import Path

    rename = Path.rename

    def edit_first(self, target):
        if self == folder:
            (self / "NOTES.md").write_bytes(b"Later.")
            os.utime(self / "NOTES.md", ns=(2**62, 2**62))
        return rename(self, target)

    monkeypatch.setattr(Path, "rename", edit_first)
    replace_folder(folder, NEW, OURS)
    assert (folder / "NOTES.md").read_bytes() == b"Later."


@pytest.mark.parametrize("failing", [0, 1])
def test_what_cannot_be_renamed_leaves_the_old_folder(folder, monkeypatch, failing):
    from pathlib import Path

    rename, calls = Path.rename, []

    def fail(self, target):
        calls.append(target)
        if len(calls) - 1 == failing:
            raise OSError(28, "No space left on device")
        return rename(self, target)

    monkeypatch.setattr(Path, "rename", fail)
    with pytest.raises(OSError, match="No space"):
        replace_folder(folder, NEW, OURS)
    assert names_in(folder.parent) == ["mcp-x"]
    assert content(folder) == {**OLD, MARK: OURS, "NOTES.md": NOTES}


def test_a_folder_is_removed(folder):
    remove_folder(folder)
    assert names_in(folder.parent) == []


def test_a_folder_without_successor_goes_back(folder):
    folder.rename(folder.parent / ".old-0123abcd")
    recover(folder.parent, folder_of)
    assert names_in(folder.parent) == ["mcp-x"]


def test_leftovers_are_cleared_away(folder):
    for name in (".old-0123abcd", ".new-0123abcd"):
        replace_folder(folder.parent / name, NEW, OURS)
    (folder.parent / ".new-00000000").mkdir()
    assert [kind for kind, _ in leftovers(folder.parent)] == ["new", "new", "old"]
    recover(folder.parent, folder_of)
    assert names_in(folder.parent) == ["mcp-x"]
    assert content(folder)["SKILL.md"] == b"old"


def test_what_is_not_ours_is_no_leftover(tmp_path, tree):
    tree({".old-0123abcd/mine.txt": "x", ".old-x/y": "z", ".new-01234567": "file"})
    recover(tmp_path, folder_of)
    assert sorted(content(tmp_path)) == [".new-01234567", ".old-0123abcd/mine.txt", ".old-x/y"]
    assert list(leftovers(tmp_path / "missing")) == []


def test_later_notes_of_a_leftover_are_kept(folder):
    left = folder.parent / ".old-0123abcd"
    replace_folder(left, NEW, OURS)
    (left / "NOTES.md").write_bytes(b"Later.")
    os.utime(left / "NOTES.md", ns=(2**62, 2**62))
    recover(folder.parent, folder_of)
    assert (folder / "NOTES.md").read_bytes() == b"Later."


def test_a_folder_that_is_discarded_loses_its_mark_last(folder, monkeypatch):
    from pathlib import Path

    gone, unlink = [], Path.unlink
    monkeypatch.setattr(Path, "unlink", lambda self: (gone.append(self.name), unlink(self)))
    discard(folder)
    assert gone[-1] == MARK


@pytest.mark.parametrize(
    "remove", [discard, remove_folder, lambda path: replace_folder(path, NEW, OURS)]
)
def test_what_a_link_leads_to_is_never_removed(folder, remove):
    """Also if the link takes the place of a folder after that was looked at."""
    elsewhere = folder.rename(folder.parent / "elsewhere")
    folder.symlink_to(elsewhere)
    with pytest.raises(OSError, match="it is a link"):
        remove(folder)
    assert content(elsewhere) == {**OLD, MARK: OURS, "NOTES.md": NOTES}


KILLED = """
import os, sys
from pathlib import Path
from skillctl.tools.generated.folder import replace_folder
effects = {"os.rename", "os.mkdir", "open", "os.remove", "os.rmdir", "shutil.rmtree", "os.utime"}
left = int(sys.argv[2])
def hook(event, arguments):
    global left
    if event in effects and (event != "open" or arguments[2] & os.O_WRONLY):
        left -= 1
        if left < 0:
            os._exit(9)
sys.addaudithook(hook)
replace_folder(Path(sys.argv[1]), {"SKILL.md": b"new", "schemas/b/c.json": b"{}"}, MARK)
"""


def killed_after(steps, folder):
    """Replace the folder in a process that is killed before one of its effects."""
    code = KILLED.replace("MARK)", f"{OURS!r})")
    words = [sys.executable, "-c", code, str(folder), str(steps)]
    return subprocess.run(words, check=False).returncode == 9


def test_kill_between_renames(tmp_path):
    """Before each effect: the folder is whole, or comes back whole, and the notes with it."""
    states = set()
    for steps in range(100):
        folder = tmp_path / str(steps) / "mcp-x"
        folder.parent.mkdir()
        replace_folder(folder, OLD, OURS)
        (folder / "NOTES.md").write_bytes(NOTES)
        killed = killed_after(steps, folder)
        states.add(tuple(sorted(name[:5] for name in names_in(folder.parent))))
        assert not folder.exists() or content(folder)["SKILL.md"] in (b"old", b"new")
        recover(folder.parent, folder_of)
        assert names_in(folder.parent) == ["mcp-x"]
        assert content(folder) in (
            {**OLD, MARK: OURS, "NOTES.md": NOTES},
            {**NEW, MARK: OURS, "NOTES.md": NOTES},
        )
        if not killed:
            break
    assert not killed
    assert steps > 8
    assert (".new-", ".old-") in states
