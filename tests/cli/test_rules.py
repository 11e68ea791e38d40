import json

from skillctl.rules.registry import ALL_RULES


def test_all_rules_as_a_table(skillctl):
    run = skillctl("rules")
    lines = run.out.splitlines()
    assert run.code == 0
    assert lines[0].split() == ["code", "name", "severity", "default", "fix"]
    assert [line.split()[0] for line in lines[1:]] == [rule.code for rule in ALL_RULES]


def test_rules_that_are_named_are_explained(skillctl):
    by_code = skillctl("rules", "SK105").out
    assert by_code.startswith("SK105 plain-colon: error\n\n")
    assert skillctl("rules", "plain-colon").out == by_code
    both = skillctl("rules", "SK105", "MC201").out
    assert both == by_code + "\n" + skillctl("rules", "MC201").out


def test_a_prefix_gives_a_table_of_its_rules(skillctl):
    lines = skillctl("rules", "MC1").out.splitlines()
    assert [line.split()[0] for line in lines[1:]] == ["MC101", "MC102", "MC103", "MC106"]


def test_rules_as_json(skillctl):
    document = json.loads(skillctl("rules", "LT", "--format", "json").out)
    assert document["schema"] == "skillctl.rules/1"
    assert [rule["code"] for rule in document["rules"]] == ["LT001", "LT003"]


def test_an_unknown_word(skillctl):
    run = skillctl("rules", "XX1")
    assert (run.code, run.out) == (2, "")
    assert run.err.startswith("error: no rule has the code, name or prefix 'XX1'")
