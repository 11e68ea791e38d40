import json

import pytest

from skillctl.rules.find.found import Target
from skillctl.rules.skill.same_name import in_order, scope_of


def skill(name, text="x"):
    return f"---\nname: {name}\ndescription: d\n---\n{text}\n"


def found(skillctl, root, *words):
    run = skillctl("lint", "--select", "SK601", "--format", "json", *words, ".", cwd=root)
    rows = json.loads(run.out)["findings"]
    return [(f["path"].removesuffix("/SKILL.md"), f["message"].split('"')[3]) for f in rows]


@pytest.mark.parametrize(
    ("path", "key"),
    [
        ("/p/.claude/skills/a/SKILL.md", "//p"),
        ("/p/.agents/skills/cat/a/SKILL.md", "//p"),
        ("/p/.codex/skills/a/SKILL.md", "//p/.codex/skills"),
        ("/p/skills/cat/a/SKILL.md", "//p/skills"),
        ("/p/plugins/x/skills/a/SKILL.md", "//p/plugins/x/skills"),
        ("/p/skills/a/skills/b/SKILL.md", "//p/skills/a/skills"),
        ("/p/skills/skills/SKILL.md", "//p/skills"),
        ("/p/skills/SKILL.md", None),
        ("/p/a/SKILL.md", None),
    ],
)
def test_scopes(path, key):
    scope = scope_of(path)
    assert (scope.key if scope else None) == key


def test_the_order_is_that_of_the_preset_then_the_shorter_path_then_the_letters():
    paths = [
        "/p/.claude/skills/a/SKILL.md",
        "/p/.gbs/skills/a/SKILL.md",
        "/p/.agents/skills/c/x/SKILL.md",
        "/p/.agents/skills/z/SKILL.md",
        "/p/.agents/skills/b/x/SKILL.md",
    ]
    order = [target.path for target in in_order([Target(path, path) for path in paths])]
    assert order == [paths[3], paths[4], paths[2], paths[1], paths[0]]


def test_the_one_that_comes_later_is_told(skillctl, tree):
    root = tree(
        {
            ".agents/skills/notes/SKILL.md": skill("notes", "one"),
            ".claude/skills/notes/SKILL.md": skill("notes", "two"),
            ".claude/skills/other/SKILL.md": skill("other"),
            "skills/a/x/SKILL.md": skill("x"),
            "skills/b/x/SKILL.md": skill("x"),
            "skills/x/SKILL.md": skill("x"),
        }
    )
    assert found(skillctl, root) == [
        (".claude/skills/notes", ".agents/skills/notes/SKILL.md"),
        ("skills/a/x", "skills/x/SKILL.md"),
        ("skills/b/x", "skills/x/SKILL.md"),
    ]
    # the order of the arguments plays no part
    assert found(skillctl, root, ".claude", "skills/x") == found(skillctl, root)


def test_copies(skillctl, tree):
    root = tree(
        {
            "plugins/a/skills/x/SKILL.md": skill("x", "1"),
            "plugins/b/skills/x/SKILL.md": skill("x", "2"),
            "one/.claude/skills/x/SKILL.md": skill("x", "3"),
            "two/.claude/skills/x/SKILL.md": skill("x", "4"),
            ".agents/skills/y/SKILL.md": skill("y"),
            ".claude/skills/y/SKILL.md": skill("y"),  # the same text for another host
            ".cursor/skills/y/SKILL.md": skill("y", "5"),
            "skills/c/z/SKILL.md": skill("z"),
            "skills/d/z/SKILL.md": skill("z"),  # the same text in one root
            "loose/w/SKILL.md": skill("w"),
            "loose/c/w/SKILL.md": skill("w"),
        }
    )
    assert found(skillctl, root) == [("skills/d/z", "skills/c/z/SKILL.md")]


def test_an_alias_is_no_second_skill(skillctl, tree):
    root = tree({"skills/x/SKILL.md": skill("x")})
    (root / "skills" / "y").symlink_to("x")
    assert found(skillctl, root) == []


def test_skills_without_a_name_are_not_compared(skillctl, tree):
    files = {f"skills/{n}/SKILL.md": "---\nname: 1\n---\n" for n in "ab"}
    assert found(skillctl, tree({**files, "skills/c/SKILL.md": b"\xff"})) == []


def test_comments_and_settings_silence_it(skillctl, tree):
    comment = "<!-- skillctl: ignore-file SK601 -- the old one -->"
    root = tree(
        {"skills/a/x/SKILL.md": skill("x"), "skills/b/x/SKILL.md": skill("x", comment)},
    )
    run = skillctl("lint", "--select", "SK601", "--format", "json", ".", cwd=root)
    report = json.loads(run.out)
    assert (report["findings"], report["summary"]["suppressed"]) == ([], 1)
    assert len(found(skillctl, root, "--isolated")) == 1
    ignores = '[lint.per-path-ignores]\n"**" = ["SK6"]\n'
    assert (
        found(skillctl, tree({"skillctl.toml": ignores, "skills/c/x/SKILL.md": skill("x")})) == []
    )


def test_the_place_is_the_name(skillctl, tree):
    root = tree({"skills/a/x/SKILL.md": skill("x"), "skills/b/x/SKILL.md": skill("x", "2")})
    run = skillctl("lint", ".", cwd=root)
    assert "skills/b/x/SKILL.md:2:7: warning SK601 same-name" in run.out


def test_a_file_that_is_absent_for_most_hosts_does_not_come_first(skillctl, tree):
    """SK001 says of it that it is no skill; when it is renamed, the name is twice there."""
    files = {"skills/a/x/SKILL.MD": skill("x"), "skills/b/x/SKILL.md": skill("x", "2")}
    root = tree(files)
    assert found(skillctl, root) == []
    assert "SK001" in skillctl("lint", ".", cwd=root).out
    (root / "skills/a/x/SKILL.MD").rename(root / "skills/a/x/SKILL.md")
    assert len(found(skillctl, root)) == 1
