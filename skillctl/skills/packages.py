"""Skills of the packages that a project depends on, npm before Python (skills.md section 1.5)."""

from dataclasses import dataclass

from skillctl.report.plain import counted
from skillctl.skills.distributions import python_roots
from skillctl.skills.npm import npm_roots
from skillctl.skills.package_roots import PACKAGE
from skillctl.skills.roots import Root, SkillFolders
from skillctl.skills.walk import Found, Walk

MOST_SKILLS = 64


@dataclass(frozen=True, slots=True)
class PackageRoots:
    """The folders that packages name, in order of precedence; a line for each that is not used."""

    roots: tuple[Root, ...] = ()
    notes: tuple[str, ...] = ()


def package_roots(places: SkillFolders) -> PackageRoots:
    """Look at what is installed for a project; without a project there is nothing to look at."""
    if places.project is None:
        return PackageRoots()
    npm, npm_notes = npm_roots(places.project, places)
    python, python_notes = python_roots(places.project, places)
    return PackageRoots((*npm, *python), (*npm_notes, *python_notes))


def within_limit(walk: Walk, taken: int) -> tuple[list[Found], list[str]]:
    """The skills of a root that are used if packages have so many others; and what to tell.

    Only those of packages are counted.
    """
    if walk.root.scope != PACKAGE:
        return walk.found, []
    root = walk.places.shown(walk.root.path)
    if not walk.found and not walk.notes:
        return [], [f"{root}: holds no folder with a SKILL.md: no skill"]
    kept, left = walk.found[: MOST_SKILLS - taken], walk.found[MOST_SKILLS - taken :]
    if not left:
        return kept, []
    names = ", ".join(walk.places.shown(one.folder) for one in left)
    what = f"{counted(len(left), 'skill')} {'is' if len(left) == 1 else 'are'}"
    return kept, [
        f"{root}: {what} over the limit of {MOST_SKILLS} from all packages: not used: {names}"
    ]
