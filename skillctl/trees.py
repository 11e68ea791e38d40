"""Which work trees of git a project is a part of; git itself is not asked (skills.md 1.1)."""

import os
from collections.abc import Iterator
from pathlib import Path

from skillctl.files import is_file, is_folder, open_file, real_path

_MOST_BYTES = 64 * 1024
_POINTS_TO = b"gitdir:"
_LINKED = "worktrees"


def work_trees(project: Path, own: Path) -> tuple[Path, ...]:
    """The nearest folder with `.git` that holds a real project, and the others of its repository.

    Never one that holds the user's `own` folder, as home is: what lies there is the user's.
    """
    marked = (f for f in (project, *project.parents) if os.path.lexists(f / ".git"))
    tree = next(marked, None)
    found = dict.fromkeys((tree, *_others(tree))) if tree else ()
    return tuple(each for each in found if not real_path(own).is_relative_to(each))


def _others(tree: Path) -> Iterator[Path]:
    """The main work tree and those that are linked to it, each named from both of its ends."""
    common = real_path(tree / ".git")
    if is_file(common):
        linked = _named_in(common, tree)
        common = linked.parent.parent if linked and _is_linked(tree, linked) else common
    if common.name != ".git" or not is_folder(common):
        return
    yield common.parent
    try:
        names = sorted(entry.name for entry in (common / _LINKED).iterdir())
    except OSError:
        return
    for name in names:
        mark = _named_in(common / _LINKED / name / "gitdir", common)
        if mark and _is_linked(mark.parent, common / _LINKED / name):
            yield mark.parent


def _is_linked(tree: Path, linked: Path) -> bool:
    """Whether a work tree and its folder in a repository name each other, so neither is forged."""
    there = _named_in(tree / ".git", tree) == real_path(linked)
    back = _named_in(linked / "gitdir", linked) == real_path(tree / ".git")
    return there and back and linked.parent.name == _LINKED


def _named_in(file: Path, folder: Path) -> Path | None:
    """The real path that a small file of git names, from the folder that it counts from."""
    try:
        with open_file(file) as source:
            line = source.read(_MOST_BYTES).strip().removeprefix(_POINTS_TO).strip()
    except OSError:
        return None
    return real_path(folder / os.fsdecode(line))
