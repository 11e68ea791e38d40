"""What lies under a name that no skill has: skills.md sections 1.3, 1.4 and 3."""

import pytest

from skillctl.skills.missed import MOST, missed
from skillctl.skills.model import SkillSnapshot
from tests.skills.conftest import skill_text

ROOT = ".agents/skills"
NO_SKILL = "is a file, but a skill is a folder with a SKILL.md: no skill"


@pytest.fixture
def found(world):
    """Write files, and give what is told of a name."""

    def run(name, files=()):
        world.write(dict(files))
        return missed(name, world.gather())

    return run


def test_a_folder_whose_skill_has_another_name(found):
    files = {f"{ROOT}/mine/SKILL.md": skill_text("other")}
    assert found("mine", files) == (
        (
            f"{ROOT}/mine is the skill other: that is the name in its front matter; "
            "see: skillctl skills why other"
        ),
    )
    assert found("other") == (), "it is a skill; nothing is missed"


@pytest.mark.parametrize(
    ("path", "line"),
    [
        ("x/skill.md", "x/skill.md: is not named SKILL.md: no skill"),
        ("x/SKILL.MD", "x/SKILL.MD: is not named SKILL.md: no skill"),
        ("x/SKILLS.md", "x: holds no SKILL.md, but SKILLS.md"),
        ("x/notes.txt", "x: holds no SKILL.md"),
        ("x.md", f"x.md: {NO_SKILL}"),
        ("more/x.md", f"more/x.md: {NO_SKILL}"),
        ("a/b/c/d/e/f/x/SKILL.md", ("a/b/c/d/e/f/x: lies deeper than 6 folders below its root: "
         "not entered")),
    ],
)  # fmt: skip
def test_what_is_no_skill_by_its_place_or_its_files(found, path, line):
    assert found("x", {f"{ROOT}/{path}": skill_text("x")}) == (f"{ROOT}/{line}",)


def test_part_of_another_skill(found):
    files = {f"{ROOT}/{path}/SKILL.md": skill_text(path[-1]) for path in ("a", "a/x")}
    told = f"{ROOT}/a/x/SKILL.md: lies inside another skill: part of it, no skill"
    assert found("x", files) == (told,)
    assert found("a", files) == ()


def test_links_that_lead_nowhere_and_other_names(world, found):
    world.link(f"{ROOT}/x", "gone").write({f"{ROOT}/a/SKILL.md": skill_text("a")})
    world.link(f"{ROOT}/alias", "a")
    (line,) = found("x")
    assert line.startswith(f"{ROOT}/x: is a link to nothing")
    assert found("alias") == (f"{ROOT}/alias: is another name of {ROOT}/a",)


def test_where_nothing_has_the_name_what_was_not_seen_is_told(found):
    files = {f"{ROOT}/a/b/c/d/e/f/g/x/SKILL.md": skill_text("x")}
    assert found("x", files) == (
        (
            f"not looked at: {ROOT}/a/b/c/d/e/f/g: lies deeper than 6 folders below its root: "
            "not entered"
        ),
    )


def test_what_is_said_of_another_skill_is_no_answer(found):
    more = "allowed-tools: 7\n"
    assert found("x", {f"{ROOT}/x/SKILL.md": skill_text("x", more=more)}) == ()
    (line,) = found("y", {f"{ROOT}/y/SKILL.md": skill_text("z", more=more)})
    assert "is the skill z" in line


def test_many_are_counted_and_hidden_characters_are_shown(found):
    told = found("x", {f"{ROOT}/{letter}/x.md": "x" for letter in "abcdefg"})
    assert (len(told), told[-1]) == (MOST + 1, "and 2 more")
    assert found("a\u200b", {f"{ROOT}/a\u200b.md": ""}) == (rf"{ROOT}/a\u{{200B}}.md: {NO_SKILL}",)


def test_nobody_hears_of_that_who_does_not_ask(world):
    world.write({f"{ROOT}/x.md": "", f"{ROOT}/empty/notes.txt": ""})
    snapshot = world.gather()
    assert snapshot.notes == ()
    assert len(snapshot.passed) == 2
    assert missed("x", SkillSnapshot((), "")) == ()
