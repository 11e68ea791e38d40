"""Work trees that a project is a part of."""

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


def test_a_mark_that_leads_nowhere(tmp_path):
    top = write_tree(tmp_path.resolve() / "p", {".git": "gitdir: /nowhere\n"})
    assert work_trees(top, tmp_path / "home") == (top,)
