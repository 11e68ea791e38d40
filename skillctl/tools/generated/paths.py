"""Where the schema of each tool stands in a generated skill (skills.md section 17).

The name of a tool is foreign text: one that is no path, or that nobody could read and type, gets no
file. That tool alone is left out.
"""

import unicodedata
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from hashlib import sha256
from pathlib import PurePosixPath

from skillctl.policy.text import one_line
from skillctl.worktree import NOT_SHARED

FOLDER = "schemas"
MOST_PART = 100
MOST_PART_BYTES = 230  # leaves room for a hash and `.json` in the 255 that file systems take
MOST_NAME_BYTES = 400
_DIGITS = (8, 16)
_NUMBERS = "123456789¹²³"
_DEVICES = frozenset(
    (
        *("con", "prn", "aux", "nul", "conin$", "conout$"),
        *(f"{port}{number}" for port in ("com", "lpt") for number in _NUMBERS),
    )
)


@dataclass(frozen=True, slots=True)
class ToolPaths:
    """Tool -> path of its schema below the folder of the skill; tool -> why it has none."""

    paths: Mapping[str, str]
    left_out: Mapping[str, str]

    @property
    def told_apart(self) -> frozenset[str]:
        """The tools whose file has more than their name."""
        return frozenset(name for name, path in self.paths.items() if path != _path(name, 0))


def tool_paths(names: Iterable[str]) -> ToolPaths:
    """Give each tool a file of its own; depends on the names alone, not on their order.

    Names that a file system may take for one, and a file in the way of a folder, get a hash.
    """
    every = sorted(set(names))
    left_out = {name: why for name in every if (why := _problem(name))}
    paths = {name: _path(name, 0) for name in every if name not in left_out}
    for digits in _DIGITS:
        for name in _clashing(paths):
            paths[name] = _path(name, digits)
    for name in _clashing(paths):
        left_out[name] = "its file has the name of another tool's"
        del paths[name]
    return ToolPaths(paths, left_out)


def _path(name: str, digits: int) -> str:
    told_apart = f"-{sha256(name.encode()).hexdigest()[:digits]}" if digits else ""
    return f"{FOLDER}/{name}{told_apart}.json"


def _clashing(paths: Mapping[str, str]) -> list[str]:
    """The tools whose file is also that of another one, or stands where a folder has to."""
    folded = {name: _folded(path) for name, path in paths.items()}
    taken = Counter(folded.values())
    folders = {str(above) for path in folded.values() for above in PurePosixPath(path).parents}
    return [name for name, path in folded.items() if taken[path] > 1 or path in folders]


def _folded(path: str) -> str:
    """A path as a file system sees it that ignores case, or composes letters."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", path).casefold())


def _problem(name: str) -> str:
    """Why a name makes no file; empty if it does."""
    if one_line(name, escape_elements=False) != name:
        return "its name holds characters that cannot be seen or typed"
    if len(name.encode()) > MOST_NAME_BYTES:
        return f"its name is over {MOST_NAME_BYTES} bytes"
    problems = (_part_problem(part) for part in name.split("/"))
    return next((f"its name is no path of a file: {words}" for words in problems if words), "")


def _part_problem(part: str) -> str:
    if part in ("", ".", ".."):
        return f'a part of it is "{part}"'
    if any(character in part for character in "\\:"):
        return "it holds a backslash or a colon"
    if part[-1] in ". ":
        return "a part of it ends with a dot or a blank"
    if part[0] == "." or part in NOT_SHARED:
        return f'a skill has no files named "{part}"'
    if part.partition(".")[0].rstrip().casefold() in _DEVICES:
        return f'"{part}" is a device of Windows'
    if len(part) > MOST_PART or len(part.encode()) > MOST_PART_BYTES:
        return f"a part of it has more than {MOST_PART} characters, or {MOST_PART_BYTES} bytes"
    return ""
