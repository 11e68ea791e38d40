"""Finding the skill folders below a root; nothing is passed over in silence (skills.md 1.3, 1.4).

The result does not depend on the order in which a file system lists its entries. Real folders are
walked before links, so that a skill that can be reached in two ways is known by its own path.
"""

import os
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from stat import S_ISDIR, S_ISREG

from skillctl.files import is_link, mode_of, real_path
from skillctl.report.plain import counted
from skillctl.shuffle import AS_THEY_COME, Shuffle
from skillctl.skills.project import too_wide
from skillctl.skills.roots import MOST_DEPTH, Root, SkillFolders

FILE_NAME = "SKILL.md"
MOST_FOLDERS = 2000
NOT_ENTERED = frozenset(("node_modules", "__pycache__"))
_TEXT = ".md"
_SHOWN, _KEPT = 3, 1000
_WHOLE_ROOT = (
    "lies in a folder of skills itself, so that is one skill, and the skills below are part of it; "
    "move it into a folder of its own"
)
_SPECIAL = "is a pipe, a socket or a device: no part of the skill, never opened"
_DANGLING = "is a link to nothing, to itself, or to what may not be looked at"


@dataclass(frozen=True, slots=True)
class Found:
    """A skill on disk: its real `SKILL.md`, and the folder by which it was reached first."""

    file: Path
    folder: Path
    depth: int
    root: Root

    @property
    def base(self) -> Path:
        """The real folder of the skill."""
        return self.file.parent


@dataclass(slots=True)
class Walk:
    """One walk of one root; all walks of a command share `ways` (real file to its folders).

    `owner` gives the folder of a skill that is somebody else's, however this root leads to it.
    """

    root: Root
    places: SkillFolders
    ways: dict[Path, list[Path]]
    listing: Shuffle = AS_THEY_COME
    owner: Callable[[Path], Path | None] = lambda _: None
    found: list[Found] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    passed: list[str] = field(default_factory=list)
    _folders: dict[Path, Path] = field(default_factory=dict)
    _links: list[tuple[Path, int]] = field(default_factory=list)
    _deeper: list[Path] = field(default_factory=list)
    _stopped: bool = False

    def run(self) -> None:
        """Fill `found`, `notes`, and `passed`: what nobody has to hear of who did not ask."""
        self._enter(self.root.path, self.root.real, 0)
        while self._links:
            links, self._links = self._links, []
            for path, depth in links:
                self._follow(path, depth)
        if self._deeper:
            count, first = len(self._deeper), self.places.shown(min(self._deeper))
            what = f"{counted(count, 'folder')} {'lies' if count == 1 else 'lie'}"
            words = f"{what} deeper than {self.root.most_depth} level below it: not entered"
            self._say(self.root.path, f"{words}: {first}{' and others' if count > 1 else ''}")

    def _follow(self, path: Path, depth: int) -> None:
        """Enter a linked folder, unless that leads where the walk has been or must not go."""
        real = real_path(path)
        if too_wide(real, self.places.home):
            self._say(path, "is a link to the home folder or above it: not followed")
        elif any(p.is_relative_to(real) for p in (self.root.real, real_path(path.parent))):
            self._say(path, "leads back to a folder above it: not followed")
        else:
            self._enter(path, real, depth)

    def _enter(self, folder: Path, real: Path, depth: int) -> None:
        if not self._may_enter(folder, real, depth):
            return
        entries = self._entries(folder)
        names = [entry.name for entry in entries]
        if FILE_NAME in names and self._take(folder, depth):
            own = len(self.notes)
            self._look_for_bundled(folder, real, entries)
            if self.notes[own:] and not depth and not self.root.source and not self.root.named:
                self.notes.insert(own, f"{self.places.shown(folder / FILE_NAME)}: {_WHOLE_ROOT}")
            return
        self._pass_over(folder, depth, names)
        for entry in entries:
            if _is_left_out(entry.name):
                continue
            if entry.is_dir(follow_symlinks=False):
                self._enter(folder / entry.name, real / entry.name, depth + 1)
            else:
                self._note_link(folder / entry.name, entry, depth + 1)

    def _pass_over(self, folder: Path, depth: int, names: list[str]) -> None:
        """Say what was meant as a skill and is none; keep what may have been."""
        texts = [name for name in names if name.casefold().endswith(_TEXT)]
        wrong = [n for n in texts if n != FILE_NAME and n.casefold() == FILE_NAME.casefold()]
        for name in wrong:
            self._say(folder / name, f"is not named {FILE_NAME}: no skill")
        others = [name for name in texts if name.casefold() != FILE_NAME.casefold()]
        if depth and not wrong and FILE_NAME not in names:
            but = f", but {', '.join(others[:_SHOWN])}" if others else ""
            self.passed.append(f"{self.places.shown(folder)}: holds no {FILE_NAME}{but}")
        words = f"is a file, but a skill is a folder with a {FILE_NAME}: no skill"
        self.passed += (f"{self.places.shown(folder / name)}: {words}" for name in others[:_KEPT])

    def _note_link(self, path: Path, entry: os.DirEntry[str], depth: int) -> None:
        """Keep a link to a folder for later."""
        if entry.is_symlink() and entry.name != FILE_NAME:
            mode = mode_of(path)
            if not mode:
                self._say(path, _DANGLING)
            elif S_ISDIR(mode):
                self._links.append((path, depth))

    def _may_enter(self, folder: Path, real: Path, depth: int) -> bool:
        """Count a folder that is entered for the first time and within the limits."""
        if self._stopped:
            return False
        if real in self._folders:
            self._say_same(folder, self._folders[real])
            if real / FILE_NAME in self.ways:
                self.ways[real / FILE_NAME].append(folder)
            return False
        if depth > self.root.most_depth:
            self._leave(folder)
            return False
        if len(self._folders) > MOST_FOLDERS:
            self._stopped = True
            words = f"not visited: {self.places.shown(folder)} and what follows it"
            self._say(self.root.path, f"the walk stopped after {MOST_FOLDERS:,} folders; {words}")
            return False
        self._folders[real] = folder
        return True

    def _leave(self, folder: Path) -> None:
        """Name a folder that lies too deep; what is beside the skills of a package is counted."""
        if self.root.most_depth < MOST_DEPTH:
            self._deeper.append(folder)
        else:
            self._say(folder, f"lies deeper than {MOST_DEPTH} folders below its root: not entered")

    def _entries(self, folder: Path) -> list[os.DirEntry[str]]:
        try:
            return sorted(self.listing.of(os.scandir(folder)), key=lambda entry: entry.name)
        except OSError as error:
            self._say(folder, f"cannot be read: {error.strerror}")
            return []

    def _take(self, folder: Path, depth: int) -> bool:
        """Note the skill of a folder; False if its `SKILL.md` is none."""
        path = folder / FILE_NAME
        file = real_path(path)
        problem = self._problem(path, file)
        if problem:
            self._say(path, problem)
        elif owned := self.owner(file):
            self._say_same(folder, owned)
        elif file in self.ways:
            if folder != self.ways[file][0]:
                self._say_same(folder, self.ways[file][0])
            self.ways[file].append(folder)
        else:
            self.ways[file] = [folder]
            self.found.append(Found(file, folder, depth, self.root))
        return not problem

    def _problem(self, path: Path, file: Path) -> str:
        """Why a `SKILL.md` makes no skill; what a link leads to is not opened."""
        mode = mode_of(file)
        if not mode:
            return _DANGLING
        if is_link(path) and file.name != FILE_NAME:
            return f"links to {self.places.shown(file)}, which is not named {FILE_NAME}: no skill"
        if not S_ISREG(mode):
            return "is not a regular file: no skill"
        if too_wide(file.parent, self.places.home):
            return (
                f"lies in {self.places.shown(file.parent)}, the home folder or above it: no skill"
            )
        return ""

    def _look_for_bundled(self, base: Path, real: Path, entries: list[os.DirEntry[str]]) -> None:
        """Name each `SKILL.md` inside a skill, which is content of that, and what is no file."""
        waiting = [(base, real, entry) for entry in reversed(entries)]
        while waiting:
            above, real, entry = waiting.pop()
            if _is_special(entry):
                self._say(above / entry.name, _SPECIAL)
            if _is_left_out(entry.name) or not entry.is_dir(follow_symlinks=False):
                continue
            folder, real = above / entry.name, real / entry.name
            if not self._may_enter(folder, real, 0):
                continue
            inner = self._entries(folder)
            if any(item.name == FILE_NAME for item in inner):
                self._say(folder / FILE_NAME, "lies inside another skill: part of it, no skill")
            waiting += [(folder, real, item) for item in reversed(inner)]

    def _say_same(self, path: Path, first: Path) -> None:
        self._say(path, f"is another name of {self.places.shown(first)}")

    def _say(self, path: Path, words: str) -> None:
        self.notes.append(f"{self.places.shown(path)}: {words}")


def _is_special(entry: os.DirEntry[str]) -> bool:
    """Whether an entry is a pipe, a socket or a device; it is not opened to know that."""
    plain = entry.is_file(follow_symlinks=False) or entry.is_dir(follow_symlinks=False)
    return not (plain or entry.is_symlink())


def _is_left_out(name: str) -> bool:
    return name.startswith(".") or name in NOT_ENTERED
