"""`skillctl tools` over the tools of published servers, each served by a process of its own."""

import json
import random
import re
import shutil
import sys
from hashlib import sha256

import pytest

from skillctl.agent.dialects.known import DIALECTS
from tests.agent.fixtures import project
from tests.conftest import write_tree

__all__ = ["project"]

SERVER = """
import json, sys
tools = json.load(open(sys.argv[1], encoding="utf-8"))
for line in sys.stdin:
    asked = json.loads(line)
    if asked.get("method") == "initialize":
        answer = {"protocolVersion": asked["params"]["protocolVersion"],
                  "capabilities": {"tools": {}}, "serverInfo": {"name": "s", "version": "1"}}
    elif asked.get("method") == "tools/list":
        answer = {"tools": tools}
    else:
        continue
    print(json.dumps({"jsonrpc": "2.0", "id": asked["id"], "result": answer}), flush=True)
"""


@pytest.fixture
def serve(project):
    """Servers of the user, by name, each with the tools that it lists."""

    def serve(**tools):
        entries = {}
        for name, listed in tools.items():
            path = project.home / f"{name}.json"
            path.write_text(json.dumps(listed), encoding="utf-8")
            entries[name] = {"command": sys.executable, "args": ["-c", SERVER, str(path)]}
        write_tree(project.config_dir, {"mcp.json": json.dumps({"mcpServers": entries})})

    return serve


@pytest.fixture
def github(shared):
    """The 117 tools of one published server."""
    folder = shared / "corpus-tools" / "github+github-mcp-server"
    return [json.loads(path.read_text()) for path in sorted(folder.glob("*.json"))]


def counted(skillctl, project, *words):
    run = skillctl("tools", "--format", "json", *words, cwd=project.root)
    assert run.code == 0, run.err
    return json.loads(run.out)


@pytest.mark.parametrize("method", ["estimate", "exact"])
@pytest.mark.parametrize("dialect", DIALECTS)
def test_117_tools_add_up_to_the_total(project, skillctl, serve, github, method, dialect):
    pytest.importorskip("toktok", reason="not installed: pip install '.[tokens]'")
    serve(github=github)
    found = counted(skillctl, project, "--dialect", dialect, "--tokens-method", method)
    theirs = [tool for tool in found["tools"] if tool["server"] == "github"]
    assert len(theirs) == 117
    total = found["tokens"]["n"]
    # an estimate rounds up once a tool; an exact count lacks the brackets around the list
    allowed = len(found["tools"]) if method == "estimate" else 2
    assert abs(sum(tool["marginal"] for tool in found["tools"]) - total) <= allowed
    alone = counted(
        skillctl, project, "--no-config", "--dialect", dialect, "--tokens-method", method
    )
    assert found["drop"][0]["tool"] is None
    assert found["drop"][0]["saves"] == total - alone["tokens"]["n"]


def test_the_total_is_that_of_the_bytes_that_are_sent(project, skillctl, serve, github):
    serve(github=github)
    body = skillctl("prompt", "--format", "body", "--model", "m", "Hi", cwd=project.root).out
    sent = body[body.index('"tools":') + len('"tools":') : body.index(',"messages":')]
    total = counted(skillctl, project, "--tokens-method", "estimate")["tokens"]["n"]
    assert total == -(-len(sent.encode()) // 4)
    digest = skillctl(
        "prompt", "--format", "body", "--model", "m", "--sha256", "Hi", cwd=project.root
    )
    assert digest.out == sha256(body.encode()).hexdigest()


def test_more_than_128_tools_are_told_with_counts_and_none_is_cut(project, skillctl, serve, github):
    more = [{"name": f"more_{n}", "description": "d", "inputSchema": {}} for n in range(10)]
    serve(github=github, more=more)
    run = skillctl("tools", "--allow-missing", cwd=project.root)
    assert "131 tools are sent, more than 128" in run.err
    assert "(builtin 4, github 117, more 10)" in run.err
    assert run.out.count("mcp__") >= 127


@pytest.mark.parametrize("width", [80, 120])
def test_the_table_of_a_published_server_fits_the_terminal(
    project, skillctl, serve, github, width, monkeypatch
):
    monkeypatch.setenv("COLUMNS", str(width))
    serve(github=github)
    lines = skillctl("tools", cwd=project.root).out.splitlines()
    assert max(map(len, lines)) <= width
    assert sum(line.endswith("%") for line in lines) == 121


def test_long_names_are_told_apart_and_lead_back(project, skillctl, serve, github):
    key = "acme-enterprise-infrastructure-and-source-code-management"
    serve(**{key: github})
    found = counted(skillctl, project)
    rows = [tool for tool in found["tools"] if tool["server"] == key]
    names = {tool["name"]: tool["raw"] for tool in rows}
    assert len(names) == len(rows) == 117
    assert sorted(names.values()) == sorted(tool["name"] for tool in github)
    assert all(re.fullmatch(r"[A-Za-z_][A-Za-z0-9_-]{0,63}", name) for name in names)
    long = [name for name in names if len(f"mcp__{key}__{names[name]}") > 64]
    assert len(long) > 0.37 * len(rows)
    for name in long[:3]:
        assert counted(skillctl, project, name)["tools"][0]["raw"] == names[name]


@pytest.mark.slow
def test_case_52_ten_starts_give_the_same_bytes_in_either_order(project, skillctl, shared):
    case = shared / "cases" / "52-stable-order"
    for name in ("late.py", "shuffle.py"):
        shutil.copy(case / name, project.root / name)
    write_tree(project.config_dir, {"skillctl.toml": '[mcp]\nschema-keys = "sorted"\n'})
    servers = {
        name: {"command": sys.executable, "args": [f"{name}.py"]} for name in ("late", "shuffle")
    }
    seen = set()
    for turn in range(10):
        order = sorted(servers, reverse=turn % 2 == 1)
        text = json.dumps({"mcpServers": {name: servers[name] for name in order}})
        project.write({".mcp.json": text}).grant()
        body = skillctl("prompt", "--format", "body", "--model", "m", "Hi", cwd=project.root)
        assert (body.code, body.err) == (0, "")
        seen.add(body.out)
    assert len(seen) == 1
    names = [tool["function"]["name"] for tool in json.loads(seen.pop())["tools"][-5:]]
    assert names == [
        *("mcp__late__alpha", "mcp__late__zeta"),
        *("mcp__shuffle__b2", "mcp__shuffle__k3", "mcp__shuffle__m1"),
    ]


def test_the_order_of_the_answer_changes_no_byte_of_the_list(project, skillctl, serve, github):
    serve(github=github)
    first = skillctl("tools", "--format", "json", cwd=project.root).out
    shuffled = random.Random(52).sample(github, len(github))
    assert shuffled != github
    serve(github=shuffled)
    assert skillctl("tools", "--format", "json", cwd=project.root).out == first
