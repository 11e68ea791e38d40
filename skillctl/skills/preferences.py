"""Which skills the user turned off: `{"is_enabled": {NAME: true or false}}` (skills.md section 5).

What cannot be read is an error wherever it counts: as an empty file it would turn skills on.
"""

import json
import shlex
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from skillctl.errors import Location, Position, StoreError
from skillctl.files import is_there
from skillctl.policy.text import row
from skillctl.settings import SkillSettings
from skillctl.source.file import SourceFile, Undecodable
from skillctl.source.json_text import parse_json
from skillctl.source.read import Unreadable, read_source
from skillctl.source.tree import Entry, Node

FLAGS = "is_enabled"
MOST_BYTES = 1_048_576
ENABLE = "skillctl skills enable"
DISABLE = "skillctl skills disable"
_SHOWN = 5
_HOME = "~/"


def enable_command(name: str) -> str:
    """The command that enables a skill, safe to be copied into a shell."""
    ends_options = "-- " if name.startswith("-") else ""
    return f"{ENABLE} {ends_options}{shlex.quote(row(name))}"


@dataclass(frozen=True, slots=True)
class Preferences:
    """What the user said of skills by name; a name that is not there is enabled.

    `notes` are about what the file says in vain.
    """

    said: Mapping[str, bool] = field(default_factory=dict)
    notes: tuple[str, ...] = field(default=(), compare=False)

    def enables(self, name: str) -> bool:
        """Whether a skill of that name may be used."""
        return self.said.get(name, True)


ALL_ENABLED = Preferences()


@dataclass(frozen=True, slots=True)
class PreferenceFile:
    """The file as it stands: its text, and its tree."""

    source: SourceFile
    root: Node

    @property
    def preferences(self) -> Preferences:
        """What it says."""
        flags = self.root.get(FLAGS)
        entries = flags.entries if flags else ()
        said = {entry.key: entry.value.value is True for entry in entries}
        return Preferences(said, tuple(self._in_vain()))

    def _in_vain(self) -> Iterator[str]:
        """What other keys were meant to say is anybody's guess: they are kept and not used."""
        others = [e for e in self.root.entries if e.key != FLAGS and not e.key.startswith("$")]
        if others:
            keys = ", ".join(f'"{row(entry.key)}"' for entry in others[:_SHOWN])
            more = f" and {len(others) - _SHOWN} more" if len(others) > _SHOWN else ""
            example = json.dumps({FLAGS: {_example(others): False}}, ensure_ascii=False)
            yield (
                f"{self.source.path}: nothing is disabled by the key {keys}{more}; a skill is by "
                f"{row(example)}, or with: {DISABLE} NAME"
            )


def _example(entries: Sequence[Entry]) -> str:
    """The name of a skill that a file may be about: of a key that is a flag, else no real one."""
    flags = (entry.key for entry in entries if entry.value.kind == "boolean")
    return next(flags, "NAME")


def preferences_path(settings: SkillSettings, home: Path, config_dir: Path) -> Path:
    """Where the file is: below home if it begins with `~/`, else below the folder of settings."""
    named = settings.preferences
    if named.startswith(_HOME):
        return home / named.removeprefix(_HOME)
    return config_dir / named


def load_preferences(path: Path) -> Preferences:
    """Read the file; where there is none every skill is enabled.

    Raises StoreError with line and column if it is there but does not say which skills are enabled.
    """
    file = read_preferences(path)
    return file.preferences if file else ALL_ENABLED


def read_preferences(path: Path) -> PreferenceFile | None:
    """The file with the place of everything, or None where there is none; raises as above."""
    if not is_there(path):
        return None
    source = read_source(path, str(path), MOST_BYTES)
    if isinstance(source, Unreadable):
        raise _refusal(f"the file {source.reason}", Location(str(path)))
    if isinstance(source, Undecodable):
        place = Position(source.line, source.column, source.offset)
        raise _refusal("not UTF-8 text", Location(str(path), place))
    root, problems = parse_json(source)
    if root is None or problems:
        problem = problems[0]
        at = source.location(problem.start, problem.end)
        raise _refusal(f"not strict JSON: {problem.message}", at)
    for start, words in _misfits(root, source):
        raise _refusal(words, source.location(start))
    return PreferenceFile(source, root)


def _misfits(root: Node, source: SourceFile) -> Iterator[tuple[int, str]]:
    """Where it is not of the form that it should have; other keys are left in peace."""
    if root.kind != "mapping":
        yield root.start, "the file is not an object"
    for first, second in root.duplicates():
        line = source.position(first.start).line
        yield second.start, f'the key "{second.key}" stands in line {line} already'
    flags = root.get(FLAGS)
    if flags and flags.kind != "mapping":
        yield flags.start, f'"{FLAGS}" is not an object'
    for entry in flags.entries if flags else ():
        if entry.value.kind != "boolean":
            yield entry.value.start, f'"{entry.key}" is not true or false'


def _refusal(message: str, location: Location) -> StoreError:
    return StoreError(
        f"the preferences of skills cannot be used: {message}",
        hint="not changed; fix or move it",
        location=location,
    )
