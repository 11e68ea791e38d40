"""Skills of Python packages, by their entry points; nothing is imported (skills.md section 1.5)."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

from skillctl.files import is_folder, real_path
from skillctl.skills.package_roots import Entry, Package, Unusable, read_manifest
from skillctl.skills.roots import Root, SkillFolders

GROUP = "skillctl.skills"
_ENVIRONMENTS = (".venv", "venv")
_LIBRARIES = ("lib", "lib64")
_PYTHONS = ("python", "pypy")
_PACKAGES = "site-packages"
_DIST_INFO = ".dist-info"
_EXTRAS = re.compile(r"\s*\[[^\]]*\]\Z")
_MODULE = re.compile(r"[^\W\d]\w*(?:\.[^\W\d]\w*)*")
_SEPARATORS = re.compile(r"[-_.]+")
_EDITABLE = "; it is an editable install, which is not followed"


def python_roots(project: Path, places: SkillFolders) -> tuple[list[Root], list[str]]:
    """The folders of skills in the environments of a project, by name; and what was wrong.

    Of a distribution that is installed twice the first counts.
    """
    roots: list[Root] = []
    notes: list[str] = []
    first: dict[str, Path] = {}
    for name, folder in _distributions(project, places, notes):
        package = Package(folder / "entry_points.txt", places, _why_missing(folder))
        entries = list(_entries(name, package))
        if entries and name in first:
            package.say(f"{name} is installed as {places.shown(first[name])}, too: not used")
        elif entries:
            first[name] = folder
            roots += package.roots(entries)
        notes += package.notes
    return roots, notes


def _distributions(project: Path, places: SkillFolders, notes: list[str]) -> list[tuple[str, Path]]:
    """The metadata folder of each distribution, by name; equal ones by environment."""
    found: dict[Path, list[tuple[str, Path]]] = {}
    environments = [project / name for name in _ENVIRONMENTS]
    for environment in (*environments, *filter(None, [places.virtual_env])):
        for library in _libraries(environment, places, notes):
            if (real := real_path(library)) not in found:
                entries = _entries_of(library, places, notes)
                found[real] = [(_name(f), f) for f in entries if f.name.endswith(_DIST_INFO)]
    return sorted((pair for pairs in found.values() for pair in pairs), key=lambda pair: pair[0])


def _libraries(environment: Path, places: SkillFolders, notes: list[str]) -> Iterator[Path]:
    """The folders in which an environment keeps packages, as each system names them."""
    versions = (v for name in _LIBRARIES for v in _entries_of(environment / name, places, notes))
    folders = [v / _PACKAGES for v in versions if v.name.startswith(_PYTHONS)]
    yield from filter(is_folder, (*folders, environment / "Lib" / _PACKAGES))


def _entries_of(folder: Path, places: SkillFolders, notes: list[str]) -> list[Path]:
    """What a folder holds, in order; nothing if there is none, and a note if it is closed."""
    try:
        return sorted(folder.iterdir())
    except (FileNotFoundError, NotADirectoryError):
        return []
    except OSError as error:
        notes.append(f"{places.shown(folder)} cannot be read: {error.strerror}")
        return []


def _name(folder: Path) -> str:
    """The name of a distribution in the one spelling that all of its spellings have."""
    written = folder.name.removesuffix(_DIST_INFO).rpartition("-")[0]
    return _SEPARATORS.sub("-", written).lower()


def _entries(name: str, package: Package) -> Iterator[Entry]:
    """The folders that entry points name, in order of the points' names."""
    try:
        text = read_manifest(package.manifest) or ""
    except Unusable as problem:
        package.say(str(problem))
        return
    site = package.manifest.parent.parent
    for point, value in sorted(_points(text)):
        module, _, inner = _EXTRAS.sub("", value).partition(":")
        parts = module.strip().split(".")
        if not point or not _MODULE.fullmatch(module.strip()):
            package.say(f'the entry "{point} = {value}" names no package: not used')
            continue
        path = site.joinpath(*parts, inner.strip())
        yield Entry(f"{point} = {value}", path, f"py:{name}/{point}", site / parts[0])


def _points(text: str) -> Iterator[tuple[str, str]]:
    """Name and value of each entry point of our group."""
    group = ""
    for line in map(str.strip, text.splitlines()):
        if line.startswith("[") and line.endswith("]"):
            group = line[1:-1].strip()
        elif group == GROUP and line and line[0] not in "#;":
            point, _, value = line.partition("=")
            yield point.strip(), value.strip()


def _why_missing(folder: Path) -> str:
    """Words for a distribution whose files lie where it is developed."""
    try:
        origin = json.loads(read_manifest(folder / "direct_url.json") or "{}")
        editable = origin.get("dir_info", {}).get("editable")
    except (Unusable, ValueError, RecursionError, AttributeError):
        return ""
    return _EDITABLE if editable is True else ""
