"""All rules: the tuples of the kinds joined, in the order of their codes."""

from typing import Any

from skillctl.rules import config_check, skill_check, suppression_form, walk_limit
from skillctl.rules.rule import Rule

ALL_RULES: tuple[Rule[Any], ...] = (
    *skill_check.RULES,
    *config_check.RULES,
    *walk_limit.RULES,
    *suppression_form.RULES,
)
