"""Skills that were made for servers, as they stand on disk: skills.md sections 1.2 and 17."""

import json
import os
from dataclasses import replace
from pathlib import Path

import pytest

from skillctl.errors import SkillctlError
from skillctl.generated_mark import MARK
from skillctl.settings import McpSettings, Settings, with_values
from skillctl.skills.choose import choose
from skillctl.skills.discover import discover, with_generated
from skillctl.skills.fingerprint import fingerprint_skill
from skillctl.skills.generated import (
    expected_name,
    fake_folders,
    find_generated,
    generated_folder,
)
from skillctl.skills.preferences import Preferences
from tests.skills.conftest import skill_text


def mark(server):
    return json.dumps({"managed_by": "keen-mcp", "server": server})


@pytest.mark.parametrize(
    ("value", "folder"),
    [
        ("", "/data/generated"),
        ("~/.host/skills", "/home/me/.host/skills"),
        ("mine", "/data/mine"),
        ("/srv/skills", "/srv/skills"),
    ],
)
def test_where_they_stand(value, folder):
    settings = McpSettings(generated_dir=value)
    assert generated_folder(settings, Path("/home/me"), Path("/data")) == Path(folder)


@pytest.mark.parametrize("value", ["a\0b", "../up", "~/../x", "/srv/../x", "~root/x", "~"])
def test_what_is_no_such_folder_is_refused(value):
    settings = McpSettings(generated_dir=value)
    with pytest.raises(SkillctlError, match=r"mcp\.generated-dir is .* no folder"):
        generated_folder(settings, Path("/home/me"), Path("/data"))


def test_the_mark_makes_a_generated_skill(tree):
    root = tree(
        {
            f"mcp:b/{MARK}": mark("b"),
            "mcp:b/SKILL.md": "x",
            f"mcp-a/{MARK}": mark("a"),
            "mcp-a/SKILL.md": "x",
            "mcp-by-hand/SKILL.md": "x",
            f"mcp-empty/{MARK}": mark("e"),
            f".old-0123abcd/{MARK}": mark("o"),
            ".old-0123abcd/SKILL.md": "x",
            "file": "x",
        }
    )
    (root / "link").symlink_to(root / "mcp-a")
    (root / "mcp-link").mkdir()
    (root / "mcp-link" / MARK).write_text(mark("l"))
    (root / "mcp-link" / "SKILL.md").symlink_to(root / "mcp-a" / "SKILL.md")
    found = list(find_generated(root))
    assert [one.folder.name for one in found] == ["mcp-a", "mcp:b"]
    assert {one.root.scope for one in found} == {"generated"}
    assert [expected_name(one.base) for one in found] == ["mcp:a", "mcp:b"]


def test_a_folder_that_is_not_there_has_none(tmp_path):
    assert list(find_generated(tmp_path / "missing")) == []


GENERATED = {
    "~/.keen/skills/mcp:x/SKILL.md": skill_text("mcp:x"),
    "~/.keen/skills/mcp:x/.keen-generated-mcp.json": '{"managed_by": "keen-mcp", "server": "x"}',
}
AS_KEEN = {
    "skills.user_roots": [".keen/skills"],
    "skills.names": "lenient",
    "mcp.generated_dir": "~/.keen/skills",
    "mcp.surface": "skills",
}


def found_generated(world, **more):
    world.write(GENERATED | more)
    return discover(world.project, world.home, world.data_dir, with_values(Settings(), AS_KEEN))


def test_a_generated_skill_is_one_of_its_own_scope_even_under_a_root_of_the_user(world):
    found = found_generated(world)
    (item,) = found.items
    assert (item.name, item.scope, item.folder) == ("mcp:x", "generated", "~/.keen/skills/mcp:x")
    assert (item.skill.name, item.warnings, found.notes) == ("mcp:x", (), ())
    assert item.hidden
    shown = with_generated(found, [replace(item, hidden="")])
    assert [one.hidden for one in shown.items] == [""]
    assert with_generated(found, []).items == ()


def test_on_the_surface_tools_there_are_none(world):
    world.write(GENERATED)
    settings = with_values(Settings(), AS_KEEN | {"mcp.surface": "tools"})
    found = discover(world.project, world.home, world.data_dir, settings)
    assert (found.items, found.notes) == ((), ())


def test_a_generated_skill_with_another_name_is_invalid(world):
    text = skill_text("mcp:other")
    (item,) = found_generated(world, **{"~/.keen/skills/mcp:x/SKILL.md": text}).items
    assert item.skill is None
    assert item.reason == "~/.keen/skills/mcp:x/SKILL.md: its name is not mcp:x"


def test_a_hand_written_skill_may_not_have_such_a_name(world):
    files = {
        "~/.keen/skills/mcp:y/SKILL.md": skill_text("mcp:y"),
        ".agents/skills/mcp:z/SKILL.md": skill_text("mcp:z"),
        ".agents/skills/mcp:z/.keen-generated-mcp.json": mark_of("z"),
    }
    found = found_generated(world, **files)
    invalid = {item.name: item.scope for item in found.items if item.skill is None}
    assert invalid == {"mcp:y": "user", "mcp:z": "project"}


def mark_of(server):
    return f'{{"managed_by": "keen-mcp", "server": "{server}"}}'


def test_the_mark_is_no_part_of_a_generated_skill(world):
    (item,) = found_generated(world).items
    before = fingerprint_skill(item.skill, None)
    (item.skill.base / ".keen-generated-mcp.json").write_text(mark_of("x") + "\n")
    assert fingerprint_skill(item.skill, None).skill.fingerprint == before.skill.fingerprint
    assert [entry["path"] for entry in json.loads(before.item.form)["files"]] == ["SKILL.md"]


def test_a_hidden_skill_is_a_candidate_that_is_not_used_and_shadows_nothing(world):
    found = found_generated(world)
    chosen = choose(found, {}, Settings())
    (candidate,) = chosen.candidates
    assert (candidate.status, candidate.reason) == ("hidden", found.items[0].hidden)
    assert (chosen.skills, chosen.notes) == ((), ())
    disabled = choose(found, {}, Settings(), Preferences({"mcp:x": False}))
    assert disabled.candidates[0].status == "disabled"
    twice = with_generated(found, [found.items[0], replace(found.items[0], hidden="")])
    assert [c.status for c in choose(twice, {}, Settings()).candidates] == ["hidden", "active"]
    twice = with_generated(found, [replace(found.items[0], hidden=""), found.items[0]])
    assert [c.status for c in choose(twice, {}, Settings()).candidates] == ["active", "hidden"]


def test_folders_of_fakes_the_last_that_was_written_first(tmp_path):
    assert fake_folders(tmp_path) == []
    for at, name in enumerate("bca"):
        folder = tmp_path / "fakes" / name
        folder.mkdir(parents=True)
        os.utime(folder, (1_700_000_000 + at // 2, 1_700_000_000 + at // 2))
    (tmp_path / "fakes" / "file").write_text("x")
    assert [folder.name for folder in fake_folders(tmp_path)] == ["a", "b", "c"]
