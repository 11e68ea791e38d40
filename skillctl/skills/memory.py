"""What was read of files in this process, so that it is read again only after a change.

A file counts as unchanged while device, inode, size and both times are (skills.md section 5). Where
its times are too young to tell a later write from this one, it is read again: an edit within one
tick of the clock is seen, too.
"""

import os
import time
from collections.abc import Callable, Hashable
from pathlib import Path
from typing import NamedTuple, TypeVar, cast

SETTLED_SECONDS = 2  # the coarsest clock of a file system in use
_NANO = 1_000_000_000

Value = TypeVar("Value")


class Stamp(NamedTuple):
    """What of a file cannot stay the same when its content changes."""

    device: int
    inode: int
    size: int
    mtime_ns: int
    ctime_ns: int

    @classmethod
    def of(cls, status: os.stat_result) -> "Stamp":
        """The stamp of a file from its status, which has to be older than what is read of it."""
        times = (status.st_mtime_ns, status.st_ctime_ns)
        return cls(status.st_dev, status.st_ino, status.st_size, *times)


def stamp_of(path: Path) -> Stamp | None:
    """The stamp of what a path leads to, or None if that cannot be told."""
    try:
        return Stamp.of(path.stat())
    except OSError:
        return None


class Memory:
    """Values that were made from single files, each with the stamp of its file."""

    def __init__(self, now: Callable[[], int] = time.time_ns) -> None:
        self._now = now
        self._kept: dict[Hashable, tuple[Stamp, object]] = {}

    def recall(self, key: Hashable, stamp: Stamp, make: Callable[[], Value]) -> Value:
        """The value of a file that has this stamp; made if it is not known, or out of date."""
        kept = self._kept.get(key)
        if kept and kept[0] == stamp:
            return cast("Value", kept[1])
        age = self._now() - max(stamp.mtime_ns, stamp.ctime_ns)
        value = make()
        if age > SETTLED_SECONDS * _NANO:
            self._kept[key] = (stamp, value)
        else:
            self._kept.pop(key, None)
        return value
