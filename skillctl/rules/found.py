"""What discovery finds, while it is being filled and when it is done."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import PurePath
from typing import NamedTuple

from skillctl.findings import Alias, Skipped
from skillctl.rules.paths import LintFolders, real
from skillctl.skills.document import FILE_NAME


class Target(NamedTuple):
    """A file to check; `names` are the folders by which links lead to it, beside its own."""

    path: str
    shown: str
    names: tuple[str, ...] = ()


class Unseen(NamedTuple):
    """A folder that was not looked at, or not wholly, and why."""

    path: str
    shown: str
    reason: str


class Discovery(NamedTuple):
    """What is checked, what is not and why, and what has a second name."""

    skills: tuple[Target, ...] = ()
    configs: tuple[Target, ...] = ()
    unseen: tuple[Unseen, ...] = ()
    skipped: tuple[Skipped, ...] = ()
    aliases: tuple[Alias, ...] = ()


@dataclass(slots=True)
class Found:
    """What was found, in that order; every path is absolute.

    `skills` and `configs` map the real path of a file to the path under which it was first seen;
    `names` maps it to further paths that lead there by a link. `skipped` and `unseen` say why.
    """

    skills: dict[str, str] = field(default_factory=dict)
    configs: dict[str, str] = field(default_factory=dict)
    names: dict[str, list[str]] = field(default_factory=dict)
    skipped: dict[str, str] = field(default_factory=dict)
    unseen: dict[str, str] = field(default_factory=dict)

    def add(self, table: dict[str, str], path: str) -> None:
        """Note a file under its real path; a second name by a link is kept as a name."""
        key = real(path)
        first = table.setdefault(key, path)
        names = self.names.setdefault(key, [])
        if path != first and path not in names:
            names.append(path)


def is_skill_name(name: str) -> bool:
    """Whether a file is meant as the file of a skill, in whatever case."""
    return name.casefold() == FILE_NAME.casefold()


def discovery_of(found: Found, places: LintFolders) -> Discovery:
    """What was found, with its paths as they are printed."""
    return Discovery(
        skills=_targets(found.skills, found, places),
        configs=_targets(found.configs, found, places),
        skipped=tuple(Skipped(places.shown(path), why) for path, why in found.skipped.items()),
        aliases=tuple(_aliases(found, places)),
        unseen=tuple(Unseen(p, places.shown(p), why) for p, why in found.unseen.items()),
    )


def _targets(table: dict[str, str], found: Found, places: LintFolders) -> tuple[Target, ...]:
    return tuple(
        Target(path, places.shown(path), tuple(PurePath(n).parent.name for n in found.names[key]))
        for key, path in table.items()
    )


def _aliases(found: Found, places: LintFolders) -> Iterator[Alias]:
    """Second names: of a skill its folder, of a config its file."""
    for table, is_folder in ((found.skills, True), (found.configs, False)):
        for key, first in table.items():
            target = PurePath(first).parent if is_folder else PurePath(first)
            for name in found.names[key]:
                path = PurePath(name).parent if is_folder else PurePath(name)
                yield Alias(places.shown(str(path)), places.shown(str(target)))
