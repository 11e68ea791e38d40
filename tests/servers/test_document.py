import pytest

from skillctl.servers.document import is_config_file, read_config_document
from skillctl.source.file import Undecodable
from skillctl.source.read import Unreadable


def document(tree, text, name=".mcp.json"):
    root = tree({name: text})
    return read_config_document(root / name, f"shown/{name}")


def names(servers):
    return [server.name for server in servers]


def test_each_server_stands_where_it_is_written(tree):
    text = '{"mcpServers": {"a/b": {"command": "x"}, "c": {"url": "https://h.example"}}}'
    doc = document(tree, text)
    assert doc.host.name == "claude-code"
    assert doc.shown == doc.source.path == "shown/.mcp.json"
    assert [(s.name, s.pointer) for s in doc.servers] == [
        ("a/b", "/mcpServers/a~1b"),
        ("c", "/mcpServers/c"),
    ]
    first = doc.servers[0]
    assert text[first.start : first.end] == '"a/b"'
    assert text[first.node.start : first.node.end] == '{"command": "x"}'


def test_duplicate_servers_and_roots_are_all_there(tree):
    doc = document(
        tree, '{"mcpServers": {"a": {}, "a": {"command": "x"}}, "mcpServers": {"b": {}}}'
    )
    assert names(doc.servers) == ["a", "a", "b"]


def test_another_hosts_root_key_and_a_bare_map_are_misplaced(tree):
    foreign = document(tree, '{"servers": {"a": {"command": "x"}, "b": "text"}}')
    assert (names(foreign.servers), names(foreign.misplaced)) == ([], ["a", "b"])
    bare = document(tree, '{"a": {"command": "x"}, "b": {"url": "u"}}')
    assert (names(bare.servers), names(bare.all_servers)) == ([], ["a", "b"])
    assert document(tree, '{"a": {"command": "x"}, "b": 1}').all_servers == ()


def test_the_file_of_skillctl_knows_the_keen_root(tree):
    doc = document(tree, '{"servers": {"a": {"command": "x"}}}', ".gbs/mcp.json")
    assert (doc.host.name, names(doc.servers)) == ("skillctl", ["a"])


@pytest.mark.parametrize("text", ["[]", "3", '{"mcpServers": 3}', "{}", '{"mcpServers": []}'])
def test_a_root_of_the_wrong_type_has_no_servers(tree, text):
    doc = document(tree, text)
    assert (doc.problems, doc.all_servers) == ((), ())
    assert doc.root is not None


def test_what_is_no_text_or_no_file_is_a_failure(tree, tmp_path):
    tree({".mcp.json": b"\xff\xfe{"})
    assert isinstance(read_config_document(tmp_path / ".mcp.json", "x").failure, Undecodable)
    gone = read_config_document(tmp_path / "gone.json", "x")
    assert isinstance(gone.failure, Unreadable)
    assert (gone.source, gone.root, gone.is_config) == (None, None, True)


@pytest.mark.parametrize(
    ("name", "text", "is_config"),
    [
        ("tool.mcp.json", '{"tools": []}', False),
        ("tool.mcp.json", '{"servers": {}}', True),
        ("tool.mcp.json", '{"servers": []}', True),
        ("tool.mcp.json", '{"a": {"command": "x"}}', True),
        ("tool.mcp.json", '{"mcpServers": ', True),
        ("tool.mcp.json", '{"tools": ', False),
        (".mcp.json", '{"tools": []}', True),
        ("mcp.json", '{"tools": []}', True),
        ("mcp.json", "{'mcpServers': {}}", True),
    ],
)
def test_a_generic_name_is_a_config_only_with_servers(tree, name, text, is_config):
    assert document(tree, text, name).is_config is is_config


def test_a_strict_file_with_comments_is_read_and_has_problems(tree):
    doc = document(tree, '{"mcpServers": {"a": {"command": "x"}}} // end')
    assert names(doc.servers) == ["a"]
    assert [p.kind for p in doc.problems] == ["comment"]


@pytest.mark.parametrize(
    ("name", "text", "wanted"),
    [
        ("a.json", '{"mcpServers": {}}', True),
        ("a.json", '{"a": {"command": "x"}}', True),
        ("a.json", '{"mcpServers": ', True),
        ("settings.json", '{"a": 1}', False),
        ("openapi.json", '{"openapi": "3.1.0", "servers": [{"url": "https://a.example"}]}', False),
        ("asyncapi.json", '{"asyncapi": "2.6.0", "servers": {"a": {"url": "mqtt://a"}}}', False),
        ("package.json", '{"name": "a", "servers": ["b"], "mcp": true}', False),
        ("a.json", '{"servers": {}}', True),
        ("a.json", '{"mcpServers": []}', True),
        ("plugin.json", "{}", False),
        ("a.jsonc", '{"servers": {}} // x', True),
        ("config.toml", '[mcp_servers.a]\ncommand = "x"', True),
        ("config.toml", '[mcp.servers.a]\ncommand = "x"', True),
        ("config.toml", '[servers.a]\nhost = "x"', False),
        ("pyproject.toml", "[project]", False),
        ("a.yaml", "mcpServers: {}", False),
        ("a.json", b"\xff", False),
    ],
)
def test_any_other_file_is_known_by_its_content(name, text, wanted, tree):
    assert is_config_file(tree({name: text}) / name) is wanted


@pytest.mark.parametrize(
    ("name", "text", "wanted"),
    [
        (".claude/settings.json", "{}", True),
        (".claude/settings.json", "{", False),
        (".claude/settings.json", '{"mcpServers": ', True),
        (".claude/settings.json", "", False),
        (".vscode/settings.json", '{"mcp": {"servers": {}', True),
        (".skillctl/consent.json", "{", True),
        ("mcp_config.json", '{"port": 1}', False),
        ("mcp_config.json", '{"mcpServers": {}}', True),
        ("p/.claude-plugin/plugin.json", "{", True),
    ],
)
def test_a_broken_settings_file_counts_only_if_it_speaks_of_servers(tree, name, text, wanted):
    assert document(tree, text, name).is_config is wanted


def test_a_document_knows_its_plugin_and_its_base(tree):
    tree({"p/.claude-plugin/plugin.json": "{}"})
    inside = document(tree, "{}", "p/conf/a.json")
    assert (inside.in_plugin, inside.base) == (True, inside.plugin)
    outside = document(tree, "{}", "q/.vscode/mcp.json")
    assert (outside.in_plugin, outside.plugin, outside.base.name) == (False, None, "q")
