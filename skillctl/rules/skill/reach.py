"""Where a relative path leads on disk, without a question to the disk but for links on it.

Folders are listed once and compared by name, so that case counts on every system (lint.md sections
3.3 and 8.3).
"""

import os
from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum
from functools import cached_property
from typing import NamedTuple

from skillctl.files import mode_of
from skillctl.rules.find.paths import real
from skillctl.rules.skill.listing import Listings


class Where(IntEnum):
    """Where a path leads; of several readings of one path the least counts.

    `UNKNOWN` is what lies in a folder that cannot be read.
    """

    SKILL = 1
    UNKNOWN = 2
    PROJECT = 3
    OUTSIDE = 4
    MISSING = 5
    ABSOLUTE = 6


class Reached(NamedTuple):
    """Where a path leads; for one that is missing, the name in its stead that only looks alike."""

    where: Where
    near: str = ""


@dataclass(frozen=True, slots=True)
class Ground:
    """What all skills of a run share: the project, as named and with links followed; listings."""

    project: str
    real: str
    listings: Listings


@dataclass(frozen=True)
class Spot:
    """The place of one skill: its folder as it was found, and the path of its file.

    `known` is the folder with every link followed, if that was found out before.
    """

    ground: Ground
    folder: str
    file: str
    known: str = ""

    @cached_property
    def real(self) -> str:
        """The folder with every link followed."""
        return self.known or real(self.folder)

    @cached_property
    def own(self) -> tuple[str, ...]:
        """The folders that are the skill: with links followed, and that of the file itself."""
        return tuple({self.real: 0, os.path.dirname(real(self.file)): 0})  # noqa: PTH120 # a text

    @property
    def is_led_out(self) -> bool:
        """Whether a link on the way to the skill leads out of the project."""
        named_inside = is_below(self.folder, self.ground.project)
        return named_inside and not is_below(self.real, self.ground.real)

    @property
    def is_by_links(self) -> bool:
        """Whether there may be a link on the way from the project to the skill."""
        return self.folder[len(self.ground.project) :] != self.real[len(self.ground.real) :]

    def reach(self, path: str) -> Reached:
        """Follow a path from the folder, or else from where the file itself lies."""
        first = self.follow(self.folder, path)
        if first.where <= Where.UNKNOWN or self.own == (self.folder,):
            return first
        return best([first, *(self.follow(folder, path) for folder in self.own)])

    def follow(self, base: str, path: str) -> Reached:
        """Go from folder to folder; a step out of the project ends the way."""
        at = base
        for part in path.split("/"):
            if part in ("", "."):
                continue
            if part == "..":
                at = os.path.dirname(at)  # noqa: PTH120 # a text
            else:
                listing = self.ground.listings.of(at)
                is_link = listing.names.get(part, self._to_be_stored(at, part))
                if is_link is None:
                    near = listing.alike(part) or ""
                    return Reached(Where.MISSING if listing.known else Where.UNKNOWN, near)
                at = f"{at.rstrip(os.sep)}{os.sep}{part}"
                if not is_link:
                    continue
                at = real(at)
                if not mode_of(at):
                    return Reached(Where.MISSING)
            if self.where(at) is Where.OUTSIDE:
                break
        return Reached(self.where(at))

    def _to_be_stored(self, folder: str, name: str) -> bool | None:
        """Of a name that is not there: False if the text itself has it, which is no link."""
        return False if f"{folder}{os.sep}{name}" == self.file else None

    def where(self, path: str) -> Where:
        """In what an absolute path lies."""
        if is_below(path, self.folder) or any(is_below(path, folder) for folder in self.own):
            return Where.SKILL
        if is_below(path, self.ground.project) or is_below(path, self.ground.real):
            return Where.PROJECT
        return Where.OUTSIDE


def best(ends: Sequence[Reached]) -> Reached:
    """The end that counts of several readings of one path."""
    return min(ends, key=lambda end: end.where)


def is_below(path: str, folder: str) -> bool:
    """Whether a path is a folder or lies in it."""
    return path == folder or path.startswith(f"{folder.rstrip(os.sep)}{os.sep}")
