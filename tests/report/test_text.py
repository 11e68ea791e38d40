import re
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from skillctl.errors import Location, Position
from skillctl.findings import Case, Fix, Related, Report, Safety, Severity
from skillctl.report.text import render
from tests.report.reports import (
    AWKWARD,
    HOSTILE,
    MANY,
    PLAIN_COLON,
    SCENARIOS,
    SILENCED,
    SPANNING,
    finding,
)


def report(*findings, **values):
    return Report(cases=(Case(kind="skill", name="one", path="one", findings=findings),), **values)


def test_the_example_of_the_specification():
    assert render(report(PLAIN_COLON, repairs=True)) == (
        "skills/pricing-report/SKILL.md:3:41: error SK105 plain-colon: "
        '": " starts a nested mapping inside the value of "description"\n'
        "  3 | description: Makes a price report. Modes: fast, slow\n"
        "    |                                         ^^\n"
        "  = dropped by claude-code (loads with empty metadata), codex, skills-cli\n"
        "  = fix: put the value in double quotes (safe, --fix)\n"
        "\n"
        "1 skill checked: 1 error; 1 fixable with --fix\n"
    )


def test_every_part_of_a_finding_in_its_order():
    one = finding(
        message="what",
        consequence="so",
        advice="do",
        evidence=("seen\ttwice\nhere", "and there\n"),
        related=(Related(Location("b.md", Position(2, 3, 9)), "why"), Related(Location("c"), "x")),
        fix=Fix(Safety.UNSAFE, "mend", ()),
    )
    assert render(report(one, repairs=True), quiet=True) == (
        "a.md: error SK999 odd: what\n"
        "  = so\n"
        "  = fix: mend (unsafe, --fix --unsafe-fixes)\n"
        "  = help: do\n"
        "  | seen    twice\n"
        "  | here\n"
        "  | and there\n"
        "  = see b.md:2:3: why\n"
        "  = see c: x\n"
    )


def test_a_command_without_fix_gives_the_repair_in_words():
    fix = Fix(Safety.SAFE, "rename it to b", ())
    text = render(report(finding(fix=fix, advice="did you mean b?")), quiet=True)
    assert text.endswith("  = dropped by every client\n  = help: rename it to b\n")


def test_carets_of_a_token_over_several_lines_end_with_the_first():
    rows = render(report(SPANNING)).split("\n")
    assert rows[1:3] == ["  2 | name: x", "    | ^^^^^^^"]


def test_a_place_without_an_end_gets_one_caret():
    one = finding(location=Location("a", Position(12, 3, 99)), line="abcdef")
    rows = render(report(one)).split("\n")
    assert rows[1:3] == ["  12 | abcdef", "     |   ^"]


def test_a_place_without_its_line_shows_no_source():
    one = finding(location=Location("a", Position(12, 3, 99)))
    assert "|" not in render(report(one))


def test_an_empty_source_line_has_no_trailing_blanks():
    one = finding(location=Location("a", Position(1, 1, 0), Position(1, 1, 0)), line="")
    assert render(report(one)).split("\n")[1:3] == ["  1 |", "    | ^"]


def test_findings_stand_in_order_of_path_offset_and_code():
    heads = re.findall(r"(?m)^(\S.*?): (?:error|warning|note) (\w+) ", render(AWKWARD))
    places = [place for place, _ in heads]
    assert places[:4] == [
        "b c/.mcp.json:1:12",
        r"bad\xff\x9b/SKILL.md",
        "long.md:1:7",
        "long.md:1:211",
    ]
    assert places[-1] == "spanning.md:2:1"


def test_more_than_twenty_of_one_code_end_in_a_counted_line():
    text = render(report(*MANY))
    assert text.count("a comma list") == 20
    assert text.endswith(
        "\n\nSK225 allowed-tools-form: 3 more warnings (--statistics or another format lists all)\n"
        "\n1 skill checked: 23 warnings\n"
    )


def test_exactly_twenty_are_all_shown():
    assert "more" not in render(report(*MANY[:20]))


def test_errors_never_collapse_and_mixed_severities_are_counted_apart():
    errors = tuple(replace(f, severity=Severity.ERROR) for f in MANY)
    assert render(report(*errors)).count("a comma list") == 23
    notes = tuple(replace(f, severity=Severity.NOTE) for f in MANY[:2])
    text = render(report(*MANY, *notes))
    assert "SK225 allowed-tools-form: 5 more warnings (" in text
    notes = tuple(replace(f, severity=Severity.NOTE) for f in MANY[-1:])
    text = render(report(*MANY, *notes))
    assert "SK225 allowed-tools-form: 3 more warnings, 1 more note (" in text


def test_what_stands_for_a_flood_tells_of_it_also_where_it_is_not_listed():
    many = [finding("SK225", "allowed-tools-form", Severity.WARNING) for _ in range(22)]
    flood = replace(many.pop(), message="wrong; 500 more in this file", unsaid=500)
    text = render(report(*many, flood))
    assert "SK225 allowed-tools-form: 2 more warnings, and 500 that are only counted (" in text


def test_statistics_show_everything_and_count_rules():
    text = render(report(*MANY, PLAIN_COLON), statistics=True)
    assert text.count("a comma list") == 23
    assert "\n\n23  SK225 allowed-tools-form\n 1  SK105 plain-colon\n\n1 skill" in text
    assert render(report(), statistics=True) == "1 skill checked: no findings\n"


def test_quiet_leaves_only_findings():
    assert render(report(), quiet=True) == ""
    assert "checked" not in render(report(PLAIN_COLON), quiet=True)


def test_what_was_silenced_is_counted_and_shown_on_request():
    one = Report(cases=(Case(kind="skill", name="q", path="q", suppressed=(SILENCED,)),))
    assert render(one) == "1 skill checked: no findings; 1 suppressed\n"
    shown = render(one, show_suppressed=True)
    assert shown.startswith("q/SKILL.md: error (suppressed) SK207 name-directory: name differs\n")


def test_scenarios_stand_under_the_case_that_failed():
    text = render(SCENARIOS)
    assert text.startswith(
        "tests/weather.scenario.toml::weather, happy path[openai-chat-pipe]\n"
        "  | session kept in kept/1\n"
        "  | with a  tab\n\n"
        "tests/weather.scenario.toml:3:35: error TS001 expectation-failed: "
    )
    assert "stdio" not in text
    assert "tests/b.scenario.toml: warning SC014" in text
    assert text.endswith(
        "\n4 scenarios checked: 2 passed, 1 failed, 1 skipped; 1 path skipped (not a scenario)\n"
    )


def test_a_failed_case_may_leave_nothing_behind():
    one = replace(SCENARIOS, cases=(replace(SCENARIOS.cases[0], output=""),))
    assert "[openai-chat-pipe]\n\ntests/weather" in render(one)


def test_colour_is_hand_written_and_takes_no_column():
    plain, coloured = render(AWKWARD), render(AWKWARD, colour=True)
    assert "\x1b" not in plain
    assert re.sub(r"\x1b\[[0-9;]*m", "", coloured) == plain
    assert "\x1b[1;31merror\x1b[0m SK105 plain-colon" in coloured
    assert f"{' ' * 39} \x1b[1;31m^^\x1b[0m\n" in coloured


def test_foreign_text_cannot_colour():
    coloured = render(report(HOSTILE), colour=True)
    assert "\x1b[31m" not in coloured
    assert r"\x1b[31mred" in coloured


@given(st.text(), st.text(), st.integers(1, 40), st.integers(0, 40))
def test_no_text_puts_a_control_character_on_a_terminal(words, line, column, length):
    place = Location(words, Position(1, column, 0), Position(1, column + length, 0))
    one = finding(
        location=place,
        line=line,
        message=words,
        consequence=words,
        advice=words or None,
        evidence=(words,),
        related=(Related(place, words),),
        fix=Fix(Safety.SAFE, words, ()),
    )
    text = render(report(one, repairs=True))
    assert {c for c in text if c < " " or "\x7f" <= c < "\xa0"} <= {"\n"}
    assert text.count("\n  = ") == 3 + bool(words)
    text.encode()


@pytest.mark.parametrize("width", [60, 80, 100])
def test_in_a_terminal_a_source_line_is_cut_so_that_the_carets_stay_below_it(width):
    line = "description: " + "a word " * 20 + "Modes: fast, slow" + " and more" * 20
    start = line.index("Modes") + 5
    place = Location("a.md", Position(3, start + 1, 0), Position(3, start + 3, 0))
    rows = render(report(finding(location=place, line=line)), width=width).splitlines()
    source, carets = rows[1:3]
    assert len(source) <= width
    assert [source[i] for i, mark in enumerate(carets) if mark == "^"] == [":", " "]


def test_without_a_terminal_the_window_is_of_120_columns():
    line = "x" * 300
    place = Location("a.md", Position(1, 150, 0), Position(1, 152, 0))
    row = render(report(finding(location=place, line=line))).splitlines()[1]
    assert len(row) == len("  1 | ") + 120
