"""What a killed process left beside a snapshot: the old one is put back, the rest is removed.

A replacement writes `.NAME.XXXXXXXX/new`, renames the snapshot to `old` beside it, then `new` to
the snapshot, and removes the folder; a kill between the two renames leaves no snapshot.
"""

import os
import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

OLD, NEW = "old", "new"


def settle(folder: Path) -> None:
    """Finish or undo what killed replacements of this snapshot left; what is in use is let be."""
    with suppress(OSError):  # a place that cannot be written is as it is
        for beside in sorted(_leftovers(folder)):
            with held(beside) as free:
                if free:
                    _undo(beside, folder)


def _leftovers(folder: Path) -> list[Path]:
    """The real folders beside a snapshot that have our name and hold nothing but our two."""
    ours = re.compile(rf"\.{re.escape(folder.name)}\.[a-z0-9_]{{8}}")
    found = (p for p in folder.parent.iterdir() if ours.fullmatch(p.name))
    return [p for p in found if not p.is_symlink() and p.is_dir() and _is_ours(p)]


def _is_ours(beside: Path) -> bool:
    return {path.name for path in beside.iterdir()} <= {OLD, NEW}


def _undo(beside: Path, folder: Path) -> None:
    old = beside / OLD
    if old.is_dir() and not old.is_symlink() and not os.path.lexists(folder):
        old.rename(folder)
    shutil.rmtree(beside)


@contextmanager
def held(beside: Path) -> Iterator[bool]:
    """Hold the folder while it is worked on; false if another process does."""
    try:
        import fcntl  # noqa: PLC0415 # not there on Windows, which has no such lock
    except ImportError:
        yield True
        return
    descriptor = os.open(beside, os.O_RDONLY | os.O_CLOEXEC)
    try:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            yield False
        else:
            yield True
    finally:
        os.close(descriptor)
