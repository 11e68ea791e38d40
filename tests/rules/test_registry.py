import re
from inspect import unwrap
from pathlib import Path

import pytest

from skillctl.rules.config import check as config_check
from skillctl.rules.registry import ALL_RULES
from skillctl.rules.skill import check as skill_check
from tests.conftest import ROOT

# as lint.md, "Order of building", names them; SK209 and SK210 are no rules
FIRST_STAGE = (
    "SK001-SK010 SK012 SK101-SK112 SK201-SK208 SK211-SK214 SK221-SK225 SK231 SK232 SK311 "
    "SK401-SK405 SK504 SK505 SK601 MC001-MC009 MC101-MC112 MC115 MC116 MC119 MC201 MC203 "
    "MC205-MC207 MC209-MC211 MC214 MC301 MC302 FK001-FK005 SC001-SC004 LT001-LT003"
)
CODES = [rule.code for rule in ALL_RULES]
MODULES = {}
for rule in ALL_RULES:
    if rule.code[:2] in ("SK", "MC", "LT"):
        MODULES.setdefault(Path(unwrap(rule.check).__code__.co_filename), set()).add(rule.code)


def expanded(first, last=""):
    """The codes of a range, both ends among them."""
    numbers = range(int(first[2:]), int((last or first)[2:]) + 1)
    return {f"{first[:2]}{number:03}" for number in numbers}


def test_every_rule_of_the_first_stage_is_there():
    wanted = (expanded(*word.split("-")) for word in FIRST_STAGE.split())
    assert set().union(*wanted) - set(CODES) == set()


def test_codes_are_in_order_and_none_stands_twice():
    for family in ("SK", "MC", "FK", "SC", "LT"):
        codes = [code for code in CODES if code.startswith(family)]
        assert codes == sorted(set(codes))


def test_the_families_are_joined_whole():
    assert {*skill_check.RULES, *config_check.RULES} <= set(ALL_RULES)


@pytest.mark.parametrize(
    ("path", "codes"), MODULES.items(), ids=[p.relative_to(ROOT).as_posix() for p in MODULES]
)
def test_a_module_says_in_its_first_line_which_rules_it_holds(path, codes):
    head = path.read_text().split("\n")[0].partition(":")[0]
    named = re.findall(r"([A-Z]{2}\d{3})(?: to ([A-Z]{2}\d{3}))?", head)
    assert set().union(*(expanded(*pair) & set(CODES) for pair in named)) == codes
