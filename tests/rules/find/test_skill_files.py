import os

from skillctl.rules.find.skill_files import skill_file, skill_in

SKILL = "---\nname: x\ndescription: y\n---\n"


def test_a_file_that_vanishes_while_it_is_looked_at_is_no_skill(tree):
    root = tree({"a/skill.md": SKILL})
    with os.scandir(root / "a") as entries:
        found = list(entries)
    (root / "a" / "skill.md").unlink()
    assert skill_file(found, in_root=False) is None
    assert skill_file(found, in_root=True) == str(root / "a" / "skill.md")


def test_the_skill_in_a_folder(tree):
    root = tree({"a/SKILL.md": "", "a/skill.md": "", "skills/b/skill.md": "", "c/skill.md": "# x"})
    assert skill_in(root / "a") == str(root / "a/SKILL.md")
    assert skill_in(root / "skills/b") == str(root / "skills/b/skill.md")
    assert (skill_in(root / "c"), skill_in(root / "none")) == (None, None)
