"""Where a new skill is put: inside of its scope, or nowhere."""

from dataclasses import replace

import pytest

from skillctl.errors import SkillctlError
from skillctl.settings import PRESETS, preset_settings
from skillctl.skills.roots import SkillFolders, find_roots
from skillctl.skills.target import target_of
from tests.conftest import write_tree


def places_of(world, project=True):
    return SkillFolders(world.project if project else None, world.home, world.data_dir)


@pytest.mark.parametrize("preset", sorted(PRESETS))
@pytest.mark.parametrize("scope", ["project", "user"])
def test_the_root_is_one_in_which_the_preset_looks(world, preset, scope):
    settings = preset_settings(preset).skills
    places = places_of(world)
    target = target_of(scope, places, settings)
    folder = {"project": world.project, "user": world.home}[scope]
    usual = ".agents/skills"
    names = settings.project_roots if scope == "project" else settings.user_roots
    assert target.root == folder / (usual if usual in names else names[0])
    assert target.shown(target.folder("x")) in [
        f"{shown}/x" for shown in find_roots(places, settings).looked_in
    ]


def test_no_project(world):
    with pytest.raises(SkillctlError, match="there is no project here") as caught:
        target_of("project", places_of(world, project=False), world.settings().skills)
    assert "--to user" in caught.value.hint


def test_no_roots_in_the_settings(world):
    none = world.settings(project_roots=[], user_roots=[]).skills
    assert target_of("user", places_of(world), none).root == world.data_dir / "skills"
    with pytest.raises(SkillctlError, match="project-roots is empty"):
        target_of("project", places_of(world), none)


def test_a_link_of_the_repository_that_leads_out_is_not_followed(world):
    world.link(".agents/skills", world.home / ".agents" / "skills")
    (world.home / ".agents/skills").mkdir(parents=True)
    with pytest.raises(SkillctlError) as caught:
        target_of("project", places_of(world), world.settings().skills)
    assert str(caught.value) == (
        "skills of the project go to .agents/skills, which leads to ~/.agents/skills: that is not "
        "a folder of the project alone"
    )


def test_a_link_inside_the_project_is_followed(world):
    (world.project / "tools").mkdir()
    world.link(".agents/skills", "../tools")
    target = target_of("project", places_of(world), world.settings().skills)
    assert target.root == world.project / ".agents" / "skills"


def test_a_link_of_the_user_leads_neither_into_the_project_nor_home(world):
    for aim in (world.project, world.home):
        link = world.home / ".agents"
        link.unlink(missing_ok=True)
        link.symlink_to(aim)
        (aim / "skills").mkdir(exist_ok=True)
        if aim == world.home:
            (aim / "skills").rmdir()
            (aim / "skills").symlink_to(aim)
        with pytest.raises(SkillctlError, match="not a folder of the user alone"):
            target_of("user", places_of(world), world.settings().skills)


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda path: path.write_text(""), "but .agents is no folder"),
        (lambda path: path.symlink_to("gone"), "but .agents is a link to nothing"),
        (lambda path: path.symlink_to(path.name), "but .agents is a link to nothing"),
    ],
)
def test_what_is_in_the_way_is_named(world, make, words):
    make(world.project / ".agents")
    with pytest.raises(SkillctlError, match=words):
        target_of("project", places_of(world), world.settings().skills)


def test_a_name_is_taken_also_in_other_letters_of_the_same(world):
    target = target_of("project", places_of(world), world.settings().skills)
    assert target.taken("a") == ""
    write_tree(target.root, {"Lint-Docs/x": "", "e\u0301/x": "", "file": ""})
    assert target.taken("lint-docs") == "Lint-Docs"
    assert target.taken("\u00e9") == "e\u0301"
    assert target.taken("file") == "file"
    assert target.taken("lint") == ""


@pytest.mark.parametrize(("scope", "folder"), [("project", "project"), ("user", "home")])
def test_the_folder_of_git_is_closed(world, scope, folder):
    top = getattr(world, folder)
    (top / "sub/.Git").mkdir(parents=True)
    (top / ".agents").symlink_to("sub/.Git")
    with pytest.raises(SkillctlError) as caught:
        target_of(scope, places_of(world), world.settings().skills)
    assert str(caught.value).endswith("sub/.Git/skills: nothing is written into .Git")


def test_a_folder_of_data_may_have_any_name(world):
    places = replace(places_of(world), data_dir=world.data_dir / ".skillctl")
    target = target_of("user", places, world.settings(user_roots=()).skills)
    assert target.root == world.data_dir / ".skillctl/skills"
