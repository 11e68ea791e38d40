import pytest

from skillctl.rules.skill.front_matter import RULES
from tests.rules.checks import found, skill

GOOD = "---\nname: notes\ndescription: x\n---\ntext\n"


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("# T\n", "SK101"),
        ("---\nd: a: b\n", "SK102"),
        ("--- \nd: a\n---\n", "SK103"),
        ("---\nd: 'a\n---\n", "SK104"),
        ("---\nd: 'a\ne: 'b'\n---\n", "SK104"),
        ("---\nd: [a\n---\n", "SK104"),
        ("---\nd: " + "[" * 65 + "]" * 65 + "\n---\n", "SK104"),
        ("---\nd: a: b\n---\n", "SK105"),
        ("---\nd: [a] b\n---\n", "SK105"),
        ("---\nd: `a`\n---\n", "SK105"),
        ("---\nd:\n\te: f\n---\n", "SK106"),
        ("---\nd: a\nb\n---\n", "SK107"),
        ("---\nd: a\n\n  b: c\n---\n", "SK107"),
        ("---\nd: 1\nd: 2\n---\n", "SK108"),
        ("---\n- a\n---\n", "SK109"),
        ("---\ndescription: a #b\n---\n", "SK110"),
        ("---\nd: &a\ne: [" + "*a," * 101 + "]\n---\n", "SK111"),
        ("---\nd: &a b\n---\n", "SK111"),
        ("---\nd: !a b\n---\n", "SK112"),
    ],
)
def test_one_cause_one_finding(text, code):
    guilty = {one.code: len(found(one, skill(text))) for one in RULES if found(one, skill(text))}
    assert guilty == {code: 1}


@pytest.mark.parametrize("text", ["", " \n", GOOD])
def test_what_other_rules_judge_or_nothing(text):
    assert [one.code for one in RULES if found(one, skill(text))] == []
