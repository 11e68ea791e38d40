import re
from urllib.parse import unquote

import pytest
from hypothesis import given

from skillctl.errors import Location, Position
from skillctl.findings import Case, Report, Severity
from skillctl.report.github import render
from tests.report.reports import AWKWARD, CLEAN, HOSTILE, PLAIN_COLON, REPORTS, finding
from tests.report.test_json_text import reports

COMMAND = re.compile(r"::(?P<command>error|warning|notice) (?P<properties>.*?)::(?P<data>.*)")


def parsed(text):
    """Read commands back as the runner does: split first, then decode."""
    for line in text.splitlines():
        match = COMMAND.fullmatch(line)
        pairs = (pair.partition("=") for pair in match["properties"].split(","))
        properties = {key: unquote(value) for key, _, value in pairs}
        yield match["command"], properties, unquote(match["data"])


def of(*findings):
    return Report(cases=(Case(kind="skill", name="a", path="a", findings=findings),))


def test_the_form_of_the_specification():
    assert render(of(PLAIN_COLON)) == (
        "::error file=skills/pricing-report/SKILL.md,line=3,col=41,endLine=3,endColumn=43,"
        'title=SK105 plain-colon::": " starts a nested mapping inside the value of "description"'
        " - dropped by claude-code (loads with empty metadata), codex, skills-cli\n"
    )


def test_without_a_place_only_the_file_is_named():
    one = finding(message="50 %", location=Location("a,b:c%.md"))
    assert render(of(one)) == (
        "::error file=a%2Cb%3Ac%25.md,title=SK999 odd::50 %25 - dropped by every client\n"
    )
    two = finding(location=Location("a", Position(1, 2, 1)))
    assert "file=a,line=1,col=2,title=" in render(of(two))


@pytest.mark.parametrize("name", REPORTS)
def test_golden_commands_read_back_as_the_findings(name):
    report = REPORTS[name]
    rows = list(parsed(render(report)))
    assert len(rows) == len(report.findings)
    weights = {"error": Severity.ERROR, "warning": Severity.WARNING, "notice": Severity.NOTE}
    got = sorted((p["title"], weights[command], int(p.get("line", 0))) for command, p, _ in rows)
    assert got == sorted(
        (f"{f.code} {f.name}", f.severity, f.location.start.line if f.location.start else 0)
        for f in report.findings
    )


def test_errors_stand_first():
    commands = [command for command, _, _ in parsed(render(AWKWARD))]
    assert commands == ["error"] * 5 + ["warning"] * 24 + ["notice"]


def test_foreign_text_cannot_write_a_command_or_a_control_character():
    text = render(of(HOSTILE))
    assert text.count("\n") == 1
    ((command, properties, data),) = parsed(text)
    assert (command, properties["file"]) == ("warning", "b c/.mcp.json")
    first, second = data.splitlines()[:2]
    assert first == "first"
    assert second.startswith(r"second ::error::\x1b[31mred\x1b[0m \u{202E}gnp.exe ]]> <b> & ")
    assert second.endswith("\\x00 - the model reads what the reviewer cannot see")
    assert data.splitlines()[2:] == ["one tab", "+ two", r"- three \u{E0041}"]


def test_a_line_end_in_a_path_stays_in_its_property():
    ((_, properties, _),) = parsed(render(of(finding(location=Location("a\n::error::\tb")))))
    assert properties["file"] == r"a\n::error::\tb"


def test_nothing_found_is_nothing_said():
    assert render(CLEAN) == ""


@given(reports)
def test_any_report_gives_one_command_per_finding(report):
    text = render(report)
    rows = text.split("\n")[:-1]
    assert len(rows) == len(report.findings)
    assert all(COMMAND.fullmatch(row) for row in rows)
    assert not re.search(r"[\x00-\x09\x0b-\x1f]", text)
