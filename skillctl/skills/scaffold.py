"""The text of a new skill (skills.md section 14)."""

import unicodedata
from string import Template

from skillctl.policy.text import row
from skillctl.skills.fields import MOST_NAME, is_name_character, name_defect
from skillctl.skills.read import MOST_DESCRIPTION
from skillctl.source.written import yaml_text

_FILE = Template("""\
---
name: $name
description: $description
---

# $title

## When to use

- Name the requests, files or situations that call for this skill.
- Name what looks alike and is not meant.

## Steps

1. Say what to look at first.
2. Say what to do, one action for each step.
3. Say how to check the result.

## Rules

- Say what must always hold, and what must never be done.
""")


def new_skill(name: str, description: str = "") -> str:
    """A skill file with a body to fill in; without a description, with one made of the name.

    The name must be one that a skill may have, the description one without a defect.
    """
    words = name.replace("-", " ")
    made = f"Guides work on {words}. Use when a task is about {words}."
    return _FILE.substitute(
        name=yaml_text(name),
        description=yaml_text(description or made),
        title=words[:1].upper() + words[1:],
    )


def description_defect(description: str) -> str | None:
    """What is wrong with a description that is to be written, or None."""
    if not description.strip():
        return "is blank"
    if len(description.splitlines()) > 1:
        return "holds a line end; a description is one line"
    if row(description) != description:
        return f"holds a control or hidden character: {row(description)[:60]}"
    if len(description) > MOST_DESCRIPTION:
        return f"has {len(description):,} characters; {MOST_DESCRIPTION:,} are allowed"
    return None


def possible_name(name: str) -> str:
    """The name that is meant by one that cannot be used; empty if nothing can be made of it."""
    normal = unicodedata.normalize("NFKC", name).lower()
    letters = "".join(c if c != "-" and is_name_character(c) else "-" for c in normal)
    made = "-".join(part for part in letters.split("-") if part)[:MOST_NAME].strip("-")
    return made if made and name_defect(made) is None else ""
