"""One writer at a time; tests/consent/test_write.py holds the same lock in its own use."""

import os
import subprocess
import sys

import pytest

from skillctl.errors import StoreError
from skillctl.lock import locked

KEPT = "nothing was changed"
HOLD = """
import sys
from pathlib import Path
from skillctl.lock import locked
with locked(Path(sys.argv[1]), "x"):
    print(flush=True)
    input()
"""


@pytest.fixture
def short(monkeypatch):
    """Locks are waited for a moment only."""
    monkeypatch.setattr("skillctl.lock.LOCK_SECONDS", 0.1)


def test_the_holder_is_named_while_it_holds(tmp_path):
    lock = tmp_path / "a.lock"
    with locked(lock, KEPT):
        assert lock.read_text() == str(os.getpid())
        assert lock.stat().st_mode & 0o777 == 0o600
    assert lock.read_text() == ""


def test_it_is_given_back_whatever_happens(tmp_path):
    lock = tmp_path / "a.lock"
    with pytest.raises(KeyError), locked(lock, KEPT):
        raise KeyError
    with locked(lock, KEPT):
        pass


@pytest.mark.usefixtures("short")
def test_another_process_holds_it(tmp_path):
    lock = tmp_path / "a.lock"
    words = [sys.executable, "-c", HOLD, str(lock)]
    with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as holder:
        holder.stdout.readline()
        with pytest.raises(StoreError) as error, locked(lock, KEPT):
            pass
        holder.communicate(b"\n")
    assert error.value.message == f"{lock} is held by process {holder.pid}; {KEPT}"
    assert error.value.hint == "wait for it to end; if it is not skillctl, remove a.lock"
    with locked(lock, KEPT):
        pass


@pytest.mark.usefixtures("short")
def test_a_process_of_another_user_is_alive(tmp_path, monkeypatch):
    def forbidden(pid, signal):
        raise PermissionError(pid, signal)

    monkeypatch.setattr(os, "kill", forbidden)
    (tmp_path / "a.lock").write_text("1")
    with pytest.raises(StoreError, match="held by process 1;"), locked(tmp_path / "a.lock", KEPT):
        pass


@pytest.mark.parametrize("left", ["", "2147483646", "99999999999999999999", "not a pid", "\x00"])
def test_what_a_dead_holder_left_is_taken_over(tmp_path, left):
    (tmp_path / "a.lock").write_text(left)
    with locked(tmp_path / "a.lock", KEPT):
        assert (tmp_path / "a.lock").read_text() == str(os.getpid())


def test_what_is_no_regular_file_is_no_lock(tmp_path):
    os.mkfifo(tmp_path / "a.lock")
    with pytest.raises(StoreError) as error, locked(tmp_path / "a.lock", KEPT):
        pass
    assert error.value.message.endswith(f"so it cannot be locked; {KEPT}")
    assert error.value.hint == "remove a.lock"
