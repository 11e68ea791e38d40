from dataclasses import replace

import pytest

from skillctl.findings import NOT_ENTERED, Alias, Case, Fix, Report, Safety, Severity, Skipped
from skillctl.report.summary import fixable, outcome, outcomes, summary_line
from tests.report.reports import AWKWARD, SCENARIOS, finding

SAFE = finding(fix=Fix(Safety.SAFE, "mend", ()))
UNSAFE = finding(fix=Fix(Safety.UNSAFE, "mend", ()))


def cases(*kinds, **values):
    return tuple(Case(kind=kind, name=kind, path=kind, **values) for kind in kinds)


def test_the_example_of_the_specification():
    findings = (SAFE, *(finding(severity=Severity.WARNING) for _ in range(2)))
    report = Report(
        cases=(
            Case(kind="skill", name="a", path="a", findings=findings, suppressed=(SAFE,)),
            *cases("skill", "config", "skill"),
        ),
        aliases=(Alias("b", "a"),),
        repairs=True,
    )
    assert summary_line(report) == (
        "3 skills, 1 config checked: 1 error, 2 warnings; "
        "1 fixable with --fix; 1 suppressed; 1 alias"
    )


def test_a_command_that_repairs_nothing_promises_no_repair():
    report = Report(
        cases=(Case(kind="fake", name="a", path="a", findings=(SAFE, UNSAFE)),), fixed=1
    )
    assert summary_line(report) == "1 fake checked: 2 errors"


def test_every_kind_is_named_known_ones_first():
    kinds = ("zebra", "evals", "scenario", "fake", "manifest", "settings", "config", "skill")
    assert summary_line(Report(cases=cases(*kinds, *kinds, "skill"))) == (
        "3 skills, 2 configs, 2 settings files, 2 manifests, 2 fakes, 2 scenarios, 2 evals files, "
        "2 zebras checked: no findings"
    )
    assert summary_line(Report(cases=cases("settings", "evals"))) == (
        "1 settings file, 1 evals file checked: no findings"
    )


def test_nothing_checked_is_said():
    assert summary_line(Report(cases=())) == "nothing checked: no findings"
    assert summary_line(Report(cases=(), command="test")) == "nothing checked: no cases"


def test_repairs_are_counted_by_what_it_takes():
    report = Report(
        cases=(Case(kind="skill", name="a", path="a", findings=(SAFE, UNSAFE, UNSAFE)),),
        repairs=True,
    )
    assert summary_line(report).endswith(
        "; 1 fixable with --fix; 2 fixable with --fix --unsafe-fixes"
    )
    assert fixable(report) == {Safety.SAFE: 1, Safety.UNSAFE: 2}
    assert "; fixed 4 of 5; " in summary_line(replace(report, fixed=4)) + "; "


def test_what_a_baseline_holds_and_aliases():
    report = Report(
        cases=cases("skill"), baselined=1200, aliases=(Alias("b", "a"), Alias("c", "a"))
    )
    assert summary_line(report).endswith("; 1,200 in the baseline; 2 aliases")


def test_skipped_paths_are_counted_with_reasons():
    skipped = [Skipped("a", "one\x07")]
    assert summary_line(Report(cases=(), skipped=tuple(skipped))).endswith(
        r"; 1 path skipped (one\x07)"
    )
    skipped += [Skipped(name, reason) for name, reason in zip("bcdefg", "xxyzzw", strict=True)]
    assert summary_line(Report(cases=(), skipped=tuple(skipped))).endswith(
        r"; 7 paths skipped (2 x, 2 z, 1 one\x07, 2 for other reasons)"
    )


@pytest.mark.parametrize(
    ("folders", "words"),
    [
        ((".git",), "1 folder not entered (.git)"),
        (("a/.git", "b/.git"), "2 folders not entered (.git)"),
        ((".git", ".venv", "x/.git"), "3 folders not entered (2 .git, .venv)"),
        (("a", "b", "c", "d"), "4 folders not entered (a, b, c, 1 other)"),
        (("a", "b", "c", "d", "x/d", "e\x07"), r"6 folders not entered (2 d, a, b, 2 others)"),
    ],
)
def test_folders_that_are_not_entered_are_counted_by_name(folders, words):
    skipped = tuple(Skipped(folder, NOT_ENTERED) for folder in folders)
    assert summary_line(Report(cases=(), skipped=skipped)).endswith(f"no findings; {words}")
    both = (*skipped, Skipped("x.json", "excluded"))
    assert summary_line(Report(cases=(), skipped=both)).endswith(
        f"; {words}; 1 path skipped (excluded)"
    )


@pytest.mark.parametrize(
    ("fail_on", "expected"),
    [(Severity.ERROR, "failed"), (Severity.WARNING, "failed"), (None, "passed")],
)
def test_a_case_fails_at_the_failing_level(fail_on, expected):
    case = Case(kind="skill", name="a", path="a", findings=(SAFE,))
    assert outcome(case, Report(cases=(case,), fail_on=fail_on)) == expected


def test_a_warning_alone_does_not_fail_and_a_failure_beats_skipping():
    case = Case(kind="s", name="a", path="a", findings=(finding(severity=Severity.WARNING),))
    assert outcome(case, Report(cases=(case,))) == "passed"
    both = Case(kind="s", name="a", path="a", findings=(SAFE,), skipped="later")
    assert outcome(both, Report(cases=(both,))) == "failed"


def test_outcomes_of_scenarios():
    assert outcomes(SCENARIOS) == {"passed": 2, "failed": 1, "skipped": 1}
    assert outcomes(AWKWARD) == {"failed": 2, "passed": 3}


def test_a_folder_that_was_not_looked_at_is_not_called_checked():
    report = Report(cases=cases("skill", "folder", "folder"))
    assert summary_line(report) == "1 skill checked: no findings; 2 folders not looked at"
