"""All rules: the tuples of the kinds joined, in the order of their codes."""

from typing import Any

from skillctl.findings import Report
from skillctl.rules import suppression_form, walk_limit
from skillctl.rules.closed import fakes, scenarios
from skillctl.rules.config import check as config_check
from skillctl.rules.config import same_name as same_server
from skillctl.rules.config import user, variables
from skillctl.rules.rule import Rule
from skillctl.rules.skill import check as skill_check
from skillctl.rules.skill import dangling, in_place, no_skill_file, same_name, size

FAMILIES = ("SK", "MC", "FK", "SC", "LT")
_JOINED: tuple[Rule[Any], ...] = (
    *skill_check.RULES,
    *in_place.PLACED_RULES,
    *size.RULES,
    *dangling.RULES,
    *no_skill_file.RULES,
    *same_name.RULES,
    *config_check.RULES,
    *variables.ENV_RULES,
    *same_server.RULES,
    *user.RULES,
    *fakes.RULES,
    *scenarios.RULES,
    *walk_limit.RULES,
    *suppression_form.IDLE_RULES,
    *suppression_form.FORM_RULES,
)
ALL_RULES: tuple[Rule[Any], ...] = tuple(
    sorted(_JOINED, key=lambda rule: (FAMILIES.index(rule.code[:2]), rule.code))
)


def docs_of(report: Report) -> dict[str, tuple[str, str]]:
    """What the rules of a report demand, and why, by code."""
    codes = {finding.code for finding in report.findings}
    return {rule.code: rule.docs for rule in ALL_RULES if rule.code in codes}
