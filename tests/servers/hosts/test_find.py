from pathlib import Path, PurePath

import pytest

from skillctl.servers.hosts.find import (
    base_of,
    host_named,
    host_of,
    host_of_any,
    hosts_for,
    is_by_content,
    may_be_config,
    plugin_root,
)
from skillctl.servers.hosts.model import Kind, Text

PATHS = [
    (".mcp.json", "claude-code"),
    ("/a/b/.mcp.json", "claude-code"),
    ("managed-mcp.json", "claude-code"),
    ("claude_desktop_config.json", "claude-desktop"),
    ("a/.vscode/mcp.json", "vscode"),
    ("a/.cursor/mcp.json", "cursor"),
    ("windsurf/mcp_config.json", "windsurf"),
    (".codex/config.toml", "codex"),
    (".gemini/settings.json", "gemini"),
    ("a/gemini-extension.json", "gemini-extension"),
    (".roo/mcp.json", "roo"),
    ("settings/mcp_settings.json", "roo"),
    (".kiro/settings/mcp.json", "kiro"),
    ("a/.gbs/mcp.json", "skillctl"),
    (".claude/settings.json", "claude-settings"),
    (".claude/settings.local.json", "claude-settings"),
    (".vscode/settings.json", "vscode-settings"),
    (".skillctl/consent.json", "consent-store"),
    (".skillctl/consent.toml", "consent-store"),
    ("p/.claude-plugin/plugin.json", "claude-plugin"),
    ("p/.claude-plugin/marketplace.json", "claude-plugin"),
    ("p/.codex-plugin/plugin.json", "codex-plugin"),
    ("p/.cursor-plugin/plugin.json", "cursor-plugin"),
    ("p/.github/plugin/plugin.json", "github-plugin"),
    ("a/mcp.json", "generic"),
    ("mcp.json", "generic"),
    ("a/.x/linear.mcp.json", "generic"),
    ("a/.x/mcp.json", "generic"),
    ("mcp.jsonc", None),
    ("a/b.json", None),
    ("settings.json", None),
    ("config.toml", None),
    ("plugin.json", None),
    ("a.github/plugin/plugin.json", None),
    ("skillctl/consent.json", None),
    (".MCP.json", None),
]


@pytest.mark.parametrize(("path", "host"), PATHS)
def test_the_path_of_a_file_tells_its_host(path, host):
    found = host_of(PurePath(path))
    assert (found and found.name) == host
    if found:
        assert may_be_config(PurePath(path).name)


def test_a_name_that_no_host_has_needs_no_path():
    names = ("SKILL.md", "package.json", "mcp.py", "consent", "plugin.js")
    assert not any(map(may_be_config, names))


@pytest.mark.parametrize(
    ("path", "wanted"),
    [
        ("linear.mcp.json", True),
        ("mcp_config.json", True),
        ("mcp_settings.json", True),
        (".x/mcp.json", True),
        ("any.json", True),
        ("settings.json", True),
        ("x/config.toml", True),
        ("x/plugin.json", True),
        ("mcp.json", False),
        ("a/mcp.json", False),
        (".mcp.json", False),
        (".roo/mcp.json", False),
        (".vscode/mcp.json", False),
    ],
)
def test_names_that_others_use_too_count_by_content(path, wanted):
    assert is_by_content(PurePath(path)) is wanted


@pytest.mark.parametrize(
    ("path", "targets", "names"),
    [
        (".mcp.json", (), ["claude-code"]),
        (".mcp.json", ("any",), ["claude-code"]),
        (".mcp.json", ("any", "vscode"), ["claude-code"]),
        (".mcp.json", ("spec", "claude-ai", "skills-cli"), ["claude-code"]),
        (".mcp.json", ("claude-code",), ["claude-code"]),
        (".mcp.json", ("vscode",), []),
        (".mcp.json", ("skillctl",), ["skillctl"]),
        (".mcp.json", ("claude-code", "skillctl"), ["claude-code", "skillctl"]),
        (".vscode/mcp.json", ("vscode", "codex"), ["vscode"]),
        (".vscode/settings.json", ("vscode",), ["vscode-settings"]),
        (".vscode/settings.json", ("codex",), []),
        ("p/.claude-plugin/plugin.json", ("claude-code",), ["claude-plugin"]),
        ("p/.claude-plugin/plugin.json", ("cursor",), []),
        ("gemini-extension.json", ("gemini",), ["gemini-extension"]),
        ("mcp.json", ("cursor",), ["cursor"]),
        ("any.json", ("cursor", "gemini"), ["cursor", "gemini"]),
        ("mcp.json", ("codex",), []),
        ("any.toml", ("codex", "cursor"), ["codex"]),
        ("mcp.json", ("generic",), ["generic"]),
        ("any.json", (), ["generic"]),
    ],
)
def test_targets_narrow_to_the_files_that_they_read(path, targets, names):
    assert [host.name for host in hosts_for(PurePath(path), targets)] == names


def test_a_generic_file_under_a_target_holds_nothing_but_servers():
    (gemini,) = hosts_for(PurePath("mcp.json"), ("gemini",))
    assert (gemini.kind, gemini.dedicated) == (Kind.CONFIG, True)
    assert gemini.url_keys == host_named("gemini").url_keys


def test_hosts_have_names():
    assert host_named("vscode").roots == ("servers",)
    assert host_named("emacs") is None


@pytest.mark.parametrize(
    ("path", "base"),
    [
        ("p/.mcp.json", "p"),
        ("p/a/mcp.json", "p/a"),
        *((f"p/{dot}/mcp.json", "p") for dot in (".gbs", ".vscode", ".cursor", ".roo")),
        ("p/.codex/config.toml", "p"),
        ("p/.gemini/settings.json", "p"),
        ("p/.claude/settings.json", "p"),
        ("p/.kiro/settings/mcp.json", "p"),
        ("p/.claude-plugin/plugin.json", "p"),
        ("p/.github/plugin/plugin.json", "p"),
        ("p/.other/mcp.json", "p/.other"),
        ("p/.github/x/mcp.json", "p/.github/x"),
    ],
)
def test_paths_count_from_the_folder_that_the_host_takes(path, base):
    assert base_of(Path("/w") / path) == Path("/w") / base


def test_in_a_plugin_they_count_from_its_root(tree):
    root = tree({"p/.codex-plugin/plugin.json": "{}", "p/conf/x.json": "{}", "q/x.json": "{}"})
    assert base_of(root / "p/conf/x.json") == root / "p"
    assert plugin_root(root / "p/.mcp.json") == root / "p"
    assert plugin_root(root / "q/x.json") is None


def test_a_plugin_does_not_reach_into_another_repository(tree):
    root = tree({".claude-plugin/plugin.json": "{}", "sub/.git/HEAD": "", "sub/.mcp.json": "{}"})
    assert plugin_root(root / "sub/.mcp.json") is None
    assert plugin_root(root / "other/.mcp.json") == root


@pytest.mark.parametrize(
    ("path", "name", "text"),
    [
        ("any.json", "generic", Text.JSON),
        ("any.jsonc", "generic", Text.JSONC),
        ("any.toml", "codex", Text.TOML),
        ("x/config.toml", "codex", Text.TOML),
        (".mcp.json", "claude-code", Text.JSON),
    ],
)
def test_a_file_of_unknown_name_is_read_by_its_suffix(path, name, text):
    host = host_of_any(PurePath(path))
    assert (host.name, host.text, host.dedicated) == (name, text, True)
