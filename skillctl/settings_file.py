"""Reading settings from the files of a project and of a user."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from skillctl.bounds import beyond, is_beyond
from skillctl.errors import Location, Position, SkillctlError
from skillctl.files import because, is_file, is_there
from skillctl.nearest import did_you_mean
from skillctl.setting import Row, Who, fits, words_for
from skillctl.settings import (
    DEFAULT_PRESET,
    PRESETS,
    Settings,
    preset_settings,
    rows,
    value_of,
    with_values,
)
from skillctl.source.file import SourceFile, Undecodable
from skillctl.source.read import Unreadable, read_source
from skillctl.source.tree import Entry, Node

FILE_NAME = "skillctl.toml"
SHARED_TABLE = "tool.skillctl"
MAX_BYTES = 1_048_576


class Given(NamedTuple):
    """One setting as it stands in a file, for whoever has to judge the words of its value."""

    key: str
    source: SourceFile
    value: Node


@dataclass(frozen=True, slots=True)
class Loaded:
    """The settings of a command, the file of the project they came from, and what was ignored.

    `given` are the settings of all files as they are written there.
    """

    settings: Settings
    file: Path | None = None
    ignored: tuple[str, ...] = ()
    given: tuple[Given, ...] = ()


@dataclass(frozen=True, slots=True)
class _Values:
    values: dict[str, object]
    path: Path | None = None
    ignored: tuple[str, ...] = ()
    given: tuple[Given, ...] = ()


def load_settings(
    project: Path | None, config_dir: Path, *, preset: str | None = None, file: Path | None = None
) -> Loaded:
    """Read the user's file, then the project's; command line (`preset`, `file`) beats both.

    Raises SkillctlError with file, line and column on an unknown key, a wrong type or bad TOML.
    """
    own = config_dir / FILE_NAME
    ours = _read(own, Who.USER, "") if is_there(own) else _Values({})
    theirs = _project_values(project, file)
    values = _joined(ours.values, theirs.values)
    name = preset or str(values.get("preset") or DEFAULT_PRESET)
    if name not in PRESETS:
        raise SkillctlError(
            f"no preset named {name!r}",
            hint=f"known presets: {', '.join(PRESETS)}",
            location=None if preset else _place("preset", (*ours.given, *theirs.given)),
        )
    usual = str(ours.values.get("preset") or DEFAULT_PRESET)
    kept = {} if preset else _kept(name, usual if usual in PRESETS else DEFAULT_PRESET)
    usually = with_values(preset_settings(name), kept | ours.values)
    over = beyond(theirs.values, usually)
    values = _joined(ours.values, {k: v for k, v in theirs.values.items() if k not in over})
    settings = with_values(preset_settings(name), kept | values | {"preset": name})
    too_far = (f"{_place(key, theirs.given)}: {words}" for key, words in over.items())
    told = [*theirs.ignored, *_not_moved(theirs.given, name, kept), *too_far]
    ignored = tuple(f"{words}; set it in {own}" for words in told)
    return Loaded(settings, theirs.path, ignored, (*ours.given, *theirs.given))


def _kept(preset: str, usual: str) -> dict[str, object]:
    """What a preset that a project names does not move: what only the user may set."""
    own, other = preset_settings(usual), preset_settings(preset)
    found = ((row, value_of(own, row.key), value_of(other, row.key)) for row in rows())
    return {
        row.key: mine
        for row, mine, theirs in found
        if (row.who is Who.USER and mine != theirs) or is_beyond(row, theirs, mine)
    }


def _not_moved(given: Iterable[Given], preset: str, keys: Iterable[str]) -> Iterator[str]:
    """A line about what the preset of a project would have moved."""
    place = _place("preset", given)
    listed = ", ".join(keys)
    if place and listed:
        yield (
            f"{place}: of preset {preset!r}, {listed} are honoured from the user's settings only; "
            "ignored here"
        )


def _place(key: str, given: Iterable[Given]) -> Location | None:
    """Where the value of a setting stands that counts: the last one."""
    found = [g.source.location(g.value.start, g.value.end) for g in given if g.key == key]
    return found[-1] if found else None


def project_settings_file(project: Path) -> Path | None:
    """The settings file of a project; two of them is an error, since only one can count."""
    own = project / FILE_NAME
    shared = project / "pyproject.toml"
    has_table = is_file(shared) and _holds_settings(shared)
    if is_there(own) and has_table:
        raise SkillctlError(
            f"{own} and the [{SHARED_TABLE}] of {shared} both hold settings",
            hint="keep one of the two",
        )
    return own if is_there(own) else (shared if has_table else None)


def _holds_settings(path: Path) -> bool:
    """Whether a `pyproject.toml` has our table; one that is no TOML is asked for its header."""
    source = read_source(path, str(path), MAX_BYTES)
    if not isinstance(source, SourceFile) or "skillctl" not in source.text:
        return False
    from skillctl.source.toml_text import parse_toml  # noqa: PLC0415 # import budget: most have none

    node, _ = parse_toml(source)
    if node is None:
        return f"[{SHARED_TABLE}" in source.text
    tool = node.get("tool")
    return tool is not None and tool.get("skillctl") is not None


def _joined(ours: dict[str, object], theirs: dict[str, object]) -> dict[str, object]:
    """The project's values beat the user's, but lists that extend add up (lint.md section 1.6)."""
    added = {
        key: [*mine, *yours]
        for key, mine in ours.items()
        if key.rpartition(".")[2].startswith("extend-")
        and isinstance(mine, list)
        and isinstance(yours := theirs.get(key), list)
    }
    return ours | theirs | added


def _project_values(project: Path | None, file: Path | None) -> _Values:
    if file is not None and not is_file(file):
        raise SkillctlError(f"no settings file at {file}{because(file)}")
    path = file or (project_settings_file(project) if project else None)
    if path is None:
        return _Values({})
    return _read(path, Who.ANYONE, SHARED_TABLE if path.name == "pyproject.toml" else "")


def _read(path: Path, who: Who, table: str) -> _Values:
    """Read one file; settings that its owner may not set are named and left out."""
    source = _source(path)
    node = _table(source, table)
    known = {row.key: row for row in rows()}
    values: dict[str, object] = {}
    ignored: list[str] = []
    given: list[Given] = []
    for key, entry in _entries(source, node, known):
        row = known[key]
        _check(source, entry, row)
        place = source.location(entry.start, entry.end)
        if key in values:
            raise SkillctlError(f"setting {key!r} stands here twice", location=place)
        if row.who is Who.USER and who is Who.ANYONE:
            ignored.append(
                f"{place}: {key} is honoured from the user's settings only; ignored here"
            )
        else:
            values[key] = entry.value.data()
            given.append(Given(key, source, entry.value))
    return _Values(values, path, tuple(ignored), tuple(given))


def _source(path: Path) -> SourceFile:
    """The text of a settings file, or the end of the command."""
    source = read_source(path, str(path), MAX_BYTES)
    if isinstance(source, Unreadable):
        raise SkillctlError(f"the settings file {path} {source.reason}")
    if isinstance(source, Undecodable):
        place = Position(source.line, source.column, source.offset)
        raise SkillctlError("the settings are not UTF-8 text", location=Location(str(path), place))
    return source


def _table(source: SourceFile, table: str) -> Node:
    """The table of a document that holds our settings."""
    from skillctl.source.toml_text import parse_toml  # noqa: PLC0415 # as above

    node, problems = parse_toml(source)
    if node is None:
        problem = problems[0]
        raise SkillctlError(
            f"not valid TOML: {problem.message}",
            location=source.location(problem.start, problem.end),
        )
    for part in filter(None, table.split(".")):
        entry = node.entry(part)
        if entry is None:
            raise SkillctlError(f"{source.path} has no table [{table}]")
        node = _mapping(source, part, entry)
    return node


def _mapping(source: SourceFile, key: str, entry: Entry) -> Node:
    """The value of a key that has to be a table."""
    if entry.value.kind != "mapping":
        place = source.location(entry.value.start, entry.value.end)
        raise SkillctlError(f"{key!r} is a table of settings, not a value", location=place)
    return entry.value


def _entries(source: SourceFile, node: Node, known: dict[str, Row]) -> Iterator[tuple[str, Entry]]:
    """Give each setting of the file by its dotted key; an unknown one ends the command."""
    sections = _sections(known)
    for entry in node.entries:
        if entry.key in sections:
            for inner in _mapping(source, entry.key, entry).entries:
                yield _known(source, (entry.key, inner.key), inner, known), inner
        else:
            yield _known(source, (entry.key,), entry, known), entry


def _sections(known: Iterable[str]) -> set[str]:
    return {key.split(".")[0] for key in known if "." in key}


def _known(source: SourceFile, path: tuple[str, ...], entry: Entry, known: dict[str, Row]) -> str:
    """The key of the table of settings; words with a dot in them are none."""
    key = ".".join(path)
    spelled = key.replace("_", "-")
    if spelled in known and len(path) == len(spelled.split(".")):
        return spelled
    sections = _sections(known) if len(path) == 1 else ()
    raise SkillctlError(
        f"unknown setting {key!r}",
        hint=did_you_mean(spelled, sorted({*known, *sections}), _others(path, known)),
        location=source.location(entry.start, entry.end),
    )


def _others(path: tuple[str, ...], known: Iterable[str]) -> str:
    """The settings beside one that looks like none of them."""
    begin = f"{path[0]}." if len(path) > 1 else ""
    names = (key.removeprefix(begin) for key in known if key.startswith(begin))
    listed = dict.fromkeys(f"[{n.split('.')[0]}]" if "." in n else n for n in names)
    where = f"of [{path[0]}]" if begin else "here"
    return f"the settings {where} are: {', '.join(listed)}"


def _check(source: SourceFile, entry: Entry, row: Row) -> None:
    """End the command if a value has the wrong type, is none of the choices, or out of bounds."""
    value = entry.value.data()
    place = source.location(entry.value.start, entry.value.end)
    if not fits(row.kind, value):
        raise SkillctlError(f"setting {row.key!r} wants {words_for(row.kind)}", location=place)
    _check_choices(source, entry, row)
    if row.kind is int and isinstance(value, int):
        _check_bounds(value, row, place)


def _check_bounds(value: int, row: Row, place: Location) -> None:
    """End the command if a number is too small, or more than any system counts to."""
    if value < row.least:
        raise SkillctlError(f"setting {row.key!r} is {value}; at least {row.least}", location=place)
    if value > row.most:
        raise SkillctlError(f"setting {row.key!r} is too large; at most {row.most}", location=place)


def _check_choices(source: SourceFile, entry: Entry, row: Row) -> None:
    """End the command at a word that is none of the choices: the value, or one in its table."""
    named = {f"{row.key}.{inner.key}": inner.value for inner in entry.value.entries}
    for key, node in (named or {row.key: entry.value}).items():
        if row.choices and node.value is not None and node.value not in row.choices:
            raise SkillctlError(
                f"setting {key!r} is {node.value!r}",
                hint=_nearest(str(node.value), row.choices),
                location=source.location(node.start, node.end),
            )


def _nearest(word: str, choices: Iterable[str]) -> str:
    known = [choice for choice in choices if choice]
    return f"{did_you_mean(word, known)} one of: {', '.join(known)}".lstrip()
