"""Which scenarios a command line asks for."""

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePath

from skillctl.errors import SkillctlError
from skillctl.files import because, is_file, is_folder, is_link
from skillctl.globs import matches
from skillctl.scenario.file import SUFFIX


@dataclass(frozen=True, slots=True)
class Found:
    """A scenario file, its path as it is printed, and the one name that was asked for, if any."""

    path: Path
    shown: str
    name: str | None = None


def find_scenarios(words: Sequence[str], cwd: Path, exclude: Sequence[str]) -> tuple[Found, ...]:
    """The scenario files of files, folders and `PATH::NAME`, each once, in the order given.

    `exclude` holds names and globs of what is not entered; a file that was named is always taken.
    Raises SkillctlError if a path does not exist or nothing at all is found.
    """
    found: dict[tuple[Path, str | None], Found] = {}
    for word in words:
        path, _, name = word.partition("::")
        for shown in _files(PurePath(path), cwd, exclude):
            item = Found(cwd / shown, shown.as_posix(), name or None)
            found.setdefault((item.path, item.name), item)
    whole = {path for path, name in found if name is None}
    if not found:
        raise SkillctlError(
            f"no scenario found in {', '.join(words)}",
            hint=f"a scenario is a file whose name ends in {SUFFIX}",
        )
    return tuple(f for f in found.values() if f.name is None or f.path not in whole)


def _files(given: PurePath, cwd: Path, exclude: Sequence[str]) -> Iterator[PurePath]:
    """The scenario files below a folder in name order, or the one file that was named."""
    path = cwd / given
    if path.suffix == ".json" and is_file(path):
        raise SkillctlError(
            f"{given} is no scenario; this version of skillctl does not run evals",
            hint=f"name a file whose name ends in {SUFFIX}",
        )
    if is_file(path):
        yield given
        return
    if not is_folder(path):
        words = f"there is nothing at {given}{because(path)}"
        raise SkillctlError(words, hint="check the path")
    waiting = [PurePath()]
    while waiting:  # not by recursion: folders may be thousands deep
        below = waiting.pop()
        _, folders, files = next(os.walk(path / below), ("", [], []))
        yield from (given / below / name for name in sorted(files) if name.endswith(SUFFIX))
        inner = (below / name for name in sorted(folders, reverse=True))
        waiting += (b for b in inner if not (_excluded(b, exclude) or is_link(path / b)))


def _excluded(below: PurePath, exclude: Sequence[str]) -> bool:
    return any(matches(pattern, below.as_posix()) for pattern in exclude)
