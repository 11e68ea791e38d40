import json
import sys
from functools import partial

import pytest

from tests.cli.mcp_workspace import make_workspace
from tests.mcp.leftovers import no_process_left  # noqa: F401 # an autouse fixture
from tests.mcp.servers import HELLO


@pytest.fixture
def workspace(tree, monkeypatch):
    return partial(make_workspace, tree, monkeypatch)


def test_list_starts_nothing_and_prints_no_value(workspace, skillctl, tmp_path):
    marker = tmp_path / "started"
    project = workspace(notes=f"open({str(marker)!r}, 'w')\n")
    config = json.loads((project / ".mcp.json").read_text())
    config["mcpServers"]["notes"]["env"] = {"NOTES_TOKEN": "hush-hush-value"}
    (project / ".mcp.json").write_text(json.dumps(config, indent=1))
    for words in ((), ("--env",), ("--format", "json")):
        done = skillctl("mcp", "list", *words, cwd=project)
        assert done.code == 0
        assert "notes" in done.out
        assert "pending" in done.out
        assert "hush-hush" not in done.out + done.err
    assert not marker.exists()


def test_list_as_text(workspace, skillctl):
    project = workspace(user={"own": {"command": "no-such-program-xyz"}}, notes=HELLO)
    done = skillctl("mcp", "list", cwd=project)
    head, notes, own, *findings = done.out.splitlines()
    columns = ["server", "scope", "source", "transport", "state", "consent", "fingerprint"]
    assert head.split() == columns
    *cells, digest = notes.split()
    assert cells == ["notes", "project", ".mcp.json:1", "stdio", "pending", "missing"]
    assert digest.startswith("sha256:")
    assert own.split()[0::2] == ["own", own.split()[2], "configured", "-"]
    assert sorted(findings) == [
        'server "notes": consent pending; look and grant with: skillctl consent grant notes',
        'server "own": program "no-such-program-xyz" not found in PATH',
    ]


def test_list_names_the_environment(workspace, skillctl, monkeypatch):
    monkeypatch.setenv("GITHUB_TOKEN", "x")
    project = workspace(user={"own": {"command": sys.executable, "env": {"MINE": "1"}}})
    line = skillctl("mcp", "list", "--env", cwd=project).out.splitlines()[-1]
    assert line.startswith('server "own": environment: ')
    names = line.rpartition(": ")[2].split(", ")
    assert {"HOME", "PATH", "MINE", "SKILLCTL_SERVER_ID"} <= set(names)
    assert "GITHUB_TOKEN" not in names


def test_list_as_json(workspace, skillctl):
    project = workspace(user={"both": {"command": "u"}}, both=HELLO)
    shown = json.loads(skillctl("mcp", "list", "--format", "json", cwd=project).out)
    assert shown["schema"] == "skillctl.mcp-list/1"
    by_scope = {server["scope"]: server for server in shown["servers"]}
    assert by_scope["project"]["state"] == "shadowed"
    assert by_scope["project"]["shadowed_by"] == by_scope["user"]["source"]
    assert by_scope["project"]["fingerprint"].startswith("sha256:")
    assert (by_scope["user"]["consent"], by_scope["user"]["fingerprint"]) == ("exempt", None)
    assert any("shadowed by the user's server" in words for words in shown["findings"])


def test_list_without_servers_says_where_it_looked(tree, skillctl, monkeypatch):
    root = tree({"p/skillctl.toml": "", "config/x": ""})
    monkeypatch.setenv("SKILLCTL_CONFIG_DIR", str(root / "config"))
    done = skillctl("mcp", "list", cwd=root / "p")
    assert done.code == 0
    assert done.out == (
        f"no servers are configured; looked in: {root}/p/.mcp.json, {root}/p/.gbs/mcp.json, "
        f"{root}/config/mcp.json\n"
    )


def test_a_broken_file_is_a_finding_and_never_no_servers_alone(workspace, skillctl):
    project = workspace()
    (project / ".mcp.json").write_text("{")
    out = skillctl("mcp", "list", cwd=project).out
    assert ".mcp.json:1:" in out


def test_a_server_that_this_version_cannot_start_says_so_before_it_asks(tree, skillctl):
    text = '{"mcpServers": {"web": {"type": "http", "url": "https://x.example/mcp"}}}'
    root = tree({".mcp.json": text})
    done = skillctl("mcp", "list", "--env", cwd=root)
    _, row, *findings = done.out.splitlines()
    assert row.split()[3:6] == ["http", "skipped", "missing"]
    assert findings == [
        'server "web": transport http is not supported by this version; only stdio is'
    ]
    (server,) = json.loads(skillctl("mcp", "list", "--format", "json", cwd=root).out)["servers"]
    assert (server["state"], server["environment"]) == ("skipped", [])


def test_a_broken_user_file_is_why_a_server_of_the_repository_cannot_start(workspace, skillctl):
    project = workspace(notes=HELLO)
    (project.parent / "config/mcp.json").write_text("{")
    out = skillctl("mcp", "list", cwd=project).out
    assert 'server "notes": the user\'s own file cannot be read' in out
