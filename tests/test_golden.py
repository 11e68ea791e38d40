"""Every file below golden/ is read by a test: a kind, a case or a file that none reads is stale."""

import re

import pytest

from skillctl.agent.dialects.known import DIALECTS
from tests.conftest import GOLDEN, ROOT, write_tree
from tests.report.reports import REPORTS
from tests.report.test_formats import FILES

BODIES = " ".join(f"body.{name}.json" for name in DIALECTS)
PARTS = "absent.txt sources.txt spans.json system.txt tools.json"
# what a case of each kind holds; a name with `?` may be missing, one with `/` is a folder
KINDS = {
    "catalog": "case.json tree/? catalog.txt notes.txt",
    "consent": "case.toml diff.txt view.txt",
    "explain": "case.toml project/? home/? after/? expected.txt",
    "fake": "fake.toml in.jsonl files/? wire.jsonl",
    "faults": "fake.toml said.json",
    "fingerprint": "case.toml expected.txt",
    "generated": "case.json files.txt",
    "host": "right/ wrong/ wrong.txt",
    "lint": "bad/ good/",
    "dialect": f"case.json {BODIES}",
    "mcp-check": "server.toml expected.txt",
    "prompt": f"case.toml input/ home/? {BODIES} {PARTS}",
    "report": " ".join(FILES.values()),
    "scenario": "scenario.toml fakes/? skills/? ws/? report.json report.txt report.xml",
    "skill-fingerprint": "case.toml expected.txt",
    "surface": "case.toml input/ session.skills.jsonl session.tools.jsonl",
    "skill-reading": "calls.json tree/ results.txt",
    "skill-tool": "calls.json tree/? links.txt? results.txt",
    "tool-table": "case.json table.json table.md table-80.txt table-120.txt",
    "why": "case.toml project/? home/? later/? why.txt",
    "skills": "project/? home/? links.txt? grants.txt? expected.json list.txt list-all.txt",
}
BESIDE_CASES = {"scenario/README.md"}


def misfits(folder):
    """What below a folder of goldens no test reads, and what a test would miss there."""
    for kind in sorted(folder.iterdir()):
        if kind.name not in KINDS:
            yield f"{kind.name}: no such kind"
            continue
        for case in sorted(kind.iterdir()):
            where = f"{kind.name}/{case.name}"
            if case.is_dir():
                yield from (
                    f"{where}/{words}" for words in _of_case(case, KINDS[kind.name].split())
                )
            elif where not in BESIDE_CASES:
                yield f"{where}: no case"


def _of_case(case, names):
    found = {path.name + "/" * path.is_dir() for path in case.iterdir()}
    known = {name.rstrip("?") for name in names}
    yield from (f"{name}: nobody reads it" for name in sorted(found - known))
    yield from (
        f"{name}: missing" for name in names if not name.endswith("?") and name not in found
    )


def test_nothing_is_stale():
    assert list(misfits(GOLDEN)) == []


def test_what_is_stale_is_named(tmp_path):
    files = ("case.toml", "diff.txt", "view.txt")
    write_tree(tmp_path, {f"consent/right/{name}": "" for name in files})
    assert list(misfits(tmp_path)) == []
    write_tree(tmp_path, {"consent/right/old.txt": "", "consent/half/case.toml": ""})
    write_tree(tmp_path, {"consent/a.txt": "", "gone/x/y": "", "scenario/README.md": ""})
    assert list(misfits(tmp_path)) == [
        "consent/a.txt: no case",
        "consent/half/diff.txt: missing",
        "consent/half/view.txt: missing",
        "consent/right/old.txt: nobody reads it",
        "gone: no such kind",
    ]


@pytest.mark.parametrize("kind", sorted(KINDS.keys() - {"report"}))
def test_every_case_of_a_kind_is_a_parameter_of_a_test(kind):
    tests = (path.read_text() for path in (ROOT / "tests").rglob("test_*.py"))
    assert any(re.search(rf'golden_cases\("{kind}"\)', text) for text in tests)


def test_the_cases_of_reports_are_the_reports():
    assert {path.name for path in (GOLDEN / "report").iterdir()} == REPORTS.keys()
