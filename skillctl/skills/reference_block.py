"""The catalog as the reference library of Agent Skills writes it (skills.md section 6, `xml`)."""

from collections.abc import Iterable
from typing import NamedTuple

from skillctl.policy.text import attribute


class Listed(NamedTuple):
    """What the block tells of one skill; the location is the path of its `SKILL.md`."""

    name: str
    description: str
    location: str


def reference_block(skills: Iterable[Listed]) -> str:
    """One tag or value per line, without a line end after the last."""
    rows = ["<available_skills>"]
    for skill in skills:
        rows.append("<skill>")
        for tag, value in skill._asdict().items():
            rows += (f"<{tag}>", attribute(value), f"</{tag}>")
        rows.append("</skill>")
    return "\n".join((*rows, "</available_skills>"))
