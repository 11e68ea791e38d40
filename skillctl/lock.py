"""One writer at a time: a lock file that names its holder."""

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from stat import S_ISREG
from typing import BinaryIO

from skillctl.errors import StoreError

LOCK_SECONDS = 5.0


@contextmanager
def locked(path: Path, kept: str) -> Iterator[None]:
    """Hold the lock file, which names its holder; the lock of one that died is free.

    `kept` says in words what did not happen where the lock cannot be had: `consent was not
    changed`. Raises StoreError, or OSError where the file cannot be opened.
    """
    deadline = time.monotonic() + LOCK_SECONDS
    with _lock_file(path, kept) as file:
        while holder := _take(file):
            if time.monotonic() > deadline:
                raise StoreError(
                    f"{path} is held by process {holder}; {kept}",
                    hint=f"wait for it to end; if it is not skillctl, remove {path.name}",
                )
            time.sleep(0.02)
        try:
            yield
        finally:
            file.truncate(0)


def _lock_file(path: Path, kept: str) -> BinaryIO:
    """Open the lock file; a FIFO or a device of that name is not waited for."""
    flags = os.O_RDWR | os.O_CREAT | os.O_CLOEXEC | getattr(os, "O_NONBLOCK", 0)
    descriptor = os.open(path, flags, 0o600)
    if S_ISREG(os.fstat(descriptor).st_mode):
        return os.fdopen(descriptor, "r+b")
    os.close(descriptor)
    raise StoreError(
        f"{path} is no regular file, so it cannot be locked; {kept}", hint=f"remove {path.name}"
    )


def _take(file: BinaryIO) -> str:
    """Take the lock, or say who holds it."""
    import fcntl  # noqa: PLC0415 # not there on Windows, where reading the store must still work

    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return _holder(file) or "unknown"
    holder = _holder(file)
    if holder and holder != str(os.getpid()) and _alive(int(holder)):
        fcntl.flock(file, fcntl.LOCK_UN)
        return holder
    file.truncate(0)
    file.seek(0)
    file.write(str(os.getpid()).encode())
    file.flush()
    return ""


def _holder(file: BinaryIO) -> str:
    """The pid that stands in the lock file, or nothing."""
    file.seek(0)
    word = file.read(32).strip()
    return word.decode() if word.isdigit() else ""


def _alive(pid: int) -> bool:
    """Whether a process of that number runs, be it ours or somebody else's."""
    try:
        os.kill(pid, 0)
    except (ProcessLookupError, OverflowError):
        return False
    except PermissionError:
        return True
    return True
