"""`skillctl skills new` from the command line."""

import json
import os

import pytest
import yaml

from skillctl.settings import PRESETS
from skillctl.skills import staging


def tree(folder):
    return sorted(
        path.relative_to(folder).as_posix()
        for path in folder.rglob("*")
        if ".git/" not in str(path)
    )


@pytest.fixture
def new(skillctl, project):
    return lambda *words, cwd=project: skillctl("skills", "new", *words, cwd=cwd)


def test_new_then_lint_then_list_then_the_next_step(new, skillctl, project):
    run = new("lint-docs", "--description", 'Checks: "docs". Use when docs change.')
    assert (run.code, run.err) == (0, "")
    first, second, third = run.out.splitlines()
    assert first == "wrote .agents/skills/lint-docs/SKILL.md"
    assert second == ("fill it in, then check it with: skillctl lint .agents/skills/lint-docs")
    assert third.startswith("lint-docs: not available: consent pending (.agents/skills/lint-docs,")
    assert third.endswith("; grant with: skillctl consent grant lint-docs")
    lint = skillctl("lint", ".agents/skills/lint-docs", cwd=project)
    assert (lint.code, lint.out) == (0, "1 skill checked: no findings\n")
    assert skillctl("validate", ".agents/skills/lint-docs", cwd=project).code == 0
    listed = skillctl("skills", "list", cwd=project)
    assert listed.out.splitlines()[1].split()[:3] == ["lint-docs", "project", "pending"]
    assert "skillctl consent grant NAME" in listed.out
    text = (project / ".agents/skills/lint-docs/SKILL.md").read_text()
    assert yaml.safe_load(text.split("---\n")[1])["description"] == (
        'Checks: "docs". Use when docs change.'
    )


def test_what_has_no_description_passes_lint_too(new, skillctl, project):
    assert new("a").code == 0
    assert skillctl("lint", ".", cwd=project).out.startswith("1 skill checked: no findings")


@pytest.mark.parametrize(
    "description",
    [
        "x" * 1024,
        "@team: reads #1 - \"all\" of it? {yes} [no] & 'more' | > %",
        "\U0001f600 né \U0001f1e9\U0001f1ea",
    ],
)
def test_any_description_passes_lint_and_reaches_the_prompt_whole(
    new, skillctl, project, home, description
):
    assert new("a", "--to", "user", "--description", description).code == 0
    assert skillctl("lint", home / ".agents", cwd=project).code == 0
    run = skillctl("prompt", "--section", "skills", cwd=project)
    assert run.out.endswith(f"\n- a: {description}")


@pytest.mark.parametrize("preset", sorted(PRESETS))
@pytest.mark.parametrize("scope", ["project", "user"])
def test_it_is_found_by_each_preset(new, skillctl, project, preset, scope):
    assert new("a", "--to", scope, "--preset", preset).code == 0
    rows = json.loads(
        skillctl("skills", "list", "--preset", preset, "--format", "json", cwd=project).out
    )["skills"]
    status = {"project": "pending", "user": "active"}[scope]
    assert [(row["name"], row["scope"], row["status"]) for row in rows] == [("a", scope, status)]


def test_names_are_strict_whatever_the_preset(new, project):
    for preset in PRESETS:
        run = new("Lint Docs", "--preset", preset)
        assert (run.code, run.out) == (2, "")
        assert run.err == (
            'error: "Lint Docs" cannot be the name of a skill: it holds U+004C LATIN CAPITAL '
            "LETTER L; lower-case letters, digits and single hyphens are allowed\n"
            '  hint: did you mean "lint-docs"?\n'
        )
    assert tree(project) == [".git"]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("../up",), '"../up" cannot be the name of a skill'),
        (("a/b",), "holds U+002F SOLIDUS"),
        (("***",), "for example: release-notes"),
        (("x" * 65,), "has 65 characters; 1 to 64 are allowed"),
        (("a--b",), "begins or ends with a hyphen, or holds two in a row"),
        (("a\x1b[2J",), '"a\\x1b[2J" cannot be'),
        (("a", "--description", " "), "the description is blank"),
        (("a", "--description", "x" * 1025), "has 1,025 characters; 1,024 are allowed"),
        (("a", "--description", "x\ny"), "holds a line end"),
        (("a", "--description", "x\u200by"), "holds a control or hidden character"),
        (("a", "--description", "key AKIAQYLPMN5HHHFPZAM2"), "would break rule SK"),
    ],
)
def test_what_cannot_be_is_refused_and_nothing_is_written(new, project, words, message):
    run = new(*words)
    assert (run.code, run.out) == (2, "")
    assert message in run.err
    assert "hint: " in run.err
    assert "\x1b" not in run.err
    assert "AKIAQYLPMN5HHHFPZAM2" not in run.err
    assert tree(project) == [".git"]


@pytest.mark.parametrize("there", ["lint-docs", "Lint-Docs"])
def test_what_is_there_is_never_touched(new, project, there):
    (project / ".agents/skills" / there).mkdir(parents=True)
    before = tree(project)
    run = new("lint-docs")
    assert (run.code, run.out) == (2, "")
    assert f".agents/skills/{there} is there already; nothing was written" in run.err
    assert tree(project) == before


def test_what_is_odd_but_usable_is_told(new):
    run = new("a", "--description", "Makes <b> bold. Use when asked.")
    assert run.code == 0
    assert "SK213" in run.err


def test_a_link_that_leads_out_and_one_to_nothing(new, project, home):
    (home / "theirs").mkdir()
    (project / ".agents").symlink_to(home / "theirs")
    assert "that is not a folder of the project alone" in new("a").err
    (project / ".agents").unlink()
    (project / ".agents").symlink_to("gone")
    run = new("a")
    assert run.code == 2
    assert ".agents is a link to nothing" in run.err
    assert list((home / "theirs").iterdir()) == []


def test_home_is_no_project(new, home):
    run = new("a", cwd=home)
    assert (run.code, run.out) == (2, "")
    assert "error: there is no project here for a skill of the project" in run.err
    assert "--to user" in run.err
    assert new("a", "--to", "user", cwd=home).code == 0
    assert (home / ".agents/skills/a/SKILL.md").is_file()


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write anywhere")
def test_a_folder_that_may_not_be_written(new, project):
    (project / ".agents").mkdir(mode=0o555)
    run = new("a")
    assert (run.code, run.out) == (2, "")
    assert "Permission denied; nothing was written" in run.err
    assert tree(project) == [".agents", ".git"]


def test_a_failure_on_the_way_leaves_nothing(new, project, monkeypatch):
    def full(stage, place):
        raise OSError(28, f"No space left on device for {place.name} {stage.name[:1]}")

    monkeypatch.setattr(staging, "put", full)
    run = new("a")
    assert (run.code, run.out) == (2, "")
    assert run.err.startswith("error: .agents/skills/a cannot be written: No space left on device")
    assert tree(project) == [".git"]


def test_from_below_the_root_the_command_fits_the_place(new, project):
    (project / "src").mkdir()
    out = new("a", cwd=project / "src").out
    assert out.splitlines()[0] == "wrote .agents/skills/a/SKILL.md"
    assert out.splitlines()[1].endswith(f"skillctl lint {project}/.agents/skills/a")


def test_a_name_that_another_scope_has_is_no_obstacle(new):
    new("a")
    run = new("a", "--to", "user")
    assert (run.code, run.out.splitlines()[2]) == (0, "a: active, needs no consent")
