"""Where the text of a skill takes the arguments of a slash activation (skills.md section 11)."""

import re
import shlex
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from skillctl.skills.fences import lines_outside_fences

ALL = "ARGUMENTS"
UNBALANCED = "a quote or backslash has nothing after it; the arguments were split at blanks"
_PLACEHOLDER = re.compile(r"(\\?)\$(ARGUMENTS(?!\w)|[1-9](?![0-9]))")


class Placeholder(NamedTuple):
    """A run of a text: `$ARGUMENTS` or one of `$1` to `$9`, or such a one behind a backslash."""

    start: int
    end: int
    name: str
    escaped: bool


@dataclass(frozen=True, slots=True)
class Arguments:
    """What a user typed behind the name of a skill; `note` says how, if it was split otherwise."""

    raw: str
    words: tuple[str, ...]
    note: str = ""

    def value(self, found: Placeholder) -> str:
        """What stands in the place of a placeholder; a word that is missing is empty."""
        if found.escaped:
            return f"${found.name}"
        if found.name == ALL:
            return self.raw
        number = int(found.name)
        return self.words[number - 1] if number <= len(self.words) else ""

    def unused(self, names: set[str]) -> tuple[str, ...]:
        """The words that stand nowhere if these placeholders are all that is filled."""
        if ALL in names:
            return ()
        return tuple(word for number, word in enumerate(self.words, 1) if str(number) not in names)


def arguments_of(raw: str) -> Arguments:
    """Split by the quoting of a POSIX shell, or at blanks where that cannot be."""
    try:
        return Arguments(raw, tuple(shlex.split(raw)))
    except ValueError:
        return Arguments(raw, tuple(raw.split()), UNBALANCED)


def placeholders(text: str) -> Iterator[Placeholder]:
    """All that stand outside of fenced code, in order."""
    for start, end in lines_outside_fences(text):
        for found in _PLACEHOLDER.finditer(text, start, end):
            yield Placeholder(found.start(), found.end(), found[2], bool(found[1]))
