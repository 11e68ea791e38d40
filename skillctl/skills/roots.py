"""The folders in which skills are looked for, strongest first (skills.md section 1.2)."""

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path, PurePath

from skillctl.errors import SkillctlError
from skillctl.files import because, is_folder, obstacle, real_path
from skillctl.settings import SkillSettings
from skillctl.skills.project import shown_path, too_wide
from skillctl.trees import work_trees

GENERATED = "generated"
SCOPES = ("project", "package", "user", GENERATED, "builtin")  # strongest first
MOST_DEPTH = 6


@dataclass(frozen=True, slots=True)
class SkillFolders:
    """Where the project, the home folder and the user's own data are; project and home are real.

    `virtual_env` is the environment of Python that is active, if there is one. `trees` are the
    work trees that a project is a part of: what lies in them is of the same repository.
    """

    project: Path | None
    home: Path
    data_dir: Path
    virtual_env: Path | None = None
    trees: tuple[Path, ...] = ()

    def shown(self, path: Path) -> str:
        """A path as it is printed."""
        return shown_path(path, self.project, self.home)

    def scope_of(self, real: Path) -> str:
        """The scope of a real path: it follows where a file lies, not how it was reached."""
        if self.project is None:
            return "user"
        inside = any(map(real.is_relative_to, (self.project, *self.trees)))
        return "project" if inside else "user"

    def from_project(self, real: Path) -> str:
        """A real path relative to the project, also of what lies beside it in its work tree."""
        return PurePath(os.path.relpath(real, self.project or self.home)).as_posix()


def folders_of(
    project: Path | None, home: Path, data_dir: Path, virtual_env: Path | None = None
) -> SkillFolders:
    """The same with project and home as they really are, and the work trees of the project."""
    real = real_path(project) if project else None
    trees = work_trees(real, home) if real else ()
    return SkillFolders(real, real_path(home), data_dir, virtual_env, trees)


@dataclass(frozen=True, slots=True)
class Root:
    """One folder of skills: its scope, its path as it is printed, its real path, its rank.

    A root of a package or of skillctl has a `source`, which begins those of its skills; the real
    folder of the package is its `container`. `most_depth` is how deep it is walked; one
    that is `named` on the command line may be a single skill.
    """

    scope: str
    path: Path
    real: Path
    rank: int = 0
    source: str = ""
    container: Path | None = None
    most_depth: int = MOST_DEPTH
    named: bool = False


@dataclass(frozen=True, slots=True)
class Roots:
    """The roots that exist, all that were looked at, and a note for each that was skipped."""

    roots: tuple[Root, ...]
    looked_in: tuple[str, ...]
    notes: tuple[str, ...] = ()


def find_roots(places: SkillFolders, settings: SkillSettings, extra: Sequence[Path] = ()) -> Roots:
    """Name the roots in order; a second way to a folder is skipped with a note.

    Raises SkillctlError if one of `extra`, which the user named, is no folder.
    """
    kept: dict[Path, Root] = {}
    looked_in: list[str] = []
    notes: list[str] = []
    wanted = tuple(_wanted(places, settings, extra))
    own = {root.real: root for root in reversed(wanted) if root.scope == "user"}
    for root in wanted:
        shown = places.shown(root.path)
        if shown not in looked_in:
            looked_in.append(shown)
        first = kept.get(root.real)
        if first and first.path != root.path:
            notes.append(f"{shown} is the same folder as {places.shown(first.path)}: skipped")
        if first:
            continue
        if why := _no_root(root, own.get(root.real), places):
            notes.append(f"{shown} is {why}: skipped")
        elif is_folder(root.real):
            kept[root.real] = replace(root, rank=len(kept))
        elif why := obstacle(root.real):
            notes.append(f"{shown} cannot be read: {why}")
    return Roots(tuple(kept.values()), tuple(looked_in), tuple(notes))


def _wanted(places: SkillFolders, settings: SkillSettings, extra: Sequence[Path]) -> Iterator[Root]:
    named = [_named(path) for path in extra]
    for scope in SCOPES:
        yield from (
            Root(scope, real, real, named=True) for real in named if places.scope_of(real) == scope
        )
        if scope == "project" and places.project is not None:
            yield from _below(scope, places.project, settings.project_roots)
        if scope == "user":
            yield from _below(scope, places.home, settings.user_roots)
            yield from _below(scope, places.data_dir, ("skills",))


def _below(scope: str, folder: Path, names: Sequence[str]) -> Iterator[Root]:
    for name in names:
        path = folder / name
        yield Root(scope, path, real_path(path))


def _no_root(root: Root, own: Root | None, places: SkillFolders) -> str:
    """What keeps a folder from being a root, if anything does; `own` is the user's root there."""
    if own and root.scope != "user" and places.scope_of(root.real) == "user":
        return f"the same folder as {places.shown(own.path)}, which is yours"
    if _leads_up(root, places):
        return "a link to the project, to the home folder or above"
    return ""


def _leads_up(root: Root, places: SkillFolders) -> bool:
    """Whether a link makes home, or what holds the project, a root: it would share all of that."""
    if root.path == root.real:
        return False
    project = places.project if root.scope == "project" else None
    return too_wide(root.real, places.home) or bool(project and project.is_relative_to(root.real))


def _named(path: Path) -> Path:
    real = real_path(path)
    if is_folder(real):
        return real
    raise SkillctlError(
        f"--skills {path}: no folder there{because(path)}", hint="name a folder that exists"
    )
