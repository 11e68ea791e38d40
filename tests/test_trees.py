"""Work trees that a project is a part of."""

import shutil

from skillctl.trees import work_trees
from tests.conftest import write_tree
from tests.repositories import git, make_repository


def test_no_git_is_no_tree(tmp_path):
    assert work_trees(tmp_path.resolve(), tmp_path / "home") == ()


def test_a_project_below_the_top_of_its_tree(tmp_path):
    top = make_repository(write_tree(tmp_path.resolve() / "mono", {"sub/skillctl.toml": ""}))
    assert work_trees(top / "sub", tmp_path / "home") == (top,)
    assert work_trees(top, tmp_path / "home") == (top,)


def test_home_is_no_tree_of_a_project(tmp_path):
    top = make_repository(write_tree(tmp_path.resolve() / "home", {"sub/skillctl.toml": ""}))
    assert work_trees(top / "sub", top) == ()
    assert work_trees(top / "sub", top / "below") == ()


def test_a_linked_work_tree_is_of_its_main_one(tmp_path):
    top = make_repository(write_tree(tmp_path.resolve() / "main", {"a.txt": ""}))
    linked = tmp_path.resolve() / "linked"
    git(top, "worktree", "add", "-q", str(linked))
    assert work_trees(linked, tmp_path / "home") == (linked, top)
    assert work_trees(top, tmp_path / "home") == (top, linked)
    second = tmp_path.resolve() / "second"
    git(top, "worktree", "add", "-q", str(second))
    assert set(work_trees(linked, tmp_path / "home")) == {linked, top, second}


def test_a_work_tree_that_was_removed_is_none(tmp_path):
    top = make_repository(write_tree(tmp_path.resolve() / "main", {"a.txt": ""}))
    linked = tmp_path.resolve() / "linked"
    git(top, "worktree", "add", "-q", str(linked))
    shutil.rmtree(linked)
    assert work_trees(top, tmp_path / "home") == (top,)


def test_a_forged_mark_names_no_folder_of_the_user(tmp_path):
    """Else a mark in an unpacked archive could take the user's own skills away."""
    theirs = make_repository(write_tree(tmp_path.resolve() / "theirs", {"a.txt": ""}))
    files = {
        ".git": "gitdir: worktrees/x\n",
        "worktrees/x/commondir": f"{theirs}/.git\n",
        "worktrees/x/gitdir": "../../.git\n",
    }
    forged = write_tree(tmp_path.resolve() / "forged", files)
    assert work_trees(forged, tmp_path / "home") == (forged,)
    other = {"worktrees/x/gitdir": f"{theirs}/.git\n"}
    known = write_tree(tmp_path.resolve() / "known", {f".git/{k}": v for k, v in other.items()})
    assert work_trees(known, tmp_path / "home") == (known,)


def test_a_mark_that_leads_nowhere(tmp_path):
    top = write_tree(tmp_path.resolve() / "p", {".git": "gitdir: /nowhere\n"})
    assert work_trees(top, tmp_path / "home") == (top,)
