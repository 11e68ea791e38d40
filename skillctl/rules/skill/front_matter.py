"""SK1xx: the front matter of a skill. One cause, one finding."""

from skillctl.rules.rule import Rule
from skillctl.rules.skill import delimiters, mapping, yaml_error
from skillctl.skills.document import SkillDocument

RULES: tuple[Rule[SkillDocument], ...] = (
    *delimiters.RULES,
    *yaml_error.RULES,
    *mapping.RULES,
)
