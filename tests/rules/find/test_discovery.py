import os
from pathlib import Path

import pytest

from skillctl.errors import SkillctlError
from skillctl.rules.find.discovery import discover
from skillctl.rules.find.paths import LintFolders

SKILL = "---\nname: x\ndescription: y\n---\n"


def find(root, *paths, marked=None):
    return discover([Path(path) for path in paths], LintFolders(root, marked), (), 1000)


def shown(targets):
    return [target.shown for target in targets]


def test_all_missing_paths_are_named_at_once(tree):
    root = tree({"a/SKILL.md": SKILL})
    with pytest.raises(SkillctlError, match=r"^no such path: gone, b/gone$"):
        find(root, "gone", "a", "b/gone")


def test_files_are_known_by_name(tree):
    root = tree({"a/SKILL.md": SKILL, "b/.mcp.json": "{}", "c/Skill.md": "x"})
    found = find(root, "a/SKILL.md", "b/.mcp.json", "c/Skill.md")
    assert shown(found.skills) == ["a/SKILL.md", "c/Skill.md"]
    assert shown(found.configs) == ["b/.mcp.json"]


def test_a_bundled_file_stands_for_its_skill(tree):
    root = tree({"a/SKILL.md": SKILL, "a/scripts/deep/run.py": "", "a/data.json": "{}"})
    found = find(root, "a/scripts/deep/run.py", "a/data.json", "a/SKILL.md")
    assert shown(found.skills) == ["a/SKILL.md"]
    assert found.aliases == ()


def test_a_file_above_no_skill_is_judged_by_content_or_skipped(tree):
    root = tree(
        {
            "SKILL.md": SKILL,
            "project/servers.json": '{"mcpServers": {}}',
            "project/bare.json": '{"a": {"command": "x"}}',
            "project/package.json": '{"name": "x"}',
            "project/README.md": "# x",
            "project/broken.json": "{",
        }
    )
    marked = root / "project"
    found = find(
        root,
        *(
            f"project/{name}"
            for name in ("servers.json", "bare.json", "package.json", "README.md", "broken.json")
        ),
        marked=marked,
    )
    assert shown(found.configs) == ["project/servers.json", "project/bare.json"]
    assert [s.path for s in found.skipped] == [
        "project/package.json",
        "project/README.md",
        "project/broken.json",
    ]
    assert {s.reason for s in found.skipped} == {"no kind of file that lint knows"}
    assert shown(find(root, "project/README.md").skills) == ["SKILL.md"]


def test_twelve_folders_up_and_no_further(tree):
    near, far = "/".join(["d"] * 11), "/".join(["d"] * 12)
    root = tree({"SKILL.md": SKILL, f"{near}/x": "", f"{far}/y": ""})
    assert shown(find(root, f"{near}/x").skills) == ["SKILL.md"]
    assert find(root, f"{far}/y").skills == ()


@pytest.mark.parametrize(
    "path", [".", "./", "../notes", "SKILL.md", "./SKILL.md", "../notes/SKILL.md"]
)
def test_the_spelling_of_a_path_does_not_matter(path, tree):
    root = tree({"notes/SKILL.md": SKILL}) / "notes"
    found = find(root, path)
    assert shown(found.skills) == ["SKILL.md"]


def test_what_lies_elsewhere_is_printed_absolute(tree):
    root = tree({"notes/SKILL.md": SKILL, "here/x": ""})
    found = find(root / "here", "../notes")
    assert shown(found.skills) == [str(root / "notes" / "SKILL.md")]


def test_a_second_name_by_a_link_is_an_alias(tree):
    root = tree({"store/notes/SKILL.md": SKILL, "store/.mcp.json": "{}"})
    (root / "minutes").symlink_to("store/notes")
    (root / "mcp.json").symlink_to("store/.mcp.json")
    found = find(root, "store", "minutes", "minutes/SKILL.md", "mcp.json")
    assert shown(found.skills) == ["store/notes/SKILL.md"]
    assert found.skills[0].names == ("minutes",)
    assert [(a.path, a.target) for a in found.aliases] == [
        ("minutes", "store/notes"),
        ("mcp.json", "store/.mcp.json"),
    ]


def test_a_dangling_link_is_no_missing_path(tree):
    root = tree({"a/x": ""})
    (root / "a" / "SKILL.md").symlink_to("gone")
    assert shown(find(root, "a/SKILL.md").skills) == ["a/SKILL.md"]


def test_a_folder_that_cannot_be_listed_keeps_the_name_it_was_given(tmp_path):
    from skillctl.rules.find.discovery import _listed_name

    assert _listed_name(tmp_path / "gone" / "skill.md") == "skill.md"
    (tmp_path / "SKILL.md").write_text("")
    assert _listed_name(tmp_path / "skill.md") == "SKILL.md"


def test_a_bundled_file_stands_for_a_skill_of_another_case_but_not_for_a_page(tree):
    root = tree({"skills/a/skill.md": "", "skills/a/x": "", "docs/skill.md": "# x", "docs/x": ""})
    assert shown(find(root, "skills/a/x").skills) == ["skills/a/skill.md"]
    assert shown(find(root, "docs/x").skills) == []
    assert shown(find(root, "docs/skill.md").skills) == ["docs/skill.md"]


def test_of_two_cases_the_exact_one_is_the_skill_whatever_is_named(tree):
    root = tree({"a/SKILL.md": SKILL, "a/skill.md": SKILL, "a/x": ""})
    for path in ("a", "a/SKILL.md", "a/skill.md", "a/x"):
        (target,) = find(root, path).skills
        assert (target.shown, target.around.alike) == ("a/SKILL.md", ("skill.md",))


def test_what_surrounds_a_skill_is_printed_as_any_path(tree):
    root = tree({"a/SKILL.md": SKILL, "out/x": ""})
    (root / "a/gone").symlink_to("no")
    (root / "a/out").symlink_to("../out")
    for path in ("a", "a/SKILL.md"):
        (target,) = find(root, path).skills
        assert target.around.dangling == ("a/gone",)
        assert target.around.linked == (("a/out", str(root / "out")),)


def test_each_folder_is_listed_once_for_all_bundled_files(tree, monkeypatch):
    root = tree({"a/SKILL.md": SKILL, **{f"a/data/{n}.txt": "" for n in range(20)}})
    listed = []
    scandir = os.scandir
    monkeypatch.setattr(os, "scandir", lambda path: listed.append(str(path)) or scandir(path))
    found = find(root, *(f"a/data/{n}.txt" for n in range(20)))
    assert shown(found.skills) == ["a/SKILL.md"]
    assert listed.count(str(root / "a/data")) == 2  # to find the skill, and to look around it


FAKE = 'schema = "skillctl.fake/1"\n'
SCENARIO = 'schema = "skillctl.scenario/1"\n'


def kinds(found):
    return {
        kind: shown(getattr(found, kind))
        for kind in ("skills", "configs", "fakes", "scenarios", "evals")
        if getattr(found, kind)
    }


def test_fakes_and_scenarios_are_known_by_content(tree):
    root = tree({"b/x.toml": FAKE, "a.scenario.toml": SCENARIO, "pyproject.toml": "a = 1\n"})
    everything = {"fakes": ["b/x.toml"], "scenarios": ["a.scenario.toml"]}
    assert kinds(find(root, ".")) == everything
    named = find(root, "b/x.toml", "a.scenario.toml", "pyproject.toml")
    assert kinds(named) == everything
    assert [tuple(one) for one in named.skipped] == [
        ("pyproject.toml", "no kind of file that lint knows")
    ]


def test_a_fake_in_a_skill_is_found_but_named_it_stands_for_the_skill(tree):
    root = tree({"a/SKILL.md": SKILL, "a/assets/x.toml": FAKE})
    assert kinds(find(root, ".")) == {"skills": ["a/SKILL.md"], "fakes": ["a/assets/x.toml"]}
    assert kinds(find(root, "a/assets/x.toml")) == {"skills": ["a/SKILL.md"]}


def test_a_config_of_a_host_is_no_fake(tree):
    root = tree({".codex/config.toml": FAKE})
    assert kinds(find(root, ".")) == {"configs": [".codex/config.toml"]}


def test_what_is_reached_twice_is_one_and_a_link_to_it_an_alias(tree):
    root = tree({"a/x.toml": FAKE, "s.toml": SCENARIO})
    (root / "b.toml").symlink_to("a/x.toml")
    found = find(root, ".", "a", "s.toml", "./s.toml")
    assert kinds(found) == {"fakes": ["a/x.toml"], "scenarios": ["s.toml"]}
    assert [tuple(alias) for alias in found.aliases] == [("b.toml", "a/x.toml")]


def test_excluded_files_are_skipped(tree):
    root = tree({"a/x.toml": FAKE, "venv/y.toml": FAKE, "keep.toml": FAKE})
    found = discover([Path()], LintFolders(root), ("venv", "a/*.toml"), 1000)
    assert kinds(found) == {"fakes": ["keep.toml"]}
    assert {tuple(one) for one in found.skipped} == {
        ("a/x.toml", "excluded"),
        ("venv", "not entered"),
    }


def test_trials_are_those_of_a_skill(tree):
    files = {"a/SKILL.md": SKILL, "a/evals/e.json": "{}", "a/evals/x.mcp.json": "{}"}
    root = tree({**files, "a/sub/evals/e.json": "{}", "evals/e.json": "{}", "a/evals/n.md": ""})
    assert kinds(find(root, "."))["evals"] == ["a/evals/e.json"]
    assert kinds(find(root, "a/evals/e.json")) == {"evals": ["a/evals/e.json"]}
    assert kinds(find(root, "evals/e.json")) == {}


def test_a_skill_that_is_named_opens_no_toml(tree, monkeypatch):
    from skillctl.rules.find import walk

    root = tree({"a/SKILL.md": SKILL, "a/x.toml": FAKE})
    monkeypatch.setattr(walk, "kind_of_file", None)
    assert kinds(find(root, "a/SKILL.md")) == {"skills": ["a/SKILL.md"]}
