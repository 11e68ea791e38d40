"""The catalog as the reference library of Agent Skills writes it (skills.md section 6, `xml`)."""

from collections.abc import Iterable
from typing import NamedTuple

from skillctl.policy.text import attribute

OPENING, CLOSING = "<available_skills>", "</available_skills>"


class Listed(NamedTuple):
    """What the block tells of one skill; the location is the path of its `SKILL.md`."""

    name: str
    description: str
    location: str


def reference_block(skills: Iterable[Listed]) -> str:
    """One tag or value per line, without a line end after the last."""
    return "\n".join((OPENING, *map(reference_entry, skills), CLOSING))


def reference_entry(skill: Listed) -> str:
    """The element of one skill; a foreign value is one line and cannot leave its own."""
    rows = ["<skill>"]
    for tag, value in skill._asdict().items():
        rows += (f"<{tag}>", attribute(value), f"</{tag}>")
    return "\n".join((*rows, "</skill>"))
