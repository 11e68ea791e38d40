"""Project root and printed paths: skills.md sections 1.1 and 6."""

from pathlib import Path

import pytest

from skillctl.errors import SkillctlError
from skillctl.skills.project import find_project, real_path, shown_path, too_wide, typed_path
from tests.conftest import write_tree


@pytest.fixture
def base(tmp_path):
    return tmp_path.resolve()


@pytest.mark.parametrize(
    "marker", [".git/HEAD", ".git", "skillctl.toml", "pyproject.toml"], ids=lambda m: m
)
def test_the_nearest_marked_folder_is_the_project(base, home, marker):
    text = "[tool.skillctl.lint]\n" if marker == "pyproject.toml" else ""
    write_tree(base, {f"p/{marker}": text, "p/a/b/x": ""})
    (base / ".git").mkdir()
    found = find_project(base / "p/a/b", home)
    assert (found.root, found.scope, found.note) == (base / "p", base / "p", "")


def test_a_pyproject_of_others_marks_nothing(base, home):
    write_tree(base, {"p/pyproject.toml": "[tool.other]\n", "p/a/x": ""})
    assert find_project(base / "p/a", home).root == base / "p/a"


def test_without_a_marker_it_is_the_working_directory(base, home):
    assert find_project(base, home).scope == base


def test_the_named_folder_wins(base, home):
    write_tree(base, {".git/HEAD": "", "a/x": ""})
    assert find_project(base, home, base / "a").root == base / "a"
    assert find_project(base / "a", home, base / "a" / "..").root == base
    assert find_project(base, base, base).scope == base


def test_a_named_folder_that_is_none_ends_the_command(base, home):
    with pytest.raises(SkillctlError, match="no folder there"):
        find_project(base, home, base / "missing")


@pytest.mark.parametrize("inside", ["", "notes"])
def test_home_is_never_found_as_a_project(base, inside):
    write_tree(base, {"user/.git/HEAD": "", "user/notes/x": ""})
    found = find_project(base / "user" / inside, base / "user")
    assert (found.scoped, found.scope) == (False, None)
    assert found.root == base / "user" / inside
    assert "is the home folder or lies above it: no project skills" in found.note


def test_above_home_and_the_root_of_the_system_are_none_either(base):
    write_tree(base, {"users/.git/HEAD": "", "users/me/x": ""})
    assert find_project(base / "users", base / "users/me").scope is None
    assert too_wide(base / "users", base / "users/me")
    assert too_wide(Path(base.anchor), Path("/elsewhere/than/there"))
    assert not too_wide(base / "users/me/project", base / "users/me")


def test_the_spelling_of_a_path_changes_nothing(base, home):
    write_tree(base, {"p/.git/HEAD": "", "p/a/x": ""})
    (base / "link").symlink_to(base / "p" / "a")
    assert find_project(base / "link", home).root == base / "p"


def test_paths_are_shown_from_the_project_then_from_home(base):
    home = base / "home"
    assert shown_path(base / "p/a/b", base / "p", home) == "a/b"
    assert shown_path(home / "x/y", base / "p", home) == "~/x/y"
    assert shown_path(base / "other", base / "p", home) == (base / "other").as_posix()
    assert shown_path(home / "x", None, home) == "~/x"
    assert shown_path(home, home, home) == "."


def test_a_link_to_itself_has_a_real_path(base):
    (base / "loop").symlink_to("loop")
    assert real_path(base / "loop") == base / "loop"


@pytest.mark.parametrize(
    ("shown", "typed"),
    [
        (".agents/skills/a", ".agents/skills/a"),
        (".agents/my skills/a", "'.agents/my skills/a'"),
        ("~/.agents/skills/a", "~/.agents/skills/a"),
        ("~/my skills/$(x)", "~/'my skills/$(x)'"),
        ("a\u200b", r"'a\u{200B}'"),
    ],
)
def test_a_printed_path_can_be_typed(shown, typed):
    assert typed_path(shown) == typed
