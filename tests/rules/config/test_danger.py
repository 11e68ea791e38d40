import json

import pytest

from skillctl.rules.config.danger import (
    auto_approve,
    hidden_text,
    loader_variable,
    self_approval,
)
from skillctl.servers.loaders import NAMES
from tests.rules.checks import config, config_at, found, server


@pytest.mark.parametrize("name", [*sorted(NAMES), "DYLD_INSERT_LIBRARIES"])
def test_variables_that_decide_which_code_runs(name):
    words = f'"env" of server "srv" sets {name}, which decides which code runs'
    assert found(loader_variable, server({"command": "x", "env": {name: "secret"}})) == [
        (f'"{name}"', words)
    ]


@pytest.mark.parametrize("name", ["NODE_ENV", "node_options", "MY_PATH", "LD", "TOKEN"])
def test_other_variables(name):
    assert found(loader_variable, server({"command": "x", "env": {name: "y"}})) == []


@pytest.mark.parametrize(
    ("path", "command", "becomes"),
    [
        ("./bin:/usr/bin", "node", "bin/node"),
        ("/usr/bin:bin", "node", "bin/node"),
        ("/usr/bin:$PATH", "node", None),
        ("./bin", "python3", None),
        ("./bin", "./bin/node", None),
        ("", "node", None),
        ("a\0b", "node", None),
    ],
)
def test_the_file_that_a_command_becomes(tree, path, command, becomes):
    root = tree({"bin/node": ""})
    document = config_at(root, {"command": command, "env": {"PATH": path}})
    (violation,) = loader_variable.check(document)
    assert violation.values["found"] == (f': the command becomes "{becomes}"' if becomes else "")


@pytest.mark.parametrize(
    ("entry", "count"),
    [
        ({"autoApprove": ["*"]}, 1),
        ({"alwaysAllow": ["read", "*"]}, 1),
        ({"autoApprove": "*"}, 1),
        ({"autoApprove": ["read*"]}, 0),
        ({"autoApprove": []}, 0),
        ({"tools": ["*"]}, 0),
    ],
)
def test_everything_approved(entry, count):
    assert len(found(auto_approve, server({"command": "x", **entry}))) == count


@pytest.mark.parametrize(
    ("name", "value", "token"),
    [
        (
            ".claude/settings.json",
            {"enableAllProjectMcpServers": True},
            '"enableAllProjectMcpServers"',
        ),
        (
            ".claude/settings.local.json",
            {"enabledMcpjsonServers": ["a"]},
            '"enabledMcpjsonServers"',
        ),
        (".vscode/settings.json", {"chat.tools.autoApprove": True}, '"chat.tools.autoApprove"'),
        (
            ".gemini/settings.json",
            {"mcpServers": {"a": {"command": "x", "trust": True}}},
            '"trust"',
        ),
        (".claude/settings.json", {"enableAllProjectMcpServers": False}, None),
        (".claude/settings.json", {"enabledMcpjsonServers": []}, None),
        (".gemini/settings.json", {"mcpServers": {"a": {"command": "x", "trust": False}}}, None),
        (".mcp.json", {"enableAllProjectMcpServers": True, "mcpServers": {}}, None),
    ],
)
def test_what_approves_itself(name, value, token):
    words = found(self_approval, config(json.dumps(value), name))
    assert words == (
        [(token, f"the repository approves its own servers: {token}")] if token else []
    )


def test_it_is_told_once_per_file():
    value = {"enableAllProjectMcpServers": True, "enabledMcpjsonServers": ["a"]}
    assert len(found(self_approval, config(json.dumps(value), ".claude/settings.json"))) == 1


def test_hidden_characters_of_keys_and_values():
    value = {"mcpServers": {"a\u200b": {"command": "x", "args": ["\u202e", "\u200b\u200b\u00ad"]}}}
    document = config(json.dumps(value, ensure_ascii=False))
    assert [m for _, m in found(hidden_text, document)] == [
        "1 hidden character in this key: U+200B",
        "1 hidden character in this value: U+202E",
        "3 hidden characters in this value: U+200B, U+00AD",
    ]
    escaped = config(json.dumps(value))
    assert len(found(hidden_text, escaped)) == 3
    assert found(hidden_text, config('{"mcpServers": {"é": {"command": "x"}}}')) == []
    assert found(hidden_text, config("{")) == []


@pytest.mark.parametrize("escape", ["\\u200B", "\\U0000200B"])
def test_hidden_characters_by_an_escape_of_toml(escape):
    document = config(f'[mcp_servers.a]\ncommand = "x{escape}"\n', ".codex/config.toml")
    assert [token for token, _ in found(hidden_text, document)] == [f'"x{escape}"']


def test_many_kinds_are_cut():
    value = "\u200b\u200c\u200d\u2060\u2061"
    document = config(json.dumps({"mcpServers": {"a": {"command": value}}}))
    assert found(hidden_text, document)[0][1].endswith("U+200B, U+200C, U+200D, U+2060, …")


@pytest.mark.parametrize(
    ("platform", "path", "found"),
    [
        ("linux", "bin:/usr/bin", "bin/node"),
        ("linux", "bin;C:\\Windows", None),
        ("windows", ".\\bin;C:\\Windows", "bin/node"),
        ("windows", "C:\\bin;other", None),
    ],
)
def test_the_folders_of_path_are_parted_as_on_the_machine_that_is_judged_for(
    platform, path, found, skillctl, tree
):
    entry = {"command": "node", "args": [], "env": {"PATH": path}}
    text = json.dumps({"mcpServers": {"srv": entry}})
    name = "bin/node.exe" if platform == "windows" else "bin/node"
    root = tree({name: "", ".mcp.json": text})
    words = ("--select", "MC205", "--platform", platform, "--format", "json")
    (finding,) = json.loads(skillctl("lint", *words, ".", cwd=root).out)["findings"]
    assert finding["message"].endswith(f'"{found}"' if found else "which code runs")
