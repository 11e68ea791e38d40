import os
import stat

import pytest

from skillctl.rules.fix.write import refusal, write


@pytest.fixture
def root(tree):
    return tree({"project/a/SKILL.md": "old", "project/b/.keep": "", "outside/SKILL.md": "old"})


def test_a_file_is_replaced_whole_with_its_mode(root):
    path = root / "project/a/SKILL.md"
    path.chmod(0o750)
    inode = path.stat().st_ino
    assert refusal(path, root / "project") == ""
    assert write(path, b"old", b"new") == ""
    assert (path.read_bytes(), stat.S_IMODE(path.stat().st_mode)) == (b"new", 0o750)
    assert path.stat().st_ino != inode
    assert list(path.parent.iterdir()) == [path]


def test_a_file_that_changed_since_is_not_written(root):
    path = root / "project/a/SKILL.md"
    assert write(path, b"older", b"new") == "the file has changed since it was read"
    assert path.read_bytes() == b"old"
    path.unlink()
    assert write(path, b"old", b"new") == "the file cannot be written: No such file or directory"
    assert not path.exists()


def test_a_read_only_file_is_refused(root):
    path = root / "project/a/SKILL.md"
    path.chmod(0o444)
    assert refusal(path, root / "project") == "the file is read-only"


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write anywhere")
def test_a_folder_that_takes_no_file_is_told(root):
    path = root / "project/a/SKILL.md"
    path.parent.chmod(0o555)
    assert write(path, b"old", b"new") == "the file cannot be written: Permission denied"
    path.parent.chmod(0o755)


def test_of_a_link_inside_the_project_the_target_is_written(root):
    link = root / "project/b/SKILL.md"
    link.symlink_to("../a/SKILL.md")
    assert refusal(link, root / "project") == ""
    assert write(link, b"old", b"new") == ""
    assert link.is_symlink()
    assert (root / "project/a/SKILL.md").read_bytes() == b"new"


@pytest.mark.parametrize("link", ["project/b/SKILL.md", "project/c"])
def test_a_link_out_of_the_project_is_refused(link, root):
    target = root / "outside"
    path = root / link
    path.symlink_to(target if path.suffix == "" else target / "SKILL.md")
    file = path if path.suffix else path / "SKILL.md"
    assert refusal(file, root / "project") == "the file is a link out of the project"


def test_outside_the_project_a_file_may_be_named_but_no_link(root):
    assert refusal(root / "outside/SKILL.md", root / "project") == ""
    link = root / "outside/b.md"
    link.symlink_to("../project/a/SKILL.md")
    assert refusal(link, root / "project") == "the file is a link out of the project"


def test_a_project_below_a_link_is_no_link_out(root):
    (root / "short").symlink_to(root / "project")
    assert refusal(root / "short/a/SKILL.md", root / "short") == ""
    (root / "short/a/SKILL.md").unlink()
    assert refusal(root / "short/a/SKILL.md", root / "short") == (
        "the file cannot be read: No such file or directory"
    )
