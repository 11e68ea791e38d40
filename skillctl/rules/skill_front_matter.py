"""SK1xx: the front matter of a skill. One cause, one finding."""

from skillctl.rules import skill_delimiters, skill_mapping, skill_yaml
from skillctl.rules.rule import Rule
from skillctl.skills.document import SkillDocument

RULES: tuple[Rule[SkillDocument], ...] = (
    *skill_delimiters.RULES,
    *skill_yaml.RULES,
    *skill_mapping.RULES,
)
