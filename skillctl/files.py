"""Asking what a path leads to, reading what is there, writing it whole.

A path may be of any kind: too long, in a folder that is closed to us, a link to itself. What only
asks never raises, and what reads or writes raises nothing but OSError.
"""

import errno
import os
import stat
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO

_GONE = (errno.ENOENT, errno.ENOTDIR)
_OPEN = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0)


class NotRegularFileError(OSError):
    """Something that is no regular file was to be read."""


def mode_of(path: Path | str) -> int:
    """The mode of what a path leads to; 0 if nothing is there, or nothing that we can reach."""
    try:
        return os.stat(path).st_mode  # noqa: PTH116 # texts, too: a walk has nothing else
    except (OSError, ValueError):
        return 0


def is_file(path: Path | str) -> bool:
    """Whether a path leads to a regular file that we can reach."""
    return stat.S_ISREG(mode_of(path))


def is_folder(path: Path | str) -> bool:
    """Whether a path leads to a folder that we can reach."""
    return stat.S_ISDIR(mode_of(path))


def is_link(path: Path | str) -> bool:
    """Whether a path is a link, wherever that leads."""
    return os.path.islink(path)  # noqa: PTH114 # Path raises


def obstacle(path: Path) -> str:
    """What keeps us from a path, as `Permission denied`; nothing if it is there, or is not."""
    try:
        os.stat(path)  # noqa: PTH116 # as above
    except OSError as error:
        return "" if error.errno in _GONE else error.strerror or str(error)
    except ValueError:  # Python says it in other words from version to version
        held = "a NUL character" if "\0" in str(path) else "half of a character"
        return f"it holds {held}"
    return ""


def is_there(path: Path) -> bool:
    """Whether there is anything of that name; what cannot be told is there, and fails when read."""
    return os.path.lexists(path) or bool(obstacle(path))


def because(path: Path) -> str:
    """The obstacle in brackets, to be put after words that say that something is not there."""
    words = obstacle(path)
    return f" ({words})" if words else ""


def real_path(path: Path | str) -> Path:
    """Follow all links; one that cannot be followed, as one to itself, stays as it is."""
    try:
        return Path(os.path.realpath(path))
    except (OSError, ValueError):
        return Path(os.path.abspath(path))  # noqa: PTH100 # no link is followed


def open_file(path: Path | str) -> BinaryIO:
    """Open a regular file to read; NotRegularFileError if it is none.

    A FIFO, socket or device is not opened; one that takes the file's place meanwhile is not waited
    for.
    """
    try:
        _check_regular(os.stat(path), path)  # noqa: PTH116 # as above
        descriptor = os.open(path, _OPEN)
    except ValueError as error:
        raise OSError(errno.EINVAL, str(error), str(path)) from None
    try:
        _check_regular(os.fstat(descriptor), path)
        return os.fdopen(descriptor, "rb")
    except BaseException:
        os.close(descriptor)
        raise


def _check_regular(status: os.stat_result, path: Path | str) -> None:
    if not stat.S_ISREG(status.st_mode):
        raise NotRegularFileError(errno.EINVAL, "it is not a regular file", str(path))


def replace_file(path: Path, data: bytes, mode: int | None = None) -> None:
    """Write through a temporary file in the same folder, flush to disk, then rename over `path`.

    A link stays, and what it leads to is replaced; without a mode a file keeps the one it has.
    Raises OSError if the folder cannot be written, or if `path` is a device, a pipe, a folder;
    `path` is unchanged then.
    """
    from tempfile import mkstemp  # noqa: PLC0415 # takes longer to import than all else here

    usual = _mode_of(path)
    mode = usual if mode is None else mode
    path = real_path(path)
    descriptor, name = mkstemp(prefix=f".{path.name[:40]}.", dir=path.parent)
    try:
        with os.fdopen(descriptor, "wb") as file:
            os.fchmod(file.fileno(), mode)
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        Path(name).replace(path)
    except BaseException:
        with suppress(FileNotFoundError):
            Path(name).unlink()
        raise


def _mode_of(path: Path) -> int:
    """The mode that a file has, or gets if it is new; OSError if it is no regular file."""
    try:
        found = path.stat().st_mode
    except FileNotFoundError:
        return 0o644
    if stat.S_ISDIR(found):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    if not stat.S_ISREG(found):
        raise NotRegularFileError(errno.EINVAL, "it is not a regular file", str(path))
    return stat.S_IMODE(found) & 0o777


def is_stream(path: Path) -> bool:
    """Whether there is something that bytes go through: a device, a pipe, a socket."""
    mode = mode_of(path)
    return bool(mode) and not (stat.S_ISREG(mode) or stat.S_ISDIR(mode))


def make_private_folder(path: Path) -> None:
    """Make a folder and its parents; the folder itself is readable by its owner only (0700)."""
    path.mkdir(mode=0o700, parents=True, exist_ok=True)


def keep_traceback(error: BaseException) -> str:
    """Write what a bug left behind into a file of its own, and give its path."""
    import traceback  # noqa: PLC0415 # only a bug needs it
    from tempfile import NamedTemporaryFile  # noqa: PLC0415 # as above

    with NamedTemporaryFile(
        "w", prefix="skillctl-bug-", suffix=".txt", delete=False, encoding="utf-8"
    ) as file:
        file.write("".join(traceback.format_exception(error)))
    return file.name
