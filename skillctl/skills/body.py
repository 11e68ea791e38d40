"""The texts of a skill as a model gets them, whichever way they reach it."""

from typing import NamedTuple

from skillctl.policy.text import clean
from skillctl.skills.model import Skill


class Body(NamedTuple):
    """The text without front matter, cleaned; `line` is that of `SKILL.md` in which it begins."""

    text: str
    line: int


def as_given(text: str) -> str:
    """A text of a skill, cleaned, without the empty lines around it."""
    return clean(text).text.strip("\n")


def body_of(skill: Skill) -> Body:
    """What follows the front matter, without the empty lines around it."""
    whole = clean(skill.body).text
    leading = len(whole) - len(whole.lstrip("\n"))
    return Body(whole.strip("\n"), skill.body_line + leading)
