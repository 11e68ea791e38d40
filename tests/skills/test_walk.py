"""The walk over skill folders: skills.md sections 1.3 and 1.4."""

import contextlib
import os
import random
import shutil
import socket
import stat
import subprocess
import sys

import pytest

from skillctl.shuffle import Shuffle
from skillctl.skills.project import real_path
from skillctl.skills.roots import MOST_DEPTH, Root, SkillFolders
from skillctl.skills.walk import MOST_FOLDERS, Walk
from tests.conftest import write_tree


@pytest.fixture
def base(tmp_path):
    (tmp_path / "home").mkdir()
    (tmp_path / "p/skills").mkdir(parents=True)
    return tmp_path.resolve()


def walk(base, root="p/skills", ways=None, most_depth=MOST_DEPTH, *, named=False):
    places = SkillFolders(base / "p", base / "home", base / "data")
    path = base / root
    root = Root("project", path, real_path(path), most_depth=most_depth, named=named)
    done = Walk(root, places, {} if ways is None else ways)
    done.run()
    return done


def folders(done):
    return [done.places.shown(found.folder) for found in done.found]


def skills(*paths):
    return {f"p/skills/{path}/SKILL.md": "" for path in paths}


def test_flat_and_nested_mix(shared, tmp_path):
    """Case 07."""
    shutil.copytree(shared / "cases/07-nested-and-flat-mix/skills", tmp_path / "p/skills")
    (tmp_path / "home").mkdir()
    done = walk(tmp_path.resolve())
    assert folders(done) == ["skills/cat/inner", "skills/cat/sub/deep", "skills/flat"]
    assert [found.depth for found in done.found] == [2, 3, 1]
    assert done.notes == [
        "skills/flat/references/example/SKILL.md: lies inside another skill: part of it, no skill"
    ]


def test_links_and_loops(shared, tmp_path):
    """Case 05."""
    case = shared / "cases/05-symlinked-skill-dir"
    shutil.copytree(case, tmp_path / "p", copy_function=shutil.copy)
    for folder in [tmp_path / "p", *(tmp_path / "p").rglob("*/")]:
        folder.chmod(0o755)
    subprocess.run([sys.executable, case / "make_links.py", tmp_path / "p"], check=True)
    (tmp_path / "home").mkdir()
    done = walk(tmp_path.resolve())
    assert folders(done) == ["skills/plain", "skills/alias"]
    assert done.notes == [
        "skills/dangling: is a link to nothing, to itself, or to what may not be looked at",
        "skills/linked-skill: is another name of skills/alias",
        "skills/loop: leads back to a folder above it: not followed",
    ]
    (ways,) = (ways for file, ways in done.ways.items() if file.parent.name == "linked-skill")
    assert [way.name for way in ways] == ["alias", "linked-skill"]


def test_only_the_exact_name_counts(base):
    write_tree(base, {"p/skills/a/skill.md": "", "p/skills/b/Skill.MD": "", **skills("c")})
    done = walk(base)
    assert folders(done) == ["skills/c"]
    assert done.notes == [
        "skills/a/skill.md: is not named SKILL.md: no skill",
        "skills/b/Skill.MD: is not named SKILL.md: no skill",
    ]


def test_files_and_links_to_files_are_passed_over(base):
    write_tree(base, {"p/skills/README.md": "", "p/other.md": "", **skills("a")})
    (base / "p/skills/link.md").symlink_to("../other.md")
    done = walk(base)
    assert (folders(done), done.notes) == (["skills/a"], [])


def test_what_is_not_entered(base):
    write_tree(base, skills(".hidden", "node_modules/x", "__pycache__", "a/.git/x", "b"))
    done = walk(base)
    assert (folders(done), done.notes) == (["skills/b"], [])


def test_a_root_can_be_a_skill_itself(base):
    write_tree(base, skills(".", "inner"))
    done = walk(base)
    assert folders(done) == ["skills"]
    swallowed, inner = done.notes
    assert swallowed == (
        "skills/SKILL.md: lies in a folder of skills itself, so that is one skill, and the skills "
        "below are part of it; move it into a folder of its own"
    )
    assert inner.startswith("skills/inner/SKILL.md: lies inside another skill")
    named = walk(base, named=True)
    assert named.notes == [inner], "the user named that one skill"


def test_each_limit_reported_depth(base):
    write_tree(base, skills("1/2/3/4/5/6", "1/2/3/4/5/x/7"))
    done = walk(base)
    assert folders(done) == ["skills/1/2/3/4/5/6"]
    assert done.notes == [
        "skills/1/2/3/4/5/x/7: lies deeper than 6 folders below its root: not entered"
    ]


def test_a_root_of_a_package_is_walked_one_level(base):
    write_tree(base, skills("a", "g/b", "g/c/d", "h/e"))
    (base / "p/skills/l").symlink_to("../skills/g/c/d")
    done = walk(base, most_depth=1)
    assert folders(done) == ["skills/a", "skills/l"]
    words = "deeper than 1 level below it: not entered"
    assert done.notes == [f"skills: 3 folders lie {words}: skills/g/b and others"]
    shutil.rmtree(base / "p/skills/g")
    assert walk(base, most_depth=1).notes[1:] == [f"skills: 1 folder lies {words}: skills/h/e"]


@pytest.mark.parametrize("last", ["x1999", "x2000"])
def test_each_limit_reported_folders(base, last):
    """2,000 folders are walked; the 2,001st is named, and the walk of that root ends."""
    for index in range(MOST_FOLDERS if last == "x1999" else MOST_FOLDERS + 1):
        (base / f"p/skills/x{index:04}").mkdir()
    write_tree(base, skills(last))
    done = walk(base)
    if last == "x1999":
        assert (folders(done), done.notes) == ([f"skills/{last}"], [])
    else:
        words = "not visited: skills/x2000 and what follows it"
        assert folders(done) == []
        assert done.notes == [f"skills: the walk stopped after 2,000 folders; {words}"]


def test_each_limit_reported_bundled_folders_count(base):
    write_tree(base, skills("a", "b"))
    for index in range(MOST_FOLDERS):
        (base / f"p/skills/a/{index:04}").mkdir()
    done = walk(base)
    assert folders(done) == ["skills/a"]
    assert "not visited: skills/a/1999 and what follows it" in done.notes[0]


def test_a_very_deep_folder_inside_a_skill_ends_nothing(base):
    write_tree(base, skills("a"))
    (base / "p/skills/a" / "/".join(["d"] * 300)).mkdir(parents=True)
    assert folders(walk(base)) == ["skills/a"]


def test_an_unreadable_folder_is_one_line(base, monkeypatch):
    write_tree(base, skills("a/x", "b"))
    real_scandir = os.scandir

    def scandir(path):
        if os.fspath(path).endswith("skills/a"):
            raise PermissionError(13, "Permission denied")
        return real_scandir(path)

    monkeypatch.setattr(os, "scandir", scandir)
    done = walk(base)
    assert (folders(done), done.notes) == (
        ["skills/b"],
        ["skills/a: cannot be read: Permission denied"],
    )


def test_a_linked_file_has_the_base_of_its_target(base):
    write_tree(base, {"p/store/real/SKILL.md": "", "p/skills/linked/other.md": ""})
    (base / "p/skills/linked/SKILL.md").symlink_to("../../store/real/SKILL.md")
    done = walk(base)
    assert folders(done) == ["skills/linked"]
    assert done.found[0].base == base / "p/store/real"


def test_two_ways_to_one_file_are_one_skill(base):
    write_tree(base, skills("a", "store/b"))
    (base / "p/skills/0-first").symlink_to("store/b")
    (base / "p/skills/c").mkdir()
    (base / "p/skills/c/SKILL.md").symlink_to("../a/SKILL.md")
    done = walk(base)
    assert folders(done) == ["skills/a", "skills/store/b"]
    assert done.notes == [
        "skills/c: is another name of skills/a",
        "skills/0-first: is another name of skills/store/b",
    ]


def test_two_roots_share_what_they_found(base):
    write_tree(base, {"p/one/x/SKILL.md": ""})
    (base / "p/two").mkdir()
    (base / "p/two/y").symlink_to("../one/x")
    first = walk(base, "p/one")
    second = walk(base, "p/two", first.ways)
    assert (folders(first), folders(second)) == (["one/x"], [])
    assert second.notes == ["two/y: is another name of one/x"]


def test_a_root_inside_another_root_is_no_alias(base):
    write_tree(base, {"p/skills/group/x/SKILL.md": ""})
    first = walk(base, "p/skills/group")
    second = walk(base, "p/skills", first.ways)
    assert (folders(first), folders(second), second.notes) == (["skills/group/x"], [], [])


def test_a_folder_seen_through_a_link_is_not_entered_again(base):
    write_tree(base, {"ext/y/SKILL.md": ""})
    (base / "p/skills/w").symlink_to(base / "ext/y")
    (base / "p/skills/x").symlink_to(base / "ext")
    done = walk(base)
    assert folders(done) == ["skills/w"]
    assert done.notes == ["skills/x/y: is another name of skills/w"]


def test_link_to_secret_is_not_a_skill(base):
    write_tree(base, {"home/.ssh/id_test": "secret", "home/doc/SKILL.txt": "", **skills("ok")})
    for name, target in [("a", "home/.ssh/id_test"), ("b", "home/doc/SKILL.txt"), ("c", "gone")]:
        (base / "p/skills" / name).mkdir()
        (base / "p/skills" / name / "SKILL.md").symlink_to(base / target)
    done = walk(base)
    assert folders(done) == ["skills/ok"]
    assert [note.partition(":")[2] for note in done.notes] == [
        " links to ~/.ssh/id_test, which is not named SKILL.md: no skill",
        " links to ~/doc/SKILL.txt, which is not named SKILL.md: no skill",
        " is a link to nothing, to itself, or to what may not be looked at",
    ]


def test_what_is_no_regular_file_is_never_opened(base):
    write_tree(base, {"p/skills/dir/SKILL.md/x": ""})
    (base / "p/skills/fifo").mkdir()
    os.mkfifo(base / "p/skills/fifo/SKILL.md")
    assert stat.S_ISFIFO((base / "p/skills/fifo/SKILL.md").stat().st_mode)
    done = walk(base)
    assert done.found == []
    assert done.notes == [
        "skills/dir/SKILL.md: is not a regular file: no skill",
        "skills/fifo/SKILL.md: is not a regular file: no skill",
    ]


def test_pipes_and_sockets_in_a_skill_are_named_and_never_opened(base):
    write_tree(base, {**skills("a"), "p/skills/a/refs/x.md": ""})
    os.mkfifo(base / "p/skills/a/.pipe")
    os.mkfifo(base / "p/skills/a/refs/pipe")
    (base / "p/skills/a/gone").symlink_to("nowhere")
    with socket.socket(socket.AF_UNIX) as one, contextlib.chdir(base / "p/skills/a"):
        one.bind("socket")
    done = walk(base)
    assert folders(done) == ["skills/a"]
    words = "is a pipe, a socket or a device: no part of the skill, never opened"
    assert done.notes == [f"skills/a/{name}: {words}" for name in (".pipe", "refs/pipe", "socket")]


def test_a_base_that_is_home_or_above_is_refused(base):
    write_tree(base, {"home/SKILL.md": "", "SKILL.md": ""})
    for name, target in [("a", "home/SKILL.md"), ("b", "SKILL.md")]:
        (base / "p/skills" / name).mkdir()
        (base / "p/skills" / name / "SKILL.md").symlink_to(base / target)
    (base / "p/skills/c").symlink_to(base / "home")
    done = walk(base)
    assert done.found == []
    assert done.notes == [
        "skills/a/SKILL.md: lies in ~, the home folder or above it: no skill",
        f"skills/b/SKILL.md: lies in {base}, the home folder or above it: no skill",
        "skills/c: is a link to the home folder or above it: not followed",
    ]


def test_links_in_a_circle_end(base):
    for name, target in [("a", "b"), ("b", "a"), ("self", "self")]:
        (base / "p/skills" / name).symlink_to(target)
    (base / "p/skills/s").mkdir()
    (base / "p/skills/s/SKILL.md").symlink_to("SKILL.md")
    done = walk(base)
    assert done.found == []
    assert len(done.notes) == 4


def test_the_order_of_the_file_system_is_not_seen(base, monkeypatch):
    write_tree(base, skills("b", "a/x", "a/y", "c/z"))
    for name, target in [("l1", "a/x"), ("l0", "c"), ("gone", "nothing")]:
        (base / "p/skills" / name).symlink_to(target)
    expected = walk(base)
    assert folders(expected) == ["skills/a/x", "skills/a/y", "skills/b", "skills/c/z"]
    real_scandir = os.scandir
    for seed in range(10):

        def scandir(path, seed=seed):
            entries = list(real_scandir(path))
            random.Random(seed).shuffle(entries)
            return iter(entries)

        monkeypatch.setattr(os, "scandir", scandir)
        again = walk(base)
        assert (folders(again), again.notes) == (folders(expected), expected.notes)


@pytest.mark.parametrize("seed", range(10))
def test_another_listing_finds_the_same(base, seed):
    write_tree(base, skills("a", "b/c", "b/d", "e/f/g"))
    (base / "p/skills/z").symlink_to(base / "p/skills/b")
    usual = walk(base)
    other = Walk(usual.root, usual.places, {}, Shuffle(seed))
    other.run()
    assert (other.found, other.notes) == (usual.found, usual.notes)
