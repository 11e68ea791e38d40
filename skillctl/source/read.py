"""Reading one file: text with positions, or the reason why there is none."""

from pathlib import Path
from stat import S_ISREG
from typing import NamedTuple

from skillctl.source.file import SourceFile, Undecodable, decode


class Unreadable(NamedTuple):
    """A file that could not be read, or may not be; `reason` completes "the file …"."""

    path: str
    reason: str


def read_source(path: Path, shown: str, limit: int) -> SourceFile | Undecodable | Unreadable:
    """Read a regular file of at most `limit` bytes; `shown` is the path that messages print.

    A FIFO, socket or device is never opened.
    """
    try:
        mode = path.stat().st_mode
        if not S_ISREG(mode):
            return Unreadable(shown, "is not a regular file")
        with path.open("rb") as file:
            data = file.read(limit + 1)
    except (OSError, ValueError) as error:
        words = (error.strerror if isinstance(error, OSError) else None) or str(error)
        return Unreadable(shown, f"cannot be read: {words}")
    if len(data) > limit:
        return Unreadable(shown, f"is over {limit:,} bytes")
    return decode(shown, data)
