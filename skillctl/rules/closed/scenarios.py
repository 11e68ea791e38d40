"""Checking scenarios: the SC rules, which `skillctl test` shares."""

from skillctl.rules.closed.check import Format, rules_of
from skillctl.scenario.check import MOST_BYTES, scenario_misfits
from skillctl.scenario.defects import DEFECTS

FORMAT = Format(
    "scenario",
    rules_of(DEFECTS, "test"),
    lambda source, _folder: scenario_misfits(source),
    MOST_BYTES,
)
RULES = FORMAT.rules
check, check_text, check_bytes = FORMAT.check, FORMAT.check_text, FORMAT.check_text
