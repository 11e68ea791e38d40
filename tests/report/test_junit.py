from dataclasses import replace
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given

from skillctl.findings import Case, Report, Severity
from skillctl.report.junit import render
from tests.conftest import ROOT
from tests.report.reports import AWKWARD, HOSTILE, PLAIN_COLON, REPORTS, SCENARIOS, finding
from tests.report.test_json_text import reports


def parse(report):
    return ET.fromstring(render(report).encode())


def counts(element):
    """What an element says of itself, and what it holds."""
    said = [int(element.get(name)) for name in ("tests", "failures", "errors", "skipped")]
    held = [
        len(element.findall(f".//{tag}")) for tag in ("testcase", "failure", "error", "skipped")
    ]
    return said, held


@pytest.mark.parametrize("name", REPORTS)
def test_golden_numbers_are_what_is_there(name):
    text = (ROOT / "golden" / "report" / name / "junit.xml").read_bytes()
    root = ET.fromstring(text)
    assert text.startswith(b'<?xml version="1.0" encoding="UTF-8"?>\n')
    for element in (root, *root):
        said, held = counts(element)
        assert said == held
    assert int(root.get("tests")) == len(REPORTS[name].cases)


def test_lint_has_one_suite_per_kind_and_one_case_per_file_or_skill():
    root = parse(AWKWARD)
    assert [(s.get("name"), len(s)) for s in root] == [("skill", 3), ("config", 1), ("evals", 1)]
    assert root.get("name") == "skillctl lint"
    assert root.get("time") is None
    quiet = root.find("testsuite[@name='evals']/testcase")
    assert quiet.attrib == {
        "classname": 'e"vals/a.json',
        "name": "quiet & <clean>",
        "file": 'e"vals/a.json',
    }
    assert len(quiet) == 0


def test_failing_findings_are_one_failure_and_the_rest_is_output():
    case = parse(AWKWARD).find("testsuite/testcase[@name='pricing-report']")
    (failure,) = case.findall("failure")
    assert failure.get("type") == "SK504"
    assert failure.get("message") == (
        "long.md:1:211: SK504 long-line: in the middle of a long line (and 3 more)"
    )
    assert failure.text.count("error SK") == 4
    assert "note SK505 huge-token" in case.find("system-out").text


def test_one_failure_alone_counts_no_others():
    report = Report(cases=(Case(kind="s", name="a", path="a", findings=(PLAIN_COLON,)),))
    message = parse(report).find(".//failure").get("message")
    assert message.endswith('the value of "description"')


def test_the_failing_level_decides():
    warning = finding(severity=Severity.WARNING)
    report = Report(cases=(Case(kind="s", name="a", path="a", findings=(warning,)),))
    assert parse(report).find(".//failure") is None
    strict = parse(replace(report, fail_on=Severity.WARNING))
    assert strict.find(".//failure") is not None
    assert strict.find(".//system-out") is None
    assert parse(replace(report, fail_on=None)).get("failures") == "0"


def test_the_gravest_finding_gives_the_headline():
    found = (finding("SK001", severity=Severity.WARNING), finding("SK002"))
    report = Report(
        cases=(Case(kind="s", name="a", path="a", findings=found),), fail_on=Severity.WARNING
    )
    assert parse(report).find(".//failure").get("type") == "SK002"


def test_scenarios_have_one_suite_per_file_with_seconds_and_properties():
    root = parse(SCENARIOS)
    assert root.attrib == {
        "name": "skillctl test",
        "tests": "4",
        "failures": "1",
        "errors": "0",
        "skipped": "1",
        "time": "1.751",
    }
    assert [(s.get("name"), s.get("time")) for s in root] == [
        ("tests/weather.scenario.toml", "1.750"),
        ("tests/b.scenario.toml", "0.001"),
    ]
    first = root[0][0]
    assert (first.get("name"), first.get("time")) == (
        "weather, happy path[openai-chat-pipe]",
        "0.250",
    )
    assert [tuple(p.attrib.values()) for p in first.find("properties")] == [
        ("dialect", "openai-chat"),
        ("transport", "pipe"),
    ]
    assert first.find("system-out").text == "session kept in kept/1\nwith a\ttab\n"
    later = root[1][1]
    assert later.get("time") is None
    assert later.find("skipped").get("message") == "waits for a <server>"


def test_illegal_characters_are_shown():
    report = Report(cases=(Case(kind="s\x00", name="\ufffe\ud800", path="a", findings=(HOSTILE,)),))
    root = parse(report)
    assert root[0].get("name") == r"s\x00"
    assert root[0][0].get("name") == r"\u{FFFE}\u{D800}"
    assert r'<b> & "q" \u{FFFE}\x00' in root.find(".//system-out").text


def test_line_ends_in_attributes_survive():
    report = Report(cases=(Case(kind="s", name='a\n\t"b"', path="a"),))
    assert parse(report)[0][0].get("name") == 'a\n\t"b"'


@given(reports)
def test_any_report_is_xml_that_counts_itself(report):
    root = parse(report)
    for element in (root, *root):
        said, held = counts(element)
        assert said == held
