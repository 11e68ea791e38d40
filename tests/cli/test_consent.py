"""What consent holds against: other places, broken stores, repositories that help themselves."""

import shutil

import pytest

from tests.cli.vectors import PRINT_OF, V1, servers, statuses
from tests.conftest import write_tree
from tests.repositories import git


@pytest.mark.parametrize("text", ["schema = \n", 'schema = "skillctl.consent/2"\n'])
def test_a_broken_store_ends_every_command_and_stays(skillctl, root, store, text):
    write_tree(store.parent, {store.name: text})
    exact = ("consent", "grant", "notes", "--fingerprint", PRINT_OF["notes"])
    for words in (("consent", "status"), ("fingerprint",), ("consent", "revoke", "x"), exact):
        run = skillctl(*words, cwd=root)
        assert run.code == 2
        assert run.err.startswith(f"{store}:1:10: error: the consent store cannot be used: ")
        assert "hint: not changed; fix or move it" in run.err
    assert store.read_text() == text


def test_wide_modes_are_said_and_repaired(skillctl, root, store):
    skillctl("consent", "grant", "docs", "--fingerprint", PRINT_OF["docs"], cwd=root)
    store.chmod(0o644)
    assert "is open to others (mode 0644)" in skillctl("consent", "status", cwd=root).err
    skillctl("consent", "grant", "notes", "--fingerprint", PRINT_OF["notes"], cwd=root)
    assert "is open to others" not in skillctl("consent", "status", cwd=root).err


def test_a_store_inside_the_workspace_is_ignored(skillctl, root, store, monkeypatch):
    for name, print_of in PRINT_OF.items():
        skillctl("consent", "grant", name, "--fingerprint", print_of, cwd=root)
    shutil.copytree(store.parent, root / "conf-in-repo")
    (root.parent / "alias").symlink_to(root / "conf-in-repo")
    for folder in (root / "conf-in-repo", root.parent / "alias"):
        monkeypatch.setenv("SKILLCTL_CONFIG_DIR", str(folder))
        run = skillctl("consent", "status", "--format", "json", cwd=root)
        assert set(statuses(run).values()) == {"missing"}
        assert "is ignored: it lies inside the workspace" in run.err
        run = skillctl("consent", "grant", "docs", "--fingerprint", PRINT_OF["docs"], cwd=root)
        assert run.code == 2


def test_another_clone_asks_again_and_a_linked_work_tree_does_not(skillctl, root):
    skillctl("consent", "grant", "docs", "--fingerprint", PRINT_OF["docs"], cwd=root)
    git(root.parent, "clone", "-q", str(root), "clone")
    git(root, "worktree", "add", "-q", str(root.parent / "linked"))
    found = [
        statuses(skillctl("consent", "status", "--format", "json", cwd=root.parent / name))
        for name in ("clone", "linked")
    ]
    assert [f["docs"] for f in found] == ["missing", "granted"]


def test_two_projects_of_one_repository_never_mix(skillctl, root):
    same = {"a/.mcp.json": servers(x=V1), "b/.mcp.json": servers(x=V1)}
    write_tree(root, same)
    marks = {"a/skillctl.toml": "", "b/skillctl.toml": ""}
    write_tree(root, marks)
    print_of = skillctl("fingerprint", "x", cwd=root / "a").out.split()[0]
    skillctl("consent", "grant", "x", "--fingerprint", print_of, cwd=root / "a")
    found = [
        statuses(skillctl("consent", "status", "--format", "json", cwd=root / name))
        for name in ("a", "b")
    ]
    assert found == [{"x": "granted"}, {"x": "missing"}]


def test_another_value_of_a_variable_asks_again(skillctl, root, monkeypatch):
    write_tree(root, {".mcp.json": servers(x={"command": "sh", "args": ["${WHERE}/x"]})})
    monkeypatch.setenv("WHERE", "/a")
    print_of = skillctl("fingerprint", "x", cwd=root).out.split()[0]
    skillctl("consent", "grant", "x", "--fingerprint", print_of, cwd=root)
    assert skillctl("consent", "diff", "x", cwd=root).out == "nothing changed\n"
    monkeypatch.setenv("WHERE", "/b")
    assert skillctl("fingerprint", "x", cwd=root).out.split()[0] == print_of
    run = skillctl("consent", "diff", "x", cwd=root)
    assert run.out == "what its variables expand to on this machine changed\n"
    run = skillctl("consent", "status", "--format", "json", cwd=root)
    assert statuses(run)["x"] == "changed"


def test_static_commands_start_nothing(skillctl, root, tmp_path):
    """Each server would leave a mark; so would the repository's own settings of git."""
    marker = tmp_path / "STARTED"
    monitor = write_tree(tmp_path, {"monitor.sh": f"#!/bin/sh\ntouch '{marker}'\n"}) / "monitor.sh"
    monitor.chmod(0o755)
    git(root, "config", "core.fsmonitor", str(monitor))
    touch = {"command": "sh", "args": ["-c", f"touch '{marker}'"]}
    write_tree(root, {".mcp.json": servers(trap=touch), ".gbs/mcp.json": servers(t2=touch)})
    print_of = skillctl("fingerprint", "trap", cwd=root).out.split()[0]
    for words in (
        ("fingerprint",),
        ("fingerprint", "--canonical"),
        ("consent", "status"),
        ("consent", "status", "--format", "json", "--check"),
        ("consent", "grant", "trap"),
        ("consent", "grant", "trap", "--fingerprint", print_of),
        ("consent", "diff", "trap"),
        ("consent", "revoke", "trap"),
    ):
        run = skillctl(*words, cwd=root)
        assert run.code in (0, 1, 4), (words, run.err)
        assert not marker.exists(), words
