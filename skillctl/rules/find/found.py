"""What discovery finds, while it is being filled and when it is done."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import PurePath
from typing import NamedTuple
from unicodedata import normalize

from skillctl.findings import Alias, Case, Skipped
from skillctl.rules.find.paths import LintFolders, real
from skillctl.skills.document import FILE_NAME

CLOSED = "the folder cannot be read"
STOPPED = "the walk stopped here"
DEEP = "the folder lies more than"


class Linked(NamedTuple):
    """A link in a skill that leads out of the skill: its printed path, and where it leads."""

    shown: str
    target: str


class Around(NamedTuple):
    """What was seen around the file of a skill.

    `real` is its folder with every link followed, empty if nobody looked. `alike` are the names of
    files beside it that differ from its own by case; `dangling` the printed paths of links without
    a target, `linked` the links that lead out, `nested` the printed paths of further skill files
    below it.
    """

    real: str = ""
    alike: tuple[str, ...] = ()
    dangling: tuple[str, ...] = ()
    linked: tuple[Linked, ...] = ()
    nested: tuple[str, ...] = ()


class Target(NamedTuple):
    """A file to check; `names` are the folders by which links lead to it, beside its own.

    `host` is the host whose config it is, where its name does not tell.
    """

    path: str
    shown: str
    names: tuple[str, ...] = ()
    around: Around = Around()
    host: str = ""


class Record(NamedTuple):
    """What a checked file leaves for the rules about several files.

    `kind` is that of discovery; files of one kind that share a key are compared.
    """

    kind: str
    key: tuple[str, ...]
    target: Target


class Unseen(NamedTuple):
    """A path of which there is no file to check, and why: not looked at, no target, no skill."""

    path: str
    shown: str
    reason: str


class Discovery(NamedTuple):
    """What is checked, what is not and why, and what has a second name."""

    skills: tuple[Target, ...] = ()
    configs: tuple[Target, ...] = ()
    fakes: tuple[Target, ...] = ()
    scenarios: tuple[Target, ...] = ()
    evals: tuple[Target, ...] = ()
    dangling: tuple[Unseen, ...] = ()
    bare: tuple[Unseen, ...] = ()
    unseen: tuple[Unseen, ...] = ()
    skipped: tuple[Skipped, ...] = ()
    aliases: tuple[Alias, ...] = ()


@dataclass(slots=True)
class Surroundings:
    """What `Around` holds, while it is being filled; every path is absolute."""

    real: str = ""
    alike: list[str] = field(default_factory=list)
    dangling: list[str] = field(default_factory=list)
    linked: list[tuple[str, str]] = field(default_factory=list)
    nested: list[str] = field(default_factory=list)


@dataclass(slots=True)
class Found:
    """What was found, in that order; every path is absolute.

    `skills`, `configs` and the like map the real path of a file to that under which it was first
    seen; `names` maps it to further paths that lead there by a link, `around` to what surrounds a
    skill. `hosts` names the hosts of configs whose names do not tell. `skipped` and `unseen` say
    why; `dangling` are the links without a target among skills, `bare` the folders among them in
    which there is no skill; `asked` keeps which file in a folder is its skill, if any.
    """

    skills: dict[str, str] = field(default_factory=dict)
    configs: dict[str, str] = field(default_factory=dict)
    fakes: dict[str, str] = field(default_factory=dict)
    scenarios: dict[str, str] = field(default_factory=dict)
    evals: dict[str, str] = field(default_factory=dict)
    names: dict[str, list[str]] = field(default_factory=dict)
    hosts: dict[str, str] = field(default_factory=dict)
    around: dict[str, Surroundings] = field(default_factory=dict)
    skipped: dict[str, str] = field(default_factory=dict)
    unseen: dict[str, str] = field(default_factory=dict)
    dangling: dict[str, str] = field(default_factory=dict)
    bare: dict[str, str] = field(default_factory=dict)
    asked: dict[PurePath, str | None] = field(default_factory=dict)

    def add(self, table: dict[str, str], path: str, key: str = "") -> str:
        """Note a file under its real path, if that is known, and give it.

        A second name by a link is kept.
        """
        key = key or real(path)
        first = table.setdefault(key, path)
        names = self.names.setdefault(key, [])
        if path != first and path not in names:
            names.append(path)
        return key


def is_skill_name(name: str) -> bool:
    """Whether a file is meant as the file of a skill, in whatever case."""
    return len(name) == len(FILE_NAME) and name.casefold() == FILE_NAME.casefold()


def is_evals_name(path: PurePath) -> bool:
    """Whether a file in a skill holds trials by its name: `evals/*.json`."""
    return path.suffix == ".json" and path.parent.name == "evals"


def discovery_of(found: Found, places: LintFolders) -> Discovery:
    """What was found, with its paths as they are printed."""
    return Discovery(
        skills=_targets(found.skills, found, places),
        configs=_targets(found.configs, found, places),
        fakes=_targets(found.fakes, found, places),
        scenarios=_targets(found.scenarios, found, places),
        evals=_targets(found.evals, found, places),
        skipped=tuple(Skipped(places.shown(path), why) for path, why in found.skipped.items()),
        aliases=tuple(_aliases(found, places)),
        dangling=_unseen(found.dangling, places),
        bare=_unseen(found.bare, places),
        unseen=_unseen(found.unseen, places),
    )


def _unseen(table: dict[str, str], places: LintFolders) -> tuple[Unseen, ...]:
    return tuple(Unseen(path, places.shown(path), why) for path, why in table.items())


def _targets(table: dict[str, str], found: Found, places: LintFolders) -> tuple[Target, ...]:
    return tuple(
        Target(
            path,
            places.shown(path),
            tuple(PurePath(name).parent.name for name in found.names[key]),
            _around(found.around[key], places) if key in found.around else Around(),
            found.hosts.get(key, ""),
        )
        for key, path in table.items()
    )


def _around(seen: Surroundings, places: LintFolders) -> Around:
    return Around(
        real=seen.real,
        alike=tuple(PurePath(path).name for path in seen.alike),
        dangling=tuple(map(places.shown, seen.dangling)),
        linked=tuple(Linked(places.shown(path), target) for path, target in seen.linked),
        nested=tuple(map(places.shown, seen.nested)),
    )


def _aliases(found: Found, places: LintFolders) -> Iterator[Alias]:
    """Second names: of a skill its folder, of anything else its file."""
    for table in (found.skills, found.configs, found.fakes, found.scenarios, found.evals):
        is_folder = table is found.skills
        for key, first in table.items():
            target = PurePath(first).parent if is_folder else PurePath(first)
            for name in found.names[key]:
                path = PurePath(name).parent if is_folder else PurePath(name)
                yield Alias(places.shown(str(path)), places.shown(str(target)))


def by_host_name(aliases: Sequence[Alias], cases: Sequence[Case]) -> Iterator[Alias]:
    """Aliases as seen from the name under which a host knows a skill.

    That is the one that the skill bears, if any of them is, else the first (lint.md section 1.2).
    """
    bears = {PurePath(case.path).parent.as_posix(): case.name for case in cases if aliases}
    hosts: dict[str, str] = {}
    for path, target in aliases:
        name = bears.get(target, "")
        if _is_called(path, name) and not _is_called(target, name):
            hosts.setdefault(target, path)
    for path, target in aliases:
        host = hosts.get(target, target)
        yield Alias(target if path == host else path, host)


def _is_called(path: str, name: str) -> bool:
    return normalize("NFKC", PurePath(path).name) == normalize("NFKC", name)
