"""Each folder of golden/scenario is a scenario with the report that it gives, in three formats."""

import json
import re
import xml.etree.ElementTree as ET

import pytest
from jsonschema import Draft202012Validator

from skillctl.version import VERSION
from tests.conftest import ROOT, golden_cases

EXITS = {"wrong-expectation": 1, "wrong-assertions": 1, "limit": 1}
EXITS |= {"unused-turn": 6, "unexpected-call": 6, "broken-file": 2, "missing-fake": 2}
CELLS = {"dialects": 3}
SECONDS = [(r"\d+\.\d{3} s\b", "<time>"), (r'"seconds":[\d.e-]+', '"seconds":0.0')]
SECONDS += [(r'time="[\d.]+"', 'time="0.000"')]
CHANGING = [*SECONDS, (re.escape(VERSION), "{VERSION}")]


def scrubbed(text):
    for pattern, replacement in CHANGING:
        text = re.sub(pattern, replacement, text)
    return text


@pytest.mark.parametrize("case", golden_cases("scenario"))
def test_report(case, golden, skillctl):
    runs = {
        style: skillctl("test", "scenario.toml", "--format", style, cwd=case)
        for style in ("text", "json", "junit")
    }
    assert {run.code for run in runs.values()} == {EXITS.get(case.name, 0)}
    assert scrubbed(runs["text"].out) == golden("report.txt")
    assert scrubbed(runs["json"].out) == golden("report.json")
    assert scrubbed(runs["junit"].out) == golden("report.xml")
    schema = json.loads((ROOT / "docs" / "test.schema.json").read_text())
    Draft202012Validator(schema).validate(json.loads(runs["json"].out))
    suite = ET.fromstring(runs["junit"].out).find("testsuite")
    assert suite.get("tests") == str(CELLS.get(case.name, 1))
