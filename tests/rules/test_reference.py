import json
from textwrap import fill

import pytest

from skillctl.findings import Defect, Safety, Severity
from skillctl.rules.others import ALL_OTHERS
from skillctl.rules.reference import as_json, explanation, page, table
from skillctl.rules.registry import ALL_RULES
from skillctl.rules.rule import rule
from tests.conftest import ROOT

ENTRIES = (*ALL_RULES, *ALL_OTHERS)
PAGE = ROOT / "docs" / "rules.md"


@rule(
    "XX001",
    "odd",
    Severity.WARNING,
    Severity.NOTE,
    message="{what}",
    consequence="so it goes",
    advice='write {{this}} for "{word}"',
    targets=("codex", "spec"),
    options=("lint.exclude",),
    example="one\ntwo",
    security=True,
    fix=Safety.SAFE,
)
def odd(_document):
    """It is even.

    Because `x`
    is odd.
    """
    return ()


@rule("XX002", "style-only", Severity.NOTE, message="m", consequence="c", advice="a")
def style(_document):
    """It is plain.

    Taste.
    """
    return ()


only_a_finding_can_tell = rule(
    "XX003", "told", Severity.NOTE, message="m", consequence="c", advice="{mend}"
)(style.check)

OTHER = Defect(
    code="YY001",
    name="spare",
    kind="scenario",
    consequence="nothing happens",
    what="It is `used`.",
    why="Write ``a ` b`` or\n`take\nit out`.",
    severities=(Severity.ERROR, Severity.WARNING),
)


def test_a_table_has_a_line_for_each_entry():
    assert table([odd, style, OTHER]).splitlines() == [
        "code   name        severity                   reported by  default  fix",
        "XX001  odd         warning or note, security  lint         on       safe",
        "XX002  style-only  note                       lint         off      none",
        "YY001  spare       error or warning           test         on       none",
    ]


def test_a_column_that_says_the_same_of_all_is_left_out():
    assert table([style]) == ("code   name        severity\nXX002  style-only  note\n")
    assert table([]) == "code  name  severity\n"


def test_one_rule_at_length():
    assert explanation(odd) == (
        "XX001 odd: warning or note, security\n\n"
        'It is even.\n\nBecause "x"\nis odd.\n\n'
        'Consequence: so it goes\nTo mend it: write {this} for "…"\nFix: safe\n'
        "Seen in: codex, spec\n"
        "Settings: lint.exclude\nSince: 0.1\nReported by: skillctl lint\n"
        "Example:\n    one\n    two\n"
    )
    assert "Example" not in explanation(style)
    assert "Fix" not in explanation(style)


def test_what_another_command_reports_at_length():
    assert explanation(OTHER) == (
        'YY001 spare: error or warning\n\nIt is "used".\n\nWrite "a ` b" or "take it out".\n\n'
        "Consequence: nothing happens\nReported by: skillctl test\n"
    )


@pytest.mark.parametrize("one", ENTRIES, ids=lambda e: e.code)
def test_a_terminal_is_shown_no_marks_of_markdown(one):
    shown, _, _ = explanation(one).partition("\nExample:\n")
    assert shown.count("`") == ("@ ` %" in shown)


def test_rules_as_json():
    document = json.loads(as_json([odd, style]))
    assert document["schema"] == "skillctl.rules/1"
    assert document["rules"][0] == {
        "code": "XX001",
        "name": "odd",
        "severities": ["warning", "note"],
        "security": "high",
        "default": True,
        "what": "It is even.",
        "why": "Because `x` is odd.",
        "consequence": "so it goes",
        "advice": 'write {this} for "…"',
        "targets": ["codex", "spec"],
        "hosts": {},
        "options": ["lint.exclude"],
        "fix": "safe",
        "example": "one\ntwo",
        "since": "0.1",
        "commands": ["lint"],
    }
    assert document["rules"][1]["default"] is False
    assert json.loads(as_json([only_a_finding_can_tell]))["rules"][0]["advice"] is None


def test_what_another_command_reports_as_json():
    (record,) = json.loads(as_json([OTHER]))["rules"]
    assert record == {
        "code": "YY001",
        "name": "spare",
        "severities": ["error", "warning"],
        "security": None,
        "default": True,
        "what": "It is `used`.",
        "why": "Write ``a ` b`` or `take it out`.",
        "consequence": "nothing happens",
        "advice": None,
        "targets": [],
        "hosts": {},
        "options": [],
        "fix": None,
        "example": None,
        "since": None,
        "commands": ["test"],
    }


def test_the_page_is_fresh(pytestconfig):
    if pytestconfig.option.update_snapshots:
        PAGE.write_text(page(ENTRIES), encoding="utf-8")
    assert PAGE.read_text(encoding="utf-8") == page(ENTRIES)


@pytest.mark.parametrize("one", ENTRIES, ids=lambda e: e.code)
def test_the_page_links_and_explains_every_entry(one):
    text = page(ENTRIES)
    what, why = (one.what, one.why) if isinstance(one, Defect) else one.docs
    assert f"| [{one.code}](#{one.code.lower()}-{one.name}) |" in text
    assert f"\n## {one.code} {one.name}\n" in text
    assert f"\n\n{what}\n\n{why}\n" in text.replace(fill(why, 96), why)


def test_what_single_hosts_judge_otherwise_is_told():
    rule = next(one for one in ALL_RULES if one.code == "SK207")
    assert "\nIn claude-code: warning (loaded " in explanation(rule)
    (record,) = json.loads(as_json([rule]))["rules"]
    assert list(record["hosts"]) == ["claude-code", "claude-ai", "codex", "skills-cli"]
