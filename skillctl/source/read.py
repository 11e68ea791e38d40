"""Reading one file: text with positions, or the reason why there is none."""

from os import fstat
from pathlib import Path
from typing import NamedTuple

from skillctl.files import NotRegularFileError, open_file
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
        with open_file(path) as file:
            size = min(limit, fstat(file.fileno()).st_size)
            data = file.read(size + 1)
            if size < len(data) <= limit:  # it has grown, or tells no size
                data += file.read(limit + 1 - len(data))
    except NotRegularFileError:
        return Unreadable(shown, "is not a regular file")
    except OSError as error:
        return Unreadable(shown, f"cannot be read: {error.strerror}")
    if len(data) > limit:
        return Unreadable(shown, f"is over {limit:,} bytes")
    return decode(shown, data)
