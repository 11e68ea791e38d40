import os

import pytest

from skillctl.rules.config.references import path_reference
from skillctl.servers.document import read_config_document
from tests.rules.checks import found

MANIFEST = ".claude-plugin/plugin.json"


def check(root, folder="p", name=MANIFEST):
    document = read_config_document(root / folder / name, "x")
    return found(path_reference, document)


@pytest.mark.parametrize(
    ("path", "words"),
    [
        ("./conf/a.json", None),
        ("conf/a.json", None),
        ("conf/../conf/a.json", None),
        ("${CLAUDE_PLUGIN_ROOT}/conf/a.json", None),
        ("https://h.example/a.mcpb", None),
        ("./gone.json", '"./gone.json" is missing from the plugin'),
        ("./gone.mcpb", '"./gone.mcpb" is missing from the plugin'),
        ("./conf", '"./conf" is a folder, not a file'),
        ("", '"" is a folder, not a file'),
        ("../q/b.json", '"../q/b.json" leads out of the plugin'),
        ("../gone.json", '"../gone.json" leads out of the plugin'),
        ("/etc/hosts", '"/etc/hosts" leads out of the plugin'),
        ("./link.json", '"./link.json" leads out of the plugin by a link'),
        ("./inner.json", None),
    ],
)
def test_a_named_file_is_there_and_inside(path, words, tree):
    root = tree({f"p/{MANIFEST}": f'{{"mcpServers": "{path}"}}', "p/conf/a.json": "{}"})
    tree({"q/b.json": "{}"})
    (root / "p/link.json").symlink_to("../q/b.json")
    (root / "p/inner.json").symlink_to("conf/a.json")
    assert check(root) == ([(f'"{path}"', words)] if words else [])


def test_each_path_of_a_list_is_judged(tree):
    text = '{"mcpServers": ["./a.json", "./b.json", "./c.json"]}'
    root = tree({f"p/{MANIFEST}": text, "p/b.json": "{}"})
    assert [token for token, _ in check(root)] == ['"./a.json"', '"./c.json"']


def test_a_plugin_behind_a_link_is_whole(tree):
    root = tree({f"store/{MANIFEST}": '{"mcpServers": "./a.json"}', "store/a.json": "{}"})
    (root / "p").symlink_to("store")
    assert check(root) == []


@pytest.mark.parametrize("folder", [".codex-plugin", ".cursor-plugin", ".github/plugin"])
def test_other_hosts_plugins_name_files_too(folder, tree):
    root = tree({f"p/{folder}/plugin.json": '{"mcpServers": "./a.json"}'})
    assert len(check(root, name=f"{folder}/plugin.json")) == 1


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no FIFO on this system")
def test_what_is_no_regular_file_is_missing(tree):
    root = tree({f"p/{MANIFEST}": '{"mcpServers": "./a.json"}'})
    os.mkfifo(root / "p/a.json")
    assert check(root) == [('"./a.json"', '"./a.json" is missing from the plugin')]


def test_a_path_that_no_disk_takes(tree):
    root = tree({f"p/{MANIFEST}": '{"mcpServers": ["a\\u0000b", "' + "x" * 5000 + '"]}'})
    assert len(check(root)) == 2


def test_a_marketplace_counts_from_each_plugin(tree):
    plugins = (
        '{"source": "./x", "mcpServers": "a.json"}',
        '{"source": "y", "mcpServers": "a.json"}',
        '{"source": {"repo": "o/r"}, "mcpServers": "gone.json"}',
        '{"source": "https://h.example/r", "mcpServers": "gone.json"}',
        '{"mcpServers": "gone.json"}',
    )
    text = f'{{"metadata": {{"pluginRoot": "plugins"}}, "plugins": [{", ".join(plugins)}]}}'
    files = {"p/.claude-plugin/marketplace.json": text, "p/x/a.json": "{}"}
    root = tree({**files, "p/plugins/y/b.json": "{}"})
    assert check(root, name=".claude-plugin/marketplace.json") == [
        ('"a.json"', '"a.json" is missing from the plugin')
    ]
