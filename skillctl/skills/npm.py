"""Skills of npm packages: what dependencies of a project name as `gbsSkills` (skills.md 1.5)."""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path, PurePosixPath
from typing import Any

from skillctl.skills.package_roots import Entry, Package, Unusable, read_manifest
from skillctl.skills.roots import Root, SkillFolders

MANIFEST = "package.json"
_FIELD = "gbsSkills"
_DEPENDENCIES = ("dependencies", "devDependencies")
_MOST_INSTALLED = 2000
_SCOPED = 2  # parts of a name such as @acme/notes
_KINDS = {dict: "an object", str: "a string", bool: "true or false", type(None): "null"}


def npm_roots(project: Path, places: SkillFolders) -> tuple[list[Root], list[str]]:
    """The folders of skills in the packages that a project names, by name; and what was wrong."""
    own = Package(project / MANIFEST, places)
    roots: list[Root] = []
    notes = own.notes
    for name in sorted(_dependencies(own)):
        if not is_package_name(name):
            own.say(f'"{name}" is no name of a package: not looked for')
            continue
        package = Package(project / "node_modules" / name / MANIFEST, places)
        roots += package.roots(list(_entries(name, package)))
        notes += package.notes
    return roots, notes


def undeclared_roots(project: Path, places: SkillFolders) -> dict[str, list[Root]]:
    """The folders of skills in installed packages that the project does not name, by package."""
    known = _dependencies(Package(project / MANIFEST, places))
    names = [name for name in _installed(project / "node_modules") if name not in known]
    roots: dict[str, list[Root]] = {}
    for name in filter(is_package_name, names[:_MOST_INSTALLED]):
        package = Package(project / "node_modules" / name / MANIFEST, places)
        roots[name] = list(package.roots(list(_entries(name, package))))
    return roots


def _installed(folder: Path, scope: str = "") -> Iterator[str]:
    """The names of what lies in `node_modules`, in order."""
    for name in _names_in(folder):
        if name.startswith("@") and not scope:
            yield from _installed(folder / name, f"{name}/")
        else:
            yield f"{scope}{name}"


def _names_in(folder: Path) -> list[str]:
    try:
        return sorted(path.name for path in folder.iterdir())
    except OSError:
        return []


def is_package_name(name: str) -> bool:
    """Whether a name can stand in a path: one part, or two of which the first begins with `@`."""
    parts = name.split("/")
    scoped = len(parts) == _SCOPED and len(parts[0]) > 1
    return (
        (scoped or len(parts) == 1) and name.startswith("@") == scoped and all(map(_is_part, parts))
    )


def _is_part(part: str) -> bool:
    return bool(part) and part[0] != "." and part.isprintable() and not set(part) & set("\\:")


def _dependencies(own: Package) -> set[str]:
    """The names of what a project depends on, also of what only its developers need."""
    manifest = _manifest(own)
    names: set[str] = set()
    for key in _DEPENDENCIES:
        value = manifest.get(key, {})
        if isinstance(value, dict):
            names |= value.keys()
        else:
            own.say(f"{key} is {_kind(value)}, not an object: no package is looked for")
    return names


def _entries(name: str, package: Package) -> Iterator[Entry]:
    """What a package names; whatever is no relative path is told and left out."""
    value = _manifest(package).get(_FIELD, [])
    if not isinstance(value, list):
        package.say(f"{_FIELD} is {_kind(value)}, not an array: not used")
        return
    for item in value:
        if not isinstance(item, str):
            package.say(f"{_FIELD} holds {_kind(item)}, not a string: not used")
        elif not item or item.startswith("/"):
            package.say(f'the entry "{item}" is no relative path: not used')
        else:
            inner, folder = PurePosixPath(item), package.manifest.parent
            yield Entry(item, folder / inner, f"npm:{name}/{inner}", folder)


def _manifest(package: Package) -> Mapping[str, Any]:
    """The fields of a manifest; none if there is no such file, or if it cannot be used."""
    try:
        text = read_manifest(package.manifest)
        fields = {} if text is None else _parsed(text)
    except Unusable as problem:
        package.say(str(problem))
        return {}
    if isinstance(fields, dict):
        return fields
    package.say(f"is {_kind(fields)}, not an object: not used")
    return {}


def _parsed(text: str) -> Any:  # noqa: ANN401 # JSON
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        where = f"line {error.lineno}, column {error.colno}"
        raise Unusable(f"is not JSON ({error.msg}, {where}): not used") from None
    except (ValueError, RecursionError):
        raise Unusable("is JSON beyond all limits: not used") from None


def _kind(value: object) -> str:
    words = "an array" if isinstance(value, list) else "a number"
    return _KINDS.get(type(value), words)
