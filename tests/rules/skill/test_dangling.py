import json


def rows(run):
    report = json.loads(run.out)
    return [(f["code"], f["path"], f["kind"]) for f in report["findings"]]


SKILL = "---\nname: a\ndescription: b\n---\n"


def test_links_without_a_target_in_a_skill_and_among_skills(skillctl, tree):
    root = tree({"skills/a/SKILL.md": SKILL, "skills/cat/x": "", "docs/x": ""})
    for path in ("skills/gone", "skills/cat/gone", "skills/a/gone.md", "docs/gone"):
        (root / path).symlink_to("nowhere")
    (root / "skills/a/loop").symlink_to("loop")
    (root / "skills/up").symlink_to("..")
    run = skillctl("lint", "--format", "json", ".", cwd=root)
    assert rows(run) == [
        ("SK009", "skills/a/gone.md", "skill"),
        ("SK009", "skills/cat/gone", "link"),
        ("SK009", "skills/gone", "link"),
    ]
    assert run.code == 0
    assert {s["path"]: s["reason"] for s in json.loads(run.out)["skipped"]} == {
        "docs/gone": "a link without a target",
        "skills/a/loop": "a link that leads to itself",
        "skills/up": "a link to a folder above it",
    }


def test_every_way_to_a_skill_gives_the_same(skillctl, tree):
    root = tree({"skills/a/SKILL.md": SKILL, "skills/a/x.md": ""})
    (root / "skills/a/gone.md").symlink_to("nowhere")
    wanted = [("SK009", "skills/a/gone.md", "skill")]
    for path in ("skills/a", "skills/a/SKILL.md", "skills/a/x.md", "skills/a/../a"):
        assert rows(skillctl("lint", "--format", "json", path, cwd=root)) == wanted


def test_a_comment_for_the_file_silences_it(skillctl, tree):
    comment = "<!-- skillctl: ignore-file SK009 -- made by the build -->\n"
    root = tree({"skills/a/SKILL.md": SKILL + comment})
    (root / "skills/a/gone.md").symlink_to("nowhere")
    run = skillctl("lint", "--format", "json", ".", cwd=root)
    assert rows(run) == []
    assert json.loads(run.out)["summary"]["suppressed"] == 1


def test_a_skill_file_without_a_target_has_its_own_finding_only(skillctl, tree):
    root = tree({"skills/a/x": ""})
    (root / "skills/a/SKILL.md").symlink_to("nowhere")
    assert rows(skillctl("lint", "--format", "json", ".", cwd=root)) == [
        ("SK006", "skills/a/SKILL.md", "skill")
    ]


def test_a_setting_for_paths_silences_it(skillctl, tree):
    root = tree({"skillctl.toml": '[lint.per-path-ignores]\n"skills/**" = ["SK009"]\n'})
    (root / "skills").mkdir()
    (root / "skills/gone").symlink_to("nowhere")
    assert rows(skillctl("lint", "--format", "json", ".", cwd=root)) == []
