"""What lies where skills are looked for under a name that no skill has (skills.md sections 1, 3).

All of it is what the walk and the front matter said; nothing is looked at anew.
"""

import shlex
from collections.abc import Iterator
from pathlib import PurePosixPath

from skillctl.policy.text import row
from skillctl.skills.model import Candidate, SkillSnapshot
from skillctl.skills.walk import FILE_NAME

MOST = 5
_BUNDLED = "inside another skill"
_UNSEEN = ("not entered", "not visited", "cannot be read", "over the limit of", "not followed")


def missed(name: str, snapshot: SkillSnapshot) -> tuple[str, ...]:
    """A line for each thing that may be meant by a name; if there is none, for what was not seen.

    Each says where it lies and why it is no skill of that name.
    """
    folders = {candidate.path for candidate in snapshot.candidates}
    told = [
        *(_other_name(c) for c in snapshot.candidates if _last(c.path) == name != c.name),
        *(line for line in _lines(snapshot) if _is_about(line, name, folders)),
    ]
    if not told:
        told = [f"not looked at: {line}" for line in snapshot.notes if _is_unseen(line)]
    more = [f"and {len(told) - MOST} more"] if len(told) > MOST else []
    return (*map(row, dict.fromkeys(told[:MOST])), *more)


def _lines(snapshot: SkillSnapshot) -> Iterator[str]:
    yield from snapshot.notes
    yield from snapshot.passed


def _other_name(candidate: Candidate) -> str:
    """The name of the folder is not that of the skill."""
    named = f"is the skill {candidate.name}: that is the name in its front matter"
    return f"{candidate.path} {named}; see: skillctl skills why {shlex.quote(row(candidate.name))}"


def _is_about(line: str, name: str, folders: set[str]) -> bool:
    """Whether a line is about a file or folder of that name, which is not that of a skill."""
    path, colon, words = line.partition(": ")
    if not colon or not {name, row(name)} & _names(path):
        return False
    own = {path, path.removesuffix(f"/{FILE_NAME}")}
    return not own & folders or _BUNDLED in words


def _names(path: str) -> set[str]:
    """The names that something would be asked for by: its own, or that of its folder."""
    whole = PurePosixPath(path)
    if whole.name.casefold() == FILE_NAME.casefold():
        return {whole.parent.name}
    return {whole.name, whole.stem if whole.suffix.casefold() == ".md" else whole.name}


def _last(path: str) -> str:
    return PurePosixPath(path).name


def _is_unseen(line: str) -> bool:
    """Whether a note says that something was left out in which any skill may lie."""
    return any(words in line for words in _UNSEEN)
