from dataclasses import replace

import pytest

from skillctl.errors import Location, Position
from skillctl.findings import Case, Finding, Report, Safety, Severity


def finding(path="a", offset=None, code="SK001", severity=Severity.ERROR):
    start = None if offset is None else Position(1, offset + 1, offset)
    return Finding(
        code=code,
        name="odd",
        severity=severity,
        message="wrong",
        consequence="dropped",
        location=Location(path, start),
        kind="skill",
    )


def report(*findings, **values):
    return Report(cases=(Case(kind="skill", name="a", path="a", findings=findings),), **values)


def test_severities_compare_by_weight_and_print_as_words():
    assert Severity.ERROR > Severity.WARNING > Severity.NOTE
    assert [str(s) for s in Severity] == ["note", "warning", "error"]
    assert [str(s) for s in Safety] == ["safe", "unsafe"]


def test_the_order_of_every_output_is_path_offset_code():
    ordered = [
        finding("a"),
        finding("a", 0, "SK002"),
        finding("a", 9, "SK001"),
        finding("a", 9, "SK002"),
        finding("a", 10, "SK001"),
        finding("b", 0),
    ]
    assert report(*reversed(ordered)).findings == tuple(ordered)


def test_findings_of_all_cases_are_joined():
    one, two = finding("b"), finding("a")
    cases = tuple(
        Case(kind=kind, name="x", path="x", findings=(found,), suppressed=(found,))
        for kind, found in (("skill", one), ("config", two))
    )
    made = Report(cases=cases)
    assert made.findings == made.suppressed == (two, one)
    assert made.kinds() == {"skill": 1, "config": 1}


def test_counts_by_severity():
    made = report(*(finding(severity=s) for s in (Severity.NOTE, Severity.ERROR, Severity.NOTE)))
    assert [made.count(severity) for severity in Severity] == [2, 0, 1]


@pytest.mark.parametrize("worst", Severity)
@pytest.mark.parametrize("level", [*Severity, None])
def test_a_report_fails_at_or_above_its_level(worst, level):
    made = report(finding(severity=worst), fail_on=level)
    assert made.failed is (level is not None and worst >= level)
    assert made.fails(made.findings[0]) is made.failed


def test_without_findings_nothing_fails():
    assert not report().failed
    assert not replace(report(), fail_on=Severity.NOTE).failed
