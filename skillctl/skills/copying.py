"""The files of a folder as they are copied and compared: contents, links, executable bits."""

import os
import shutil
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from stat import S_IMODE, S_ISDIR, S_ISLNK, S_ISREG

from skillctl.files import mode_of, open_file, real_path
from skillctl.policy.text import row
from skillctl.skills.files import MOST_BYTES, MOST_FILES
from skillctl.worktree import NOT_SHARED

FILE, LINK, FOLDER, SPECIAL = "file", "link", "folder", "special"
_MOST_NAMED = 10
_CHUNK = 1 << 20
_EXECUTABLE = 0o111


class Refused(Exception):
    """A folder cannot be copied; says what is wrong with which file."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One name in a folder: a file with its digest, a link with its text, a folder, or neither."""

    kind: str
    content: str = ""
    mode: int = 0

    @property
    def same(self) -> tuple[str, str, bool]:
        """What two entries have alike that are the same to a user."""
        return self.kind, self.content, self.kind == FILE and bool(self.mode & _EXECUTABLE)


@dataclass(frozen=True, slots=True)
class Files:
    """All that is copied of a folder by path, and what is not: caches, `.git` and the like."""

    base: Path
    entries: Mapping[str, Entry]
    left_out: tuple[str, ...] = ()

    @property
    def count(self) -> int:
        """How many files and links there are."""
        return sum(entry.kind != FOLDER for entry in self.entries.values())


def read_files(base: Path) -> Files:
    """List a folder within the limits of a skill; raises Refused if one is reached, or OSError."""
    entries: dict[str, Entry] = {}
    left_out: list[str] = []
    counts = dict.fromkeys((FILE, FOLDER), 0)
    total = 0
    waiting = [""]
    while waiting:
        prefix = waiting.pop()
        for found in sorted(os.scandir(base / prefix), key=lambda item: item.name):
            path = f"{prefix}{found.name}"
            if found.name in NOT_SHARED:
                left_out.append(path)
                continue
            status = found.stat(follow_symlinks=False)
            kind = FOLDER if S_ISDIR(status.st_mode) else FILE
            counts[kind] += 1
            total += status.st_size if S_ISREG(status.st_mode) else 0
            _check_limits(counts, total)
            entries[path] = _entry(base / path, status)
            waiting += [f"{path}/"] if kind == FOLDER else []
    return Files(base, dict(sorted(entries.items())), tuple(sorted(left_out)))


def _check_limits(counts: Mapping[str, int], total: int) -> None:
    for kind, count in counts.items():
        if count > MOST_FILES:
            raise Refused(f"it has more than {MOST_FILES:,} {kind}s")
    if total > MOST_BYTES:
        raise Refused(f"its files are over {MOST_BYTES:,} bytes")


def _entry(path: Path, status: os.stat_result) -> Entry:
    mode = status.st_mode
    if S_ISLNK(mode):
        return Entry(LINK, os.readlink(path))  # noqa: PTH115 # the text as stored
    if S_ISDIR(mode):
        return Entry(FOLDER)
    if not S_ISREG(mode):
        return Entry(SPECIAL)
    with open_file(path) as file:
        digest = sha256()
        while chunk := file.read(_CHUNK):
            digest.update(chunk)
    return Entry(FILE, digest.hexdigest(), S_IMODE(mode) & 0o777)


def copy_files(files: Files, stage: Path) -> None:
    """Copy all into an empty folder; raises Refused for what must not be there, or OSError.

    A link stays a link; it must lead to a file or folder of the copy.
    """
    for path, entry in files.entries.items():
        place = stage / path
        if entry.kind == SPECIAL:
            raise Refused(f"{row(path)} is neither a file nor a folder nor a link")
        if entry.kind == FOLDER:
            place.mkdir()
        elif entry.kind == LINK:
            place.symlink_to(entry.content)
        else:
            _copy_file(files.base / path, place, entry)
    real = real_path(stage)
    for path, entry in files.entries.items():
        if entry.kind == LINK:
            _check_link(path, entry.content, stage, real)


def _copy_file(source: Path, place: Path, entry: Entry) -> None:
    with open_file(source) as file, place.open("xb") as copy:
        shutil.copyfileobj(file, copy, _CHUNK)
    place.chmod(entry.mode | 0o600)
    if _entry(place, place.stat()).content != entry.content:
        raise Refused(f"{row(source.name)} was changed while it was copied")


def _check_link(path: str, text: str, stage: Path, real: Path) -> None:
    target = real_path(stage / path)
    shown = f"the link {row(path)} -> {row(text)}"
    if not target.is_relative_to(real):
        raise Refused(f"{shown} leaves the skill")
    if not mode_of(stage / path):
        raise Refused(f"{shown} leads to nothing")


def differences(old: Files, new: Files) -> tuple[str, ...]:
    """What differs, in words: at most ten paths of each kind; empty if nothing does."""
    shared = old.entries.keys() & new.entries.keys()
    kinds = {
        "changed": [p for p in shared if old.entries[p].same != new.entries[p].same],
        "only in the new one": [p for p in new.entries if p not in shared],
        "only in what is there": [p for p in old.entries if p not in shared],
    }
    return tuple(f"{words}: {_named(paths)}" for words, paths in kinds.items() if paths)


def _named(paths: list[str]) -> str:
    shown = [row(path) for path in sorted(paths)[:_MOST_NAMED]]
    more = len(paths) - len(shown)
    return ", ".join([*shown, *([f"and {more} more"] if more else [])])
