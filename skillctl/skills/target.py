"""Where a new skill is put, and what stands in the way (skills.md section 14)."""

import unicodedata
from dataclasses import dataclass
from pathlib import Path

from skillctl.errors import SkillctlError
from skillctl.files import is_folder, is_link, is_there, obstacle, real_path
from skillctl.policy.paths import CLOSED_FOLDERS
from skillctl.policy.text import row
from skillctl.settings import SkillSettings
from skillctl.skills.project import too_wide
from skillctl.skills.roots import SkillFolders

PROJECT, USER = "project", "user"
USUAL_ROOT = ".agents/skills"


@dataclass(frozen=True, slots=True)
class Target:
    """A root that skills are put in, and the folders that its paths are printed from."""

    root: Path
    places: SkillFolders

    @property
    def shared(self) -> bool:
        """Whether it is of the project, where others can put things, too."""
        return self.places.scope_of(real_path(self.root)) == PROJECT

    def folder(self, name: str) -> Path:
        """The folder of a skill of that name."""
        return self.root / name

    def shown(self, path: Path) -> str:
        """A path as it is printed."""
        return row(self.places.shown(path))

    def taken(self, name: str) -> str:
        """What has that name already, be it in other letters of the same; empty if nothing has."""
        try:
            names = sorted(path.name for path in self.root.iterdir())
        except OSError:
            return ""
        return next((other for other in names if _folded(other) == _folded(name)), "")


def target_of(scope: str, places: SkillFolders, settings: SkillSettings) -> Target:
    """The root of a scope: the usual one if it counts here, else the first that does.

    Raises SkillctlError if there is none, or if it leads out of its scope.
    """
    root = _root(scope, places, settings)
    target = Target(root, places)
    for part in (*reversed(root.parents), root):
        if is_there(part) and not is_folder(part):
            raise SkillctlError(
                f"skills of the {scope} go to {target.shown(root)}, but {target.shown(part)} "
                f"{_what_is_wrong(part)}",
                hint="move it away; nothing was written",
            )
    _refuse_elsewhere(scope, target)
    return target


def _what_is_wrong(path: Path) -> str:
    words = obstacle(path)
    if words and not is_link(path):
        return f"cannot be looked at ({words})"
    return "is a link to nothing" if is_link(path) else "is no folder"


def _root(scope: str, places: SkillFolders, settings: SkillSettings) -> Path:
    names = settings.project_roots if scope == PROJECT else settings.user_roots
    folder = places.project if scope == PROJECT else places.home
    if folder is None:
        raise SkillctlError(
            "there is no project here for a skill of the project",
            hint="change to one, name it by --project DIR, or write a skill of yours by --to user",
        )
    if not names and scope == USER:
        return places.data_dir / "skills"
    if not names:
        raise SkillctlError(
            "the setting skills.project-roots is empty, so no skill of a project would be found",
            hint="name a folder there, or take --to user",
        )
    return folder / (USUAL_ROOT if USUAL_ROOT in names else names[0])


def _refuse_elsewhere(scope: str, target: Target) -> None:
    """A link of a repository must not make us write elsewhere, nor one at home into a project."""
    real, places = real_path(target.root), target.places
    inside = places.project is not None and real.is_relative_to(places.project)
    fits = inside if scope == PROJECT else places.scope_of(real) == USER
    if not fits or too_wide(real, places.home):
        raise SkillctlError(
            f"skills of the {scope} go to {target.shown(target.root)}, which leads to "
            f"{target.shown(real)}: that is not a folder of the {scope} alone",
            hint="put a folder in the place of the link; nothing was written",
        )
    linked = real != target.root
    top = places.project if scope == PROJECT else places.home
    below = real.relative_to(top) if linked and top and real.is_relative_to(top) else Path()
    closed = next((part for part in below.parts if part.casefold() in CLOSED_FOLDERS), "")
    if closed:
        raise SkillctlError(
            f"skills of the {scope} go to {target.shown(target.root)}, which leads to "
            f"{target.shown(real)}: nothing is written into {closed}",
            hint="put a folder in the place of the link; nothing was written",
        )


def _folded(name: str) -> str:
    """A name as systems see it that know no case and compose letters."""
    return unicodedata.normalize("NFKC", name).casefold()
