from pathlib import Path

import pytest

from skillctl.cli.lint_report import tell_crashes, write
from skillctl.cli.options import ReportFormat
from skillctl.cli.surroundings import Surroundings
from skillctl.findings import Report
from skillctl.rules.rule import Crash

EMPTY = Report(cases=())
SUMMARY = "nothing checked: no findings\n"


@pytest.fixture
def here(tmp_path):
    return Surroundings(cwd=tmp_path, home=tmp_path, environment={})


def test_a_report_goes_to_stdout_beside_something_else_to_stderr(here, capsys):
    write(EMPTY, ReportFormat.TEXT, {}, here, None)
    assert capsys.readouterr() == (SUMMARY, "")
    write(EMPTY, ReportFormat.TEXT, {}, here, None, beside=True)
    assert capsys.readouterr() == ("", SUMMARY)


def test_with_a_file_only_the_summary_is_printed(here, capsys):
    write(EMPTY, ReportFormat.SARIF, {}, here, Path("out.sarif"))
    assert capsys.readouterr() == ("", SUMMARY)
    assert (here.cwd / "out.sarif").read_text().startswith("{")
    write(EMPTY, ReportFormat.JSON, {"quiet": True}, here, Path("out.json"))
    assert capsys.readouterr() == ("", "")


def test_a_crash_is_told_last(capsys):
    tell_crashes(())
    with pytest.raises(ZeroDivisionError):
        tell_crashes([Crash("SK001", "a\x1b/SKILL.md", ZeroDivisionError())])
    assert capsys.readouterr() == ("", "rule SK001 failed on a\\x1b/SKILL.md\n")
