"""Folders and files by pattern for the model (agent.md section 6, `list_dir` and `glob`)."""

import os
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path

from skillctl.agent.prepared import ToolError
from skillctl.files import is_folder, real_path
from skillctl.globs import matches
from skillctl.policy.paths import CLOSED_FOLDERS
from skillctl.policy.text import visible

MAX_ENTRIES = 500
MAX_VISITED = 200_000


def list_folder(path: Path, shown: str) -> str:
    """The entries of a folder in name order, one a line; folders end in `/`."""
    try:
        entries = sorted(os.scandir(path), key=lambda entry: entry.name)
    except OSError as error:
        raise ToolError(f"{shown} cannot be listed: {error.strerror}") from error
    lines = [_name(entry) for entry in entries[:MAX_ENTRIES]]
    if len(entries) > MAX_ENTRIES:
        more = len(entries) - MAX_ENTRIES
        lines.append("[1 more entry]" if more == 1 else f"[{more} more entries]")
    return "\n".join(lines) or "[empty folder]"


def find_files(folder: Path, root: Path, pattern: str) -> str:
    """Files below a folder whose path from there matches, as paths from the root, in name order."""
    if not is_folder(folder):
        raise ToolError("path is not a folder")
    visited = list(islice(_files(folder), MAX_VISITED + 1))
    found = [
        path
        for path in visited[:MAX_VISITED]
        if matches(pattern, path.relative_to(folder).as_posix()) and _stays(path, root)
    ]
    names = sorted(path.relative_to(root).as_posix() for path in found)
    lines = [_one_line(name) for name in names[:MAX_ENTRIES]]
    if len(names) > MAX_ENTRIES:
        more = len(names) - MAX_ENTRIES
        lines.append("[1 more file matches]" if more == 1 else f"[{more} more files match]")
    if len(visited) > MAX_VISITED:
        lines.append(f"[only the first {MAX_VISITED} files were looked at; give a path]")
    return "\n".join(lines) or "[no file matches]"


def _files(folder: Path) -> Iterator[Path]:
    """Every file below a folder, linked ones too; linked and closed folders are not entered."""
    pending = [_entries(folder)]
    while pending:
        entry = next(pending[-1], None)
        if entry is None:
            pending.pop()
        elif entry.is_dir(follow_symlinks=False):
            if entry.name.casefold() not in CLOSED_FOLDERS:
                pending.append(_entries(Path(entry.path)))
        elif _is(entry.is_file):
            yield Path(entry.path)


def _entries(folder: Path) -> Iterator[os.DirEntry[str]]:
    """What a folder holds, in name order; nothing if it cannot be read."""
    try:
        return iter(sorted(os.scandir(folder), key=lambda entry: entry.name))
    except OSError:
        return iter(())


def _is(kind: Callable[[], bool]) -> bool:
    """Whether an entry is of a kind; what cannot be looked at, such as a loop of links, is not."""
    try:
        return kind()
    except OSError:
        return False


def _stays(path: Path, root: Path) -> bool:
    """Whether a file that may be a link lies inside the root."""
    return real_path(path).is_relative_to(root)


def _name(entry: os.DirEntry[str]) -> str:
    return _one_line(entry.name) + ("/" if _is(entry.is_dir) else "")


def _one_line(name: str) -> str:
    """A file name may hold a line end; the model gets one line for it."""
    return visible(name).replace("\n", "\\n")
