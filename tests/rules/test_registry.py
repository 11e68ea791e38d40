from skillctl.rules.config import check as config_check
from skillctl.rules.registry import ALL_RULES
from skillctl.rules.skill import check as skill_check

WANTED = (
    "SK001 SK003 SK004 SK101 SK102 SK104 SK105 SK108 SK201 SK202 SK207 SK211 SK212 "
    "MC001 MC101 MC102 MC103 MC106 MC201 LT001 LT003"
)


def test_every_rule_of_the_first_stage_is_there():
    assert set(WANTED.split()) <= {rule.code for rule in ALL_RULES}


def test_the_families_are_joined_whole():
    assert {*skill_check.RULES, *config_check.RULES} <= set(ALL_RULES)
