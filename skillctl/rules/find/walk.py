"""Looking through folders for what lint checks (lint.md section 1.2).

Entries are taken in code point order, so that the output never depends on the disk.
"""

import errno
import os
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import PurePath
from stat import S_ISDIR
from typing import NamedTuple

from skillctl.files import mode_of
from skillctl.findings import NOT_ENTERED
from skillctl.rules.find.found import (
    CLOSED,
    DEEP,
    STOPPED,
    Found,
    Surroundings,
    is_evals_name,
    is_skill_name,
)
from skillctl.rules.find.host_globs import HostGlobs
from skillctl.rules.find.paths import LintFolders, real
from skillctl.rules.find.schemas import SUFFIX, kind_of_file
from skillctl.rules.find.skill_files import SKILLS_FOLDER, skill_file

MAX_DEPTH = 32
MAX_LEVELS = 6
MAX_AROUND = 10_000
NO_TARGET = "a link without a target"
NO_SKILL = "no skill in it"
SUFFIXES = (".json", SUFFIX)


class _Skill(NamedTuple):
    """A skill on the way: its key among what was found, its real folder."""

    key: str
    real: str


class _Folder(NamedTuple):
    """A folder on the way: its path, its real path, and what surrounds it.

    `skill` is the skill above it that bundles what is here, `levels` how many folders lie between
    it and the folder `skills` above it, -1 if there is none within reach.
    """

    path: str
    real: str
    depth: int
    levels: int
    skill: _Skill | None = None

    @property
    def in_root(self) -> bool:
        """Whether a host looks for skills here: so many levels of categories may there be."""
        return 0 <= self.levels <= MAX_LEVELS


class Walk:
    """Walks that share what they found, so that nothing is checked twice."""

    def __init__(
        self,
        found: Found,
        places: LintFolders,
        exclude: Sequence[str],
        max_entries: int,
        hosts: HostGlobs | None = None,
    ) -> None:
        self.found = found
        self.places = places
        self.names = frozenset(word for word in exclude if not set(word) & set("*?[{/"))
        self.globs = [word for word in exclude if word not in self.names]
        self.hosts = hosts or HostGlobs(places)
        self.max_entries = max_entries
        self.count = 0
        self.reached = 0  # skills where a host looks for them
        self.entered: dict[str, str] = {}
        self.opens = True
        self.later: list[tuple[os.DirEntry[str], _Folder, str]] = []

    def folder(self, path: str) -> None:
        """Look through a folder that was named as an argument."""
        parts = PurePath(path).parts[::-1]
        levels = parts.index(SKILLS_FOLDER) if SKILLS_FOLDER in parts else -1
        self._enter(_Folder(path, real(path), 0, levels))

    def finish(self) -> None:
        """Look through the folders to which links lead out of a skill, unless that was done.

        They come last, since what is a skill by its own path is not bundled by a link to it.
        """
        for entry, folder, target in self.later:
            self._below(entry, folder, target)
        self.later.clear()

    def _enter(self, folder: _Folder) -> None:
        if folder.real in self.entered:
            self._again(folder, self.entered[folder.real])
            return
        self.entered[folder.real] = folder.path
        entries = self._entries(folder.path)
        skill = skill_file(entries, in_root=folder.in_root)
        self.reached += bool(skill and folder.in_root)
        if skill and folder.skill is None:
            key = self.found.add(self.found.skills, skill, self._key(skill, entries, folder))
            alike = [e.path for e in entries if is_skill_name(e.name) and e.path != skill]
            self.found.around[key] = Surroundings(folder.real, alike)
            folder = folder._replace(skill=_Skill(key, folder.real))
        elif skill and folder.skill:
            self.found.around[folder.skill.key].nested.append(skill)
        for entry in entries:
            self._take(entry, folder)

    def _key(self, skill: str, entries: Sequence[os.DirEntry[str]], folder: _Folder) -> str:
        """The real path of a skill file: that of its folder and its name, unless it is a link."""
        entry = next(entry for entry in entries if entry.path == skill)
        return real(skill) if entry.is_symlink() else os.path.join(folder.real, entry.name)  # noqa: PTH118 # texts

    def _again(self, folder: _Folder, first: str) -> None:
        """A folder was reached a second time: by a link, or as an argument of its own.

        By a link its skill gets a second name; what was bundled is a skill if it is an argument.
        """
        skill = skill_file(self._entries(folder.path), in_root=folder.in_root)
        self.reached += bool(skill and folder.in_root)
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
            self.found.unseen[path] = f"{CLOSED}: {error.strerror}"
            return []
        room = self.max_entries - self.count
        self.count += len(found)
        if room < len(found) and room >= 0:
            reason = f"{STOPPED} after {self.max_entries:,} entries"
            self.found.unseen[path] = reason
        return found[: max(0, room)]

    def _take(self, entry: os.DirEntry[str], folder: _Folder) -> None:
        """Look at one entry of a folder."""
        if entry.is_symlink():
            self._follow(entry, folder)
        elif not entry.is_dir(follow_symlinks=False):
            self._file(entry, folder)
        elif not self._excluded(entry):
            self._below(entry, folder, f"{folder.real}{os.sep}{entry.name}")

    def _follow(self, entry: os.DirEntry[str], folder: _Folder) -> None:
        """A link: to a file, to a folder, to a folder above it, or to nothing."""
        target = real(entry.path)
        mode = mode_of(target)
        if not mode:
            self._lost(entry, folder)
            return
        if not S_ISDIR(mode):
            self._file(entry, folder)
        elif PurePath(folder.real).is_relative_to(target):
            self.found.skipped[entry.path] = "a link to a folder above it"
            return
        elif not self._excluded(entry):
            self._follow_folder(entry, folder, target)
        if folder.skill and not PurePath(target).is_relative_to(folder.skill.real):
            self.found.around[folder.skill.key].linked.append((entry.path, target))

    def _follow_folder(self, entry: os.DirEntry[str], folder: _Folder, target: str) -> None:
        skill = None if entry.name == SKILLS_FOLDER else folder.skill
        if skill and not PurePath(target).is_relative_to(skill.real):
            self.later.append((entry, folder, target))
        else:
            self._below(entry, folder, target)

    def _lost(self, entry: os.DirEntry[str], folder: _Folder) -> None:
        """A link that leads nowhere; among skills one without a target is reported.

        Of the file of a skill its own rule says that it cannot be read.
        """
        why = _why_lost(entry.path)
        if real(entry.path) in self.found.skills or self._excluded(entry):
            return
        if why != NO_TARGET or not (folder.skill or folder.in_root):
            self.found.skipped[entry.path] = why
        elif folder.skill:
            self.found.around[folder.skill.key].dangling.append(entry.path)
        else:
            self.found.dangling[entry.path] = why

    def _below(self, entry: os.DirEntry[str], folder: _Folder, target: str) -> None:
        if folder.depth == MAX_DEPTH:
            reason = f"{DEEP} {MAX_DEPTH} folders deep"
            self.found.unseen[entry.path] = reason
            return
        is_root = entry.name == SKILLS_FOLDER
        inner = folder.levels + 1 if folder.levels >= 0 else -1
        among = folder.levels == 0 and not folder.skill and target not in self.entered
        before = self._seen()
        self._enter(
            _Folder(
                entry.path,
                target,
                folder.depth + 1,
                levels=0 if is_root else inner,
                skill=None if is_root else folder.skill,
            )
        )
        if among and not is_root and before == self._seen():
            self._bare(entry)

    def _seen(self) -> tuple[int, int]:
        """How many skills and how many closed folders there were so far."""
        return self.reached, len(self.found.unseen)

    def _bare(self, entry: os.DirEntry[str]) -> None:
        """A folder among skills in which none was found, though everything was looked at."""
        if not entry.name.startswith((".", "_")) and self.count <= self.max_entries:
            self.found.bare[entry.path] = NO_SKILL

    def _fits_glob(self, entry: os.DirEntry[str]) -> bool:
        from skillctl.globs import matches  # noqa: PLC0415 # import budget: most name no globs

        path = self.places.for_globs(entry.path)
        return any(matches(glob, path) for glob in self.globs)

    def _file(self, entry: os.DirEntry[str], folder: _Folder) -> None:
        if not self.opens:
            return
        chosen = self.hosts.host(entry.path)
        if chosen or _config_test()(entry):
            if self._excluded(entry):
                return
            key = self.found.add(self.found.configs, entry.path)
            if chosen:
                self.found.hosts[key] = chosen
        elif entry.name.endswith(SUFFIXES):
            kind = self._kind(entry, folder)
            if kind and not self._excluded(entry):
                self.found.add(getattr(self.found, kind), entry.path)

    def _kind(self, entry: os.DirEntry[str], folder: _Folder) -> str:
        """The kind of a file that no host reads: trials in a skill, a fake, a scenario."""
        if entry.name.endswith(SUFFIX):
            return kind_of_file(entry.path) if self.opens else ""
        of_skill = folder.skill and str(PurePath(folder.real).parent) == folder.skill.real
        return "evals" if of_skill and is_evals_name(PurePath(entry.path)) else ""

    def _excluded(self, entry: os.DirEntry[str]) -> bool:
        """Whether the settings exclude an entry; then it is noted as skipped."""
        if entry.name in self.names or (self.globs and self._fits_glob(entry)):
            self.found.skipped[entry.path] = NOT_ENTERED if entry.is_dir() else "excluded"
            return True
        return False


@cache
def _config_test() -> Callable[[os.DirEntry[str]], bool]:
    """The question whether a known host reads a file; around a skill alone it is not asked."""
    from skillctl.servers.hosts.find import host_of, may_be_config  # noqa: PLC0415 # import budget

    return lambda entry: may_be_config(entry.name) and host_of(PurePath(entry.path)) is not None


def look_around(file: str, key: str, places: LintFolders, exclude: Sequence[str]) -> Surroundings:
    """What surrounds a skill that was named by its file: as much as a walk sees of its folder."""
    found = Found()
    walk = Walk(found, places, exclude, MAX_AROUND)
    walk.opens = False
    walk.folder(str(PurePath(file).parent))
    walk.finish()
    return found.around.get(key, Surroundings())


def _why_lost(path: str) -> str:
    try:
        os.stat(path)  # noqa: PTH116 # a walk has texts
    except OSError as error:
        if error.errno in (errno.ENOENT, errno.ENOTDIR):
            return NO_TARGET
        if error.errno == errno.ELOOP:
            return "a link that leads to itself"
        return f"a link that cannot be followed: {error.strerror}"
    return "a link whose target was not there at first"
