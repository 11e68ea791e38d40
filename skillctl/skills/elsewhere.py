"""Skills of a name that lie where none are looked for: the roots of other hosts and presets.

What is found there is found by the walk that finds all skills, and judged by the same rules.
"""

import shlex
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from skillctl.files import is_folder, real_path
from skillctl.policy.text import row
from skillctl.settings import PRESETS, Settings, preset_settings
from skillctl.skills.discover import Discovered, discover_below
from skillctl.skills.npm import undeclared_roots
from skillctl.skills.roots import Root, SkillFolders, find_roots

_HOSTS = (
    *(".agents/skills", ".gbs/skills", ".claude/skills", ".github/skills", ".codex/skills"),
    *(".cursor/skills", ".gemini/skills", ".opencode/skills", ".windsurf/skills", ".roo/skills"),
    ".kiro/skills",
)
_SETTINGS = {"project": "skills.project-roots", "user": "skills.user-roots"}


def elsewhere(
    name: str, places: SkillFolders, settings: Settings, cwd: Path | None = None
) -> tuple[str, ...]:
    """A line for each skill, or folder of a skill, of that name: where it is, what looks there.

    With a working directory also for those of a folder between that and the root of the project.
    """
    found = [*_of_hosts(name, places, settings), *_of_packages(name, places, settings)]
    if cwd and places.project:
        found += _of_folders(name, places, places.project, settings, real_path(cwd))
    return tuple(map(row, found))


def _of_hosts(name: str, places: SkillFolders, settings: Settings) -> Iterator[str]:
    known = {scope: _known_roots(scope) for scope in _SETTINGS}
    own = {"project": settings.skills.project_roots, "user": settings.skills.user_roots}
    others = {scope: tuple(r for r in known[scope] if r not in own[scope]) for scope in known}
    changed = replace(settings.skills, project_roots=others["project"], user_roots=others["user"])
    for root in find_roots(places, changed).roots:
        if root.path.is_relative_to(places.data_dir):
            continue
        for item in discover_below([root], places, settings.skills.names):
            if _is_meant(item, name):
                yield f"{item.folder} is not looked at: {_remedy(root, places)}"


def _of_folders(
    name: str, places: SkillFolders, project: Path, settings: Settings, cwd: Path
) -> Iterator[str]:
    """Skills in roots that lie below the root of the project, as in one part of a repository."""
    inside = cwd.is_relative_to(project)
    for folder in (f for f in (cwd, *cwd.parents) if inside and f.is_relative_to(project)):
        roots = [folder / root for root in settings.skills.project_roots if folder != project]
        found = [Root("project", root, real_path(root)) for root in roots if is_folder(root)]
        for item in discover_below(found, places, settings.skills.names):
            if _is_meant(item, name):
                why = f"the project is {project}; it is found with"
                yield f"{item.folder} is not looked at: {why} --project {shlex.quote(str(folder))}"


def _known_roots(scope: str) -> tuple[str, ...]:
    """The folders of skills that a preset has, or another host."""
    of_presets = (root for preset in PRESETS for root in _roots(preset, scope))
    return tuple(dict.fromkeys((*of_presets, *_HOSTS)))


def _roots(preset: str, scope: str) -> Sequence[str]:
    skills = preset_settings(preset).skills
    return skills.project_roots if scope == "project" else skills.user_roots


def _is_meant(item: Discovered, name: str) -> bool:
    return name in (item.name, item.folder.rpartition("/")[2])


def _remedy(root: Root, places: SkillFolders) -> str:
    """The presets that look in a root, the setting, and the option that makes any of them do."""
    folder = places.project if root.scope == "project" and places.project else places.home
    written = root.path.relative_to(folder).as_posix()
    presets = [f"--preset {preset}" for preset in PRESETS if written in _roots(preset, root.scope)]
    ways = [*presets, f"--skills {shlex.quote(str(root.path))}"]
    setting = f'"{written}" in {_SETTINGS[root.scope]} of your own settings'
    here = f"{places.shown(root.path)} is no root here"
    return f"{here}; it is one with {' or '.join(ways)}, or with {setting}"


def _of_packages(name: str, places: SkillFolders, settings: Settings) -> Iterator[str]:
    if places.project is None:
        return
    for package, roots in undeclared_roots(places.project, places).items():
        for item in discover_below(roots, places, settings.skills.names):
            if name == package or _is_meant(item, name):
                yield (
                    f"{item.folder} is not looked at: package.json names the package {package} "
                    "neither in dependencies nor in devDependencies"
                )
