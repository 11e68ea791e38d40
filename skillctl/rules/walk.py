"""Looking through folders for what lint checks (lint.md section 1.2).

Entries are taken in code point order, so that the output never depends on the disk.
"""

import os
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import PurePath
from stat import S_ISDIR

from skillctl.files import mode_of, open_file
from skillctl.findings import NOT_ENTERED
from skillctl.globs import matches
from skillctl.rules.found import Found, is_skill_name
from skillctl.rules.paths import LintFolders, real
from skillctl.servers.hosts.find import host_of, may_be_config
from skillctl.skills.document import FILE_NAME

MAX_DEPTH = 32
SKILLS_FOLDER = "skills"
_HEAD_BYTES = 4096
_FIELDS = (b"\nname:", b"\ndescription:", b"\rname:", b"\rdescription:")


@dataclass(frozen=True, slots=True)
class _Folder:
    """A folder on the way: its path, its real path, and what surrounds it.

    `in_skill` tells that a skill above it bundles what is here, `in_root` that a folder `skills`
    stands above it.
    """

    path: str
    real: str
    depth: int
    in_skill: bool
    in_root: bool


class Walk:
    """Walks that share what they found, so that nothing is checked twice."""

    def __init__(
        self, found: Found, places: LintFolders, exclude: Sequence[str], max_entries: int
    ) -> None:
        self.found = found
        self.places = places
        self.names = frozenset(word for word in exclude if not set(word) & set("*?[{/"))
        self.globs = [word for word in exclude if word not in self.names]
        self.max_entries = max_entries
        self.count = 0
        self.entered: dict[str, str] = {}

    def folder(self, path: str) -> None:
        """Look through a folder that was named as an argument."""
        in_root = SKILLS_FOLDER in PurePath(path).parts
        self._enter(_Folder(path, real(path), 0, in_skill=False, in_root=in_root))

    def _enter(self, folder: _Folder) -> None:
        if folder.real in self.entered:
            self._again(folder, self.entered[folder.real])
            return
        self.entered[folder.real] = folder.path
        entries = self._entries(folder.path)
        skill = skill_file(entries, in_root=folder.in_root)
        if skill and not folder.in_skill:
            self.found.add(self.found.skills, skill)
        inside = replace(folder, in_skill=folder.in_skill or skill is not None)
        for entry in entries:
            self._take(entry, inside)

    def _again(self, folder: _Folder, first: str) -> None:
        """A folder was reached a second time: by a link, or as an argument of its own.

        By a link its skill gets a second name; what was bundled is a skill if it is an argument.
        """
        skill = skill_file(self._entries(folder.path), in_root=folder.in_root)
        if skill and (folder.depth == 0 or real(skill) in self.found.skills):
            self.found.add(self.found.skills, skill)
        elif folder.path != first:
            self.found.skipped[folder.path] = f"a link to {self.places.shown(first)}"

    def _entries(self, path: str) -> list[os.DirEntry[str]]:
        """The entries in code point order, as far as the limit goes."""
        try:
            with os.scandir(path) as entries:
                found = sorted(entries, key=lambda entry: entry.name)
        except OSError as error:
            self.found.unseen[path] = f"the folder cannot be read: {error.strerror}"
            return []
        room = self.max_entries - self.count
        self.count += len(found)
        if room < len(found) and room >= 0:
            reason = f"the walk stopped here after {self.max_entries:,} entries"
            self.found.unseen[path] = reason
        return found[: max(0, room)]

    def _take(self, entry: os.DirEntry[str], folder: _Folder) -> None:
        """Look at one entry of a folder."""
        if entry.is_symlink():
            self._follow(entry, folder)
        elif not entry.is_dir(follow_symlinks=False):
            self._file(entry)
        elif not self._excluded(entry):
            self._below(entry, folder, f"{folder.real}{os.sep}{entry.name}")

    def _follow(self, entry: os.DirEntry[str], folder: _Folder) -> None:
        """A link: to a file, to a folder, to a folder above it, or to nothing."""
        target = real(entry.path)
        mode = mode_of(target)
        if not mode:
            self.found.skipped[entry.path] = "a link without a target"
        elif not S_ISDIR(mode):
            self._file(entry)
        elif PurePath(folder.real).is_relative_to(target):
            self.found.skipped[entry.path] = "a link to a folder above it"
        elif not self._excluded(entry):
            self._below(entry, folder, target)

    def _below(self, entry: os.DirEntry[str], folder: _Folder, target: str) -> None:
        if folder.depth == MAX_DEPTH:
            reason = f"the folder lies more than {MAX_DEPTH} folders deep"
            self.found.unseen[entry.path] = reason
            return
        is_root = entry.name == SKILLS_FOLDER
        self._enter(
            _Folder(
                entry.path,
                target,
                folder.depth + 1,
                in_skill=folder.in_skill and not is_root,
                in_root=folder.in_root or is_root,
            )
        )

    def _file(self, entry: os.DirEntry[str]) -> None:
        if may_be_config(entry.name) and host_of(PurePath(entry.path)):
            if self._excluded(entry):
                return
            self.found.add(self.found.configs, entry.path)

    def _excluded(self, entry: os.DirEntry[str]) -> bool:
        """Whether the settings exclude an entry; then it is noted as skipped."""
        path = self.places.for_globs(entry.path)
        if entry.name in self.names or any(matches(glob, path) for glob in self.globs):
            self.found.skipped[entry.path] = NOT_ENTERED if entry.is_dir() else "excluded"
            return True
        return False


def skill_file(entries: Sequence[os.DirEntry[str]], *, in_root: bool) -> str | None:
    """The skill file among the entries of a folder.

    In another case than `SKILL.md` a file counts below a skills root, or if it begins as a skill.
    """
    alike = [entry for entry in entries if is_skill_name(entry.name)]
    exact = next((entry.path for entry in alike if entry.name == FILE_NAME), None)
    return exact or next((e.path for e in alike if in_root or _begins_as_skill(e)), None)


def _begins_as_skill(entry: os.DirEntry[str]) -> bool:
    try:
        with open_file(entry.path) as file:
            head = file.read(_HEAD_BYTES)
    except OSError:
        return False
    return head.startswith(b"---") and any(field in head for field in _FIELDS)
