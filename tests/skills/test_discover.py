"""From folders to skills in order of precedence: skills.md sections 1 and 3."""

import os
import random

import pytest

from tests.skills.conftest import skill_text


def rows(discovery):
    return [(item.scope, item.folder, item.name) for item in discovery.items]


def test_strongest_first(world):
    world.write(
        {
            ".claude/skills/a/SKILL.md": skill_text("a"),
            ".agents/skills/deep/er/a/SKILL.md": skill_text("a"),
            ".agents/skills/z/SKILL.md": skill_text("z"),
            ".gbs/skills/b/SKILL.md": skill_text("b"),
            "~/.agents/skills/a/SKILL.md": skill_text("a"),
            "~/.data/skillctl/skills/own/SKILL.md": skill_text("own"),
        }
    )
    found = world.discover()
    assert rows(found) == [
        ("project", ".agents/skills/z", "z"),
        ("project", ".agents/skills/deep/er/a", "a"),
        ("project", ".gbs/skills/b", "b"),
        ("project", ".claude/skills/a", "a"),
        ("user", "~/.agents/skills/a", "a"),
        ("user", "~/.data/skillctl/skills/own", "own"),
    ]
    assert found.notes == ()
    assert found.looked_in[:2] == (".agents/skills", ".gbs/skills")


def test_what_a_skill_knows_of_its_place(world):
    world.write({".agents/skills/a/SKILL.md": skill_text("a", more="autoAttach: '*.csv'\n")})
    (item,) = world.discover().items
    skill = item.skill
    assert (skill.shown, skill.folder) == (".agents/skills/a/SKILL.md", ".agents/skills/a")
    assert (skill.source, skill.outside, skill.scope) == (".agents/skills/a", "", "project")
    assert (skill.base, skill.root) == (
        world.project / ".agents/skills/a",
        world.project / ".agents/skills",
    )
    assert (skill.auto_attach, skill.line) == (("*.csv",), 3)


def test_an_invalid_skill_has_its_place_and_the_best_name_there_is(world):
    world.write(
        {
            ".agents/skills/a/SKILL.md": "no front matter",
            ".agents/skills/b/SKILL.md": skill_text("Title Case"),
            ".agents/skills/c/SKILL.md": skill_text('"x\\ny\\u200b"'),
            ".agents/skills/d/SKILL.md": b"\xff\xfe",
        }
    )
    found = world.discover()
    assert [item.name for item in found.items] == ["a", "Title Case", "x y", "d"]
    assert all(item.skill is None for item in found.items)
    assert found.items[0].reason.startswith(".agents/skills/a/SKILL.md:1:1: ")


def test_a_link_that_leaves_the_project_is_marked_outside(world):
    world.write({"~/shared/ext/SKILL.md": skill_text("ext")})
    world.link(".agents/skills/ext", world.home / "shared/ext")
    (item,) = world.discover().items
    assert (item.scope, item.folder) == ("project", ".agents/skills/ext")
    assert (item.skill.outside, item.skill.source) == ("~/shared/ext", ".agents/skills/ext")


def test_what_lies_in_the_project_is_of_the_project_however_it_is_reached(world):
    world.write({"dev/tool/SKILL.md": skill_text("tool")})
    (world.home / ".agents/skills").mkdir(parents=True)
    (world.home / ".agents/skills/tool").symlink_to(world.project / "dev/tool")
    (item,) = world.discover().items
    assert (item.scope, item.folder) == ("project", "dev/tool")
    assert item.skill.source == "dev/tool"
    (other,) = world.discover(project=False).items
    assert (other.scope, other.folder) == ("user", "~/.agents/skills/tool")


def test_the_same_skill_has_one_source_by_every_way(world):
    world.write({"tools/skills/a/SKILL.md": skill_text("a")})
    world.link(".agents/skills", "../tools/skills")
    (usual,) = world.discover().items
    (named,) = world.discover(extra=[world.project / ".agents/skills"]).items
    assert usual.skill.source == named.skill.source == "tools/skills/a"
    assert usual.folder == ".agents/skills/a"


def test_a_source_is_the_same_on_systems_that_decompose_letters(world):
    world.write({".agents/skills/cafe\u0301/SKILL.md": skill_text("caf\u00e9")})
    (item,) = world.discover().items
    assert item.skill.source == ".agents/skills/caf\u00e9"
    assert item.skill.folder == ".agents/skills/cafe\u0301"
    assert world.decide().gather().candidates[0].status == "active"


def test_a_named_root(world):
    world.write({"more/a/SKILL.md": skill_text("a"), "~/own/b/SKILL.md": skill_text("b")})
    found = world.discover(extra=[world.home / "own", world.project / "more"])
    assert rows(found) == [("project", "more/a", "a"), ("user", "~/own/b", "b")]


def test_nothing_anywhere(world):
    found = world.discover()
    assert (found.items, found.notes) == ((), ())
    assert len(found.looked_in) == 7


def test_aliases_count_as_names_of_the_folder(world):
    world.write({"store/v1/SKILL.md": skill_text("tool")})
    world.link(".agents/skills/tool", "../../store/v1")
    (item,) = world.discover().items
    assert item.warnings == ()


@pytest.mark.parametrize("seed", range(10))
def test_the_order_of_the_file_system_is_not_seen(world, monkeypatch, seed):
    world.write({f".agents/skills/g{i}/s{j}/SKILL.md": skill_text(f"s{j}") for i, j in PAIRS})
    expected = rows(world.discover())
    real = os.scandir

    def scandir(path):
        entries = list(real(path))
        random.Random(seed).shuffle(entries)
        return iter(entries)

    monkeypatch.setattr(os, "scandir", scandir)
    assert rows(world.discover()) == expected


PAIRS = [(i, j) for i in range(3) for j in range(4)]
