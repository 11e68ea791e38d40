"""Which folder marks itself as a project: a repository, or one with settings of skillctl."""

import os
from pathlib import Path

MARKERS = (".git", "skillctl.toml")
_TABLE = b"[tool.skillctl"


def marked_root(start: Path) -> Path | None:
    """The nearest folder, from here up, that marks itself as a project."""
    return next((folder for folder in (start, *start.parents) if _is_marked(folder)), None)


def _is_marked(folder: Path) -> bool:
    if any(os.path.exists(folder / name) for name in MARKERS):  # noqa: PTH110 # it never raises
        return True
    shared = folder / "pyproject.toml"
    try:  # a FIFO or a device of that name is not opened
        return os.path.isfile(shared) and _TABLE in shared.read_bytes()  # noqa: PTH113 # as above
    except OSError:
        return False
