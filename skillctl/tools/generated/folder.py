"""Replacing and removing a generated folder, so that a stop at any moment loses nothing.

A new folder is built beside the old one and takes its place by renaming. What begins with a dot is
never found as a skill; the mark is written first and removed last, so that what has none is not
ours (skills.md section 17).
"""

import os
import re
import shutil
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from errno import ENOTDIR
from pathlib import Path

from skillctl.files import is_link, is_there
from skillctl.generated_mark import MARK, marked_server
from skillctl.tools.generated.render import NOTES_FILE

_LEFTOVER = re.compile(r"\.(new|old)-[0-9a-f]{8}")


def replace_folder(folder: Path, files: Mapping[str, bytes], mark: bytes) -> None:
    """Put a folder with these files in the place of one that is ours, or of none.

    The user's notes go with it. Raises OSError; then the old folder is in its place.
    """
    new, old = _beside(folder, "new"), _beside(folder, "old")
    try:
        _fill(new, {MARK: mark, **files})
        if not is_there(folder):
            new.rename(folder)
            return
        _copy_notes(folder, new)
        folder.rename(old)
        try:
            new.rename(folder)
        except BaseException:
            old.rename(folder)
            raise
    except BaseException:
        with suppress(OSError):
            discard(new)
        raise
    _keep_later_notes(old, folder)
    discard(old)


def remove_folder(folder: Path) -> None:
    """Remove a folder of ours from where it is found, then from the disk; OSError if that fails."""
    gone = _beside(folder, "new")  # of this kind nothing comes back
    folder.rename(gone)
    discard(gone)


def discard(folder: Path) -> None:
    """Remove a folder of ours, its mark last; OSError if that fails, or if a link stands there."""
    if is_link(folder):
        raise NotADirectoryError(ENOTDIR, "it is a link", str(folder))
    for entry in sorted(os.scandir(folder), key=lambda entry: entry.name):
        if entry.is_dir(follow_symlinks=False):
            shutil.rmtree(entry.path)
        elif entry.name != MARK:
            Path(entry.path).unlink()
    with suppress(FileNotFoundError):
        (folder / MARK).unlink()
    folder.rmdir()


def recover(root: Path, folder_of: Callable[[str], str]) -> None:
    """Clear away what a stopped writer left: a folder without successor goes back to its place.

    `folder_of` gives the name of a server's folder. What has no mark is not ours, and stays.
    """
    for kind, left in list(leftovers(root)):
        server = marked_server(left)
        if server is None:
            with suppress(OSError):
                left.rmdir()  # ours have their mark as long as they hold anything
            continue
        target = root / folder_of(server)
        if kind == "old" and not is_there(target):
            left.rename(target)
            continue
        if kind == "old" and marked_server(target) == server:
            _keep_later_notes(left, target)
        discard(left)


def leftovers(root: Path) -> Iterator[tuple[str, Path]]:
    """The folders of writers that were stopped, `new` or `old`; not while the lock is free."""
    with suppress(OSError):  # what cannot be listed cannot be written either, and says so then
        for entry in sorted(os.scandir(root), key=lambda entry: entry.name):
            match = _LEFTOVER.fullmatch(entry.name)
            if match and entry.is_dir(follow_symlinks=False):
                yield match[1], root / entry.name


def _beside(folder: Path, kind: str) -> Path:
    return folder.parent / f".{kind}-{os.urandom(4).hex()}"


def _fill(folder: Path, files: Mapping[str, bytes]) -> None:
    folder.mkdir()
    for name, data in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)


def _copy_notes(old: Path, new: Path) -> None:
    """The user's notes as they are, a link as a link."""
    if os.path.lexists(old / NOTES_FILE):
        shutil.copy2(old / NOTES_FILE, new / NOTES_FILE, follow_symlinks=False)


def _keep_later_notes(old: Path, folder: Path) -> None:
    """Take notes over that were written after they were copied."""
    with suppress(FileNotFoundError):
        written = (old / NOTES_FILE).lstat().st_mtime_ns
        kept = folder / NOTES_FILE
        if not os.path.lexists(kept) or written > kept.lstat().st_mtime_ns:
            (old / NOTES_FILE).replace(kept)
