"""`skillctl mcp` as a user meets it; the servers are small programs written by the test."""

import json
import os
import subprocess
import sys
from functools import partial

import pytest

from tests.cli.mcp_workspace import DYING, grant_all, make_workspace, user_server
from tests.mcp.leftovers import no_process_left  # noqa: F401 # an autouse fixture
from tests.mcp.servers import HEAD, HELLO


@pytest.fixture
def workspace(tree, monkeypatch):
    return partial(make_workspace, tree, monkeypatch)


@pytest.fixture
def granted(workspace, skillctl):
    """A workspace with consent to every server."""
    return lambda **bodies: grant_all(skillctl, workspace(**bodies))


def test_list_takes_no_command(skillctl, tmp_path):
    done = skillctl("mcp", "list", "--", "x", cwd=tmp_path)
    assert done.code == 2
    assert "`mcp list` takes no command" in done.err


def test_tools_of_a_typed_command(skillctl, tmp_path):
    (tmp_path / "server.py").write_text(HEAD + HELLO)
    done = skillctl("mcp", "tools", "--", sys.executable, "server.py", cwd=tmp_path)
    assert done.code == 0
    head, columns, env, hello, method = done.out.splitlines()
    assert head.startswith('server "server": tiny 1, protocol 2025-11-25, 2 tools, ~')
    assert columns.split() == ["tool", "raw", "name", "hints", "(claimed)", "tokens", "notes"]
    assert env.split()[:3] == ["mcp__server__env", "env", "-"]
    assert hello.split()[0] == "mcp__server__hello"
    assert method == "tokens by bytes/4; hints are the servers' own claims"


def test_arguments_after_the_dashes_are_the_servers(skillctl, tmp_path):
    body = "assert sys.argv[1:] == ['--format', 'x', '--', '-y'], sys.argv\n" + HELLO
    (tmp_path / "server.py").write_text(HEAD + body)
    words = (sys.executable, "server.py", "--format", "x", "--", "-y")
    done = skillctl("mcp", "tools", "mine", "--format", "json", "--", *words, cwd=tmp_path)
    assert done.code == 0, done.out
    (server,) = json.loads(done.out)["servers"]
    assert [tool["name"] for tool in server["tools"]] == ["mcp__mine__env", "mcp__mine__hello"]


def test_a_command_that_fails_is_exit_5_with_its_last_words(skillctl, tmp_path):
    (tmp_path / "server.py").write_text(HEAD + DYING)
    done = skillctl("mcp", "tools", "--", sys.executable, "server.py", "a b", cwd=tmp_path)
    assert done.code == 5
    assert done.out.startswith(
        'server "server": failed: exited with code 4 (start); last lines of its stderr:\n'
        "  no database\n"
        "hint: a server keeps running and answers requests on its stdin; "
    )
    words = f"run it by itself: {sys.executable} server.py 'a b'\n"
    assert done.out.endswith(words)


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["no-such-program-xyz"], 'program "no-such-program-xyz" not found in PATH'),
        (["./none"], "does not exist"),
    ],
)
def test_a_command_that_is_not_there(skillctl, tmp_path, words, reason):
    done = skillctl("mcp", "tools", "--", *words, cwd=tmp_path)
    assert done.code == 5
    assert 'server "server": failed: not started: program' in done.out
    assert reason in done.out
    assert "hint: check name, path and mode of the program" in done.out
    assert done.out.endswith(f"the command was: {words[0]}\n")


def test_a_command_that_ends_in_silence_says_what_a_server_does(skillctl, tmp_path):
    done = skillctl("mcp", "tools", "--", "true", cwd=tmp_path)
    first, hint = done.out.splitlines()
    assert first == 'server "server": failed: exited with code 0 (start)'
    assert hint.startswith("hint: a server keeps running")
    assert hint.endswith("run it by itself: true")


def test_no_command_after_the_dashes(skillctl, tmp_path):
    done = skillctl("mcp", "tools", "--", cwd=tmp_path)
    assert (done.code, done.out) == (2, "")
    assert "no command after --" in done.err


def test_a_server_without_consent_is_not_started(workspace, skillctl, tmp_path):
    marker = tmp_path / "started"
    project = workspace(notes=f"open({str(marker)!r}, 'w')\n")
    named = skillctl("mcp", "tools", "notes", cwd=project)
    assert named.code == 4
    assert named.out.startswith('server "notes": pending: consent pending')
    everything = skillctl("mcp", "tools", cwd=project)
    assert everything.code == 0
    assert everything.out.splitlines()[0] == named.out.splitlines()[0]
    assert not marker.exists()


def test_consented_and_user_servers_start_and_failures_do_not_hide_the_rest(
    granted, skillctl, tmp_path
):
    own = user_server(tmp_path, HELLO)
    project = granted(user={"own": own}, bad=DYING, good=HELLO)
    done = skillctl("mcp", "tools", "--format", "json", cwd=project)
    assert done.code == 5
    servers = {server["name"]: server for server in json.loads(done.out)["servers"]}
    assert {name: server["state"] for name, server in servers.items()} == {
        "bad": "failed",
        "good": "ready",
        "own": "ready",
    }
    assert servers["bad"]["reason"].startswith("exited with code 4 (start)")
    assert servers["good"]["consent"] == "granted"
    assert servers["good"]["server"] == {"name": "tiny", "version": "1"}
    tool = servers["good"]["tools"][1]
    assert tool["input_schema"] == {"type": "object"}
    assert tool["tokens"] > 0
    assert skillctl("mcp", "tools", "good", cwd=project).code == 0


def test_what_changed_since_the_grant_is_not_started(granted, skillctl):
    project = granted(notes=HELLO)
    (project / "notes.py").write_text("raise SystemExit\n")
    done = skillctl("mcp", "tools", "notes", cwd=project)
    assert done.code == 4
    assert "the server changed" in done.out


def test_a_name_that_is_no_servers(granted, skillctl):
    project = granted(notes=HELLO)
    done = skillctl("mcp", "tools", "note", cwd=project)
    assert (done.code, done.out) == (2, "")
    assert 'no server is named "note"' in done.err
    assert 'did you mean "notes"?' in done.err
    assert "skillctl mcp list" in skillctl("mcp", "tools", "zzz", cwd=project).err


def test_a_disabled_server_that_is_named_is_exit_5(workspace, skillctl):
    project = workspace(user={"own": {"command": "x", "disabled": True}})
    assert skillctl("mcp", "tools", "own", cwd=project).code == 5
    assert skillctl("mcp", "tools", cwd=project).code == 0


def test_a_skipped_server_is_a_failure_only_if_it_was_asked_for(tree, skillctl):
    text = '{"mcpServers": {"web": {"type": "http", "url": "https://x.example/mcp"}}}'
    project = tree({".mcp.json": text, "skillctl.toml": ""})
    words = "transport http is not supported by this version; only stdio is"
    for command, code in ((("mcp", "tools"), 0), (("mcp", "tools", "web"), 5)):
        done = skillctl(*command, cwd=project)
        assert (done.code, done.out) == (code, f'server "web": skipped: {words}\n')
    done = skillctl("tools", cwd=project)
    assert done.code == 0
    assert words in done.out
    done = skillctl("prompt", cwd=project)
    assert (done.code, done.err) == (0, f'server "web": {words}\n')


def test_without_servers_it_says_where_it_looked_and_what_it_could_not_read(tree, skillctl):
    project = tree({".mcp.json": "{", "skillctl.toml": ""})
    done = skillctl("mcp", "tools", cwd=project)
    assert done.code == 5
    assert done.out.startswith(f"no servers can be read; looked in: {project}/.mcp.json, ")
    assert done.out.count("\n") == 1
    assert done.err.startswith(".mcp.json:1:1: not strict JSON")
    done = skillctl("mcp", "tools", "--format", "json", cwd=project)
    assert json.loads(done.out)["servers"] == []


def test_a_finding_about_a_server_stands_in_its_row_alone(tree, skillctl):
    entry = {"command": "sh", "args": ["${NO_SUCH_VARIABLE_X}"]}
    project = tree({".mcp.json": json.dumps({"mcpServers": {"a": entry}}), "skillctl.toml": ""})
    done = skillctl("mcp", "tools", cwd=project)
    assert (done.code, done.err) == (5, "")
    assert done.out.startswith('server "a": unresolved: args[0]: variable NO_SUCH_VARIABLE_X')


def test_a_config_file_by_name(workspace, skillctl, tmp_path):
    project = workspace(notes=HELLO)
    own = tmp_path / "elsewhere.json"
    own.write_text(json.dumps({"mcpServers": {"one": user_server(tmp_path, HELLO)}}))
    done = skillctl("mcp", "tools", "--mcp-config", own, cwd=project)
    assert done.code == 0
    assert 'server "one": tiny 1' in done.out
    assert '"notes"' not in done.out


@pytest.mark.parametrize("number", [55, 56, 41])
def test_cases_whose_servers_must_come_up(shared, skillctl, tmp_path, number):
    (case,) = (shared / "cases").glob(f"{number}-*")
    project = tmp_path / "p"
    project.mkdir()
    for path in case.iterdir():
        (project / path.name).write_bytes(path.read_bytes())
    done = skillctl("mcp", "tools", cwd=grant_all(skillctl, project))
    assert done.code == 0, done.out
    if number == 55:
        assert "  === Demo server" in done.out
        assert "{not json}" in done.out
        assert done.out.count("not JSON-RPC") == 1
    if number == 41:
        assert "mcp__a__b__c " in done.out
        assert "mcp__a__b__c_" in done.out


def test_heavy_packages_are_not_loaded(tmp_path):
    (tmp_path / "server.py").write_text(HEAD + HELLO)
    heavy = ("asyncio", "jsonschema", "rich", "yaml", "pydantic", "mcp", "httpx", "toktok")
    code = (
        "import sys\nfrom skillctl.cli.app import main\n"
        "code = main(['mcp', 'tools', '--', sys.executable, 'server.py'])\n"
        f"print(code, sorted(set(sys.modules) & set({heavy!r})), file=sys.stderr)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=tmp_path,
        env=os.environ,
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stderr == "0 []\n"


def test_tools_of_a_file_that_cannot_be_used_are_missing(tree, skillctl):
    project = tree({".mcp.json": "{", "skillctl.toml": ""})
    assert skillctl("mcp", "tools", cwd=project).code == 5
    assert skillctl("tools", cwd=project).code == 5
    assert skillctl("tools", "read_file", cwd=project).code == 0
    assert skillctl("tools", "--allow-missing", cwd=project).code == 0
    assert skillctl("mcp", "list", cwd=project).code == 0
    assert skillctl("prompt", cwd=project).code == 0


NEW_ERA = """
for line in iter(sys.stdin.readline, ""):
    message = json.loads(line)
    id, method = message.get("id"), message.get("method")
    if method == "server/discover":
        answer(id, {"supportedVersions": ["2026-07-28"], "capabilities": {"tools": {}},
                    "_meta": {"io.modelcontextprotocol/serverInfo": {"name": "new"}}})
    elif method == "tools/list":
        answer(id, {"tools": [{"name": "t", "inputSchema": {"type": "object"}}]})
    elif method == "initialize":
        sys.exit(9)
"""


@pytest.mark.parametrize("protocol", [[], ["--protocol", "auto"], ["--protocol", "2026-07-28"]])
def test_a_server_that_knows_no_handshake(skillctl, tmp_path, protocol):
    (tmp_path / "server.py").write_text(HEAD + NEW_ERA)
    done = skillctl("mcp", "tools", *protocol, "--", sys.executable, "server.py", cwd=tmp_path)
    assert done.code == 0, done.out
    assert done.out.startswith('server "server": new, protocol 2026-07-28, 1 tool, ~')
    again = "did not survive initialize; started once more, without a handshake"
    assert (again in done.out) is ("2026-07-28" not in protocol)


def test_a_server_that_knows_no_handshake_and_is_told_to_shake_hands(skillctl, tmp_path):
    (tmp_path / "server.py").write_text(HEAD + NEW_ERA)
    words = ("--protocol", "handshake", "--", sys.executable, "server.py")
    done = skillctl("mcp", "tools", *words, cwd=tmp_path)
    assert done.code == 5
    assert "exited with code 9 (start)" in done.out


def test_the_command_line_says_the_protocol_for_every_configured_server(skillctl, granted):
    root = granted(a=NEW_ERA, b=NEW_ERA)
    done = skillctl("mcp", "tools", "--protocol", "2026-07-28", "--format", "json", cwd=root)
    servers = json.loads(done.out)["servers"]
    assert [(s["protocol"], s["notes"]) for s in servers] == [("2026-07-28", [])] * 2


def test_an_entry_says_its_protocol(skillctl, workspace, tmp_path):
    entry = user_server(tmp_path, NEW_ERA) | {"protocol": "2026-07-28"}
    done = skillctl("mcp", "tools", "--format", "json", cwd=workspace(user={"own": entry}))
    (server,) = json.loads(done.out)["servers"]
    assert (server["protocol"], server["notes"]) == ("2026-07-28", [])
