import os
import stat
from pathlib import Path

import pytest

from skillctl.files import (
    NotRegularFileError,
    because,
    is_file,
    is_folder,
    is_link,
    is_stream,
    make_private_folder,
    mode_of,
    obstacle,
    open_file,
    real_path,
    replace_file,
)


def mode(path):
    return stat.S_IMODE(path.stat().st_mode)


@pytest.fixture(params=["long", "nul", "half", "loop", "below", "closed", "gone"])
def odd(request, tmp_path, monkeypatch):
    """A path at which nothing can be had, and what the system says of it."""
    (tmp_path / "file").write_bytes(b"x")
    (tmp_path / "loop").symlink_to("loop")
    (tmp_path / "closed").mkdir()
    real = os.stat

    def stat(path, **options):  # root looks at everything, so the refusal is played
        if os.fspath(path) == str(tmp_path / "closed" / "x"):
            raise PermissionError(13, "Permission denied")
        return real(path, **options)

    monkeypatch.setattr(os, "stat", stat)
    return {
        "long": (tmp_path / ("n" * 300), "File name too long"),
        "nul": (tmp_path / "a\0b", "it holds a NUL character"),
        "half": (tmp_path / "a\ud800b", "it holds half of a character"),
        "loop": (tmp_path / "loop", "Too many levels of symbolic links"),
        "below": (tmp_path / "file" / "x", ""),
        "closed": (tmp_path / "closed" / "x", "Permission denied"),
        "gone": (tmp_path / "gone", ""),
    }[request.param]


def test_questions_about_an_odd_path_never_raise(odd):
    path, words = odd
    assert (mode_of(path), is_file(path), is_folder(path), is_stream(path)) == (0, 0, 0, 0)
    assert is_link(path) is (path.name == "loop")
    assert obstacle(path) == words
    assert because(path) == (f" ({words})" if words else "")
    assert real_path(path) == path
    with pytest.raises(OSError):  # noqa: PT011 # of whatever kind, but no ValueError
        open_file(path)


def test_what_is_there_is_no_obstacle(tmp_path):
    assert (obstacle(tmp_path), because(tmp_path)) == ("", "")
    assert is_folder(tmp_path)
    assert not is_file(tmp_path)


def test_a_link_that_may_not_be_read_stays_as_it_is(tmp_path, monkeypatch):
    (tmp_path / "link").symlink_to("there")
    assert real_path(tmp_path / "link") == real_path(tmp_path) / "there"

    def readlink(_path, **_options):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(os, "readlink", readlink)
    assert real_path(tmp_path / "link" / ".." / "link") == tmp_path / "link"


def test_only_regular_files_are_opened(tmp_path):
    (tmp_path / "file").write_bytes(b"x")
    os.mkfifo(tmp_path / "pipe")
    with open_file(tmp_path / "file") as file:
        assert file.read() == b"x"
        assert not os.get_inheritable(file.fileno())
    for path in (tmp_path, tmp_path / "pipe"):
        with pytest.raises(NotRegularFileError):
            open_file(path)


def test_a_pipe_that_takes_the_place_of_a_file_is_not_waited_for(tmp_path, monkeypatch):
    path, real, opened = tmp_path / "file", os.open, []
    path.write_bytes(b"x")

    def swapped(name, flags):
        path.unlink()
        os.mkfifo(path)
        opened.append(real(name, flags))
        return opened[0]

    monkeypatch.setattr(os, "open", swapped)
    with pytest.raises(NotRegularFileError):
        open_file(path)
    with pytest.raises(OSError, match="Bad file descriptor"):
        os.fstat(opened[0])


def test_a_file_is_written_or_replaced_whole(tmp_path):
    path = tmp_path / "a.txt"
    replace_file(path, b"one")
    assert (path.read_bytes(), mode(path)) == (b"one", 0o644)
    replace_file(path, b"two", 0o600)
    assert (path.read_bytes(), mode(path)) == (b"two", 0o600)
    assert [p.name for p in tmp_path.iterdir()] == ["a.txt"]


def test_a_reader_keeps_the_content_it_opened(tmp_path):
    path = tmp_path / "a"
    replace_file(path, b"old")
    with path.open("rb") as reader:
        replace_file(path, b"new")
        assert reader.read() == b"old"


@pytest.mark.parametrize("step", ["fsync", "fchmod"])
def test_a_failure_on_the_way_leaves_the_old_content_and_nothing_else(tmp_path, monkeypatch, step):
    path = tmp_path / "a"
    replace_file(path, b"old")

    def fail(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, step, fail)
    with pytest.raises(OSError, match="No space"):
        replace_file(path, b"new")
    assert path.read_bytes() == b"old"
    assert [p.name for p in tmp_path.iterdir()] == ["a"]


def test_an_interrupt_leaves_nothing_either(tmp_path, monkeypatch):
    def interrupt(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr(Path, "replace", interrupt)
    with pytest.raises(KeyboardInterrupt):
        replace_file(tmp_path / "a", b"new")
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_is_not_there_is_the_callers(tmp_path):
    with pytest.raises(FileNotFoundError):
        replace_file(tmp_path / "none" / "a", b"x")


def test_the_longest_name_a_disk_takes(tmp_path):
    path = tmp_path / ("é" * 127)
    replace_file(path, b"x")
    assert path.read_bytes() == b"x"


def test_a_private_folder_is_its_owners_alone(tmp_path):
    path = tmp_path / "a" / "b"
    make_private_folder(path)
    assert mode(path) == 0o700
    make_private_folder(path)
    assert path.is_dir()


def test_a_folder_that_exists_keeps_its_mode(tmp_path):
    tmp_path.chmod(0o750)
    make_private_folder(tmp_path)
    assert mode(tmp_path) == 0o750


def test_a_file_is_no_private_folder(tmp_path):
    replace_file(tmp_path / "f", b"")
    with pytest.raises(FileExistsError):
        make_private_folder(tmp_path / "f")


def test_a_link_stays_and_what_it_leads_to_is_replaced(tmp_path):
    (tmp_path / "there").mkdir()
    target = tmp_path / "there" / "file"
    link = tmp_path / "link"
    link.symlink_to(Path("there") / "file")
    for data in (b"new where there was none", b"and again"):
        replace_file(link, data)
        assert link.is_symlink()
        assert target.read_bytes() == data


def test_a_circle_of_links_is_refused(tmp_path):
    (tmp_path / "a").symlink_to("b")
    (tmp_path / "b").symlink_to("a")
    with pytest.raises(OSError, match="symbolic links"):
        replace_file(tmp_path / "a", b"x")
    assert (tmp_path / "a").is_symlink()


@pytest.mark.parametrize("kept", [0o600, 0o640, 0o755])
def test_a_file_keeps_its_mode_unless_one_is_given(tmp_path, kept):
    path = tmp_path / "a"
    path.write_bytes(b"old")
    path.chmod(kept)
    replace_file(path, b"new")
    assert (path.read_bytes(), mode(path)) == (b"new", kept)


@pytest.mark.parametrize("linked", [False, True])
def test_a_pipe_is_never_renamed_over(tmp_path, linked):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    path = tmp_path / "link" if linked else pipe
    if linked:
        path.symlink_to(pipe)
    with pytest.raises(OSError, match="not a regular file"):
        replace_file(path, b"x")
    assert pipe.is_fifo()
    assert is_stream(path)


def test_a_folder_is_no_file(tmp_path):
    with pytest.raises(IsADirectoryError):
        replace_file(tmp_path, b"x")
    assert not is_stream(tmp_path)
    assert not is_stream(tmp_path / "none")
