"""Whose a skill is that can be reached from a repository."""

from skillctl.skills.owned import Owned
from skillctl.skills.roots import Root, SkillFolders
from tests.conftest import write_tree
from tests.skills.conftest import skill_text


def test_only_what_the_user_has_is_the_users(tmp_path):
    base = write_tree(
        tmp_path.resolve(),
        {
            "home/skills/a/SKILL.md": skill_text("a"),
            "p/b/SKILL.md": skill_text("b"),
            "on/SKILL.md": skill_text("on"),
            "else/SKILL.md": skill_text("else"),
        },
    )
    mine = base / "home/skills"
    (mine / "b").symlink_to(base / "p/b")
    roots = [Root("user", mine, mine), Root("builtin", base / "on", base / "on")]
    owned = Owned(roots, SkillFolders(base / "p", base / "home", base / "data"))
    assert owned.folder_of(mine / "a/SKILL.md") == mine / "a"
    assert owned.folder_of(base / "on/SKILL.md") == base / "on"
    assert owned.folder_of(base / "p/b/SKILL.md") is None
    assert owned.folder_of(base / "else/SKILL.md") is None
