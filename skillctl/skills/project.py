"""Which folder is the project, and how a path is printed (skills.md sections 1.1 and 6)."""

import shlex
from dataclasses import dataclass
from pathlib import Path

from skillctl.errors import SkillctlError
from skillctl.files import because, is_folder, real_path
from skillctl.policy.text import row
from skillctl.project_mark import marked_root


@dataclass(frozen=True, slots=True)
class Project:
    """The project of a command; without a `scope` of its own, `root` is the working directory."""

    root: Path
    scoped: bool = True
    note: str = ""

    @property
    def scope(self) -> Path | None:
        """The root of the project scope, or None if this command has none."""
        return self.root if self.scoped else None


def find_project(cwd: Path, home: Path, named: Path | None = None) -> Project:
    """Take the folder that the user named, else the nearest that is marked, else `cwd`.

    What was not named is never the home folder, a folder above it, or the root of a file system.
    """
    if named is not None:
        root = real_path(cwd / named)
        if not is_folder(root):
            raise SkillctlError(
                f"--project {named}: no folder there{because(root)}",
                hint="name a folder that exists",
            )
        return Project(root)
    here = real_path(cwd)
    root = marked_root(here) or here
    if not too_wide(root, home):
        return Project(root)
    note = f"{root} is the home folder or lies above it: no project skills (name it by --project)"
    return Project(here, scoped=False, note=note)


def too_wide(folder: Path, home: Path) -> bool:
    """Whether a real folder is the home folder, lies above it, or is the root of a file system."""
    return real_path(home).is_relative_to(folder) or folder.parent == folder


def typed_path(shown: str) -> str:
    """A path as it is printed, safe to be copied into a shell, which knows what `~/` is."""
    home, below = ("~/", shown[2:]) if shown.startswith("~/") else ("", shown)
    return home + shlex.quote(row(below))


def shown_path(path: Path, project: Path | None, home: Path) -> str:
    """A path relative to the project with `/` if inside, else `~/…`, else absolute."""
    if project is not None and path.is_relative_to(project):
        return path.relative_to(project).as_posix()
    for folder in (home, real_path(home)):
        if path.is_relative_to(folder):
            return (Path("~") / path.relative_to(folder)).as_posix()
    return path.as_posix()
