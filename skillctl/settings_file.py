"""Reading settings from the files of a project and of a user."""

from collections.abc import Iterator
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path

from skillctl.errors import Location, SkillctlError
from skillctl.settings import (
    DEFAULT_PRESET,
    PRESETS,
    Row,
    Settings,
    Who,
    fits,
    preset_settings,
    rows,
    with_values,
    words_for,
)
from skillctl.source.file import SourceFile, Undecodable, decode
from skillctl.source.toml_text import parse_toml
from skillctl.source.tree import Entry, Node

FILE_NAME = "skillctl.toml"


@dataclass(frozen=True, slots=True)
class Loaded:
    """The settings of a command, the file of the project they came from, and what was ignored."""

    settings: Settings
    file: Path | None = None
    ignored: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class _Values:
    values: dict[str, object]
    path: Path | None = None
    ignored: tuple[str, ...] = ()


def load_settings(
    project: Path | None, config_dir: Path, *, preset: str | None = None, file: Path | None = None
) -> Loaded:
    """Read the user's file, then the project's; command line (`preset`, `file`) beats both.

    Raises SkillctlError with file, line and column on an unknown key, a wrong type or bad TOML.
    """
    ours = (
        _read(config_dir / FILE_NAME, Who.USER, "")
        if (config_dir / FILE_NAME).is_file()
        else _Values({})
    )
    theirs = _project_values(project, file)
    values = ours.values | theirs.values
    name = preset or str(values.get("preset") or DEFAULT_PRESET)
    if name not in PRESETS:
        raise SkillctlError(
            f"no preset named {name!r}", hint=f"known presets: {', '.join(PRESETS)}"
        )
    settings = with_values(preset_settings(name), values | {"preset": name})
    return Loaded(settings, theirs.path, theirs.ignored)


def project_settings_file(project: Path) -> Path | None:
    """The settings file of a project; two of them is an error, since only one can count."""
    own = project / FILE_NAME
    shared = project / "pyproject.toml"
    has_table = shared.is_file() and b"[tool.skillctl" in shared.read_bytes()
    if own.is_file() and has_table:
        raise SkillctlError(
            f"{own} and the [tool.skillctl] of {shared} both hold settings",
            hint="keep one of the two",
        )
    return own if own.is_file() else (shared if has_table else None)


def _project_values(project: Path | None, file: Path | None) -> _Values:
    if file is not None and not file.is_file():
        raise SkillctlError(f"no settings file at {file}")
    path = file or (project_settings_file(project) if project else None)
    if path is None:
        return _Values({})
    return _read(path, Who.ANYONE, "tool.skillctl" if path.name == "pyproject.toml" else "")


def _read(path: Path, who: Who, table: str) -> _Values:
    """Read one file; settings that its owner may not set are named and left out."""
    source = decode(str(path), path.read_bytes())
    if isinstance(source, Undecodable):
        raise SkillctlError("the settings are not UTF-8 text", location=Location(str(path)))
    node, problems = parse_toml(source)
    if node is None:
        problem = problems[0]
        raise SkillctlError(
            f"not valid TOML: {problem.message}",
            location=source.location(problem.start, problem.end),
        )
    for part in filter(None, table.split(".")):
        node = node.get(part) or Node("mapping", 0, 0)
    known = {row.key: row for row in rows()}
    values: dict[str, object] = {}
    ignored: list[str] = []
    for key, entry in _entries(source, node, known):
        row = known[key]
        _check(source, entry, row)
        if row.who is Who.USER and who is Who.ANYONE:
            place = source.location(entry.start)
            ignored.append(
                f"{place}: {key} is honoured from the user's settings only; ignored here"
            )
        else:
            values[key] = entry.value.data()
    return _Values(values, path, tuple(ignored))


def _entries(source: SourceFile, node: Node, known: dict[str, Row]) -> Iterator[tuple[str, Entry]]:
    """Give each setting of the file by its dotted key; an unknown one ends the command."""
    sections = {key.split(".")[0] for key in known if "." in key}
    for entry in node.entries:
        if entry.key in sections and entry.value.kind == "mapping":
            for inner in entry.value.entries:
                yield _known(source, f"{entry.key}.{inner.key}", inner, known), inner
        else:
            yield _known(source, entry.key, entry, known), entry


def _known(source: SourceFile, key: str, entry: Entry, known: dict[str, Row]) -> str:
    spelled = key.replace("_", "-")
    if spelled in known:
        return spelled
    near = get_close_matches(spelled, known, 1)
    raise SkillctlError(
        f"unknown setting {key!r}",
        hint=f"did you mean {near[0]!r}?" if near else "the README lists the settings",
        location=source.location(entry.start, entry.end),
    )


def _check(source: SourceFile, entry: Entry, row: Row) -> None:
    """End the command if a value has the wrong type or is none of the choices."""
    value = entry.value.data()
    place = source.location(entry.value.start, entry.value.end)
    if not fits(row.kind, value):
        raise SkillctlError(f"setting {row.key!r} wants {words_for(row.kind)}", location=place)
    if row.choices and value not in row.choices:
        raise SkillctlError(
            f"setting {row.key!r} is {value!r}",
            hint=f"one of: {', '.join(row.choices)}",
            location=place,
        )
