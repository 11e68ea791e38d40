"""Writing a file where, and only where, it was agreed to (agent.md section 7.1)."""

import os
import secrets
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from skillctl.agent.prepared import ToolError
from skillctl.files import is_folder, mode_of

MAX_BYTES = 1 << 20
_FOLDER = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW
_NEW = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW


@dataclass(frozen=True, slots=True)
class Target:
    """A resolved path to write, and the folder that existed when it was judged.

    `anchor` is the deepest existing folder above it; `identity` its device and inode.
    """

    path: Path
    anchor: Path
    identity: tuple[int, int]


def target(path: Path, shown: str) -> Target:
    """Note where a resolved path lies now; it must not be a folder or lie below a file."""
    if is_folder(path):
        raise ToolError(f"{shown} is a folder")
    anchor = path.parent
    while not mode_of(anchor):
        anchor = anchor.parent
    if not is_folder(anchor):
        raise ToolError(f"{shown} cannot be written: {anchor.name} is a file")
    status = anchor.stat()
    return Target(path, anchor, (status.st_dev, status.st_ino))


def write(to: Target, data: bytes) -> bool:
    """Write through a temporary file and a rename; give whether the file is new.

    The anchor is opened and compared with what was judged; missing folders are made from there by
    descriptor, so no folder swapped meanwhile leads elsewhere.
    """
    try:
        folder = _open_parent(to)
    except OSError as error:
        raise ToolError(f"the folder cannot be opened: {error.strerror}") from error
    try:
        return _replace(folder, to.path.name, data)
    except OSError as error:
        raise ToolError(f"{to.path.name} cannot be written: {error.strerror}") from error
    finally:
        os.close(folder)


def _open_parent(to: Target) -> int:
    """A descriptor of the folder to write into."""
    folder = os.open(to.anchor, _FOLDER)
    status = os.fstat(folder)
    if (status.st_dev, status.st_ino) != to.identity:
        os.close(folder)
        raise ToolError("a folder of the path changed after it was checked; nothing was written")
    for name in to.path.parent.relative_to(to.anchor).parts:
        try:
            with suppress(FileExistsError):
                os.mkdir(name, dir_fd=folder)
            inner = os.open(name, _FOLDER, dir_fd=folder)
        finally:
            os.close(folder)
        folder = inner
    return folder


def _replace(folder: int, name: str, data: bytes) -> bool:
    """Put a file into a folder; an old one keeps its mode."""
    try:
        mode = os.stat(name, dir_fd=folder, follow_symlinks=False).st_mode & 0o777
    except FileNotFoundError:
        mode = None
    temporary = f".skillctl-{secrets.token_hex(8)}"
    descriptor = os.open(temporary, _NEW, 0o666, dir_fd=folder)
    try:
        with os.fdopen(descriptor, "wb") as file:
            if mode is not None:
                os.fchmod(descriptor, mode)
            file.write(data)
            file.flush()
            os.fsync(descriptor)
        os.rename(temporary, name, src_dir_fd=folder, dst_dir_fd=folder)
    except BaseException:
        with suppress(FileNotFoundError):
            os.unlink(temporary, dir_fd=folder)
        raise
    return mode is None
