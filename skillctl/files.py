"""Writing files so that a reader sees the old content or the new, never a part."""

import os
import tempfile
from contextlib import suppress
from pathlib import Path


def replace_file(path: Path, data: bytes, mode: int = 0o644) -> None:
    """Write through a temporary file in the same folder, flush to disk, then rename over `path`.

    Raises OSError if the folder cannot be written; `path` is unchanged then.
    """
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


def make_private_folder(path: Path) -> None:
    """Make a folder and its parents; the folder itself is readable by its owner only (0700)."""
    path.mkdir(mode=0o700, parents=True, exist_ok=True)
