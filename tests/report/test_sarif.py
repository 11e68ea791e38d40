import json
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from jsonschema import Draft202012Validator

from skillctl.errors import Location
from skillctl.findings import Case, Edit, Fix, Report, Safety, Severity
from skillctl.report.json_text import finding_record
from skillctl.report.sarif import render
from tests.policy.test_secrets import noise
from tests.report.reports import PLAIN_COLON, REPORTS, finding
from tests.report.test_json_text import reports

SCHEMA = json.loads(Path(__file__).with_name("sarif-2.1.0.schema.json").read_text())


def of(*findings, **values):
    return Report(cases=(Case(kind="skill", name="a", path="a", findings=findings),), **values)


def run_of(report):
    text = render(report)
    document = json.loads(text)
    Draft202012Validator(SCHEMA).validate(document)
    assert text.isascii()
    return document["runs"][0]


@pytest.mark.parametrize("name", REPORTS)
def test_every_report_made_by_hand_fits_the_standard(name):
    run_of(REPORTS[name])


@given(reports)
def test_every_report_fits_the_standard(report):
    run = run_of(report)
    assert len(run["results"]) == len(report.findings)
    rules = run["tool"]["driver"]["rules"]
    assert {rule["id"] for rule in rules} == {f.code for f in report.findings}
    for result in run["results"]:
        assert rules[result["ruleIndex"]]["id"] == result["ruleId"]


def test_a_result_has_place_words_and_fingerprint():
    run = run_of(of(replace(PLAIN_COLON, fingerprint="9c01d6e2a4b7f830")))
    (result,) = run["results"]
    assert (result["ruleId"], result["level"]) == ("SK105", "error")
    assert result["message"]["text"].splitlines() == [
        '": " starts a nested mapping inside the value of "description"',
        "dropped by claude-code (loads with empty metadata), codex, skills-cli",
    ]
    place = result["locations"][0]["physicalLocation"]
    assert place["artifactLocation"] == {
        "uri": "skills/pricing-report/SKILL.md",
        "uriBaseId": "SRCROOT",
    }
    assert place["region"] == {"startLine": 3, "startColumn": 41, "endLine": 3, "endColumn": 43}
    assert result["partialFingerprints"] == {"skillctl/v1": "9c01d6e2a4b7f830"}
    assert run["columnKind"] == "unicodeCodePoints"


def test_a_safe_fix_is_told_in_bytes_and_an_unsafe_one_is_not():
    edits = (Edit("a.md", 3, 7, '"x"'), Edit("a.md", 9, 9, "\n"))
    safe = run_of(of(finding(fix=Fix(Safety.SAFE, "quote it", edits))))["results"][0]["fixes"]
    assert safe == [
        {
            "description": {"text": "quote it"},
            "artifactChanges": [
                {
                    "artifactLocation": {"uri": "a.md", "uriBaseId": "SRCROOT"},
                    "replacements": [
                        {
                            "deletedRegion": {"byteOffset": 3, "byteLength": 4},
                            "insertedContent": {"text": '"x"'},
                        },
                        {
                            "deletedRegion": {"byteOffset": 9, "byteLength": 0},
                            "insertedContent": {"text": "\n"},
                        },
                    ],
                }
            ],
        }
    ]
    unsafe = finding(fix=Fix(Safety.UNSAFE, "guess", edits))
    assert "fixes" not in run_of(of(unsafe))["results"][0]


def test_the_severest_come_first_and_security_is_weighed():
    note = finding("SK301", "no-when", Severity.NOTE, location=Location("a.md"))
    error = finding("MC201", "secret", location=Location("z.md"), security=True)
    run = run_of(of(note, error))
    assert [r["level"] for r in run["results"]] == ["error", "note"]
    first, second = run["tool"]["driver"]["rules"]
    assert first["properties"] == {"tags": ["security"], "security-severity": "8.0"}
    assert second["properties"] == {"tags": []}


@pytest.mark.parametrize(
    ("path", "uri"),
    [
        ("skills/my notes/50%.md", "skills/my%20notes/50%25.md"),
        ("技能/SKILL.md", "%E6%8A%80%E8%83%BD/SKILL.md"),
        ("a\udcff.md", "a%FF.md"),
        ("a#b?c:d.md", "a%23b%3Fc%3Ad.md"),
    ],
)
def test_paths_are_percent_encoded(path, uri):
    run = run_of(of(finding(location=Location(path))))
    place = run["results"][0]["locations"][0]["physicalLocation"]
    assert place == {"artifactLocation": {"uri": uri, "uriBaseId": "SRCROOT"}}


def test_paths_count_from_the_root():
    report = of(finding(location=Location("b.md")), root="..", here="sub")
    place = run_of(report)["results"][0]["locations"][0]["physicalLocation"]
    assert place["artifactLocation"]["uri"] == "sub/b.md"


def test_what_was_silenced_is_left_out():
    case = Case(kind="skill", name="a", path="a", suppressed=(PLAIN_COLON,))
    run = run_of(Report(cases=(case,)))
    assert (run["results"], run["tool"]["driver"]["rules"]) == ([], [])


def test_a_rule_tells_what_it_demands_where_that_is_known():
    report = of(PLAIN_COLON, docs={"SK105": ("A value holds no colon.", "YAML cuts it.")})
    (rule,) = run_of(report)["tool"]["driver"]["rules"]
    assert rule["shortDescription"]["text"] == "A value holds no colon."
    assert rule["help"]["text"] == "YAML cuts it."
    assert rule["defaultConfiguration"] == {"level": "error"}


def test_a_fix_that_holds_a_secret_is_not_told():
    secret = Fix(Safety.SAFE, "x", (Edit("a.md", 0, 1, "gh" + "p_" + noise(36)),))
    found = replace(PLAIN_COLON, fix=secret)
    (result,) = run_of(of(found))["results"]
    assert "fixes" not in result
    assert finding_record(found)["fix"] == {"safety": "safe", "message": "x", "edits": []}
