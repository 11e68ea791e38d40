"""Which work trees of git a project is a part of; git itself is not asked (skills.md 1.1)."""

import os
from collections.abc import Iterator
from pathlib import Path

from skillctl.files import is_file, open_file, real_path

_MOST_BYTES = 64 * 1024
_POINTS_TO = b"gitdir:"


def work_trees(project: Path, own: Path) -> tuple[Path, ...]:
    """The nearest folder with `.git` that holds a real project, and the main one it is linked to.

    Never one that holds the user's `own` folder, as home is: what lies there is the user's.
    """
    marked = (f for f in (project, *project.parents) if os.path.lexists(f / ".git"))
    tree = next(marked, None)
    found = (tree, *_main_tree(tree)) if tree else ()
    return tuple(each for each in found if not real_path(own).is_relative_to(each))


def _main_tree(tree: Path) -> Iterator[Path]:
    """The main work tree, if this one is linked to it."""
    if not is_file(tree / ".git"):
        return
    own = _named_in(tree / ".git", tree)
    common = own and _named_in(own / "commondir", own)
    if common and common.name == ".git":
        yield common.parent


def _named_in(file: Path, folder: Path) -> Path | None:
    """The real path that a small file of git names, from the folder that it counts from."""
    try:
        with open_file(file) as source:
            line = source.read(_MOST_BYTES).strip().removeprefix(_POINTS_TO).strip()
    except OSError:
        return None
    return real_path(folder / os.fsdecode(line))
