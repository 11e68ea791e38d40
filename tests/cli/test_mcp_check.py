"""`skillctl mcp check` as an author of a server meets it: golden/mcp-check, and ways to ask."""

import json
import sys
import xml.etree.ElementTree as ET
from functools import partial

import jsonschema
import pytest

from skillctl.fakes.file import load_fake
from skillctl.fakes.pipe import Pipe
from tests.cli.mcp_workspace import DYING, grant_all, make_workspace, user_server
from tests.conftest import ROOT, golden_cases
from tests.mcp.leftovers import no_process_left  # noqa: F401 # an autouse fixture
from tests.mcp.servers import HEAD, HELLO

CODES = {
    "healthy": 0,
    "second-listing": 0,
    "orders-and-hidden-text": 0,
    "dialects": 0,
    "no-list": 5,
}


@pytest.fixture
def workspace(tree, monkeypatch):
    return partial(make_workspace, tree, monkeypatch)


@pytest.fixture
def check(skillctl, monkeypatch):
    """Check the fake of a case; it runs in this process."""

    def run(case, *words):
        file = load_fake(case / "server.toml", "server.toml")
        monkeypatch.setattr("skillctl.cli.mcp_ground._process", lambda *_: lambda _: Pipe(file))
        done = skillctl("mcp", "check", file.server.name, *words, "--", "sh", cwd=case)
        assert done.code == CODES.get(case.name, 1)
        assert not done.err
        return done.out

    return run


@pytest.mark.parametrize("case", golden_cases("mcp-check"))
def test_golden(case, check, golden):
    assert check(case, "--notes") == golden("expected.txt")


@pytest.mark.parametrize("case", [ROOT / "golden" / "mcp-check" / "orders-and-hidden-text"])
def test_every_format(case, check):
    """Other formats hold the same findings, each with its place."""
    document = json.loads(check(case, "--format", "json"))
    jsonschema.validate(document, json.loads((ROOT / "docs" / "test.schema.json").read_text()))
    (server,) = document["cases"]
    fields = [finding["field"] for finding in server["findings"]]
    note = "/tools/0/inputSchema/properties/note/description"
    assert fields == ["/tools/0/description", "/instructions", "/tools/0/description", note]
    assert {finding["security"] for finding in server["findings"]} == {"high"}
    (run,) = json.loads(check(case, "--format", "sarif"))["runs"]
    assert [result["ruleId"] for result in run["results"]] == ["FK104", "FK105", "FK105", "FK105"]
    assert all(note.startswith("::warning file=mcp%3Aweather,")
               for note in check(case, "--format", "github").splitlines())  # fmt: skip
    suite = ET.fromstring(check(case, "--format", "junit"))
    assert (suite.get("name"), suite.get("tests"), suite.get("failures")) == (
        "skillctl mcp check", "1", "0"
    )  # fmt: skip


def test_notes_are_off_by_default(check):
    case = ROOT / "golden" / "mcp-check" / "dialects"
    assert " note LV005 " in check(case, "--notes")
    assert " note " not in check(case)


def test_a_report_goes_to_a_file(tmp_path, skillctl):
    (tmp_path / "server.py").write_text(HEAD + HELLO)
    words = ("--format", "junit", "--output", "out.xml", "--", sys.executable, "server.py")
    done = skillctl("mcp", "check", *words, cwd=tmp_path)
    assert (done.code, done.out) == (0, "")
    assert (tmp_path / "out.xml").read_text().startswith("<?xml")


def test_configured_servers(workspace, skillctl):
    """All of them at once: one that fails hides no other, and the code says that one failed."""
    banner = "print('hello')\n" + HELLO
    project = grant_all(skillctl, workspace(good=HELLO, loud=banner, dead=DYING))
    done = skillctl("mcp", "check", "--format", "json", cwd=project)
    assert done.code == 5
    found = {c["path"]: [f["code"] for f in c["findings"]] for c in json.loads(done.out)["cases"]}
    assert found == {"mcp:dead": ["LV001"], "mcp:good": [], "mcp:loud": ["LV007"]}
    assert skillctl("mcp", "check", "good", cwd=project).code == 0
    assert skillctl("mcp", "check", "loud", cwd=project).code == 1
    done = skillctl("mcp", "check", "lod", cwd=project)
    assert (done.code, "loud" in done.err) == (2, True)


def test_servers_without_consent_are_not_started(workspace, skillctl):
    project = workspace(good=HELLO)
    done = skillctl("mcp", "check", cwd=project)
    assert done.code == 4
    assert done.out == "1 server checked: 1 skipped\n"
    (case,) = json.loads(skillctl("mcp", "check", "--format", "json", cwd=project).out)["cases"]
    assert "consent pending" in case["reason"]


def test_a_command_that_is_not_there(skillctl, tmp_path):
    done = skillctl("mcp", "check", "--", "no-such-program-xyz", "a b", cwd=tmp_path)
    assert done.code == 5
    assert 'LV001 no-list: not started: program "no-such-program-xyz" not found' in done.out
    command = "no-such-program-xyz 'a b'"
    assert f"check name, path and mode of the program; the command was: {command}\n" in done.out


def test_disabled_servers_are_skipped(workspace, skillctl, tmp_path):
    project = workspace(user={"own": {**user_server(tmp_path, HELLO), "disabled": True}})
    assert skillctl("mcp", "check", cwd=project).code == 0


def test_no_server_at_all(workspace, skillctl):
    done = skillctl("mcp", "check", cwd=workspace())
    assert done.code == 2
    assert "skillctl mcp check -- COMMAND" in done.err


def test_a_second_listing_that_fails(skillctl, tmp_path):
    body = """
for line in iter(sys.stdin.readline, ""):
    m = json.loads(line)
    if m["method"] == "tools/list":
        answer(m["id"], {"tools": []})
        sys.exit(9) if os.path.exists("once") else open("once", "w").close()
    elif m["method"] == "initialize":
        answer(m["id"], {"protocolVersion": "2025-11-25", "capabilities": {"tools": {}},
                         "serverInfo": {"name": "s", "version": "1"}})
"""
    (tmp_path / "server.py").write_text(HEAD + body)
    (tmp_path / "refuses.py").write_text(
        HEAD + body.replace("sys.exit(9) if", "tools = None if").replace(
            'answer(m["id"], {"tools": []})',
            "send({'jsonrpc': '2.0', 'id': m['id'], 'error': {'code': 1, 'message': 'no'}})"
            " if os.path.exists('once') else answer(m['id'], {'tools': []})",
        )
    )  # fmt: skip
    done = skillctl("mcp", "check", "--", sys.executable, "refuses.py", cwd=tmp_path)
    assert done.code == 5
    assert "error LV001 no-list: the second listing failed: " in done.out


def test_secrets_of_an_entry_are_not_printed(workspace, skillctl, tmp_path):
    body = """
secret = os.environ["NOTES_TOKEN"]
for line in iter(sys.stdin.readline, ""):
    m = json.loads(line)
    if m["method"] == "tools/list":
        answer(m["id"], {"tools": [{"name": secret + "!", "inputSchema": {secret: secret}}]})
        print(secret, flush=True)
    elif m["method"] == "initialize":
        answer(m["id"], {"protocolVersion": "2025-11-25", "capabilities": {"tools": {}},
                         "serverInfo": {"name": "s", "version": "1"}})
"""
    own = user_server(tmp_path, body) | {"env": {"NOTES_TOKEN": "hush-hush-value"}}
    project = workspace(user={"own": own})
    for style in ("text", "json", "sarif", "github", "junit"):
        done = skillctl("mcp", "check", "own", "--format", style, cwd=project)
        assert done.code == 1
        assert "[redacted:NOTES_TOKEN]" in done.out
        assert "hush-hush" not in done.out + done.err
