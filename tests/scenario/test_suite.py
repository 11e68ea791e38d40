import re
import threading
from pathlib import Path

import pytest

from skillctl.errors import EndpointFailed, Location, SkillctlError
from skillctl.scenario import suite
from skillctl.scenario.find import Found
from skillctl.scenario.model import ScenarioPlace
from skillctl.scenario.suite import (
    CaseResult,
    case_line,
    combined,
    exit_code,
    left_out,
    read_all,
    report_of,
    run_entry,
    select,
)
from skillctl.scenario.verdict import ENDED, SETUP, UNEXPECTED_CALL, UNUSED_TURN, Ran, blame

HEAD = 'schema = "skillctl.scenario/1"\nprompt = "Go."\n'
PLACE = ScenarioPlace(Location("a.scenario.toml"), "")


@pytest.fixture
def entries(tree):
    root = tree(
        {
            "a.scenario.toml": HEAD + 'name = "First one"\n',
            "b.scenario.toml": HEAD + 'name = "second"\n',
            "c.scenario.toml": HEAD + "promt = 1\n[[turn]]\n",
        }
    )
    names = [p.name for p in sorted(root.iterdir())]
    return read_all([Found(root / name, f"t/{name}") for name in names])


def found(verdict):
    return blame(verdict, PLACE, "words")


def test_a_broken_file_hides_no_other_and_has_all_its_findings(entries):
    assert [e.name for e in entries] == ["First one", "second", "c.scenario.toml"]
    assert [f.code for f in entries[2].findings] == ["SC003", "SC010"]
    assert entries[2].scenario is None


def test_a_file_that_is_gone_is_a_finding(tmp_path):
    (entry,) = read_all([Found(tmp_path / "x.toml", "x.toml")])
    assert [(f.code, f.advice) for f in entry.findings] == [("ST007", "check the path")]
    assert entry.findings[0].message.startswith("the scenario x.toml cannot be read")


def test_a_file_that_is_not_utf8_is_a_finding(tree):
    root = tree({"x.toml": b"\xff"})
    (entry,) = read_all([Found(root / "x.toml", "x.toml")])
    assert [f.code for f in entry.findings] == ["SC001"]


@pytest.mark.parametrize(
    ("keyword", "expected"),
    [
        ("", ["First one", "second", "c.scenario.toml"]),
        ("first", ["First one", "c.scenario.toml"]),
        ("b.scenario.toml::", ["second", "c.scenario.toml"]),
    ],
)
def test_a_keyword_selects_and_broken_files_stay(entries, keyword, expected):
    assert [e.name for e in select(entries, keyword)] == expected


def test_a_name_selects(tree):
    root = tree({"a.toml": HEAD + 'name = "one"\n'})
    entries = read_all([Found(root / "a.toml", "a.toml", "one")])
    assert [e.id for e in select(entries)] == ["a.toml::one"]
    with pytest.raises(SkillctlError, match="no scenario is selected") as caught:
        select(read_all([Found(root / "a.toml", "a.toml", "two")]))
    assert caught.value.hint == "there are:\n  a.toml::one"


MATRIX = 'matrix = { dialect = ["openai-chat", "anthropic-messages"] }\n'
CELLS = ["one[openai-chat]", "one[anthropic-messages]"]


@pytest.mark.parametrize(
    ("name", "expected"),
    [(None, CELLS), ("one", CELLS), ("one[anthropic-messages]", CELLS[1:])],
)
def test_each_cell_of_a_matrix_is_a_case_with_its_dialect(tree, name, expected):
    root = tree({"a.toml": HEAD + 'name = "one"\n' + MATRIX})
    chosen = select(read_all([Found(root / "a.toml", "a.toml", name)]))
    assert [e.id for e in chosen] == [f"a.toml::{cell}" for cell in expected]
    case = run_entry(chosen[-1], lambda _: Ran((found(ENDED),)), 5).case
    assert dict(case.properties)["dialect"] == "anthropic-messages"
    assert case.findings[0].subject == case.name == "one[anthropic-messages]"


def test_a_case_has_name_path_time_and_what_was_found(entries):
    result = run_entry(entries[0], lambda _: Ran((found(ENDED),), "absent: x"), 5)
    assert result.exit_code == 1
    assert (result.case.kind, result.case.name) == ("scenario", "First one")
    assert result.case.path == "t/a.scenario.toml"
    assert result.case.seconds >= 0
    assert result.case.output == "absent: x"
    assert [f.subject for f in result.case.findings] == ["First one"]
    assert dict(result.case.properties) == {"dialect": "openai-chat", "fake_transport": "pipe"}


def test_a_broken_file_is_never_run(entries):
    result = run_entry(entries[2], lambda _: pytest.fail("was run"), 5)
    assert result.exit_code == 2
    assert [f.code for f in result.case.findings] == ["SC003", "SC010"]


def test_a_scenario_that_takes_too_long_fails_and_is_given_up(entries):
    stop = threading.Event()
    result = run_entry(entries[0], lambda _: stop.wait(), 0.05)
    stop.set()
    assert result.exit_code == 1
    assert [(f.code, f.message) for f in result.case.findings] == [
        ("ST006", "the run took longer than 0.05 s")
    ]


def test_an_error_of_a_run_is_a_finding_of_its_case(entries):
    def broken(_):
        raise EndpointFailed("no fake there", hint="write one", location=Location("f.toml"))

    result = run_entry(entries[0], broken, 5)
    assert result.exit_code == 2
    (only,) = result.case.findings
    assert (only.code, only.message, only.advice) == ("ST007", "no fake there", "write one")
    assert only.location.path == "f.toml"


@pytest.mark.parametrize(
    ("verdicts", "expected"),
    [
        ([], 0),
        ([UNUSED_TURN], 6),
        ([UNEXPECTED_CALL], 6),
        ([UNEXPECTED_CALL, ENDED], 1),
        ([ENDED], 1),
        ([ENDED, SETUP], 2),
    ],
)
def test_exit_code_of_a_case(verdicts, expected):
    assert exit_code([found(v) for v in verdicts]) == expected


@pytest.mark.parametrize(
    ("codes", "expected"),
    [
        ([], 0),
        ([0, 0], 0),
        ([0, 6], 6),
        ([6, 4], 4),
        ([4, 1, 6], 1),
        ([1, 2, 0], 2),
    ],
)
def test_two_beats_one_beats_four_beats_six(entries, codes, expected):
    case = run_entry(entries[0], lambda _: Ran(()), 5).case
    assert combined([CaseResult(case, code) for code in codes]) == expected


def test_the_report_and_its_lines(entries):
    results = [run_entry(e, lambda _: Ran((found(ENDED),) * 2), 5) for e in entries[:1]]
    results.append(run_entry(entries[1], lambda _: Ran(()), 5))
    report = report_of(results)
    assert (report.command, report.failed, len(report.findings)) == ("test", True, 2)
    assert len({f.fingerprint for f in report.findings}) == 2
    first, second = map(case_line, report.cases)
    assert first.startswith("failed   0.0")
    assert second.endswith(" s  t/b.scenario.toml::second")
    assert second.startswith("passed   0.0")


def test_what_was_not_run_is_named(entries):
    (left,) = left_out(entries[:1], "--fail-fast")
    assert left.exit_code == 0
    assert case_line(left.case) == ("skipped  not run: --fail-fast  t/a.scenario.toml::First one")


def told_bug(finding):
    """What the file holds that the finding of a bug names; removed after that."""
    path = Path(re.fullmatch(r"this is a bug .*; details are in (\S+)", finding.message)[1])
    text = path.read_text()
    path.unlink()
    return text


def test_a_bug_in_a_run_is_a_finding_of_its_case(entries):
    def crash(_):
        raise ZeroDivisionError("oops")

    result = run_entry(entries[0], crash, 5)
    (only,) = result.case.findings
    assert (result.exit_code, only.code) == (70, "ST007")
    assert only.location == entries[0].scenario.place.location
    assert "(ZeroDivisionError)" in only.message
    assert told_bug(only).endswith("ZeroDivisionError: oops\n")
    other = run_entry(entries[1], lambda _: Ran(()), 5)
    assert combined([other, result, run_entry(entries[2], crash, 5)]) == 70


def test_a_bug_in_reading_is_a_finding_too(tree, monkeypatch):
    root = tree({"a.toml": HEAD})

    def crash(*_):
        raise ZeroDivisionError("oops")

    monkeypatch.setattr(suite, "read_scenario", crash)
    (entry,) = read_all([Found(root / "a.toml", "a.toml")])
    assert told_bug(entry.findings[0]).endswith("ZeroDivisionError: oops\n")
    result = run_entry(entry, crash, 5)
    assert (result.exit_code, len(result.case.findings)) == (70, 1)


def test_a_file_that_cannot_be_read_is_named_once(tmp_path):
    (tmp_path / "a.scenario.toml").write_text("x = ")
    (entry,) = read_all([Found(tmp_path / "a.scenario.toml", "a.scenario.toml")])
    result = run_entry(entry, lambda _: Ran(()), 5)
    assert entry.id == "a.scenario.toml"
    assert case_line(result.case).endswith(" s  a.scenario.toml")
