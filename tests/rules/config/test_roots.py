import pytest

from skillctl.findings import Severity
from skillctl.rules.config.roots import no_servers, not_an_object, wrong_root
from skillctl.servers.document import read_config_document
from tests.rules.checks import config, found

ERROR, WARNING = Severity.ERROR, Severity.WARNING
SERVER = '{"a": {"command": "x"}}'


@pytest.mark.parametrize(
    ("name", "text", "severity", "token", "words"),
    [
        (
            ".mcp.json",
            f'{{"servers": {SERVER}}}',
            ERROR,
            '"servers"',
            '"servers" is the key of vscode; claude-code looks for "mcpServers"',
        ),
        (
            ".vscode/mcp.json",
            f'{{"mcpServers": {SERVER}}}',
            ERROR,
            '"mcpServers"',
            '"mcpServers" is the key of claude-code; vscode looks for "servers"',
        ),
        (
            ".codex/config.toml",
            '[mcpServers.a]\ncommand = "x"',
            ERROR,
            "mcpServers",
            '"mcpServers" is the key of claude-code; codex looks for "mcp_servers"',
        ),
        (
            ".gbs/mcp.json",
            f'{{"mcp_servers": {SERVER}}}',
            ERROR,
            '"mcp_servers"',
            '"mcp_servers" is the key of codex; skillctl looks for "mcpServers" or "servers"',
        ),
        *(
            (
                name,
                f'{{"servers": {SERVER}}}',
                WARNING,
                '"servers"',
                f'"servers" is the key of vscode; {host} looks for "mcpServers"',
            )
            for name, host in (
                (".cursor/mcp.json", "cursor"),
                (".roo/mcp.json", "roo"),
                (".kiro/settings/mcp.json", "kiro"),
                ("mcp_config.json", "windsurf"),
                ("claude_desktop_config.json", "claude-desktop"),
            )
        ),
        (
            ".mcp.json",
            SERVER,
            WARNING,
            '"a"',
            'servers stand here without a key for them; claude-code looks for "mcpServers"',
        ),
        (
            "mcp.json",
            f'{{"mcp": {SERVER}}}',
            WARNING,
            '"mcp"',
            (
                '"mcp" is the key of opencode; a host looks for "mcpServers" or "servers" or '
                '"mcp_servers" or "context_servers"'
            ),
        ),
    ],
)
def test_a_key_of_another_host(name, text, severity, token, words):
    document = config(text, name)
    assert found(wrong_root, document) == [(token, words)]
    (violation,) = wrong_root.check(document)
    assert (violation.severity or ERROR) is severity


@pytest.mark.parametrize(
    ("name", "text"),
    [
        (".mcp.json", f'{{"mcpServers": {SERVER}, "servers": {SERVER}}}'),
        (".gbs/mcp.json", f'{{"servers": {SERVER}}}'),
        ("mcp.json", f'{{"servers": {SERVER}}}'),
        (".codex/config.toml", '[mcp.servers.a]\ncommand = "x"'),
        (".codex/config.toml", '[mcp-servers.a]\ncommand = "x"'),
        (".codex/config.toml", '[servers.web]\nhost = "x"'),
        (".claude/settings.json", f'{{"servers": {SERVER}}}'),
        (".vscode/settings.json", f'{{"mcpServers": {SERVER}}}'),
        (".claude-plugin/plugin.json", f'{{"servers": {SERVER}}}'),
        (".mcp.json", "[1]"),
        (".mcp.json", "{"),
    ],
)
def test_what_is_no_wrong_root(name, text):
    assert found(wrong_root, config(text, name)) == []


def test_in_a_plugin_servers_may_stand_alone(tree):
    root = tree({"p/.claude-plugin/plugin.json": "{}", "p/.mcp.json": SERVER, ".mcp.json": SERVER})
    inside, outside = (read_config_document(root / n, n) for n in ("p/.mcp.json", ".mcp.json"))
    assert found(wrong_root, inside) == []
    assert len(found(wrong_root, outside)) == 1


@pytest.mark.parametrize(
    ("text", "pairs"),
    [
        ("[1]", [("[1]", "the file must be an object, not a list")]),
        ('"x"', [('"x"', "the file must be an object, not a string")]),
        ('{"mcpServers": []}', [("[]", '"mcpServers" must be an object, not a list')]),
        ('{"mcpServers": "./x.json"}', [('"./x.json"', None)]),
        ('{"mcpServers": null}', [("null", '"mcpServers" must be an object, not null')]),
        ('{"mcpServers": {"a": 1}}', [("1", 'server "a" must be an object, not a number')]),
        (
            '{"servers": {"a": null, "b": {"command": "x"}}}',
            [("null", 'server "a" must be an object, not null')],
        ),
        ('{"mcpServers": {}}', []),
        ('{"other": []}', []),
        ("{", []),
    ],
)
def test_what_must_be_an_object(text, pairs):
    rows = found(not_an_object, config(text))
    assert [token for token, _ in rows] == [token for token, _ in pairs]
    assert all(want in (None, got) for (_, got), (_, want) in zip(rows, pairs, strict=True))


@pytest.mark.parametrize(
    ("name", "text", "pairs"),
    [
        (".codex/config.toml", 'mcp_servers = "x"', ['"x"']),
        (".codex/config.toml", "[mcp_servers]\na = 1", ["1"]),
        (".gemini/settings.json", '{"mcpServers": []}', ["[]"]),
        (".gemini/settings.json", "[]", []),
        (".vscode/settings.json", '{"mcp": {"servers": 1}}', ["1"]),
        (".claude-plugin/plugin.json", '{"mcpServers": "./x.json"}', []),
        (".claude-plugin/plugin.json", '{"mcpServers": ["./x", {"a": {}}]}', []),
        (
            ".claude-plugin/plugin.json",
            '{"mcpServers": ["./x", {"a": 1}, [], 2]}',
            ["[]", "2", "1"],
        ),
        (".claude-plugin/plugin.json", '{"mcpServers": 3}', ["3"]),
        (".claude-plugin/marketplace.json", '{"plugins": [{"mcpServers": 3}]}', ["3"]),
        ("gemini-extension.json", '{"mcpServers": "./x.json"}', ['"./x.json"']),
        (".skillctl/consent.json", "[]", []),
    ],
)
def test_in_other_files(name, text, pairs):
    assert [token for token, _ in found(not_an_object, config(text, name))] == pairs


@pytest.mark.parametrize(
    ("name", "text", "token"),
    [
        (".mcp.json", "{}", "{"),
        (".mcp.json", '{"mcpServers": {}}', '"mcpServers"'),
        (".vscode/mcp.json", '{"servers": {}, "inputs": []}', '"servers"'),
        ("mcp.json", '{"tools": []}', "{"),
        (".mcp.json", '{"mcpServers": {"a": {}}}', None),
        (".mcp.json", '{"mcpServers": {"a": 1}}', None),
        (".mcp.json", '{"mcpServers": []}', None),
        (".mcp.json", '{"servers": {}}', None),
        (".mcp.json", SERVER, None),
        (".mcp.json", "[]", None),
        (".mcp.json", "{", None),
        (".mcp.json", "", None),
        (".gemini/settings.json", '{"mcpServers": {}}', None),
        (".claude/settings.json", "{}", None),
        (".codex/config.toml", "", None),
        ("claude_desktop_config.json", "{}", None),
        ("gemini-extension.json", "{}", None),
        (".claude-plugin/plugin.json", "{}", None),
        (".skillctl/consent.json", "{}", None),
    ],
)
def test_a_file_for_servers_has_one(name, text, token):
    rows = found(no_servers, config(text, name))
    assert [row[0] for row in rows] == ([token] if token else [])


@pytest.mark.parametrize(
    "key", ["mcpservers", "McpServers", "mcpServer", "mpcServers", "mcp_Servers"]
)
def test_a_key_that_is_nearly_the_right_one_is_named(key):
    words = f'the file configures no server; did you mean "mcpServers" by "{key}"?'
    assert found(no_servers, config(f'{{"x": 1, "{key}": {SERVER}}}')) == [(f'"{key}"', words)]
    plain = [("{", "the file configures no server")]
    assert found(no_servers, config(f'{{"{key}": [1]}}')) == plain
