import json
from dataclasses import replace
from itertools import starmap

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from skillctl.errors import Location, Position
from skillctl.findings import Alias, Case, Edit, Fix, Report, Safety, Severity, Skipped
from skillctl.report.json_text import finding_record, render
from skillctl.version import VERSION
from tests.conftest import ROOT
from tests.report.reports import (
    AWKWARD,
    CLEAN,
    EXPECTATION,
    HOSTILE,
    PLAIN_COLON,
    REPORTS,
    SCENARIOS,
    UNREADABLE,
    finding,
)


def schema(name):
    return json.loads((ROOT / "docs" / f"{name}.schema.json").read_text())


VALIDATORS = {f"skillctl.{name}/1": Draft202012Validator(schema(name)) for name in ("lint", "test")}


@pytest.mark.parametrize("name", ["lint", "test"])
def test_the_schemas_are_schemas(name):
    Draft202012Validator.check_schema(schema(name))


@pytest.mark.parametrize("name", REPORTS)
def test_goldens_fit_their_schema(name):
    document = json.loads((ROOT / "golden" / "report" / name / "report.json").read_text())
    VALIDATORS[document["schema"]].validate(document)


def test_a_schema_refuses_a_key_too_many_and_one_too_few():
    document = json.loads(render(CLEAN))
    validator = VALIDATORS["skillctl.lint/1"]
    assert validator.is_valid(document)
    assert not validator.is_valid(document | {"more": 1})
    del document["aliases"]
    assert not validator.is_valid(document)


def test_keys_in_the_order_of_the_specification():
    text = render(AWKWARD)
    assert text.isascii()
    assert text.startswith('{"schema":"skillctl.lint/1",')
    document = json.loads(text)
    assert list(document) == [
        *("schema", "tool", "root", "targets", "platform", "summary"),
        *("findings", "skipped", "aliases", "suppressed"),
    ]
    assert document["tool"] == {"name": "skillctl", "version": VERSION}
    assert list(document["summary"]) == [
        *("skills", "configs", "settings", "manifests", "fakes", "scenarios", "evals", "files"),
        *("errors", "warnings", "notes", "suppressed", "baselined", "fixable", "fixed"),
        *("skipped", "failed"),
    ]


def test_the_finding_of_the_specification():
    record = finding_record(replace(PLAIN_COLON, fingerprint="9c01d6e2a4b7f830"))
    assert list(record.items()) == list(
        {
            "code": "SK105",
            "name": "plain-colon",
            "severity": "error",
            "security": None,
            "message": '": " starts a nested mapping inside the value of "description"',
            "consequence": "dropped by claude-code (loads with empty metadata), codex, skills-cli",
            "targets": ["claude-code", "codex"],
            "kind": "skill",
            "subject": "pricing-report",
            "path": "skills/pricing-report/SKILL.md",
            "range": {
                "start": {"line": 3, "column": 41, "offset": 65},
                "end": {"line": 3, "column": 43, "offset": 67},
            },
            "field": "/description",
            "related": [],
            "fix": {
                "safety": "safe",
                "message": "put the value in double quotes",
                "edits": [
                    {
                        "path": "skills/pricing-report/SKILL.md",
                        "start": 38,
                        "end": 77,
                        "text": '"Makes a price report. Modes: fast, slow"',
                    }
                ],
            },
            "fingerprint": "9c01d6e2a4b7f830",
        }.items()
    )


def test_counts():
    summary = json.loads(render(replace(AWKWARD, baselined=2, fixed=3)))["summary"]
    assert summary == {
        "skills": 3,
        "configs": 1,
        "settings": 0,
        "manifests": 0,
        "fakes": 0,
        "scenarios": 0,
        "evals": 1,
        "files": 31,
        "errors": 5,
        "warnings": 24,
        "notes": 1,
        "suppressed": 1,
        "baselined": 2,
        "fixable": 1,
        "fixed": 3,
        "skipped": 5,
        "failed": True,
    }


def test_lists_beside_the_findings():
    report = Report(
        cases=(Case(kind="skill", name="a", path="a", suppressed=(UNREADABLE,)),),
        skipped=(Skipped("x\x1b", "why\x1b"),),
        aliases=(Alias("b", "a"),),
        root="..",
    )
    document = json.loads(render(report))
    assert document["root"] == ".."
    assert document["platform"] is None
    assert document["skipped"] == [{"path": "x\x1b", "reason": r"why\x1b"}]
    assert document["aliases"] == [{"path": "b", "target": "a"}]
    assert [f["code"] for f in document["suppressed"]] == ["SK006"]


def test_prose_is_made_visible_and_names_stay_exact():
    record = finding_record(HOSTILE)
    assert record["message"] == (
        'first\nsecond ::error::\\x1b[31mred\\x1b[0m \\u{202E}gnp.exe ]]> <b> & "q" \ufffe\\x00'
    )
    assert record["subject"] == "we\u200bather"
    assert record["field"] == "/mcpServers/we\u200bather/args/0"
    assert record["security"] == "high"
    assert record["related"][0] == {
        "path": "b c/.mcp.json",
        "range": None,
        "message": "first defined, here",
    }
    edit = Fix(Safety.SAFE, "x", (Edit("a", 0, 1, "\x1b\u202e"),))
    assert finding_record(finding(fix=edit))["fix"]["edits"][0]["text"] == "\x1b\u202e"


def test_what_is_absent_is_null():
    record = finding_record(UNREADABLE)
    nulls = {key for key, value in record.items() if value is None}
    assert nulls == {"security", "subject", "range", "field", "fix", "fingerprint"}
    assert record["path"] == r"bad\xff\x9b/SKILL.md"
    point = finding(location=Location("a", Position(1, 2, 1)))
    place = {"line": 1, "column": 2, "offset": 1}
    assert finding_record(point)["range"] == {"start": place, "end": place}


def test_the_empty_pointer_is_the_whole_document():
    assert finding_record(finding(field=""))["field"] == ""


def test_scenarios_have_their_own_document():
    document = json.loads(render(SCENARIOS))
    assert list(document) == ["schema", "tool", "command", "summary", "cases", "skipped"]
    assert document["schema"] == "skillctl.test/1"
    assert document["summary"] == {
        "cases": 4,
        "passed": 2,
        "failed": 1,
        "skipped": 1,
        "errors": 2,
        "warnings": 1,
        "notes": 0,
    }
    failed, passed, _, skipped = document["cases"]
    assert failed["id"] == "tests/weather.scenario.toml::weather, happy path[openai-chat-pipe]"
    assert failed["outcome"] == "failed"
    assert failed["properties"] == {"dialect": "openai-chat", "transport": "pipe"}
    assert failed["seconds"] == 0.25
    assert failed["findings"][0]["advice"] == EXPECTATION.advice
    assert failed["findings"][0]["evidence"] == [
        r"nearest, at offset 12: 17C in Paris\x1b",
        "-18C\n+17C",
    ]
    assert (passed["outcome"], passed["output"], passed["findings"]) == ("passed", None, [])
    assert (skipped["outcome"], skipped["reason"]) == ("skipped", "waits for a <server>")


def test_each_finding_stands_on_a_line_of_its_own():
    rows = [row for row in render(AWKWARD).splitlines() if row.startswith(' {"code":')]
    assert len(rows) == len(AWKWARD.findings) + 1


places = st.builds(
    Location,
    st.text(),
    st.none() | st.builds(Position, st.integers(1), st.integers(1), st.integers(0)),
    end=st.none(),
)
findings = st.builds(
    finding,
    severity=st.sampled_from(Severity),
    message=st.text(),
    subject=st.text(),
    location=places,
    targets=st.lists(st.text()).map(tuple),
    evidence=st.lists(st.text()).map(tuple),
    field=st.none() | st.text().map("/{}".format),
    fix=st.none()
    | st.builds(
        Fix,
        st.sampled_from(Safety),
        st.text(),
        st.lists(st.tuples(st.text(), st.text())).map(
            lambda rows: tuple(starmap(lambda p, t: Edit(p, 0, 1, t), rows))
        ),
    ),
)
reports = st.builds(
    Report,
    cases=st.lists(
        st.builds(
            Case,
            kind=st.sampled_from(["skill", "config", "scenario"]),
            name=st.text(),
            path=st.text(),
            findings=st.lists(findings, max_size=3).map(tuple),
            skipped=st.none() | st.text(),
            seconds=st.none() | st.floats(0, 1e6),
        ),
        max_size=3,
    ).map(tuple),
    command=st.sampled_from(["lint", "test"]),
    fail_on=st.none() | st.sampled_from(Severity),
)


@given(reports)
def test_any_report_gives_ascii_that_fits_its_schema(report):
    text = render(report)
    assert text.isascii()
    document = json.loads(text)
    VALIDATORS[document["schema"]].validate(document)
