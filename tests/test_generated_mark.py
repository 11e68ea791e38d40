"""Which skill folders are ours: skills.md section 17."""

import json
import os

import pytest

from skillctl.generated_mark import MARK, marked_server

OURS = {"managed_by": "keen-mcp", "server": "weather"}


def test_a_marked_folder_names_its_server(tree):
    folder = tree({f"x/{MARK}": json.dumps(OURS)}) / "x"
    assert marked_server(folder) == "weather"
    (folder.parent / "link").symlink_to(folder)
    assert marked_server(folder.parent / "link") is None


@pytest.mark.parametrize(
    "content",
    [
        *("", "{", "[]", "[" * 100_000, '"keen-mcp"', b"\xff\xfe"),
        json.dumps(OURS | {"managed_by": "me"}),
        json.dumps(OURS | {"server": 1}),
        json.dumps({"server": "weather"}),
    ],
)
def test_any_other_file_is_no_mark(content, tree):
    assert marked_server(tree({f"x/{MARK}": content}) / "x") is None


def test_without_a_file_there_is_no_mark(tmp_path):
    assert marked_server(tmp_path) is None
    assert marked_server(tmp_path / "missing") is None
    os.mkfifo(tmp_path / MARK)
    assert marked_server(tmp_path) is None
