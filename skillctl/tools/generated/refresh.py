"""Bringing the folders of generated skills up to date (skills.md section 17).

Where nothing changed nothing is written, so a place that cannot be written serves as long as what
stands there is right. One server that cannot have its folder costs no other.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial
from pathlib import Path

from skillctl.errors import StoreError
from skillctl.files import is_folder, real_path
from skillctl.lock import locked
from skillctl.tools.generated.folder import leftovers, recover, remove_folder, replace_folder
from skillctl.tools.generated.names import folder_name, key_problem
from skillctl.tools.generated.present import is_current, obstacle_to, users_notes
from skillctl.tools.generated.render import Documented, Generated, generate, mark

LOCK = ".skillctl.lock"
_KEPT = "no generated skill was changed"


@dataclass(frozen=True, slots=True, kw_only=True)
class Described:
    """A ready server: what it offers, and what it says of itself."""

    server: str
    tools: Sequence[Documented]
    instructions: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Refreshed:
    """The folder of a server's skill; `problem` says why the skill does not stand there.

    `generated` is what has to stand there; `written` tells that it was written just now.
    """

    folder: Path
    generated: Generated
    problem: str = ""
    written: bool = False
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class GeneratedRoot:
    """Where generated skills stand; `colon` is where the file system takes `mcp:SERVER`."""

    path: Path
    colon: bool = False

    def folder_of(self, server: str) -> Path:
        """The folder of a server's skill: always a direct child, whatever the key is."""
        return real_path(self.path) / folder_name(server, colon=self.colon)


def refresh(
    root: GeneratedRoot, described: Sequence[Described], at: datetime
) -> tuple[Refreshed, ...]:
    """Write what changed, under a lock; `at` goes into the mark of what is written."""
    found = tuple(_looked_at(root, one) for one in described)
    real = real_path(root.path)
    waiting = any(not one.problem and not _stands(one) for one in found)
    if not waiting and not any(True for _ in leftovers(real)):
        return found
    try:
        real.mkdir(parents=True, exist_ok=True)
        with locked(real / LOCK, _KEPT):
            recover(real, partial(folder_name, colon=root.colon))
            return tuple(_written(_looked_at(root, one), at) for one in described)
    except OSError as error:
        words = f"{real} cannot be written: {error.strerror}"
    except StoreError as error:
        words = error.message
    return tuple(one if one.problem or _stands(one) else _failed(one, words) for one in found)


def remove(root: GeneratedRoot, server: str) -> str:
    """Remove the folder of a server that is gone; why that was not done, or nothing."""
    folder = root.folder_of(server)
    obstacle = obstacle_to(folder, server)
    if obstacle or not is_folder(folder):
        return obstacle and f"{folder}: {obstacle}"
    try:
        with locked(folder.parent / LOCK, _KEPT):
            remove_folder(folder)
    except OSError as error:
        return f"{folder} cannot be removed: {error.strerror}"
    except StoreError as error:
        return error.message
    return ""


def _looked_at(root: GeneratedRoot, one: Described) -> Refreshed:
    """What has to stand in the folder of a server, and what keeps it from standing there."""
    folder = root.folder_of(one.server)
    obstacle = obstacle_to(folder, one.server)
    problem = key_problem(one.server) or (obstacle and f"{folder}: {obstacle}")
    if problem:
        nothing = Generated(server=one.server, files={}, paths={}, left_out={})
        return Refreshed(folder=folder, generated=nothing, problem=problem)
    notes, note = users_notes(folder)
    made = generate(one.server, one.tools, one.instructions, notes)
    about = (f"{folder}: {note}",) if note else ()
    return Refreshed(folder=folder, generated=made, notes=(*made.notes, *about))


def _stands(one: Refreshed) -> bool:
    return obstacle_to(one.folder, one.generated.server) == "" and is_current(
        one.folder, one.generated.files
    )


def _written(one: Refreshed, at: datetime) -> Refreshed:
    """Write a folder that is not up to date; that it cannot be is its own problem."""
    if one.problem or _stands(one):
        return one
    made = one.generated
    try:
        replace_folder(one.folder, made.files, mark(made.server, count=len(made.paths), at=at))
    except OSError as error:
        return _failed(one, f"{one.folder} cannot be written: {error.strerror}")
    return replace(one, written=True)


def _failed(one: Refreshed, words: str) -> Refreshed:
    return replace(one, problem=words)
