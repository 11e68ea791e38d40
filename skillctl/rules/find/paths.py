"""Paths as they are compared and as they are printed (lint.md section 1.1)."""

from pathlib import Path
from typing import NamedTuple

from skillctl.files import is_folder, is_link, real_path


class LintFolders(NamedTuple):
    """The working directory, a marked root of the project, the folder of the settings file."""

    cwd: Path
    root: Path | None = None
    settings: Path | None = None

    @property
    def top(self) -> Path:
        """The root of the project, or the working directory."""
        return self.root or self.cwd

    def bounds(self, first: Path) -> str:
        """The project to which links may lead: of a first path elsewhere, its own folder."""
        top, path = str(self.top), self.absolute(first)
        if self.root or Path(path).is_relative_to(top):
            return top
        return path if is_folder(path) else str(Path(path).parent)

    @property
    def here(self) -> str:
        """The working directory as seen from the top, "" if it is the top or not below it."""
        below = self.cwd != self.top and self.cwd.is_relative_to(self.top)
        return self.cwd.relative_to(self.top).as_posix() if below else ""

    def absolute(self, path: Path) -> str:
        """An absolute path without `.` and `..`; links are followed only before a `..`."""
        parts = path.parts
        above = len(parts) - parts[::-1].index("..") if ".." in parts else 0
        start = real(str(self.cwd.joinpath(*parts[:above]))) if above else str(self.cwd)
        return str(Path(start, *parts[above:]))

    def shown(self, path: str) -> str:
        """A path as it is printed: relative if below the working directory, `/` between parts."""
        return _relative(Path(path), self.cwd)

    def for_globs(self, path: str) -> str:
        """A path as globs see it: relative to the folder of the settings if below it."""
        return _relative(Path(path), self.settings or self.top)


def _relative(path: Path, folder: Path) -> str:
    return (path.relative_to(folder) if path.is_relative_to(folder) else path).as_posix()


def real(path: str) -> str:
    """A path with every link followed; a loop of links stays as it is."""
    return str(real_path(path))


def is_itself(path: Path) -> bool:
    """Whether a path leads to a file of its own name.

    A link to a file of another name (a key, the environment of this process) may be checked, but
    nothing of it is quoted.
    """
    return not is_link(path) or real_path(path).name == path.name
