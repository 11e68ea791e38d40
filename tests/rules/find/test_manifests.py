from pathlib import Path

import pytest

from skillctl.rules.find.discovery import discover
from skillctl.rules.find.paths import LintFolders

MANIFEST = "p/.claude-plugin/plugin.json"


def configs(root, *paths, exclude=()):
    found = discover([Path(p) for p in paths or ["."]], LintFolders(root), exclude, 1000)
    return [(target.shown, target.host) for target in found.configs]


def plugin(value):
    return f'{{"name": "p", "mcpServers": {value}}}'


@pytest.mark.parametrize("argument", [".", "p", MANIFEST])
def test_what_a_manifest_names_is_checked_too(argument, tree):
    root = tree({MANIFEST: plugin('"./conf/a.json"'), "p/conf/a.json": "{}", "p/conf/b.json": "{}"})
    assert configs(root, argument) == [(MANIFEST, ""), ("p/conf/a.json", "claude-plugin")]


def test_a_file_of_a_known_name_keeps_its_own_host(tree):
    root = tree({MANIFEST: plugin('["./.mcp.json", "./x.json"]'), "p/.mcp.json": "{}"})
    tree({"p/x.json": "{}"})
    names = [(MANIFEST, ""), ("p/.mcp.json", ""), ("p/x.json", "claude-plugin")]
    assert configs(root) == names


def test_what_is_missing_elsewhere_or_a_bundle_is_not(tree):
    value = '["./gone.json", "../q.json", "./link.json", "./b.mcpb", "https://h.example/x.json", 3]'
    root = tree({MANIFEST: plugin(value), "q.json": "{}", "p/b.mcpb": ""})
    (root / "p/link.json").symlink_to("../q.json")
    assert configs(root) == [(MANIFEST, "")]


@pytest.mark.parametrize("exclude", ["conf", "p/conf/**", "**/a.json", "p/conf"])
def test_what_is_excluded_stays_so(exclude, tree):
    root = tree({MANIFEST: plugin('"./conf/a.json"'), "p/conf/a.json": "{}"})
    assert configs(root, exclude=[exclude]) == [(MANIFEST, "")]


@pytest.mark.parametrize("text", ["{", "", "[]", '{"mcpServers": 3}'])
def test_a_manifest_that_names_nothing(text, tree):
    assert configs(tree({MANIFEST: text})) == [(MANIFEST, "")]
