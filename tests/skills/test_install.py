"""Installing a skill: whole, under its name, inside of the root; never by surprise."""

import pytest

from skillctl.errors import SkillctlError
from skillctl.skills import install as module
from skillctl.skills.install import install, recover, source_of
from skillctl.skills.roots import SkillFolders
from skillctl.skills.target import Target
from tests.conftest import write_tree
from tests.skills.conftest import skill_text


@pytest.fixture
def target(world):
    return Target(
        world.project / ".agents/skills", SkillFolders(world.project, world.home, world.data_dir)
    )


@pytest.fixture
def folder(tmp_path):
    return write_tree(
        tmp_path / "far" / "demo", {"SKILL.md": skill_text("demo"), "scripts/a.sh": "echo\n"}
    )


def put(world, folder, target, **options):
    return install(source_of(folder, "SOURCE", world.home), target, **options)


def refused(world, folder, target, **options):
    with pytest.raises(SkillctlError) as caught:
        put(world, folder, target, **options)
    return str(caught.value)


def names_in(folder):
    return sorted(path.name for path in folder.iterdir())


def test_installed_then_the_same_then_other_content(world, folder, target):
    first = put(world, folder, target)
    place = target.root / "demo"
    assert (first.action, first.folder, first.notes) == ("installed", place, ())
    assert put(world, folder, target).action == "already installed"
    write_tree(place, {"SKILL.md": skill_text("demo", body="Mine.\n")})
    assert refused(world, folder, target) == (
        ".agents/skills/demo is there and holds other content; changed: SKILL.md"
    )
    assert "Mine." in (place / "SKILL.md").read_text()
    assert put(world, folder, target, force=True).action == "replaced"
    assert (place / "SKILL.md").read_text() == skill_text("demo")
    assert names_in(target.root) == ["demo"]


def test_the_folder_is_named_after_the_skill(world, tmp_path, target):
    folder = write_tree(tmp_path / "Odd Name", {"SKILL.md": skill_text("good")})
    assert put(world, folder, target).folder == target.root / "good"


@pytest.mark.parametrize("name", ["../../x", "a/b", ".", "..", "A", "'\\uff0fetc'", "'/etc'"])
def test_no_name_is_a_path(world, tmp_path, target, name):
    folder = write_tree(tmp_path / "far", {"SKILL.md": skill_text(name)})
    assert "cannot be used: SOURCE/SKILL.md:2:7: name" in refused(world, folder, target)
    assert not target.root.exists()


def test_what_is_no_skill(world, tmp_path, target):
    assert refused(world, tmp_path, target) == "SOURCE holds no SKILL.md"
    write_tree(tmp_path / "far", {"other.md": skill_text("a")})
    (tmp_path / "far/SKILL.md").symlink_to("other.md")
    assert refused(world, tmp_path / "far", target) == "SOURCE holds no SKILL.md"
    write_tree(world.home, {"SKILL.md": skill_text("a")})
    assert "is the home folder or lies above it" in refused(world, world.home, target)


def test_a_linked_skill_is_that_to_which_it_leads(world, folder, tmp_path, target):
    (tmp_path / "link").symlink_to(folder)
    put(world, tmp_path / "link", target)
    assert names_in(target.root / "demo") == ["SKILL.md", "scripts"]
    assert not (target.root / "demo").is_symlink()


def test_a_link_that_leaves_is_refused_and_nothing_is_left(world, folder, target):
    (folder / "link").symlink_to("/etc/hostname")
    words = refused(world, folder, target)
    assert words == ("SOURCE cannot be installed: the link link -> /etc/hostname leaves the skill")
    assert not (world.project / ".agents").exists()


def test_a_refused_replacement_leaves_the_old_one(world, folder, target):
    put(world, folder, target)
    write_tree(folder, {"new.md": ""})
    (folder / "link").symlink_to("..")
    assert "leaves the skill" in refused(world, folder, target, force=True)
    assert names_in(target.root) == ["demo"]
    assert names_in(target.root / "demo") == ["SKILL.md", "scripts"]


def test_a_failed_rename_leaves_the_old_one(world, folder, target, monkeypatch):
    put(world, folder, target)
    write_tree(folder, {"new.md": ""})

    def fail(stage, place):
        raise OSError(28, "No space left on device", str(place / stage.name))

    monkeypatch.setattr(module, "replace", fail)
    assert "No space left on device" in refused(world, folder, target, force=True)
    assert names_in(target.root) == ["demo"]


def test_what_an_ended_process_left_in_a_project_is_named_only(world, folder, target):
    put(world, folder, target)
    source = source_of(folder, "SOURCE", world.home)
    assert recover(source, target) == ()
    (target.root / "demo").rename(target.root / ".demo.old-0123")
    (words,) = recover(source, target)
    assert words.startswith("not touched: .agents/skills/.demo.old-0123; ")
    assert names_in(target.root) == [".demo.old-0123"]


@pytest.fixture
def own(target):
    """A root of the user."""
    return Target(target.places.home / ".agents/skills", target.places)


def test_what_an_ended_process_left_is_put_back_first(world, folder, own):
    target = own
    put(world, folder, target)
    source = source_of(folder, "SOURCE", world.home)
    assert recover(source, target) == ()
    (target.root / "demo").rename(target.root / ".demo.old-0123")
    (target.root / ".demo.new-4567").mkdir()
    left = "~/.agents/skills/.demo.new-4567"
    assert recover(source, target) == (
        "~/.agents/skills/demo was put back: an earlier install was ended before its end",
        f"left by an install that was ended, unless one runs right now: {left}; remove it",
    )
    assert put(world, folder, target).action == "already installed"
    assert names_in(target.root) == [".demo.new-4567", "demo"]


def test_what_cannot_be_put_back_is_told(world, folder, own, monkeypatch):
    def fail(place):
        raise PermissionError(13, "Permission denied", str(place))

    monkeypatch.setattr(module, "restore", fail)
    with pytest.raises(SkillctlError, match="demo: Permission denied"):
        recover(source_of(folder, "SOURCE", world.home), own)


def test_old_content_that_cannot_be_removed_is_named(world, folder, target, monkeypatch):
    put(world, folder, target)
    write_tree(folder, {"new.md": ""})
    kept = module.replace
    monkeypatch.setattr(module, "replace", lambda *words: kept(*words) or ".demo.old-1")
    notes = put(world, folder, target, force=True).notes
    assert notes == (".agents/skills/.demo.old-1 is what was there; remove it",)


@pytest.mark.parametrize("force", [False, True])
def test_what_is_no_skill_is_never_replaced(world, folder, target, force):
    write_tree(target.root, {"demo/notes.md": "mine"})
    assert refused(world, folder, target, force=force) == (
        ".agents/skills/demo is in the way: it holds no SKILL.md"
    )
    assert (target.root / "demo/notes.md").read_text() == "mine"
    (target.root / "demo/notes.md").unlink()
    (target.root / "demo").rmdir()
    (target.root / "demo").symlink_to("gone")
    assert "is in the way: it is a link to nothing" in refused(world, folder, target, force=force)


def test_other_letters_of_the_same_name_are_not_replaced(world, folder, target):
    write_tree(target.root, {"Demo/SKILL.md": skill_text("demo")})
    assert refused(world, folder, target, force=True) == (
        ".agents/skills/Demo differs only in the form of its letters from demo"
    )


def test_itself_is_already_installed(world, folder, target):
    put(world, folder, target)
    assert put(world, target.root / "demo", target).action == "already installed"


def test_one_inside_of_the_other(world, target):
    write_tree(world.project, {"SKILL.md": skill_text("demo")})
    assert "lie one inside of the other" in refused(world, world.project, target)
    (world.project / "SKILL.md").unlink()
    text = skill_text("demo")
    write_tree(target.root, {"demo/SKILL.md": text, "demo/sub/SKILL.md": text})
    words = refused(world, target.root / "demo/sub", target, force=True)
    assert "lie one inside of the other" in words


def test_what_is_left_out_is_told(world, folder, target):
    write_tree(folder, {".git/HEAD": "ref"})
    assert put(world, folder, target).notes == ("not copied, since it is no part of a skill: .git",)
    assert put(world, folder, target).action == "already installed"


def test_too_much_in_the_source_and_in_what_is_there(world, folder, target, monkeypatch):
    put(world, folder, target)
    write_tree(target.root, {f"demo/{number}": "" for number in range(3)})
    monkeypatch.setattr("skillctl.skills.copying.MOST_FILES", 3)
    words = refused(world, folder, target)
    assert words.endswith("other content; of what is there: it has more than 3 files")
    write_tree(folder, {str(number): "" for number in range(3)})
    assert refused(world, folder, target) == (
        "SOURCE cannot be installed: it has more than 3 files"
    )
