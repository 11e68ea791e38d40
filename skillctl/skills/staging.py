"""Putting a folder in its place whole: made beside it under a hidden name, then renamed.

What is replaced is renamed, too, and removed only when the new one stands, so that a process that
is killed at any moment leaves the old content or the new one; `restore` puts back what was left
under a hidden name. Names that begin with a dot are never entered in search of skills.
"""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from secrets import token_hex

from skillctl.files import is_folder, is_link

NEW, OLD = "new", "old"


@contextmanager
def staged(root: Path, name: str) -> Iterator[Path]:
    """An empty folder in `root`, which is made if need be, for the skill `name`.

    If anything fails, it and the folders made for it are gone. Raises OSError.
    """
    missing = [folder for folder in (*reversed(root.parents), root) if not is_folder(folder)]
    stage = _hidden(root, name, NEW)
    try:
        root.mkdir(parents=True, exist_ok=True)
        stage.mkdir()
        yield stage
    except BaseException:
        shutil.rmtree(stage, ignore_errors=True)
        for folder in reversed(missing):
            with suppress(OSError):
                folder.rmdir()
        raise


def put(stage: Path, place: Path) -> None:
    """Rename a staged folder to its place, where nothing may be."""
    if os.path.lexists(place):
        raise FileExistsError(17, "there is something of that name by now", str(place))
    stage.rename(place)


def replace(stage: Path, place: Path) -> str:
    """Rename a staged folder to its place, and remove what was there.

    Gives the name under which the old content is left, if it could not be removed; empty if it
    could. If the new one cannot be put there, the old one is put back.
    """
    old = _hidden(place.parent, place.name, OLD)
    place.rename(old)
    try:
        stage.rename(place)
    except BaseException:
        old.rename(place)
        raise
    return "" if _remove(old) else old.name


def restore(place: Path) -> bool:
    """Put back the content that an ended process has left under a hidden name, if nothing is there.

    Tells whether it did. It is for folders that only the user writes; a link is never put back.
    """
    left = sorted(place.parent.glob(f".{place.name}.{OLD}-*")) if place.name else []
    if os.path.lexists(place) or len(left) != 1 or is_link(left[0]):
        return False
    left[0].rename(place)
    return True


def left_over(place: Path) -> tuple[str, ...]:
    """The hidden names beside a place under which ended processes, or running ones, keep theirs."""
    parts = (f".{place.name}.{kind}-*" for kind in (NEW, OLD))
    return tuple(sorted(path.name for part in parts for path in place.parent.glob(part)))


def _hidden(root: Path, name: str, kind: str) -> Path:
    return root / f".{name}.{kind}-{token_hex(4)}"


def _remove(path: Path) -> bool:
    """Remove a folder, or a link to one but not what it leads to; tells whether it is gone."""
    with suppress(OSError):
        if is_link(path):
            path.unlink()
        else:
            shutil.rmtree(path)
    return not os.path.lexists(path)
