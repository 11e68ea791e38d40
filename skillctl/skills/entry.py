"""One skill in the catalog, and the words above all of them, in each style (skills.md section 6).

Whatever comes from a skill is one line: it can neither start a line nor close an element.
"""

from html import unescape

from skillctl.policy.text import attribute, one_line
from skillctl.settings import SkillSettings
from skillctl.skills.model import Skill
from skillctl.skills.reference_block import Listed, reference_entry
from skillctl.skills.walk import FILE_NAME

XML, READ, ABSOLUTE = "xml", "read", "absolute"
_TITLE = "# Skills\n\nBefore work that a skill below covers, "
_WORDS = {
    "tool": (
        "call the `skill` tool with its name and follow what it returns. "
        "Load a skill once per conversation."
    ),
    READ: "read its file with `read_file` and follow it. Read it once per conversation.",
}


def heading(settings: SkillSettings) -> str:
    """The title and the paragraph, up to the first entry."""
    return f"{_TITLE}{_WORDS[settings.loading]}\n\n"


def catalog_entry(skill: Skill, settings: SkillSettings) -> str:
    """What the catalog says of one skill: a line, or an element of several."""
    if settings.style == XML:
        return reference_entry(listed(skill, settings))
    line = f"- {one_line(skill.name)}: {shown_description(skill, settings)}"
    if settings.loading != READ:
        return line
    path = one_line(location(skill, settings))
    return f"{line} → read {path}" if settings.arrow else f"{line} (`{path}`)"


def listed(skill: Skill, settings: SkillSettings) -> Listed:
    """What an element of XML tells of a skill."""
    return Listed(skill.name, shown_description(skill, settings), location(skill, settings))


def shown_description(skill: Skill, settings: SkillSettings) -> str:
    """A description as the model reads it, but for what XML escapes."""
    text, limit = whole_description(skill, settings), settings.description_chars
    return text if len(text) <= limit else text[: max(limit - 1, 0)] + "…"


def whole_description(skill: Skill, settings: SkillSettings) -> str:
    """A description as one line; what closes an element is disarmed here, or else by XML."""
    return one_line(skill.description, escape_elements=settings.style != XML)


def location(skill: Skill, settings: SkillSettings) -> str:
    """The path of `SKILL.md`: from the project, else from `~`, else absolute; or always that."""
    absolute = settings.locations == ABSOLUTE
    return (skill.base / FILE_NAME).as_posix() if absolute else skill.shown


def is_readable(skill: Skill, settings: SkillSettings) -> bool:
    """Whether a model that uses the path of an entry arrives at the file."""
    path = location(skill, settings)
    shown = unescape(attribute(path)) if settings.style == XML else one_line(path)
    return shown == path
