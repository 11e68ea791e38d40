import json

import pytest

from skillctl.servers.config_file import FileProblem, read_config_file, reordered
from skillctl.servers.resolve import Origin
from skillctl.shuffle import AS_THEY_COME, Shuffle
from skillctl.source.tree import Entry, Node
from tests.timing import assert_linear


@pytest.fixture
def read(tmp_path):
    """Read a file with this text; entries are configurations, or there is a problem."""

    def read(text, environment=None):
        path = tmp_path / ".mcp.json"
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        origin = Origin(scope="project", source=".mcp.json", base=tmp_path, default_cwd=tmp_path)
        return read_config_file(path, ".mcp.json", origin, environment or {"PATH": "/none"})

    return read


def test_entries_with_their_places(read):
    text = '{\n "mcpServers": {\n  "a": {"command": "/bin/sh"},\n  "b": {"url": "u"}\n }\n}'
    one, two = read(text)
    assert [(c.name, str(c.location), c.source, c.scope) for c in (one, two)] == [
        ("a", ".mcp.json:3:3", ".mcp.json", "project"),
        ("b", ".mcp.json:4:3", ".mcp.json", "project"),
    ]
    assert one.entry == {"command": "/bin/sh"}
    assert (one.problems, one.warnings, one.unpinnable) == ((), (), "")


@pytest.mark.parametrize("text", ["{}", '{"mcpServers": {}}', '{"inputs": []}'])
def test_a_file_without_servers(read, text):
    assert read(text) == []


@pytest.mark.parametrize(
    ("text", "place", "words"),
    [
        ("", ".mcp.json:1:1", "not strict JSON: the file is empty"),
        ('{"mcpServers": {', ".mcp.json:1:16", "not strict JSON: the file ends too early"),
        ('{"mcpServers": {}, // x\n}', ".mcp.json:1:20", "not strict JSON: JSON has no comments"),
        ('{\n"mcpServers": {},}', ".mcp.json:2:17", "not strict JSON: a comma before a closing"),
        ("[]", ".mcp.json:1:1", "the file is not an object"),
        ('{"mcpServers": []}', ".mcp.json:1:16", '"mcpServers" is not an object'),
        (
            '{"mcpServers": {}, "mcpServers": {}}',
            ".mcp.json:1:34",
            'the key "mcpServers" stands tw',
        ),
        (
            '{"servers": {"a": {"command": "x"}}}',
            ".mcp.json:1:19",
            'servers stand outside of the key "mcpServers"',
        ),
        (b'{"mcpServers": \xff}', ".mcp.json", "line 1 is not UTF-8 text"),
    ],
)
def test_a_broken_file_is_never_no_servers(read, text, place, words):
    problem = read(text)
    assert isinstance(problem, FileProblem)
    assert str(problem.location) == place
    assert problem.message.startswith(words)


def test_a_file_that_cannot_be_read(tmp_path):
    origin = Origin(scope="user", source="x", base=tmp_path, default_cwd=tmp_path)
    problem = read_config_file(tmp_path, "x", origin, {})
    assert problem.message == "the file is not a regular file"


def test_a_bad_entry_is_isolated(read):
    text = '{"mcpServers": {"bad": "npx", "worse": {"args": 3}, "good": {"command": "/bin/sh"}}}'
    bad, worse, good = read(text)
    assert bad.problems == ("the entry is not an object",)
    assert bad.unpinnable == "the entry is not an object"
    assert worse.problems == ('"args" wants a list of strings', "neither command nor url")
    assert worse.unpinnable == ""
    assert good.problems == ()


@pytest.mark.parametrize(
    ("servers", "doubt"),
    [
        (
            '{"a": {"command": "x"}, "a": {"command": "y"}}',
            "the name stands twice, again at .mcp.json:1:40",
        ),
        (
            '{"a": {"command": "x", "command": "y"}}',
            'the key "command" stands twice, again at .mcp.json:1:39',
        ),
        (
            '{"a": {"command": "x", "env": {"K": "1", "K": "2"}}}',
            'the key "K" stands twice, again at .mcp.json:1:57',
        ),
        (
            r'{"a": {"command": "\ud800"}}',
            "\\ud800 is half a character (a lone surrogate) at .mcp.json:1:35",
        ),
        (
            r'{"\udc00": {"command": "x"}}',
            "\\udc00 is half a character (a lone surrogate) at .mcp.json:1:18",
        ),
    ],
)
def test_what_has_no_single_meaning_neither_starts_nor_is_pinned(read, servers, doubt):
    (config,) = read(f'{{"mcpServers": {servers}}}')
    assert config.unpinnable == doubt
    assert config.problems[0] == doubt


def test_a_surrogate_in_one_entry_does_not_cost_another(read):
    text = r'{"mcpServers": {"a": {"command": "\ud800"}, "b": {"command": "/bin/sh"}}}'
    assert [c.unpinnable == "" for c in read(text)] == [False, True]


def test_what_would_fail_at_the_start_is_a_warning(read):
    (config,) = read(json.dumps({"mcpServers": {"a": {"command": "none"}}}))
    assert (config.problems, config.warnings) == ((), ('program "none" not found in PATH',))


@pytest.mark.parametrize("count", [1, 2])
def test_many_servers_and_many_of_their_defects_take_linear_time(read, count):
    def work(size):
        names = [f"s{n}" for n in range(size) for _ in range(count)]
        entries = ",".join(f'"{name}": {{"url": "\\ud800"}}' for name in names)
        assert len(read(f'{{"mcpServers": {{{entries}}}}}')) == size

    assert_linear(work, 6_000 // count)


def test_keys_are_taken_in_another_order_and_mean_the_same(tmp_path):
    servers = {
        name: {"command": "c", "args": ["a", "b"], "env": {"B": "1", "A": "2", "C": "3"}}
        for name in ("x", "a", "m")
    }
    path = tmp_path / "mcp.json"
    path.write_text(json.dumps({"mcpServers": servers}))
    origin = Origin(scope="user", source=str(path), base=tmp_path, default_cwd=tmp_path)
    usual = read_config_file(path, "mcp.json", origin, {})
    for seed in range(5):
        found = read_config_file(path, "mcp.json", origin, {}, Shuffle(seed))
        assert [c.name for c in found] == Shuffle(seed).of(["x", "a", "m"])
        assert [list(c.env) for c in found] == [Shuffle(seed).of("BAC")] * 3
        assert sorted(found, key=lambda c: c.name) == sorted(usual, key=lambda c: c.name)


def test_entries_of_one_key_keep_their_order():
    def entry(key, value):
        return Entry(key, 0, 0, Node("number", 0, 0, value))

    node = Node("mapping", 0, 0, entries=(entry("a", 1), entry("b", 2), entry("a", 3)))
    listed = Node("list", 0, 0, items=(node,))
    (found,) = reordered(listed, Shuffle(1)).items
    assert [(e.key, e.value.value) for e in found.entries] == [("b", 2), ("a", 1), ("a", 3)]
    assert reordered(listed, AS_THEY_COME) is listed
