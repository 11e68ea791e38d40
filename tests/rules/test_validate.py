from pathlib import Path

import pytest

from skillctl.errors import SkillctlError
from skillctl.rules.find.paths import LintFolders
from skillctl.rules.registry import ALL_RULES
from skillctl.rules.validate import RULES, read_valid, validate

GOOD = "---\nname: {0}\ndescription: Keeps notes. Use when asked.\n{1}---\nWrite.\n"


@pytest.fixture
def judged(tree):
    def judge(files):
        root = tree(files)
        return validate([Path()], LintFolders(root)).report, root

    return judge


def codes(report):
    return [(finding.code, str(finding.severity)) for finding in report.findings]


def test_the_fixed_rules_are_rules():
    known = {rule.code for rule in ALL_RULES}
    assert all(any(code.startswith(word) for code in known) for word in RULES)


def test_an_unknown_field_is_an_error_as_in_the_reference(judged):
    report, _ = judged({"a/SKILL.md": GOOD.format("a", "version: 1\nmodel: x\n")})
    assert codes(report) == [("SK232", "error"), ("SK232", "error")]
    assert report.targets == ("spec",)


def test_other_rules_play_no_part(judged):
    text = GOOD.format("a", "").replace("Keeps", "<b> Keeps") + "[x](gone.md)\n"
    report, _ = judged({"a/SKILL.md": text})
    assert codes(report) == []


def test_valid_skills_are_read_with_their_known_fields(judged):
    report, root = judged(
        {
            "a/SKILL.md": GOOD.format("a", "license: MIT\n"),
            "b/SKILL.md": GOOD.format("c", ""),
        }
    )
    (skill,) = read_valid(report, root)
    assert skill.path == str(root / "a" / "SKILL.md")
    assert list(skill.fields) == ["name", "description", "license"]


def test_without_a_skill_there_is_nothing_to_judge(tree):
    with pytest.raises(SkillctlError, match="nothing to check"):
        validate([Path()], LintFolders(tree({".mcp.json": "{}"})))
