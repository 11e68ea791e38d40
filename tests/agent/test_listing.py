import pytest

from skillctl.agent import listing
from skillctl.agent.listing import find_files, list_folder
from skillctl.agent.prepared import ToolError


def test_a_folder_is_listed_by_name_with_folders_marked(tree):
    root = tree({"b.py": "", "a/x": "", "B.py": "", ".env": "", "é": ""})
    (root / "link").symlink_to("a")
    assert list_folder(root, ".") == ".env\nB.py\na/\nb.py\nlink/\né"


def test_an_empty_folder_says_so(tmp_path):
    assert list_folder(tmp_path, ".") == "[empty folder]"


def test_a_name_with_a_line_end_stays_one_line(tmp_path):
    (tmp_path / "a\nb\x1b[31m").touch()
    assert list_folder(tmp_path, ".") == r"a\nb\x1b[31m"


def test_five_hundred_entries_then_the_count(tmp_path):
    for number in range(501):
        (tmp_path / f"{number:04}").touch()
    lines = list_folder(tmp_path, ".").split("\n")
    assert (len(lines), lines[-2:]) == (501, ["0499", "[1 more entry]"])
    found = find_files(tmp_path, tmp_path, "*").split("\n")
    assert (len(found), found[-2:]) == (501, ["0499", "[1 more file matches]"])


def test_what_is_no_folder_cannot_be_listed(tree):
    root = tree({"a": ""})
    with pytest.raises(ToolError, match="a cannot be listed: Not a directory"):
        list_folder(root / "a", "a")
    with pytest.raises(ToolError, match="b cannot be listed: No such file"):
        list_folder(root / "b", "b")
    with pytest.raises(ToolError, match="path is not a folder"):
        find_files(root / "a", root, "*")


def test_files_are_found_by_pattern_from_the_folder_and_named_from_the_root(tree):
    root = tree({"src/a.py": "", "src/in/b.py": "", "src/in/c.txt": "", "d.py": ""})
    assert find_files(root, root, "*.py") == "d.py\nsrc/a.py\nsrc/in/b.py"
    assert find_files(root, root, "src/*.py") == "src/a.py"
    assert find_files(root / "src", root, "in/*") == "src/in/b.py\nsrc/in/c.txt"
    assert find_files(root, root, "**/in/**") == "src/in/b.py\nsrc/in/c.txt"
    assert find_files(root, root, "*.rs") == "[no file matches]"


def test_closed_folders_are_not_entered(tree):
    root = tree({".git/config": "", "a/.GIT/config": "", ".skillctl/x": "", "config": ""})
    assert find_files(root, root, "*") == "config"


def test_no_link_leaves_the_root(tree, tmp_path_factory):
    root = tree({"a.py": ""})
    other = tmp_path_factory.mktemp("other")
    (other / "secret.py").touch()
    (root / "out.py").symlink_to(other / "secret.py")
    (root / "folder").symlink_to(other)
    (root / "in.py").symlink_to("a.py")
    (root / "gone.py").symlink_to("nowhere")
    (root / "up").symlink_to(".")
    assert find_files(root, root, "*.py") == "a.py\nin.py"


def test_a_folder_that_cannot_be_read_does_not_stop_the_search(tree, monkeypatch):
    root = tree({"a.py": "", "shut/b.py": ""})
    real = listing.os.scandir

    def scandir(path):
        if str(path).endswith("shut"):
            raise PermissionError(13, "Permission denied")
        return real(path)

    monkeypatch.setattr(listing.os, "scandir", scandir)
    assert find_files(root, root, "*.py") == "a.py"


def test_a_walk_that_was_not_finished_says_so(tree, monkeypatch):
    root = tree({"a.py": "", "b.py": "", "c.py": ""})
    monkeypatch.setattr(listing, "MAX_VISITED", 2)
    assert find_files(root, root, "*.py") == (
        "a.py\nb.py\n[only the first 2 files were looked at; give a path]"
    )
