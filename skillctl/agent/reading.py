"""Reading a file for the model: a window of lines (agent.md section 6, `read_file`)."""

import mimetypes
import os
import stat
import sys
from collections.abc import Iterator
from io import TextIOWrapper
from itertools import islice
from pathlib import Path

from skillctl.agent.prepared import ToolError
from skillctl.files import open_file
from skillctl.report.plain import counted

MAX_LINES = 2000
LINE_CHARS = 2000
_PROBE_BYTES = 8192
_BLOCK = 1 << 20
_TYPES = mimetypes.MimeTypes(filenames=())


def read_lines(path: Path, shown: str, offset: int = 1, limit: int = MAX_LINES) -> str:
    """Lines `offset` to `offset + limit - 1` of a text file; of a binary file size and type."""
    size = _regular_size(path, shown)
    try:
        with open_file(path) as file:
            if b"\0" in file.read(_PROBE_BYTES):
                return _binary(path, size)
            file.seek(0)
            text = TextIOWrapper(file, encoding="utf-8-sig", newline="\n")
            lines = list(islice(_cut_lines(text), *_window(offset, limit)))
    except UnicodeDecodeError:
        return _binary(path, size)
    except OSError as error:
        raise ToolError(f"{shown} cannot be read: {error.strerror}") from error
    if not lines:
        return _nothing(path, shown, offset)
    rest = _rest(path, offset + limit) if len(lines) > limit else ""
    return "".join(lines[:limit]) + rest


def _window(offset: int, limit: int) -> tuple[int, int]:
    """The lines to take, one more than is shown; no file has more than `sys.maxsize`."""
    return min(offset - 1, sys.maxsize), min(offset + limit, sys.maxsize)


def _nothing(path: Path, shown: str, offset: int) -> str:
    if offset > 1:
        raise ToolError(f"{shown} has {counted(_count_lines(path), 'line')}; offset is {offset}")
    return "[empty file]"


def _regular_size(path: Path, shown: str) -> int:
    """The size of a regular file; anything else cannot be read."""
    try:
        status = path.stat()
    except OSError as error:
        raise ToolError(f"{shown} cannot be read: {error.strerror}") from error
    if stat.S_ISDIR(status.st_mode):
        raise ToolError(f"{shown} is a folder; use list_dir")
    if not stat.S_ISREG(status.st_mode):
        raise ToolError(f"{shown} is not a regular file")
    return status.st_size


def _cut_lines(text: TextIOWrapper) -> Iterator[str]:
    """Each line with its end, long ones cut; never holds much more of a line than is shown."""
    while line := text.readline(LINE_CHARS):
        last, left_out = line, 0
        while not last.endswith("\n") and (piece := text.readline(_BLOCK)):
            last = piece
            left_out += len(piece)
        end = last[len(last.rstrip("\r\n")) :] if left_out else ""
        left_out -= len(end)
        rest = f" [{counted(left_out, 'more character')} in this line]" if left_out else ""
        yield line + rest + end


def _rest(path: Path, following: int) -> str:
    more = _count_lines(path) - following + 1
    return f"[{counted(more, 'more line')}; read on with offset={following}]"


def _count_lines(path: Path) -> int:
    """How many lines a file has, an unended last one included."""
    count, last = 0, b"\n"
    with open_file(path) as file:
        while block := file.read(_BLOCK):
            count += block.count(b"\n")
            last = block[-1:]
    return count + (last != b"\n")


def _binary(path: Path, size: int) -> str:
    kind = _TYPES.guess_type(os.fspath(path))[0] or "application/octet-stream"
    return f"[binary file, {size} bytes, {kind}]"
