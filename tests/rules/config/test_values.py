import json

import pytest

from skillctl.rules.config.values import values_of, variable_of
from skillctl.servers.hosts.find import host_named
from tests.rules.checks import config


def values(entry, name=".mcp.json", root="mcpServers"):
    document = config(json.dumps({root: {"srv": entry}}), name)
    (server,) = document.all_servers
    return [(v.entry.key, v.keys, v.text) for v in values_of(server, document.host)]


def test_every_string_where_a_host_looks_for_variables():
    entry = {"command": "x", "args": ["a", 5], "env": {"A": "b", "C": {"D": ["e"]}}, "note": "n"}
    assert values(entry) == [
        ("command", (), "x"),
        ("args", (0,), "a"),
        ("env", ("A",), "b"),
        ("env", ("C", "D", 0), "e"),
    ]


def test_the_keys_of_an_address_are_those_of_the_host():
    entry = {"url": "u", "serverUrl": "s"}
    assert [text for _, _, text in values(entry)] == ["u"]
    assert [text for _, _, text in values(entry, "mcp_config.json")] == ["u", "s"]


def test_what_is_secret_is_not_quoted_beside_its_names():
    document = config(json.dumps({"mcpServers": {"srv": {"args": ["--key", "a$b", "c$d"]}}}))
    (server,) = document.all_servers
    _, secret, plain = values_of(server, document.host)
    assert (secret.quoted(1, 3), plain.quoted(1, 3)) == ("$***", "$d")


@pytest.mark.parametrize(
    ("host", "written"),
    [
        ("claude-code", '"${NAME}"'),
        ("generic", '"${NAME}"'),
        ("vscode", '"${env:NAME}"'),
        ("cursor", '"${env:NAME}"'),
        ("codex", ""),
        ("claude-desktop", ""),
    ],
)
def test_how_a_host_wants_a_variable_written(host, written):
    assert variable_of(host_named(host)) == written
