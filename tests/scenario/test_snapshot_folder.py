import os
import tomllib

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from skillctl.errors import SkillctlError, StoreError
from skillctl.scenario import snapshot_folder
from skillctl.scenario.snapshot_folder import Snapshot, read_snapshot, replace, write_new

ONE = Snapshot(
    files={"system.txt": b"You work.\r\n\xc3\xa9", "tools/glob.json": b"{}\n", "absent.txt": b""},
    about={"skillctl": "1.2.3", "source": "live", "view": "ab12"},
    dialects=("openai-chat",),
    tokens={"system": 3},
)
TWO = Snapshot(files={"system.txt": b"Other."}, about=ONE.about)


@pytest.fixture
def taken(tmp_path):
    write_new(tmp_path / "kept" / "snap", "kept/snap", ONE)
    return tmp_path / "kept" / "snap"


def refused(folder):
    with pytest.raises(SkillctlError) as caught:
        read_snapshot(folder, "snap")
    assert caught.value.exit_code == 2
    assert caught.value.hint
    return caught.value


def names(folder):
    return sorted(p.name for p in folder.iterdir())


def test_what_is_written_is_what_is_read(taken):
    assert read_snapshot(taken, "snap") == ONE
    assert names(taken.parent) == ["snap"]


def test_meta_names_schema_version_and_digests(taken):
    meta = tomllib.loads((taken / "meta.toml").read_text())
    assert meta["schema"] == "skillctl.snapshot/1"
    assert meta["skillctl"] == "1.2.3"
    # printf '{}\n' | sha256sum
    digest = "ca3d163bab055381827226140568f3bef7eaac187cebd76878e0b63e9e442356"
    assert meta["sha256"]["tools/glob.json"] == digest
    assert list(meta["sha256"]) == ["absent.txt", "system.txt", "tools/glob.json"]


def test_an_existing_folder_is_never_written_over(taken):
    with pytest.raises(SkillctlError, match="something at kept/snap already") as caught:
        write_new(taken, "kept/snap", TWO)
    assert "snapshot accept" in caught.value.hint
    assert read_snapshot(taken, "snap") == ONE


def test_replacing_leaves_only_the_new_one(taken):
    replace(taken, "kept/snap", TWO)
    assert read_snapshot(taken, "snap") == TWO
    assert names(taken.parent) == ["snap"]


def test_a_failed_replacement_keeps_the_old_one(taken, monkeypatch):
    real = os.fsync

    def full(_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(StoreError, match="cannot be written: No space left"):
        replace(taken, "kept/snap", TWO)
    monkeypatch.setattr(os, "fsync", real)
    assert read_snapshot(taken, "snap") == ONE
    assert names(taken.parent) == ["snap"]


def test_an_interrupt_between_the_two_renames_brings_the_old_one_back(taken, monkeypatch):
    real = type(taken).rename

    def rename(path, target):
        if path.name == "new":
            raise KeyboardInterrupt
        return real(path, target)

    monkeypatch.setattr(type(taken), "rename", rename)
    with pytest.raises(KeyboardInterrupt):
        replace(taken, "kept/snap", TWO)
    assert read_snapshot(taken, "snap") == ONE
    assert names(taken.parent) == ["snap"]


def test_a_folder_that_cannot_be_made_is_named(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(StoreError, match="file/snap cannot be written: "):
        write_new(tmp_path / "file" / "snap", "file/snap", ONE)


def test_no_snapshot_says_how_to_take_one(tmp_path):
    assert refused(tmp_path / "none").hint == "take one with: skillctl snapshot take"


def test_a_link_is_no_snapshot(taken, tmp_path):
    (tmp_path / "link").symlink_to(taken)
    assert "no snapshot folder" in refused(tmp_path / "link").message
    (taken / "tools" / "x.json").symlink_to(taken / "system.txt")
    assert refused(taken).message == "snap/tools/x.json is not a regular file"


def test_an_edited_file_is_named(taken):
    (taken / "tools" / "glob.json").write_bytes(b"{ }\n")
    error = refused(taken)
    assert error.message.startswith("digest mismatch")
    assert str(error.location) == "snap/tools/glob.json"


def test_a_missing_file_is_named(taken):
    (taken / "absent.txt").unlink()
    error = refused(taken)
    assert (str(error.location), error.message) == (
        "snap/absent.txt",
        "the snapshot is not whole: this file is missing",
    )


def test_a_file_too_many_is_named(taken):
    (taken / "notes.txt").write_text("")
    assert str(refused(taken).location) == "snap/notes.txt"


def test_a_missing_meta_is_named(taken):
    (taken / "meta.toml").unlink()
    assert str(refused(taken).location) == "snap/meta.toml"


def test_a_newer_schema_names_the_version_that_can_read_it(taken):
    (taken / "meta.toml").write_text('schema = "skillctl.snapshot/2"\nskillctl = "9.0.0"\n')
    error = refused(taken)
    assert error.hint == "use the version that wrote it: 9.0.0"


def test_a_file_beyond_the_limit_is_not_read(taken, monkeypatch):
    monkeypatch.setattr(snapshot_folder, "MOST_BYTES", 5)
    with pytest.raises(StoreError, match="is over 5 bytes"):
        read_snapshot(taken, "snap")


@given(st.binary() | st.text().map(str.encode))
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
def test_any_bytes_as_meta_are_refused(taken, data):
    (taken / "meta.toml").write_bytes(data)
    with pytest.raises(StoreError):
        read_snapshot(taken, "snap")


@pytest.mark.parametrize(
    "line", ["dialects = 1", "tokens = []", "sha256 = 'x'", "tokens = {a='b'}"]
)
def test_odd_values_in_meta_give_no_traceback(taken, line):
    (taken / "meta.toml").write_text(f'schema = "skillctl.snapshot/1"\n{line}\n')
    refused(taken)


def test_a_file_that_cannot_be_read_is_named(taken, monkeypatch):
    def denied(path, _flags):
        raise PermissionError(13, "Permission denied", str(path))

    monkeypatch.setattr(os, "open", denied)
    assert "absent.txt cannot be read: Permission denied" in refused(taken).message


def test_a_folder_that_cannot_be_read_is_named(taken, monkeypatch):
    real = os.access
    monkeypatch.setattr(os, "access", lambda path, how: path.name != "tools" and real(path, how))
    assert refused(taken).message == "snap/tools cannot be read: Permission denied"


def test_folders_too_deep_to_read_are_refused(taken, monkeypatch):
    def too_deep(*_):
        raise RecursionError

    monkeypatch.setattr(snapshot_folder, "_files", too_deep)
    assert refused(taken).message == "snap has too many folders inside each other"
