"""The cases in golden/fingerprint are pinned by hand: no flag renews them.

A changed fingerprint revokes every user's consent. Each `expected.txt` holds, per server, the
fingerprint and the canonical text (mcp.md section 4.1), which this test hashes itself.
"""

import json
import os
import tomllib
from hashlib import sha256

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from skillctl import worktree
from skillctl.servers import fingerprint
from skillctl.servers.fingerprint import pinned_files, server_item
from skillctl.servers.load import load_servers
from skillctl.worktree import NotPinned, open_workspace
from tests.conftest import golden_cases, write_tree
from tests.repositories import commit_all, git, make_repository


def items(root, environment=None):
    workspace = open_workspace(root, dict(os.environ))
    loaded = load_servers(root, root.parent / "conf", environment or {"PATH": "/none"})
    return [server_item(config, workspace) for config in loaded.configs]


def build(case, root):
    """Make the workspace that a case describes."""
    write_tree(root, case["files"])
    for name, target in case.get("links", {}).items():
        (root / name).symlink_to(target)
    if case.get("git", True):
        make_repository(root)
    return write_tree(root, case.get("later", {}))


def shown(item):
    if item.problem:
        return f"none {item.kind} {item.name} {item.source}\n{item.problem}\n"
    return f"{item.fingerprint} {item.kind} {item.name} {item.source}\n{item.form}\n"


@pytest.mark.parametrize("folder", golden_cases("fingerprint"))
def test_pinned_by_hand(folder, tmp_path):
    root = build(tomllib.loads((folder / "case.toml").read_text()), tmp_path / "w")
    assert "".join(map(shown, items(root))) == (folder / "expected.txt").read_text()


@pytest.mark.parametrize("folder", golden_cases("fingerprint"))
def test_each_pinned_digest_is_that_of_its_text(folder):
    lines = (folder / "expected.txt").read_text().splitlines()
    for head, form in zip(lines[::2], lines[1::2], strict=True):
        if not head.startswith("none "):
            assert head.split()[0] == f"sha256:{sha256(form.encode()).hexdigest()}"
            assert json.loads(form)["name"] == head.split()[2]


def test_the_length_of_the_vectors():
    lengths = {"v1-notes": 316, "v2-build-tools": 395, "v3-docs": 288}
    folders = {param.values[0].name: param.values[0] for param in golden_cases("fingerprint")}
    for name, length in lengths.items():
        form = (folders[name] / "expected.txt").read_bytes().splitlines()[1]
        assert len(form) == length


ENTRY = {"command": "./run.sh", "args": ["srv/main.py"], "env": {"A": "1"}}
FILES = {"run.sh": "r\n", "srv/main.py": "m\n", ".gitignore": "dist/\n.venv/\n"}


@pytest.fixture
def one(tmp_path):
    """The fingerprint of one entry in a fresh repository with some files."""
    count = iter(range(1000))

    def fingerprint_of(entry, files=FILES, name="x", **options):
        root = tmp_path / str(next(count)) / "w"
        text = json.dumps({"mcpServers": {name: entry}}, **options)
        make_repository(write_tree(root, {**files, ".mcp.json": text}))
        (item,) = items(root)
        assert item.problem == ""
        return item.fingerprint

    return fingerprint_of


class TestSameAndOther:
    @pytest.mark.parametrize(
        "options", [{"indent": 4}, {"ensure_ascii": False}, {"sort_keys": True}]
    )
    def test_spelling_does_not_matter(self, one, options):
        entry = {**ENTRY, "note": "caf\u00e9"}
        assert one(entry, **options) == one(entry)

    @pytest.mark.parametrize(
        "change",
        [
            {"args": ["srv/main.py", ""]},
            {"env": {"A": "2"}},
            {"env": {"A": "1", "NODE_OPTIONS": "--require ./x.js"}},
            {"env": {"B": "1"}},
            {"cwd": None},
            {"cwd": "."},
            {"launchHook": "x"},
            {"description": "words"},
            {"autoApprove": ["*"]},
            {"disabled": True},
        ],
    )
    def test_every_field_matters(self, one, change):
        assert one({**ENTRY, **change}) != one(ENTRY)

    def test_order_and_boundaries_of_args_matter(self, one):
        args = (["a", "b"], ["b", "a"], ["a b"], ["a", "b", ""])
        assert len({one({"command": "x", "args": a}) for a in args}) == 4

    def test_the_name_and_the_file_matter(self, one):
        assert one(ENTRY, name="y") != one(ENTRY)

    def test_a_new_file_that_the_command_names_matters(self, one):
        entry = {"command": "x", "args": ["extra.py"]}
        assert one(entry, {**FILES, "extra.py": ""}) != one(entry)
        assert one(entry, {**FILES, "other.py": ""}) == one(entry)


def test_two_clones_of_one_commit_agree(tmp_path):
    text = json.dumps({"mcpServers": {"x": ENTRY, "y": {"command": "${HOME}/x", "args": ["."]}}})
    main = make_repository(write_tree(tmp_path / "main", {**FILES, ".mcp.json": text}))
    git(tmp_path, "-c", "core.autocrlf=true", "clone", "-q", str(main), "clone")
    clone = write_tree(tmp_path / "clone", {"dist/x.js": "1", ".venv/bin/python": "2"})
    assert (clone / "run.sh").read_bytes() == b"r\r\n"
    one = items(main, {"HOME": "/home/a", "PATH": "/none"})
    two = items(clone, {"HOME": "/home/b", "PATH": "/none"})
    assert [i.fingerprint for i in one] == [i.fingerprint for i in two]
    assert (one[0].resolved, two[0].resolved) == ("", "")
    assert one[1].resolved != two[1].resolved
    write_tree(main, {"srv/main.py": "evil\n"})
    commit_all(main)
    assert items(main)[0].fingerprint != two[0].fingerprint


def test_a_program_behind_one_that_cannot_be_executed_is_pinned(tmp_path):
    entry = {"command": "t", "env": {"PATH": "a:b:/usr/bin"}}
    config = json.dumps({"mcpServers": {"s": entry}})
    root = write_tree(
        tmp_path / "w", {".mcp.json": config, "a/t": "no program", "b/t": "#!/bin/sh"}
    )
    (root / "b/t").chmod(0o755)
    make_repository(root)
    (config,) = load_servers(root, tmp_path / "conf", {"PATH": "/none"}).configs
    assert config.program == root / "b/t"
    (agreed,) = items(root)
    write_tree(root, {"b/t": "#!/bin/sh\n# another program"})
    assert items(root)[0].fingerprint != agreed.fingerprint


def test_no_secret_is_in_the_form(tmp_path):
    canary = "canary-8f2a"
    entry = {
        "command": "x",
        "env": {"A": canary},
        "headers": {"B": canary},
        "auth": {"key": [canary]},
        "Token": canary,
    }
    text = json.dumps({"mcpServers": {"x": entry}})
    (item,) = items(write_tree(tmp_path / "w", {".mcp.json": text}))
    assert canary not in item.form


def test_sixty_four_files_are_allowed_and_not_one_more(tmp_path, monkeypatch):
    monkeypatch.setattr(fingerprint, "MOST_FILES", 3)
    text = json.dumps(
        {"mcpServers": {"x": {"command": "a b c"}, "y": {"command": "sh", "args": ["a b c d"]}}}
    )
    root = write_tree(tmp_path / "w", {".mcp.json": text, **dict.fromkeys("abcd", "")})
    fine, many = items(root)
    assert (fine.problem, len(json.loads(fine.form)["files"])) == ("", 3)
    assert many.problem == "the command line names more than 3 files"
    assert (many.fingerprint, many.form) == ("", "")


def test_an_endless_command_line_is_not_looked_at(tmp_path):
    words = " ".join(f"{n:x}" for n in range(20_000))
    many = {"command": "sh", "args": [words]}
    same = {"command": "sh", "args": ["same " * 20_000 + "last.py"]}
    text = json.dumps({"mcpServers": {"many": many, "same": same}})
    root = write_tree(tmp_path / "w", {".mcp.json": text, "last.py": ""})
    refused, fine = items(root)
    words = "the command line has more than 10,000 words that may name files"
    assert refused.problem == words
    assert [file["path"] for file in json.loads(fine.form)["files"]] == ["last.py"]


STRANGE = st.sampled_from(["${A", "\0", "/", "..", "a=b c", "-m", "x" * 300, "\ud800", "python3"])
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5) | STRANGE,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(STRANGE, inner, max_size=3),
    max_leaves=6,
)
FIELDS = ("command", "args", "env", "cwd", "url", "headers", "type", "auth", "timeout", "disabled")


@settings(deadline=None)
@given(st.dictionaries(st.sampled_from(FIELDS), VALUES))
def test_whatever_an_entry_holds_it_has_a_fingerprint_or_a_reason(tmp_path_factory, entry):
    text = json.dumps({"mcpServers": {"x": entry}})
    found = items(write_tree(tmp_path_factory.mktemp("w") / "w", {".mcp.json": text}))
    assert all(bool(item.fingerprint) is not bool(item.problem) for item in found)


def test_a_file_that_is_too_large(tmp_path, monkeypatch):
    monkeypatch.setattr(worktree, "FILE_LIMIT", 4)
    monkeypatch.setattr(worktree.digest_file, "__defaults__", (4,))
    text = json.dumps({"mcpServers": {"x": {"command": "./big"}}})
    (item,) = items(write_tree(tmp_path / "w", {".mcp.json": text, "big": "12345"}))
    assert item.problem == f"{tmp_path / 'w/big'} is 5 bytes; limit 4"


def test_a_work_tree_that_git_cannot_read(tmp_path):
    text = json.dumps({"mcpServers": {"x": ENTRY}})
    root = write_tree(tmp_path / "w", {".mcp.json": text, ".git/HEAD": "nonsense"})
    (item,) = items(root)
    assert item.fingerprint == ""
    assert "git rev-parse failed" in item.problem


def test_two_names_that_are_one_after_normalising_are_refused_once_they_differ(tmp_path):
    one, other = "cafe\u0301.py", "caf\u00e9.py"
    write_tree(tmp_path, {one: "print(1)\n", other: "print(2)\n"})
    workspace = open_workspace(tmp_path, {"PATH": os.environ["PATH"]})
    entry = {"command": "python3", "args": [one, other]}
    with pytest.raises(NotPinned, match="names two files that are both caf"):
        pinned_files(entry, tmp_path, workspace)
