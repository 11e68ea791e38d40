"""Any file that says it is a fake or a scenario gets findings, whatever stands in it."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from skillctl.findings import Severity
from skillctl.rules.closed import fakes, scenarios
from skillctl.rules.engine import Checker, Terms
from skillctl.rules.find.found import Target
from skillctl.rules.find.paths import LintFolders
from skillctl.rules.selection import Selection
from tests.conftest import ROOT
from tests.timing import assert_linear

HEADS = {fakes: b'schema = "skillctl.fake/1"\n', scenarios: b'schema = "skillctl.scenario/1"\n'}
KEYS = ["server", "tool", "name", "reply", "default", "text", "turn", "say", "call", "assert"]
KEYS += ["definition", "when", "delay_ms", "fault", "on", "nth", "prompt", "limits", "files", "é"]
REAL = {
    fakes: sorted((ROOT / "golden/fake").rglob("*.toml")),
    scenarios: sorted((ROOT / "golden/scenario").rglob("scenario.toml")),
}
VALUES = st.sampled_from(["1", "-1", "true", "'x'", "''", "[]", "[{}]", "{}", "{ a = 1 }", "1e9"])
KEY = st.sampled_from(KEYS)
LINES = st.one_of(
    st.builds("{} = {}".format, KEY, VALUES),
    st.builds("[{}]".format, KEY),
    st.builds("[[{}]]".format, KEY),
    st.builds("[[{}.{}]]".format, KEY, KEY),
    st.builds("{}.{} = {}".format, KEY, KEY, VALUES),
    st.builds("# skillctl: ignore {}".format, st.sampled_from(["", "FK", "SC003", "x"])),
)


def check(module, data):
    terms = Terms(selection=Selection(selected=[""]), places=LintFolders(ROOT), least=Severity.NOTE)
    checker = Checker(terms)
    case = module.check_text(checker, Target("/w/a.toml", "a.toml"), data)
    assert checker.crashes == []
    for finding in case.findings:
        start, end = finding.location.start, finding.location.end
        assert start is None or 0 <= start.offset <= (end or start).offset <= len(data)
        edits = finding.fix.edits if finding.fix else ()
        assert all(0 <= edit.start <= edit.end <= len(data) for edit in edits)
    return case


@pytest.mark.parametrize("module", HEADS, ids=["fakes", "scenarios"])
@settings(max_examples=150, deadline=None)
@given(tail=st.binary(max_size=80))
def test_any_bytes(module, tail):
    check(module, HEADS[module] + tail)


@pytest.mark.parametrize("module", HEADS, ids=["fakes", "scenarios"])
@settings(max_examples=200, deadline=None)
@given(lines=st.lists(LINES, max_size=12))
def test_any_keys(module, lines):
    check(module, HEADS[module] + "\n".join(lines).encode())


@pytest.mark.parametrize("module", HEADS, ids=["fakes", "scenarios"])
@settings(max_examples=150, deadline=None)
@given(data=st.data())
def test_real_files_that_were_changed_somewhere(module, data):
    text = data.draw(st.sampled_from(REAL[module])).read_bytes()
    at = data.draw(st.integers(0, len(text)))
    gone = data.draw(st.integers(0, 20))
    put = data.draw(st.binary(max_size=6))
    check(module, text[:at] + put + text[at + gone :])


@pytest.mark.parametrize(
    ("module", "row"),
    [
        (fakes, "[[tol]]\nname = 'x'\n"),
        (fakes, "[[tool]]\nname = 'x'\n[[tool.reply]]\n"),
        (scenarios, "[[turns]]\nsay = 'x'\n"),
        (scenarios, "[[turn]]\nsay = 'x' # skillctl: ignore SC010\n"),
    ],
)
def test_long_files_take_linear_time(module, row):
    assert_linear(lambda n: check(module, HEADS[module] + row.encode() * n), 200)
