"""The root of a project: skills.md section 1.1."""

import os

import pytest

from skillctl.project_mark import marked_root


@pytest.mark.parametrize(
    ("files", "marked"),
    [
        ({".git/HEAD": ""}, True),
        ({".git": "gitdir: x"}, True),
        ({"skillctl.toml": ""}, True),
        ({"pyproject.toml": "[tool.skillctl.lint]\n"}, True),
        ({"pyproject.toml": "[tool.other]\n"}, False),
        ({"pyproject.toml/x": ""}, False),
    ],
)
def test_a_marker_makes_a_root(files, marked, tree):
    root = tree({f"top/{name}": text for name, text in files.items()}) / "top"
    (root / "a" / "b").mkdir(parents=True)
    found = marked_root(root / "a" / "b")
    assert (found == root) is marked


def test_the_nearest_marked_folder_wins(tree):
    root = tree({"top/.git/HEAD": "", "top/a/skillctl.toml": "", "top/a/b/x": ""}) / "top"
    assert marked_root(root / "a" / "b") == root / "a"
    assert marked_root(root) == root


def test_a_pipe_by_the_name_of_a_file_of_settings_is_not_opened(tree):
    root = tree({"top/.git/HEAD": "", "top/a/x": ""}) / "top"
    os.mkfifo(root / "a" / "pyproject.toml")
    assert marked_root(root / "a") == root


def test_a_file_that_cannot_be_read_marks_nothing(tree, monkeypatch):
    root = tree({"top/.git/HEAD": "", "top/a/pyproject.toml": "[tool.skillctl]\n"}) / "top"

    def refuse(_path):
        raise PermissionError

    monkeypatch.setattr("skillctl.project_mark.open_file", refuse)
    assert marked_root(root / "a") == root
