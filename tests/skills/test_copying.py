"""Copying a folder: contents, links, modes; what is refused; what differs."""

import os
import socket

import pytest

from skillctl.skills import copying
from skillctl.skills.copying import Refused, copy_files, differences, read_files
from tests.conftest import write_tree


@pytest.fixture
def base(tmp_path):
    return write_tree(
        tmp_path / "base",
        {"SKILL.md": "text\r\n", ".env": "hidden", "scripts/run.sh": "#!/bin/sh\n", "b": b"\0\xff"},
    )


@pytest.fixture
def stage(tmp_path):
    (tmp_path / "stage").mkdir()
    return tmp_path / "stage"


def copied(base, stage):
    files = read_files(base)
    copy_files(files, stage)
    return read_files(stage)


def test_a_copy_is_the_same_to_the_byte_and_the_bit(base, stage):
    (base / "scripts/run.sh").chmod(0o755)
    (base / "empty").mkdir()
    (base / "link").symlink_to("scripts/run.sh")
    (base / "folder").symlink_to("./scripts")
    copy = copied(base, stage)
    assert differences(copy, read_files(base)) == ()
    assert copy.count == 6
    assert (stage / "SKILL.md").read_bytes() == b"text\r\n"
    assert (stage / ".env").read_text() == "hidden"
    assert (stage / "b").read_bytes() == b"\0\xff"
    assert os.access(stage / "scripts/run.sh", os.X_OK)
    assert not (stage / "SKILL.md").stat().st_mode & 0o111
    assert (stage / "empty").is_dir()
    assert os.readlink(stage / "folder") == "./scripts"  # noqa: PTH115 # Path drops it


def test_no_bit_that_lends_rights_is_copied(base, stage):
    (base / "b").chmod(0o6755)
    copied(base, stage)
    assert (stage / "b").stat().st_mode & 0o7777 == 0o755


def test_what_is_no_part_of_a_skill_is_left_out_and_named(base, stage):
    write_tree(base, {".git/config": "", "a/node_modules/x/y": "", "__pycache__/z": ""})
    files = read_files(base)
    assert files.left_out == (".git", "__pycache__", "a/node_modules")
    copy_files(files, stage)
    assert not (stage / ".git").exists()


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("../outside", "leaves the skill"),
        ("../base/SKILL.md", "leaves the skill"),
        ("/etc/hostname", "leaves the skill"),
        ("{base}/SKILL.md", "leaves the skill"),
        ("gone", "leads to nothing"),
        ("link", "leads to nothing"),
    ],
)
def test_a_link_must_lead_to_a_part_of_the_copy(base, stage, tmp_path, text, words):
    (tmp_path / "outside").write_text("secret")
    target = text.format(base=base)
    (base / "link").symlink_to(target)
    with pytest.raises(Refused) as caught:
        copied(base, stage)
    assert str(caught.value) == f"the link link -> {target} {words}"


def test_a_link_to_what_is_left_out_leads_to_nothing(base, stage):
    write_tree(base, {".git/config": "x"})
    (base / "link").symlink_to(".git/config")
    with pytest.raises(Refused, match="leads to nothing"):
        copied(base, stage)


def test_special_files_are_refused_and_not_opened(base, stage, monkeypatch):
    os.mkfifo(base / "pipe")
    with pytest.raises(Refused, match="pipe is neither a file nor a folder nor a link"):
        copied(base, stage)
    (base / "pipe").unlink()
    (stage.parent / "stage2").mkdir()
    with socket.socket(socket.AF_UNIX) as listener:
        monkeypatch.chdir(base)
        listener.bind("s")
        with pytest.raises(Refused, match="s is neither a file"):
            copied(base, stage.parent / "stage2")


def test_limits_with_one_too_many(tmp_path, monkeypatch):
    base = write_tree(tmp_path, {str(number): "x" * 10 for number in range(5)})
    monkeypatch.setattr(copying, "MOST_FILES", 5)
    monkeypatch.setattr(copying, "MOST_BYTES", 50)
    assert read_files(base).count == 5
    (base / "0").write_text("x" * 11)
    with pytest.raises(Refused, match="its files are over 50 bytes"):
        read_files(base)
    (base / "0").unlink()
    write_tree(base, {"a": "", "b": ""})
    with pytest.raises(Refused, match="it has more than 5 files"):
        read_files(base)
    for name in "abcdef":
        (base / "deep" / name).mkdir(parents=True)
        (base / name).unlink(missing_ok=True)
    with pytest.raises(Refused, match="it has more than 5 folders"):
        read_files(base)


def test_the_limits_are_those_of_a_skill():
    assert (copying.MOST_FILES, copying.MOST_BYTES) == (2000, 64 * 1024 * 1024)


def test_a_file_that_changes_meanwhile_is_refused(base, stage):
    files = read_files(base)
    (base / "b").write_text("other")
    with pytest.raises(Refused, match="b was changed while it was copied"):
        copy_files(files, stage)


def test_what_differs_is_named(base, stage):
    old = copied(base, stage)
    (base / "scripts/run.sh").chmod(0o755)
    (base / "b").unlink()
    write_tree(base, {"SKILL.md": "text\n", "new\x1b": ""})
    assert differences(old, read_files(base)) == (
        "changed: SKILL.md, scripts/run.sh",
        "only in the new one: new\\x1b",
        "only in what is there: b",
    )


def test_of_many_differences_ten_are_named(tmp_path):
    one = write_tree(tmp_path / "one", {f"{number:02}": "" for number in range(12)})
    other = write_tree(tmp_path / "other", {"00": ""})
    (words,) = differences(read_files(other), read_files(one))
    assert words.endswith("09, 10, and 1 more")
