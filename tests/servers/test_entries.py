from pathlib import Path

import pytest

from skillctl.servers.document import parse_config
from skillctl.servers.hosts.find import host_of
from skillctl.servers.hosts.table import GENERIC
from skillctl.source.file import SourceFile


def document(text, name):
    path = Path("/w") / name
    return parse_config(SourceFile(name, text.encode(), text), path, host_of(path) or GENERIC)


def pointers(servers):
    return [server.pointer for server in servers]


@pytest.mark.parametrize(
    ("name", "text", "wanted"),
    [
        (".mcp.json", '{"mcpServers": {"a": {"command": "x"}}}', ["/mcpServers/a"]),
        (".vscode/mcp.json", '{"servers": {"a": {}}, "inputs": []} // x', ["/servers/a"]),
        (".vscode/settings.json", '{"mcp": {"servers": {"a": {}}}}', ["/mcp/servers/a"]),
        (".codex/config.toml", '[mcp_servers."a/b"]\ncommand = "x"', ["/mcp_servers/a~1b"]),
        (".gemini/settings.json", '{"mcpServers": {"a": {}}}', ["/mcpServers/a"]),
        (".claude/settings.json", '{"mcpServers": {"a": {}}}', ["/mcpServers/a"]),
        ("mcp.json", '{"context_servers": {"a": {}}}', ["/context_servers/a"]),
        (".gbs/mcp.json", '{"servers": {"a": {}}, "mcpServers": {"b": {}}}', "/servers/a b"),
        (".claude-plugin/plugin.json", '{"mcpServers": {"a": {}}}', ["/mcpServers/a"]),
        (
            ".claude-plugin/plugin.json",
            '{"mcpServers": ["./x.json", {"a": {}}]}',
            ["/mcpServers/1/a"],
        ),
        (
            ".claude-plugin/marketplace.json",
            '{"plugins": [{"name": "p"}, {"mcpServers": {"a": {}}}]}',
            ["/plugins/1/mcpServers/a"],
        ),
        ("gemini-extension.json", '{"plugins": [{"mcpServers": {"a": {}}}]}', []),
        (".skillctl/consent.json", '{"mcpServers": {"a": {}}}', []),
    ],
)
def test_where_a_host_looks(name, text, wanted):
    if wanted == "/servers/a b":
        wanted = ["/servers/a", "/mcpServers/b"]
    found = document(text, name)
    assert (pointers(found.servers), pointers(found.misplaced)) == (wanted, [])


@pytest.mark.parametrize(
    ("name", "text", "roots", "wanted"),
    [
        (".mcp.json", '{"servers": {"a": {"command": "x"}}}', ["servers"], ["/servers/a"]),
        (".mcp.json", '{"servers": {}}', ["servers"], []),
        (".mcp.json", '{"servers": [], "x": 1}', [], []),
        (".mcp.json", '{"servers": {"a": {"port": 1}}}', [], []),
        (".mcp.json", '{"servers": {"a": {}}, "mcpServers": {}}', [], []),
        (".vscode/mcp.json", '{"mcpServers": {"a": {"url": "x"}}}', ["mcpServers"], 1),
        (".mcp.json", '{"mcp": {"servers": {"a": {"url": "x"}}}}', ["servers"], 1),
        (".mcp.json", '{"mcp": {"a": {"url": "x"}}}', ["mcp"], ["/mcp/a"]),
        (".codex/config.toml", '[mcp.servers.a]\ncommand="x"', [], ["/mcp/servers/a"]),
        (".codex/config.toml", "[mcp-servers.a]\n[mcp_servers.b]", [], ["/mcp-servers/a"]),
        (".codex/config.toml", '[servers.a]\nhost="x"', [], []),
        (".codex/config.toml", '[mcpServers.a]\ncommand="x"', ["mcpServers"], 1),
        (".claude/settings.json", '{"servers": {"a": {"url": "x"}}}', [], []),
        (".claude-plugin/plugin.json", '{"servers": {"a": {"url": "x"}}}', [], []),
        ("mcp.json", '{"mcp": {"a": {"url": "x"}}}', ["mcp"], ["/mcp/a"]),
    ],
)
def test_where_people_put_them_by_mistake(name, text, roots, wanted):
    found = document(text, name)
    assert [entry.key for entry in found.foreign_roots] == roots
    if wanted == 1:
        assert len(found.misplaced) == 1
    else:
        assert pointers(found.misplaced) == wanted


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ('{"a": {"command": "x"}, "b": {"httpUrl": "x"}}', ["a", "b"]),
        ('{"$schema": "x", "_note": {"x": 1}, "a": {"command": "x"}}', ["a"]),
        ('{"a": {"command": "x"}, "b": {"port": 1}}', []),
        ('{"command": "x"}', []),
        ("{}", []),
        ("[]", []),
    ],
)
def test_a_bare_map_is_all_servers(text, names):
    found = document(text, ".mcp.json")
    assert [(s.name, s.root) for s in found.misplaced] == [(name, None) for name in names]


def test_manifests_may_name_files():
    text = '{"mcpServers": ["./a.json", "../b.json", "https://h.example/x", "c.mcpb", 3]}'
    found = document(text, "p/.claude-plugin/plugin.json")
    assert [(r.text, r.pointer) for r in found.references] == [
        ("./a.json", "/mcpServers/0"),
        ("../b.json", "/mcpServers/1"),
        ("https://h.example/x", "/mcpServers/2"),
        ("c.mcpb", "/mcpServers/3"),
    ]
    paths = [Path("/w/p/a.json"), Path("/w/b.json"), None, Path("/w/p/c.mcpb")]
    assert [r.path for r in found.references] == paths
    assert [r.is_address for r in found.references] == [False, False, True, False]
    assert [r.is_bundle for r in found.references] == [False, False, False, True]


def test_in_a_marketplace_they_count_from_the_plugin():
    plugins = '[{"source": "./x", "mcpServers": "a.json"}, {"source": {}, "mcpServers": "b.json"}]'
    found = document(f'{{"plugins": {plugins}}}', "p/.claude-plugin/marketplace.json")
    assert [(r.pointer, r.path) for r in found.references] == [
        ("/plugins/0/mcpServers", Path("/w/p/x/a.json")),
        ("/plugins/1/mcpServers", None),
    ]


def test_elsewhere_a_path_is_no_reference():
    for name in (".mcp.json", "gemini-extension.json"):
        assert document('{"mcpServers": "./a.json"}', name).references == ()


def test_a_server_knows_the_key_it_stands_under():
    found = document('{"mcpServers": {"a": {}}, "mcpServers": {"b": {}}}', ".mcp.json")
    assert [s.root.key for s in found.servers] == ["mcpServers", "mcpServers"]
    assert found.servers[0].root.start < found.servers[1].root.start
