"""Which folder marks itself as a project: a repository, or one with settings of skillctl."""

from pathlib import Path

from skillctl.files import mode_of, open_file

MARKERS = (".git", "skillctl.toml")
_TABLE = b"[tool.skillctl"


def marked_root(start: Path) -> Path | None:
    """The nearest folder, from here up, that marks itself as a project."""
    return next((folder for folder in (start, *start.parents) if _is_marked(folder)), None)


def _is_marked(folder: Path) -> bool:
    if any(mode_of(folder / name) for name in MARKERS):
        return True
    try:
        with open_file(folder / "pyproject.toml") as shared:
            return _TABLE in shared.read()
    except OSError:
        return False
