import json
from pathlib import Path

import pytest

from skillctl.findings import Skipped
from skillctl.rules.config.check import check, check_text
from skillctl.rules.engine import Checker, Terms
from skillctl.rules.find.found import Target
from skillctl.rules.find.paths import LintFolders
from skillctl.rules.selection import Selection
from tests.policy.test_secrets import noise

TERMS = Terms(selection=Selection(), places=LintFolders(Path("/w")))


def text(entry):
    return json.dumps({"mcpServers": {"srv": entry}})


def codes(case):
    return [f.code for f in case.findings]


def test_each_file_is_a_case_or_is_skipped(tree):
    root = tree({".mcp.json": text({}), "tool.mcp.json": '{"tools": []}'})
    targets = [Target(str(root / name), name) for name in (".mcp.json", "tool.mcp.json")]
    case, skipped = check(Checker(TERMS), targets)
    assert (case.kind, case.name, case.path, codes(case)) == (
        "config",
        ".mcp.json",
        ".mcp.json",
        ["MC101"],
    )
    assert skipped == Skipped("tool.mcp.json", "not a server config")


def test_no_line_of_any_finding_holds_a_guessed_secret():
    value = noise(24)
    entry = {"url": f"https://h.example/?api_key={value}", "command": 1}
    case = check_text(Checker(TERMS), Target("/w/.mcp.json", ".mcp.json"), text(entry).encode())
    assert {"MC102", "MC106", "MC201"} <= set(codes(case))
    assert all(value not in finding.line for finding in case.findings)


@pytest.mark.parametrize(
    ("name", "data", "wanted"),
    [
        (".mcp.json", b"{", ["MC001"]),
        (".mcp.json", b"\xff", ["MC003"]),
        ("mcp.json", text({"command": "x"}).encode(), []),
        ("any.json", text({}).encode(), ["MC101"]),
    ],
)
def test_a_text_is_judged_by_the_name_it_is_given(name, data, wanted):
    assert codes(check_text(Checker(TERMS), Target(f"/w/{name}", name), data)) == wanted
    plain = check_text(Checker(TERMS), Target("/w/x.json", "x.json"), b"{}")
    assert isinstance(plain, Skipped)


def test_no_line_of_any_finding_holds_a_value_of_the_environment():
    entry = {"env": {"DB": "hunter2", "N": 1}, "headers": {"X": "${T:-hunter2}"}, "url": 1}
    for data in (text(entry), text(entry)[:-1], text(entry)[:-1] + ",}"):
        case = check_text(Checker(TERMS), Target("/w/.mcp.json", ".mcp.json"), data.encode())
        assert case.findings
        for finding in case.findings:
            assert "hunter2" not in finding.line
            assert len(finding.line) == len(data)
