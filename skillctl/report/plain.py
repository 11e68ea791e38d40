"""Words of a report as they are printed: foreign text made visible, and counts with their noun."""

import posixpath
from collections.abc import Sequence

from skillctl.errors import Location
from skillctl.findings import Edit, Fix
from skillctl.policy.text import row

TAB = 4
PLURALS = {
    "skill": "skills",
    "config": "configs",
    "settings": "settings files",
    "manifest": "manifests",
    "fake": "fakes",
    "scenario": "scenarios",
    "evals": "evals files",
    "directory": "directories",
}
_SINGULARS = {"settings": "settings file", "evals": "evals file"}


def one_row(text: str) -> str:
    r"""A foreign text that stays on its line: made visible, line ends and tabs as `\n` and `\t`."""
    return row(text)


def place(location: Location) -> str:
    """Path, line and column, as far as they are known."""
    path, start = one_row(location.path), location.start
    return f"{path}:{start.line}:{start.column}" if start else path


def case_title(path: str, name: str) -> str:
    """What a case is called: its file, and its name in there unless it is that of the file."""
    return path if name == posixpath.basename(path) else f"{path}::{name}"


def told_edits(fix: Fix) -> Sequence[Edit]:
    """The edits of a fix, or none if they hold a secret: masked, they would destroy it."""
    from skillctl.policy.masks import starred  # noqa: PLC0415 # import budget: fixes only

    return () if any(starred(edit.text) != edit.text for edit in fix.edits) else fix.edits


def counted(number: int, noun: str) -> str:
    """A number with its noun: `1 skill`, `3 evals files`."""
    if number == 1:
        return f"1 {_SINGULARS.get(noun, noun)}"
    plural = f"{noun[:-1]}ies" if noun.endswith("ry") else f"{noun}s"
    return f"{number:,} {PLURALS.get(noun, plural)}"
