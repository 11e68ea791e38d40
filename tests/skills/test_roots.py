"""Roots per scope: skills.md section 1.2."""

import os
from pathlib import Path

import pytest

from skillctl.errors import SkillctlError
from skillctl.settings import SkillSettings
from skillctl.skills.roots import SkillFolders, find_roots

USUAL = (".agents/skills", ".gbs/skills", ".claude/skills")


@pytest.fixture
def places(tmp_path):
    base = tmp_path.resolve()
    for name in ("project", "home", "data"):
        (base / name).mkdir()
    return SkillFolders(base / "project", base / "home", base / "data")


def make(folder, *names):
    for name in names:
        (folder / name).mkdir(parents=True)


def shown(places, roots):
    return [(root.scope, places.shown(root.path)) for root in roots.roots]


def test_order_of_scopes_and_roots(places):
    make(places.project, *reversed(USUAL), "more/skills")
    make(places.home, *USUAL, "own")
    make(places.data_dir, "skills")
    extra = (places.home / "own", places.project / "more/skills")
    roots = find_roots(places, SkillSettings(), extra)
    assert shown(places, roots) == [
        ("project", "more/skills"),
        *(("project", name) for name in USUAL),
        ("user", "~/own"),
        *(("user", f"~/{name}") for name in USUAL),
        ("user", str(places.data_dir / "skills")),
    ]
    assert [root.rank for root in roots.roots] == list(range(9))
    assert roots.notes == ()


def test_missing_roots_are_named_as_looked_at(places):
    roots = find_roots(places, SkillSettings())
    assert roots.roots == ()
    assert roots.looked_in == (*USUAL, *(f"~/{n}" for n in USUAL), f"{places.data_dir}/skills")


def test_settings_replace_the_lists(places):
    make(places.project, "a", ".agents/skills")
    make(places.home, "b")
    settings = SkillSettings(project_roots=("a",), user_roots=("b",))
    assert shown(places, find_roots(places, settings)) == [("project", "a"), ("user", "~/b")]


def test_without_a_project_there_are_user_roots_only(places):
    make(places.project, *USUAL)
    make(places.home, ".agents/skills")
    alone = SkillFolders(None, places.home, places.data_dir)
    assert shown(alone, find_roots(alone, SkillSettings())) == [("user", "~/.agents/skills")]


def test_a_user_root_that_is_a_project_root_is_skipped_with_a_note(places):
    make(places.project, ".agents/skills")
    (places.home / ".agents").mkdir()
    (places.home / ".agents/skills").symlink_to(places.project / ".agents/skills")
    roots = find_roots(places, SkillSettings())
    assert shown(places, roots) == [("project", ".agents/skills")]
    assert roots.notes == ("~/.agents/skills is the same folder as .agents/skills: skipped",)


def test_home_named_as_the_project(places):
    make(places.home, ".agents/skills")
    same = SkillFolders(places.home, places.home, places.data_dir)
    roots = find_roots(same, SkillSettings())
    assert shown(same, roots) == [("project", ".agents/skills")]
    assert roots.notes == ()
    assert roots.looked_in.count(".agents/skills") == 1


def test_the_scope_of_a_named_root_follows_where_it_lies(places):
    make(places.home, "shared")
    (places.project / "link").symlink_to(places.home / "shared")
    (places.home / "way").symlink_to(places.project)
    make(places.project, "inner")
    extra = (places.project / "link", places.home / "way/inner")
    assert shown(places, find_roots(places, SkillSettings(), extra)) == [
        ("project", "inner"),
        ("user", "~/shared"),
    ]


def test_a_named_root_and_a_usual_one_are_one(places):
    make(places.project, ".claude/skills")
    roots = find_roots(places, SkillSettings(), (places.project / ".claude/../.claude/skills",))
    assert shown(places, roots) == [("project", ".claude/skills")]


def test_a_named_root_that_is_no_folder_ends_the_command(places):
    with pytest.raises(SkillctlError, match="no folder there"):
        find_roots(places, SkillSettings(), (Path("/nowhere/at/all"),))


def test_a_root_that_links_to_itself_is_no_root(places):
    (places.project / ".agents").mkdir()
    (places.project / ".agents/skills").symlink_to("skills")
    roots = find_roots(places, SkillSettings())
    assert roots.roots == ()
    assert roots.notes == (".agents/skills cannot be read: Too many levels of symbolic links",)


@pytest.mark.parametrize("target", ["..", "../..", "/", "~"])
def test_a_link_that_makes_a_root_of_home_or_of_what_holds_the_project_is_skipped(places, target):
    """Files of such a root could be read by links of every skill in it."""
    (places.project / ".agents").mkdir()
    (places.project / ".agents/skills").symlink_to(places.home if target == "~" else target)
    roots = find_roots(places, SkillSettings())
    assert roots.roots == ()
    assert roots.notes == (
        ".agents/skills is a link to the project, to the home folder or above: skipped",
    )


def test_what_the_user_names_may_be_the_project_itself(places):
    settings = SkillSettings(project_roots=(".",), user_roots=())
    assert shown(places, find_roots(places, settings)) == [("project", ".")]
    named = find_roots(places, SkillSettings(), (places.project, places.home))
    assert shown(places, named) == [("project", "."), ("user", "~")]


def test_a_root_of_the_user_may_be_the_project(places):
    (places.home / ".agents").mkdir()
    (places.home / ".agents/skills").symlink_to(places.project)
    assert shown(places, find_roots(places, SkillSettings())) == [("user", "~/.agents/skills")]


def test_a_root_that_may_not_be_looked_at_is_one_line(places, monkeypatch):
    make(places.project, ".agents/skills", ".gbs/skills")
    real = os.stat

    def stat(path, **options):
        if path == places.project / ".agents/skills":
            raise PermissionError(13, "Permission denied")
        return real(path, **options)

    monkeypatch.setattr(os, "stat", stat)
    roots = find_roots(places, SkillSettings())
    assert shown(places, roots) == [("project", ".gbs/skills")]
    assert roots.notes == (".agents/skills cannot be read: Permission denied",)
    with pytest.raises(SkillctlError, match="no folder there"):
        find_roots(places, SkillSettings(), (places.project / ".agents/skills",))
