import re

import pytest

from skillctl.findings import Severity
from skillctl.rules.registry import ALL_RULES, FAMILIES
from skillctl.rules.rule import Violation, rule
from skillctl.settings import rows


def test_the_decorator_returns_a_rule_and_registers_nothing():
    @rule("XX001", "odd", Severity.WARNING, message="m", consequence="c", advice="a")
    def odd(document):
        """It is even.

        Because of reasons
        on two lines.
        """
        yield Violation(values={"what": document})

    assert (odd.code, odd.severity, odd.since, odd.security) == (
        "XX001",
        Severity.WARNING,
        "0.1",
        False,
    )
    assert odd.docs == ("It is even.", "Because of reasons\non two lines.")
    assert [v.values for v in odd.check(7)] == [{"what": 7}]
    assert odd not in ALL_RULES


def test_codes_and_names_are_unique_and_sorted_within_a_family():
    codes = [rule.code for rule in ALL_RULES]
    assert len(set(codes)) == len(codes)
    assert len({(rule.code[:2], rule.name) for rule in ALL_RULES}) == len(codes)
    families = [code[:2] for code in codes]
    for family in FAMILIES:
        own = [code for code in codes if code.startswith(family)]
        assert own == sorted(own)
    assert families == sorted(families, key=FAMILIES.index)


@pytest.mark.parametrize("one", ALL_RULES, ids=lambda r: r.code)
def test_a_declaration_is_whole(one):
    what, why = one.docs
    assert re.fullmatch(r"[A-Z]{2}\d{3}", one.code)
    assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", one.name)
    assert what.endswith(".")
    assert ". " not in what
    assert why.endswith(".")
    assert one.consequence
    assert one.advice
    assert one.example
    assert list(one.severities) == sorted(one.severities, reverse=True)
    settings = {option for option in one.options if not option.startswith("--")}
    assert settings <= {row.key for row in rows()}
