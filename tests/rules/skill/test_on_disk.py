import json

from skillctl.rules.skill.on_disk import linked_skill, nested_skill, wrong_file_name
from tests.rules.checks import messages, placed

SKILL = "---\nname: a\ndescription: b\n---\n"


def test_the_name_is_compared_letter_by_letter(tree):
    root = tree({"x/SKILL.md": SKILL, "y/skill.md": SKILL, "z/SKILL.MD": SKILL})
    assert messages(wrong_file_name, placed(root, "x")) == []
    for name in ("y", "z"):
        ((severity, message),) = messages(wrong_file_name, placed(root, name))
        assert severity == "error"
        assert "there, too" not in message


def test_a_second_file_in_another_case_is_told(tree):
    root = tree({"x/SKILL.md": SKILL, "x/skill.md": SKILL, "x/Skill.md": ""})
    for path in ("x", "x/SKILL.md", "x/skill.md"):
        rows = messages(wrong_file_name, placed(root, path))
        assert [message.split('"')[1] for _, message in rows] == ["Skill.md", "skill.md"]
        assert all(message.endswith('and "SKILL.md" is there, too') for _, message in rows)


def test_each_wrong_file_is_named_with_what_to_do(skillctl, tree):
    root = tree(
        {"x/SKILL.md": SKILL.replace("a", "x", 1), "x/skill.md": SKILL, "y/Skill.md": SKILL}
    )
    run = skillctl("lint", "--select", "SK001", "--format", "json", ".", cwd=root)
    assert [finding["path"] for finding in json.loads(run.out)["findings"]] == [
        "x/skill.md",
        "y/Skill.md",
    ]
    text = skillctl("lint", "--select", "SK001", ".", cwd=root).out
    assert text.count("help: keep one of the two, as SKILL.md") == 1
    assert text.count("help: rename the file to SKILL.md") == 1


def test_a_skill_in_the_root_itself_swallows_all_others(tree):
    """lint.md section 1.2: what lies below another skill is part of it, not a skill."""
    paths = ("skills", *(f"skills/{name}" for name in ("a", "b", "c", "more/d")))
    root = tree({f".agents/{path}/SKILL.md": SKILL for path in paths})
    for path in (".", ".agents/skills", ".agents/skills/SKILL.md"):
        ((severity, message),) = messages(nested_skill, placed(root, path))
        assert severity == "warning"
        below = ", ".join(f".agents/skills/{name}/SKILL.md" for name in "abc")
        assert message == (
            'it lies in the folder "skills" itself, which makes 4 skills below it part of it: '
            f"{below}, …"
        )


def test_a_skill_in_a_skill_is_a_note(tree):
    root = tree({"skills/a/SKILL.md": SKILL, "skills/a/examples/b/SKILL.md": SKILL})
    assert messages(nested_skill, placed(root)) == [
        ("note", '"skills/a/examples/b/SKILL.md" lies inside another skill: part of it, no skill')
    ]
    own = tree({"x/a/SKILL.md": SKILL, "x/a/skills/b/notes.md": ""})
    assert messages(nested_skill, placed(own, "x")) == []
    alone = tree({"y/skills/SKILL.md": SKILL})
    assert messages(nested_skill, placed(alone, "y")) == [], "nothing is swallowed"


def test_what_is_swallowed_is_told_by_default_and_an_example_is_not(skillctl, tree):
    root = tree({f"skills/{path}SKILL.md": SKILL for path in ("", "a/")})
    run = skillctl("lint", ".", cwd=root)
    assert "skills/SKILL.md: warning SK012 nested-skill: it lies in the folder" in run.out
    inner = tree({f"one/skills/{path}/SKILL.md": SKILL for path in ("a", "a/b")})
    assert "SK012" not in skillctl("lint", ".", cwd=inner / "one").out
    notes = skillctl("lint", "--extend-select", "SK012", ".", cwd=inner / "one")
    assert "skills/a/SKILL.md: note SK012 nested-skill" in notes.out


def test_a_linked_skill_weighs_by_where_it_leads(tree):
    root = tree(
        {"p/store/a/SKILL.md": SKILL, "out/b/SKILL.md": SKILL, "p/skills/c/SKILL.md": SKILL}
    )
    (root / "p/skills/a").symlink_to("../store/a")
    (root / "p/skills/b").symlink_to("../../out/b")
    project = root / "p"
    rows = {n: messages(linked_skill, placed(root, f"p/skills/{n}", project)) for n in "abc"}
    assert rows == {
        "a": [("note", 'the directory of the skill is a link to "store/a"')],
        "b": [
            (
                "warning",
                'the directory of the skill is a link to "../out/b", out of the project',
            )
        ],
        "c": [],
    }


def test_a_root_that_is_linked_from_outside_counts_and_one_from_inside_does_not(tree):
    root = tree({"p/store/a/SKILL.md": SKILL, "out/b/SKILL.md": SKILL})
    (root / "p/.claude").mkdir()
    (root / "p/.claude/skills").symlink_to("../../out")
    (root / "p/skills").symlink_to("store")
    project = root / "p"
    assert len(messages(linked_skill, placed(root, "p/.claude/skills/b", project))) == 1
    assert messages(linked_skill, placed(root, "p/skills/a", project)) == []


def test_bundled_files_that_are_linked_from_outside(tree):
    root = tree({"p/a/SKILL.md": SKILL, "p/a/own.md": "", "p/shared/x.md": "", "out/y.md": ""})
    for name, target in {"in": "own.md", "x": "../shared/x.md", "y": "../../out/y.md"}.items():
        (root / "p/a" / name).symlink_to(target)
    (root / "p/a" / "dir").symlink_to("../shared")
    for path in ("p", "p/a", "p/a/SKILL.md", "p/a/own.md"):
        rows = messages(linked_skill, placed(root, path, root / "p"))
        assert [(s, m.partition(" is a link to ")[2]) for s, m in rows] == [
            ("note", '"shared"'),
            ("note", '"shared/x.md"'),
            ("warning", '"../out/y.md", out of the project'),
        ]
