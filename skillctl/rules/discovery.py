"""From the words on the command line to the files that are checked (lint.md section 1.1)."""

import os
from collections.abc import Sequence
from pathlib import Path

from skillctl.errors import SkillctlError
from skillctl.files import because, is_file, is_folder
from skillctl.rules.found import Discovery, Found, discovery_of, is_skill_name
from skillctl.rules.paths import LintFolders
from skillctl.skills.document import FILE_NAME

NEAREST = 12
LOOKED_FOR = "SKILL.md in a folder of its own, .mcp.json, .gbs/mcp.json, mcp.json, *.mcp.json"


def discover(
    paths: Sequence[Path], places: LintFolders, exclude: Sequence[str], max_entries: int
) -> Discovery:
    """Find what the arguments name; raises SkillctlError that names every missing one."""
    missing = [
        f"{path}{because(places.cwd / path)}"
        for path in paths
        if not os.path.lexists(places.cwd / path)
    ]
    if missing:
        raise SkillctlError(
            f"no such path: {', '.join(missing)}", hint="name files and folders that exist"
        )
    found = Found()
    absolute = [places.absolute(path) for path in paths]
    if any(map(is_folder, absolute)):
        from skillctl.rules.walk import Walk  # noqa: PLC0415 # import budget: only for folders

        walk = Walk(found, places, exclude, max_entries)
    for path in absolute:
        if is_folder(path):
            walk.folder(path)
        else:
            _file(Path(path), found, places)
    return discovery_of(found, places)


def _file(path: Path, found: Found, places: LintFolders) -> None:
    """A file by its name, by the skill it belongs to, or by its content."""
    if is_skill_name(path.name):
        found.add(found.skills, str(path.with_name(_listed_name(path))))
        return
    from skillctl.servers.document import is_config_file  # noqa: PLC0415 # import budget: no skill
    from skillctl.servers.hosts.find import host_of  # noqa: PLC0415 # as above

    host = host_of(path)
    skill = None if host else _skill_above(path, places)
    if skill:
        found.add(found.skills, str(skill))
    elif host or is_config_file(path):
        found.add(found.configs, str(path))
    else:
        found.skipped[str(path)] = "no kind of file that lint knows"


def _skill_above(path: Path, places: LintFolders) -> Path | None:
    """The skill to which a file belongs: the nearest, not above the root of the project."""
    for folder in list(path.parents)[:NEAREST]:
        if is_file(folder / FILE_NAME):
            return folder / FILE_NAME
        if folder == places.root:
            return None
    return None


def _listed_name(path: Path) -> str:
    """A file's name as the listing of its folder has it, where the file system ignores case."""
    try:
        names = os.listdir(path.parent)  # noqa: PTH208 # names, not paths
    except OSError:
        return path.name
    alike = [name for name in names if name.casefold() == path.name.casefold()]
    return path.name if path.name in names or not alike else alike[0]
