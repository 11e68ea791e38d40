import json

import pytest

from skillctl.rules.others import ALL_OTHERS
from skillctl.rules.registry import ALL_RULES

ENTRIES = (*ALL_RULES, *ALL_OTHERS)


def test_all_rules_as_a_table(skillctl):
    run = skillctl("rules")
    lines = run.out.splitlines()
    assert run.code == 0
    assert lines[0].split() == ["code", "name", "severity", "reported", "by", "default", "fix"]
    assert [line.split()[0] for line in lines[1:]] == [one.code for one in ENTRIES]


# what a reader of test, snapshot and fake check looks up
@pytest.mark.parametrize(
    ("code", "name", "command"),
    [
        ("ST002", "unused-turn", "test"),
        ("SC003", "unknown-key", "lint, skillctl test"),
        ("SN001", "breaking", "snapshot check"),
        ("FK003", "unknown-key", "lint, skillctl fake check"),
    ],
)
def test_codes_of_other_commands_are_explained(skillctl, code, name, command):
    run = skillctl("rules", code)
    assert run.out.startswith(f"{code} {name}: error")
    assert f"\nReported by: skillctl {command}\n" in run.out
    assert f"{code}  {name} " in skillctl("rules").out


def test_a_name_of_several_explains_them_all(skillctl):
    heads = [line for line in skillctl("rules", "unknown-key").out.splitlines() if "00" in line]
    assert heads == ["FK003 unknown-key: error", "SC003 unknown-key: error"]


def test_codes_are_used_once():
    assert len({one.code for one in ENTRIES}) == len(ENTRIES)


def test_rules_that_are_named_are_explained(skillctl):
    by_code = skillctl("rules", "SK105").out
    assert by_code.startswith("SK105 plain-colon: error\n\n")
    assert skillctl("rules", "plain-colon").out == by_code
    both = skillctl("rules", "SK105", "MC201").out
    assert both == by_code + "\n" + skillctl("rules", "MC201").out


def test_a_prefix_gives_a_table_of_its_rules(skillctl):
    lines = skillctl("rules", "LT0").out.splitlines()
    assert [line.split()[0] for line in lines[1:]] == ["LT001", "LT002", "LT003"]


def test_rules_as_json(skillctl):
    document = json.loads(skillctl("rules", "LT", "--format", "json").out)
    assert document["schema"] == "skillctl.rules/1"
    assert [rule["code"] for rule in document["rules"]] == ["LT001", "LT002", "LT003"]


def test_an_unknown_word(skillctl):
    run = skillctl("rules", "XX1")
    assert (run.code, run.out) == (2, "")
    assert run.err.startswith("error: no rule has the code, name or prefix 'XX1'")
