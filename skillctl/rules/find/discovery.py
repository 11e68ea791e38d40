"""From the words on the command line to the files that are checked (lint.md section 1.1)."""

import os
from collections.abc import Mapping, Sequence
from pathlib import Path

from skillctl.errors import SkillctlError
from skillctl.files import because, is_file, is_folder
from skillctl.rules.find.found import (
    Discovery,
    Found,
    discovery_of,
    is_evals_name,
    is_skill_name,
)
from skillctl.rules.find.host_globs import host_globs
from skillctl.rules.find.paths import LintFolders
from skillctl.skills.document import FILE_NAME

NEAREST = 12
UNKNOWN = "no kind of file that lint knows"
LOOKED_FOR = (
    "SKILL.md in a folder of its own, MCP configs as .mcp.json or .vscode/mcp.json, "
    "settings of agents, manifests of plugins, fakes and scenarios by their schema"
)


def discover(
    paths: Sequence[Path],
    places: LintFolders,
    exclude: Sequence[str],
    max_entries: int,
    hosts: Mapping[str, str] | None = None,
) -> Discovery:
    """Find what the arguments name; raises SkillctlError that names every missing one.

    `hosts` names the host whose config a file is, per glob.
    """
    missing = [
        f"{path}{because(places.cwd / path)}"
        for path in paths
        if not os.path.lexists(places.cwd / path)
    ]
    if missing:
        raise SkillctlError(
            f"no such path: {', '.join(missing)}", hint="name files and folders that exist"
        )
    found, globs = Found(), host_globs(hosts or {}, places)
    absolute = [places.absolute(path) for path in paths]
    walk = None
    if any(map(is_folder, absolute)):
        from skillctl.rules.find.walk import Walk  # noqa: PLC0415 # import budget: only for folders

        walk = Walk(found, places, exclude, max_entries, globs)
    for path in absolute:
        if walk and is_folder(path):
            walk.folder(path)
        else:
            _file(Path(path), found, places, globs.host(path))
    if walk:
        walk.finish()
    if found.configs:
        from skillctl.rules.find.manifests import follow_manifests  # noqa: PLC0415 # as above

        follow_manifests(found, places, exclude)
    _look_around(found, places, exclude)
    return discovery_of(found, places)


def _look_around(found: Found, places: LintFolders, exclude: Sequence[str]) -> None:
    """Fill in what surrounds the skills that no walk came by."""
    alone = found.skills.keys() - found.around.keys()
    if alone:
        from skillctl.rules.find.walk import look_around  # noqa: PLC0415 # import budget: as above

        for key in alone:
            found.around[key] = look_around(found.skills[key], key, places, exclude)


def _file(path: Path, found: Found, places: LintFolders, chosen: str) -> None:
    """A file by its name or the host chosen for it, by the skill it belongs to, by its content."""
    if chosen:
        found.hosts[found.add(found.configs, str(path))] = chosen
        return
    if is_skill_name(path.name):
        found.add(found.skills, str(path.with_name(_listed_name(path))))
        return
    from skillctl.rules.find.schemas import kind_of_file  # noqa: PLC0415 # import budget: no skill
    from skillctl.servers.document import is_config_file  # noqa: PLC0415 # as above
    from skillctl.servers.hosts.find import host_of  # noqa: PLC0415 # as above

    if host_of(path):
        found.add(found.configs, str(path))
    elif is_evals_name(path) and _skill_of(path.parent.parent, found):
        found.add(found.evals, str(path))
    elif skill := _skill_above(path, found, places):
        found.add(found.skills, str(skill))
    elif kind := kind_of_file(str(path)):
        found.add(getattr(found, kind), str(path))
    elif is_config_file(path):
        found.add(found.configs, str(path))
    else:
        found.skipped[str(path)] = UNKNOWN


def _skill_above(path: Path, found: Found, places: LintFolders) -> Path | None:
    """The skill to which a file belongs: the nearest, not above the root of the project."""
    for folder in list(path.parents)[:NEAREST]:
        name = _skill_of(folder, found)
        if name and is_file(name):
            return Path(name)
        if folder == places.root:
            return None
    return None


def _skill_of(folder: Path, found: Found) -> str | None:
    """The file of the skill in a folder, if there is one; asked once."""
    from skillctl.rules.find.skill_files import skill_in  # noqa: PLC0415 # import budget: rarely asked

    if folder not in found.asked:
        found.asked[folder] = skill_in(folder)
    return found.asked[folder]


def _listed_name(path: Path) -> str:
    """The file that is the skill of a folder, by its name in the listing.

    `SKILL.md` is the skill even if another case was named, as it is if its folder is named; and a
    file system may ignore case.
    """
    try:
        alike = sorted(filter(is_skill_name, os.listdir(path.parent)))  # noqa: PTH208 # names
    except OSError:
        return path.name
    if FILE_NAME in alike:
        return FILE_NAME
    return path.name if path.name in alike or not alike else alike[0]
