"""What lies in the folders around a skill, from one listing of each (lint.md sections 3.3, 8.3)."""

import os
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property
from unicodedata import normalize

MOST_SHARED = 4096


@dataclass(frozen=True)
class Listing:
    """The names in a folder; True for a link. `known` is false if the folder cannot be read."""

    names: Mapping[str, bool]
    known: bool = True

    @cached_property
    def _alike(self) -> dict[str, str]:
        return {_folded(name): name for name in self.names}

    def alike(self, name: str) -> str | None:
        """A name that differs only by case, or by the Unicode form of its characters."""
        return self._alike.get(_folded(name))


@dataclass(slots=True)
class Listings:
    """Listings that are made when they are first asked for.

    Those of the folders in one skill are dropped when the next one begins, the others are shared.
    """

    _prefix: str = ""
    _own: dict[str, Listing] = field(default_factory=dict)
    _shared: dict[str, Listing] = field(default_factory=dict)

    def begin(self, folder: str) -> None:
        """Begin with the skill of a folder."""
        self._prefix = f"{folder}{os.sep}"
        self._own.clear()
        if len(self._shared) > MOST_SHARED:
            self._shared.clear()

    def of(self, folder: str) -> Listing:
        """The listing of a folder; one that is not there is empty."""
        is_own = f"{folder}{os.sep}".startswith(self._prefix)
        folders = self._own if is_own else self._shared
        if folder not in folders:
            folders[folder] = _read(folder)
        return folders[folder]


def _read(folder: str) -> Listing:
    try:
        with os.scandir(folder) as entries:
            return Listing(dict(_kinds(entries)))
    except (FileNotFoundError, NotADirectoryError):
        return Listing({})
    except (OSError, ValueError):
        return Listing({}, known=False)


def _kinds(entries: Iterator[os.DirEntry[str]]) -> Iterator[tuple[str, bool]]:
    for entry in entries:
        with suppress(OSError):
            yield entry.name, entry.is_symlink()


def _folded(name: str) -> str:
    return normalize("NFC", name).casefold()
