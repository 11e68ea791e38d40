import json

import pytest

from skillctl.servers.definition import definition_of, differences, is_off
from skillctl.servers.hosts.find import host_named
from tests.rules.checks import config, server

ROOTS = {
    "vscode": ("servers", ".vscode/mcp.json"),
    "gemini": ("mcpServers", ".gemini/settings.json"),
}
NAMES = {
    "claude-code": ".mcp.json",
    "cursor": ".cursor/mcp.json",
    "windsurf": "mcp_config.json",
    "roo": ".roo/mcp.json",
    "skillctl": ".gbs/mcp.json",
    "generic": "mcp.json",
}


def entry(host, value):
    root, name = ROOTS.get(host, ("mcpServers", NAMES.get(host)))
    return server(value, name, root=root).servers[0]


def made(host, value):
    """The definition of a server as a host reads it; TOML for codex."""
    known = host_named(host)
    if isinstance(value, str):
        return definition_of(config(value, ".codex/config.toml").servers[0], known)
    return definition_of(entry(host, value), known)


def compared(one, other):
    return list(differences(made(*one), made(*other)))


CODE = "claude-code"


@pytest.mark.parametrize(
    ("one", "other"),
    [
        # a command list, the order of keys
        ((CODE, {"command": "a", "args": ["b", "c"]}), ("generic", {"command": ["a", "b", "c"]})),
        (
            (CODE, {"command": "a", "env": {"X": "1", "Y": "2"}}),
            (CODE, {"env": {"Y": "2", "X": "1"}, "command": "a"}),
        ),
        # url keys and the spelling of types
        ((CODE, {"type": "http", "url": "https://a"}), ("windsurf", {"serverUrl": "https://a"})),
        ((CODE, {"type": "http", "url": "https://a"}), ("gemini", {"httpUrl": "https://a"})),
        ((CODE, {"type": "sse", "url": "https://a"}), ("gemini", {"url": "https://a"})),
        (
            (CODE, {"type": "http", "url": "https://a"}),
            ("roo", {"type": "streamable-http", "url": "https://a"}),
        ),
        ((CODE, {"type": "http", "url": "https://a"}), ("vscode", {"url": "https://a"})),
        ((CODE, {"command": "a", "type": "stdio"}), ("generic", {"command": "a", "type": "local"})),
        # variables, and what is asked for
        (
            (CODE, {"command": "a", "args": ["${X}"]}),
            ("vscode", {"command": "a", "args": ["${env:X}"]}),
        ),
        ((CODE, {"command": "a", "args": ["${X}"]}), ("gemini", {"command": "a", "args": ["$X"]})),
        (
            (CODE, {"command": "a", "args": ["k=${X}"]}),
            ("vscode", {"command": "a", "args": ["k=${input:key}"]}),
        ),
        # a variable that is only handed on
        ((CODE, {"command": "a", "env": {"X": "${X}"}}), ("cursor", {"command": "a"})),
        ((CODE, {"command": "a"}), ("codex", '[mcp_servers.x]\ncommand = "a"\nenv_vars = ["X"]\n')),
        # headers
        (
            (
                CODE,
                {
                    "type": "http",
                    "url": "https://a",
                    "headers": {"Authorization": "Bearer ${T}", "X-Key": "${K}"},
                },
            ),
            (
                "codex",
                (
                    '[mcp_servers.x]\nurl = "https://a"\nbearer_token_env_var = "T"\n'
                    'env_http_headers = { x-key = "K" }\n'
                ),
            ),
        ),
        # the own folder
        ((CODE, {"command": "./bin/a"}), ("vscode", {"command": "${workspaceFolder}/bin/a"})),
        (
            (CODE, {"command": "a", "args": ["${CLAUDE_PROJECT_DIR:-.}/x"]}),
            ("cursor", {"command": "a", "args": ["x"]}),
        ),
        ((CODE, {"command": "a"}), ("vscode", {"command": "a", "cwd": "${workspaceFolder}"})),
        # what only one host knows
        (
            (CODE, {"command": "a", "timeout": 5000}),
            ("roo", {"command": "a", "alwaysAllow": ["x"]}),
        ),
    ],
)
def test_the_same_server_in_other_words(one, other):
    assert compared(one, other) == []
    assert compared(other, one) == []


@pytest.mark.parametrize(
    ("one", "other", "parts"),
    [
        ({"command": "a"}, {"command": "b"}, ["the command"]),
        ({"command": "a", "args": ["b c"]}, {"command": "a", "args": ["b", "c"]}, ["the command"]),
        (
            {"command": "a", "args": ["1", "2"]},
            {"command": "a", "args": ["2", "1"]},
            ["the command"],
        ),
        (
            {"command": "a"},
            {"type": "http", "url": "https://a"},
            ["one is a program, the other an address"],
        ),
        (
            {"command": "a", "env": {"X": "1"}},
            {"command": "a", "env": {"X": "2"}},
            ["the environment"],
        ),
        (
            {"command": "a", "env": {"X": "1"}},
            {"command": "a", "args": ["X=1"]},
            ["the command", "the environment"],
        ),
        (
            {"type": "http", "url": "https://a"},
            {"type": "sse", "url": "https://a"},
            ["the transport"],
        ),
        ({"type": "http", "url": "https://a"}, {"type": "http", "url": "https://b"}, ["the url"]),
        (
            {"type": "http", "url": "https://a", "headers": {"K": "${A}"}},
            {"type": "http", "url": "https://a", "headers": {"K": "${B}"}},
            ["the headers"],
        ),
        ({"command": "a", "cwd": "x"}, {"command": "a"}, ["the cwd"]),
        (
            {"command": "a", "args": ["${X:-d}"]},
            {"command": "a", "args": ["${X}"]},
            ["the command"],
        ),
        # a value that is written down is no variable that is asked for
        (
            {"command": "a", "args": ["${input:k}"]},
            {"command": "a", "args": ["k"]},
            ["the command"],
        ),
    ],
)
def test_what_differs(one, other, parts):
    assert compared((CODE, one), (CODE, other)) == parts


@pytest.mark.parametrize(
    "value", [{}, {"args": ["a"]}, {"command": "a", "url": "https://a"}, "a", []]
)
def test_an_entry_that_is_no_server_has_no_definition(value):
    assert definition_of(entry(CODE, value), host_named(CODE)) is None


@pytest.mark.parametrize(
    ("switches", "off"),
    [
        ({}, False),
        ({"disabled": True}, True),
        ({"disabled": False}, False),
        ({"disabled": "true"}, False),
        ({"enabled": False}, True),
        ({"enabled": True}, False),
    ],
)
def test_switches(switches, off):
    text = json.dumps({"mcpServers": {"x": {"command": "a", **switches}}})
    assert is_off(config(text).servers[0]) is off
