"""What stands in a generated folder: skills.md section 17."""

import json
import os

import pytest

from skillctl.generated_mark import MARK
from skillctl.tools.generated.present import LEFT_ALONE, is_current, obstacle_to, users_notes

OURS = json.dumps({"managed_by": "keen-mcp", "server": "x"})
FILES = {"SKILL.md": b"text", "schemas/a.json": b"{}"}


@pytest.fixture
def folder(tree):
    return tree({"mcp-x/SKILL.md": "text", "mcp-x/schemas/a.json": "{}", f"mcp-x/{MARK}": OURS}) / (
        "mcp-x"
    )


def test_unmanaged_folder_left_alone(folder):
    assert obstacle_to(folder, "x") == ""
    assert obstacle_to(folder, "y") == LEFT_ALONE
    assert obstacle_to(folder.parent / "missing", "x") == ""
    (folder.parent / "link").symlink_to(folder)
    assert obstacle_to(folder.parent / "link", "x") == LEFT_ALONE
    (folder.parent / "dangling").symlink_to("nowhere")
    assert obstacle_to(folder.parent / "dangling", "x") == LEFT_ALONE
    (folder / MARK).unlink()
    assert obstacle_to(folder, "x") == LEFT_ALONE


def test_mark_notes_and_hidden_files_do_not_count(folder):
    assert is_current(folder, FILES)
    (folder / "NOTES.md").write_text("Mine.")
    (folder / ".DS_Store").write_text("x")
    (folder / MARK).write_text("other")
    assert is_current(folder, FILES)


@pytest.mark.parametrize("name", ["SKILL.md", "schemas/a.json", "schemas/b.json", "other"])
def test_any_other_difference_does(folder, name):
    (folder / name).write_text("{} ")
    assert not is_current(folder, FILES)


def test_a_missing_file_and_a_link_do(folder):
    (folder / "SKILL.md").rename(folder.parent / "text")
    assert not is_current(folder, FILES)
    (folder / "SKILL.md").symlink_to(folder.parent / "text")
    assert not is_current(folder, FILES)
    assert not is_current(folder / "missing", FILES)


def test_the_users_notes(folder):
    path = folder / "NOTES.md"
    assert users_notes(folder) == ("", "")
    assert users_notes(folder / "SKILL.md") == ("", "")
    path.write_bytes(b"\xef\xbb\xbfMine.\n")
    assert users_notes(folder) == ("Mine.\n", "")
    path.write_bytes(b"\xff")
    assert users_notes(folder) == ("", "NOTES.md is not UTF-8; not used")
    path.write_bytes(b"x" * 65_536)
    assert users_notes(folder) == ("x" * 65_536, "")
    path.write_bytes(b"x" * 65_537)
    assert users_notes(folder) == ("", "NOTES.md is over 65,536 bytes; not used")
    path.unlink()
    path.symlink_to("/etc/hostname")
    assert users_notes(folder) == ("", "NOTES.md is no regular file; not used")
    path.unlink()
    os.mkfifo(path)
    assert users_notes(folder) == ("", "NOTES.md is no regular file; not used")


def test_notes_that_cannot_be_read_are_told(folder, monkeypatch):
    from skillctl.tools.generated import present

    def closed(_):
        raise PermissionError(13, "Permission denied")

    (folder / "NOTES.md").write_text("x")
    monkeypatch.setattr(present, "open_file", closed)
    assert users_notes(folder) == ("", "NOTES.md cannot be read: Permission denied")
