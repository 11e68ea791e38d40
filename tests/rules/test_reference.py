import json

import pytest

from skillctl.findings import Safety, Severity
from skillctl.rules.reference import as_json, explanation, page, table
from skillctl.rules.registry import ALL_RULES
from skillctl.rules.rule import rule
from tests.conftest import ROOT

PAGE = ROOT / "docs" / "rules.md"


@rule(
    "XX001",
    "odd",
    Severity.WARNING,
    Severity.NOTE,
    message="{what}",
    consequence="so it goes",
    advice="write {{this}}",
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


def test_a_table_has_a_line_for_each_rule():
    assert table([odd, style]).splitlines() == [
        "code   name        severity                   default  fix",
        "XX001  odd         warning or note, security  on       safe",
        "XX002  style-only  note                       off      none",
    ]


def test_one_rule_at_length():
    assert explanation(odd) == (
        "XX001 odd: warning or note, security\n\n"
        "It is even.\n\nBecause `x`\nis odd.\n\n"
        "Consequence: so it goes\nTo mend it: write {this}\nFix: safe\nSeen in: codex, spec\n"
        "Settings: lint.exclude\nSince: 0.1\nExample:\n    one\n    two\n"
    )
    assert "Example" not in explanation(style)


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
        "targets": ["codex", "spec"],
        "options": ["lint.exclude"],
        "fix": "safe",
        "example": "one\ntwo",
        "since": "0.1",
    }
    assert document["rules"][1]["default"] is False


def test_the_page_is_fresh(pytestconfig):
    if pytestconfig.option.update_snapshots:
        PAGE.write_text(page(ALL_RULES), encoding="utf-8")
    assert PAGE.read_text(encoding="utf-8") == page(ALL_RULES)


@pytest.mark.parametrize("one", ALL_RULES, ids=lambda r: r.code)
def test_the_page_links_and_explains_every_rule(one):
    text = page(ALL_RULES)
    assert f"| [{one.code}](#{one.code.lower()}-{one.name}) |" in text
    assert f"\n## {one.code} {one.name}\n" in text
    assert one.docs[1] in text
