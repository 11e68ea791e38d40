"""Reading a file for the model: a window of lines (agent.md section 6, `read_file`)."""

import mimetypes
import os
import stat
import sys
from collections.abc import Callable, Iterator
from io import StringIO, TextIOWrapper
from itertools import islice
from pathlib import Path
from typing import TextIO

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
    return _shown(lines, shown, (offset, limit), lambda: _count_lines(path))


def text_lines(text: str, shown: str, offset: int = 1, limit: int = MAX_LINES) -> str:
    """The same lines of a text that was read already."""
    stream = StringIO(text, newline="\n")
    lines = list(islice(_cut_lines(stream), *_window(offset, limit)))
    ended = text.endswith("\n") or not text
    return _shown(lines, shown, (offset, limit), lambda: text.count("\n") + (not ended))


def _shown(lines: list[str], shown: str, window: tuple[int, int], count: Callable[[], int]) -> str:
    """What the model gets of a window's lines, one more than is shown if there is one."""
    offset, limit = window
    if not lines:
        return _nothing(shown, offset, count)
    rest = _rest(count() - offset - limit + 1, offset + limit) if len(lines) > limit else ""
    return "".join(lines[:limit]) + rest


def _window(offset: int, limit: int) -> tuple[int, int]:
    """The lines to take, one more than is shown; no file has more than `sys.maxsize`."""
    return min(offset - 1, sys.maxsize), min(offset + limit, sys.maxsize)


def _nothing(shown: str, offset: int, count: Callable[[], int]) -> str:
    if offset > 1:
        raise ToolError(f"{shown} has {counted(count(), 'line')}; offset is {offset}")
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


def _cut_lines(text: TextIO) -> Iterator[str]:
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


def _rest(more: int, following: int) -> str:
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
