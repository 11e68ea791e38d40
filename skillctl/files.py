"""Writing files so that a reader sees the old content or the new, never a part."""

import errno
import os
import stat
import tempfile
from contextlib import suppress
from pathlib import Path


def replace_file(path: Path, data: bytes, mode: int | None = None) -> None:
    """Write through a temporary file in the same folder, flush to disk, then rename over `path`.

    A link stays, and what it leads to is replaced; without a mode a file keeps the one it has.
    Raises OSError if the folder cannot be written, or if `path` is a device, a pipe, a folder;
    `path` is unchanged then.
    """
    usual = _mode_of(path)
    mode = usual if mode is None else mode
    path = Path(os.path.realpath(path))
    descriptor, name = tempfile.mkstemp(prefix=f".{path.name[:40]}.", dir=path.parent)
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
        raise OSError(errno.EINVAL, "it is not a regular file", str(path))
    return stat.S_IMODE(found) & 0o777


def is_stream(path: Path) -> bool:
    """Whether there is something that bytes go through: a device, a pipe, a socket."""
    return path.exists() and not (path.is_file() or path.is_dir())


def make_private_folder(path: Path) -> None:
    """Make a folder and its parents; the folder itself is readable by its owner only (0700)."""
    path.mkdir(mode=0o700, parents=True, exist_ok=True)


def keep_traceback(error: BaseException) -> str:
    """Write what a bug left behind into a file of its own, and give its path."""
    import traceback  # noqa: PLC0415 # only a bug needs it

    with tempfile.NamedTemporaryFile(
        "w", prefix="skillctl-bug-", suffix=".txt", delete=False, encoding="utf-8"
    ) as file:
        file.write("".join(traceback.format_exception(error)))
    return file.name
