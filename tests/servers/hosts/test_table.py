"""The table of hosts as a whole: what lint.md section 4 says of each row."""

import pytest

from skillctl.servers.hosts.find import host_named
from skillctl.servers.hosts.model import HTTP, SSE, STDIO, WS, Column, Form, Text
from skillctl.servers.hosts.table import GENERIC, HOST_NAMES, HOSTS, KNOWN_ROOTS

ROWS = {  # host: first root, language, url keys, words for transports, time units
    "claude-code": ("mcpServers", "JSON", ["url"], ["stdio", "http", "sse", "ws"], {"ms"}),
    "claude-desktop": ("mcpServers", "JSON", [], ["stdio"], set()),
    "vscode": ("servers", "JSONC", ["url"], ["stdio", "http", "sse"], set()),
    "cursor": ("mcpServers", "JSON", ["url"], ["stdio", "http", "sse"], set()),
    "windsurf": ("mcpServers", "JSON", ["serverUrl", "url"], [], set()),
    "codex": ("mcp_servers", "TOML", ["url"], [], {"s", "ms"}),
    "gemini": ("mcpServers", "JSONC", ["httpUrl", "url"], ["stdio", "http", "sse"], {"ms"}),
    "roo": ("mcpServers", "JSON", ["url"], ["stdio", "streamable-http", "sse"], {"s"}),
    "kiro": ("mcpServers", "JSON", ["url"], ["stdio", "http", "sse"], {"ms"}),
    "skillctl": (
        "mcpServers",
        "JSON",
        ["url"],
        ["stdio", "http", "streamable-http", "sse"],
        {"ms", "s"},
    ),
}


@pytest.mark.parametrize("name", ROWS)
def test_a_row_is_as_the_table_says(name):
    host = host_named(name)
    root, text, urls, words, units = ROWS[name]
    assert (host.roots[0], host.text.name) == (root, text)
    assert ([*host.url_keys], [*host.types], set(host.times.values())) == (urls, words, units)


def test_every_host_with_servers_has_its_row():
    assert set(HOST_NAMES) == {*ROWS, "generic"}
    assert len({host.name for host in HOSTS}) == len(HOSTS)


def test_what_is_sure_may_give_an_error():
    sure = {host.name for host in HOSTS if Column.ROOT in host.sure}
    settings = {"claude-settings", "vscode-settings"}
    assert sure == {"claude-code", "vscode", "codex", "skillctl", "claude-plugin", *settings}
    assert Column.TYPE in host_named("claude-code").sure
    assert {h.name for h in HOSTS if Column.TEXT in h.unsure} == {
        *("cursor", "windsurf", "gemini", "gemini-extension", "claude-settings"),
    }
    assert all(not host.sure & host.unsure for host in HOSTS)


def test_a_type_is_needed_where_the_table_says_required():
    advised = {host.name for host in HOSTS if host.type_advised}
    assert advised == {"skillctl", "generic"}
    needed = {host.name for host in HOSTS if host.type_needed and host.name in HOST_NAMES}
    assert needed == {"claude-code", "roo"}
    assert host_named("gemini").url_keys == {"httpUrl": HTTP, "url": SSE}


def test_every_host_reads_its_own_keys():
    for host in HOSTS:
        assert host.text is Text.UNREAD or {"command", "args", "env"} <= host.fields
        assert set(host.url_keys) <= host.fields | {"uri"}
        assert set(host.times) | host.untested <= host.fields
        assert set(host.types.values()) <= {STDIO, HTTP, SSE, WS}


def test_a_generic_file_is_judged_by_the_union():
    for host in HOSTS:
        assert host.fields <= GENERIC.fields
        assert set(host.url_keys) <= set(GENERIC.url_keys)
        assert set(host.types) <= set(GENERIC.types)
        assert host.filled <= GENERIC.filled
        assert host.forms - {Form.DOLLAR} <= GENERIC.forms
    assert Form.DOLLAR not in GENERIC.forms
    assert set(GENERIC.roots) < set(KNOWN_ROOTS)
