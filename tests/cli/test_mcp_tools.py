import json
import sys
from functools import partial
from types import ModuleType

import pytest

from tests.cli.mcp_workspace import make_workspace, user_server
from tests.mcp.leftovers import no_process_left  # noqa: F401 # an autouse fixture
from tests.mcp.servers import HEAD, HELLO


@pytest.fixture
def workspace(tree, monkeypatch):
    return partial(make_workspace, tree, monkeypatch)


def test_hints_hashed_names_and_notes(skillctl, tmp_path):
    body = """
tools = [
    {"name": "list.all", "annotations": {"readOnlyHint": True, "destructiveHint": True}},
    {"name": "list all"}, {"name": "bad", "inputSchema": 3},
]
print("banner")
for line in sys.stdin:
    m = json.loads(line)
    if m["method"] == "tools/list":
        answer(m["id"], {"tools": tools})
    elif m["method"] == "initialize":
        answer(m["id"], {"protocolVersion": "2024-11-05", "capabilities": {"tools": {}}})
"""
    (tmp_path / "server.py").write_text(HEAD + body)
    done = skillctl("mcp", "tools", "notes", "--", sys.executable, "server.py", cwd=tmp_path)
    assert done.code == 0
    lines = done.out.splitlines()
    assert lines[0].startswith('server "notes": a server without a name, protocol 2024-11-05, 2 t')
    assert lines[2].split()[0] == "mcp__notes__list_all_72d5164b"
    assert "hashed name" in lines[2]
    assert "read-only, destructive" in lines[3]
    rest = "\n".join(lines[4:])
    assert 'server "notes": 1 line on stdout is not JSON-RPC:\n    banner' in rest
    assert "the answer to initialize has no serverInfo" in rest
    assert 'tool "bad" is left out: /inputSchema: expected an object, got number' in rest


def test_filters_of_an_entry(workspace, skillctl, tmp_path):
    own = {**user_server(tmp_path, HELLO), "disabledTools": ["env", "nothing"]}
    project = workspace(user={"own": own})
    done = skillctl("mcp", "tools", "own", cwd=project)
    assert "mcp__own__hello" in done.out
    assert "mcp__own__env" not in done.out
    assert "  filtered by its entry: env\n" in done.out
    assert 'disabledTools names "nothing", which fits no tool of this server' in done.out


def test_values_of_the_entry_are_not_printed(workspace, skillctl, tmp_path):
    body = "sys.stderr.write('bad token ' + os.environ['NOTES_TOKEN'] + '\\n'); sys.exit(1)\n"
    own = {**user_server(tmp_path, body), "env": {"NOTES_TOKEN": "hush-hush-value"}}
    project = workspace(user={"own": own})
    done = skillctl("mcp", "tools", "own", cwd=project)
    assert "bad token [redacted:NOTES_TOKEN]" in done.out
    assert "hush-hush" not in done.out + done.err


FORGED = 'x\nserver "github": ready'
FORGER = f"""
forged = {FORGED!r}
for line in sys.stdin:
    m = json.loads(line)
    if m["method"] == "tools/list":
        send({{"jsonrpc": "2.0", "error": {{"code": 1, "message": forged}}}})
    elif m["method"] == "initialize":
        send({{"jsonrpc": "2.0", "id": None, "error": {{"code": 1, "message": forged}}}})
"""
NAMES = f"""
forged = {FORGED!r}
tools = [{{"name": forged}}, {{"name": forged + "2", "inputSchema": 3}}, {{"name": "off" + forged}}]
tools += [{{"name": "twice" + forged}}] * 2
tools += [{{"name": "differs" + forged, forged: n}} for n in range(2)]
for line in sys.stdin:
    m = json.loads(line)
    if m["method"] == "tools/list":
        answer(m["id"], {{"tools": tools}})
    elif m["method"] == "initialize":
        about = {{"name": forged, "version": forged}}
        answer(m["id"], {{"protocolVersion": "2024-11-05", "capabilities": {{"tools": {{}}}},
                         "serverInfo": about}})
        send({{"jsonrpc": "2.0", "id": forged, "result": 1}})
"""


@pytest.mark.parametrize("body", [FORGER, NAMES])
def test_no_foreign_text_begins_a_line(workspace, skillctl, tmp_path, body):
    own = {**user_server(tmp_path, body), "disabledTools": ["off*"]}
    done = skillctl("mcp", "tools", "own", cwd=workspace(user={"own": own}))
    assert r'x\nserver "github": ready' in done.out
    assert not any(line.lstrip().startswith('server "github"') for line in done.out.splitlines())


ECHO = """
secret = os.environ["NOTES_TOKEN"]
schema = {"properties": {"a": {"enum": [secret]}}}
tools = [{"name": secret, "description": secret, "inputSchema": schema}, {"name": "off" + secret}]
for line in sys.stdin:
    m = json.loads(line)
    if m["method"] == "tools/list":
        answer(m["id"], {"tools": tools})
    elif m["method"] == "initialize":
        answer(m["id"], {"protocolVersion": "2024-11-05", "capabilities": {"tools": {}},
                         "serverInfo": {"name": secret, "version": secret}})
"""


@pytest.mark.parametrize("style", ["text", "json"])
def test_a_server_that_echoes_its_secrets(workspace, skillctl, tmp_path, style):
    own = user_server(tmp_path, ECHO) | {"env": {"NOTES_TOKEN": "hush-hush-value"}}
    project = workspace(user={"own": {**own, "disabledTools": ["off*"]}})
    done = skillctl("mcp", "tools", "own", "--format", style, cwd=project)
    assert done.code == 0
    assert "[redacted:NOTES_TOKEN]" in done.out
    assert "hush-hush" not in done.out


def test_tokens_are_counted_as_asked(skillctl, tmp_path, monkeypatch):
    """By the estimate on every machine, exactly where the extra is there, else a clear refusal."""
    (tmp_path / "server.py").write_text(HEAD + HELLO)
    words = ("--", sys.executable, "server.py")
    monkeypatch.setattr("skillctl.tokens.find_spec", lambda _: None)
    for method in ((), ("--tokens-method", "estimate")):
        done = skillctl("mcp", "tools", *method, *words, cwd=tmp_path)
        assert "tokens by bytes/4; hints are the servers' own claims\n" in done.out
    done = skillctl("mcp", "tools", "--tokens-method", "exact", *words, cwd=tmp_path)
    assert done.code == 2
    assert "exact counts (o200k_base) need the extra [tokens]" in done.err


def test_exact_tokens(skillctl, tmp_path, monkeypatch):
    counter = ModuleType("toktok")
    counter.batch_count = lambda texts, _encoding: [7 for _ in texts]
    monkeypatch.setitem(sys.modules, "toktok", counter)
    monkeypatch.setattr("skillctl.tokens.find_spec", lambda name: name == "toktok")
    (tmp_path / "server.py").write_text(HEAD + HELLO)
    words = ("--tokens-method", "exact", "--format", "json", "--", sys.executable, "server.py")
    done = skillctl("mcp", "tools", *words, cwd=tmp_path)
    assert json.loads(done.out)["method"] == "o200k_base"
