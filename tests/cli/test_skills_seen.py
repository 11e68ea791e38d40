"""What the commands about skills see: the project, its settings, the user's."""

import pytest

from tests.cli.skill_files import put


def test_named_project_and_roots(skillctl, project, tmp_path):
    put(project, "more/a")
    put(tmp_path, "own/b")
    run = skillctl(
        *("skills", "list", "--project", project),
        *("--skills", project / "more", "--skills", tmp_path / "own"),
        cwd=tmp_path,
    )
    assert [line.split()[:2] for line in run.out.splitlines()[1:3]] == [
        ["a", "project"],
        ["b", "user"],
    ]


def test_a_named_root_counts_from_the_working_directory(skillctl, project):
    put(project, "sub/more/a")
    run = skillctl("skills", "list", "--skills", "more", cwd=project / "sub")
    assert run.out.splitlines()[1].split()[:3] == ["a", "project", "pending"]


@pytest.mark.parametrize(("option", "value"), [("--skills", "gone"), ("--project", "gone")])
def test_a_folder_that_is_none_is_exit_2(skillctl, project, option, value):
    run = skillctl("skills", "list", option, value, cwd=project)
    assert (run.code, run.out) == (2, "")
    assert f"error: {option}" in run.err
    assert "no folder there" in run.err


@pytest.mark.parametrize(
    ("words", "more"),
    [
        (("skills", "why", "mine"), True),
        (("skills", "show", "mine"), True),
        (("skills", "disable", "mine"), True),
        (("prompt", "--explain", "mine"), True),
        (("run", "x", "--model", "test", "--skill", "mine"), False),
    ],
    ids=lambda words: " ".join(words) if isinstance(words, tuple) else "",
)
def test_an_unknown_name_says_what_else_has_it(skillctl, project, words, more):
    """What the walk passed over, a skill of another name in a folder of this, and other roots."""
    put(project, ".github/skills/mine")
    (project / ".agents/skills/mine").mkdir(parents=True)
    (project / ".agents/skills/mine/SKILLS.md").write_text("x")
    put(project, ".claude/skills/mine")
    named = project / ".claude/skills/mine/SKILL.md"
    named.write_text(named.read_text().replace("name: mine", "name: other"))
    run = skillctl(*words, cwd=project)
    assert (run.code, run.out) == (2, "")
    told = [line for line in run.err.splitlines() if line.startswith("  .")]
    assert told[:2] == [
        (
            "  .claude/skills/mine is the skill other: that is the name in its front matter; "
            "see: skillctl skills why other"
        ),
        "  .agents/skills/mine: holds no SKILL.md, but SKILLS.md",
    ]
    assert ["  .github/skills/mine is not looked at: " in line for line in told[2:]] == [
        True
    ] * more


@pytest.mark.parametrize(
    "words", [("skills", "list"), ("skills", "why", "a"), ("prompt",)], ids=" ".join
)
def test_preferences_that_say_nothing_are_told_once(skillctl, project, home, words):
    put(home, ".agents/skills/a")
    path = home / ".config/skillctl/skills.json"
    path.parent.mkdir(parents=True)
    path.write_text('{"a": false}')
    run = skillctl(*words, cwd=project)
    assert run.code == 0
    assert (run.out + run.err).count('nothing is disabled by the key "a"; a skill is by') == 1


def test_without_any_config_no_other_root_is_named(skillctl, project):
    put(project, ".github/skills/mine")
    run = skillctl("prompt", "--no-config", "--explain", "mine", cwd=project)
    assert (run.code, ".github" in run.err) == (2, False)


def test_home_is_no_project(skillctl, home):
    put(home, ".agents/skills/a")
    (home / ".git").mkdir()
    run = skillctl("skills", "list", cwd=home)
    assert run.out.splitlines()[1].split()[:3] == ["a", "user", "active"]
    assert "is the home folder or lies above it: no project skills" in run.err


def test_settings_of_a_repository_cannot_widen(skillctl, project, tmp_path):
    put(tmp_path, "outside/a")
    (project / "skillctl.toml").write_text(f'[skills]\nuser-roots = ["{tmp_path}/outside"]\n')
    run = skillctl("skills", "list", cwd=project)
    assert run.out.startswith("no skills found")
    assert "is honoured from the user's settings only; ignored here" in run.err


def test_settings_of_the_user_count(skillctl, project, home, tmp_path):
    put(tmp_path, "mine/a")
    (home / ".config/skillctl").mkdir(parents=True)
    (home / ".config/skillctl/skillctl.toml").write_text(
        f'[skills]\nuser-roots = ["{tmp_path}/mine"]\n'
    )
    assert skillctl("skills", "list", cwd=project).out.splitlines()[1].split()[:3] == [
        "a",
        "user",
        "active",
    ]


def test_a_broken_store_is_not_read_as_empty(skillctl, project, home):
    put(project, ".agents/skills/a")
    (home / ".config/skillctl").mkdir(parents=True)
    (home / ".config/skillctl/consent.toml").write_text("not toml [")
    run = skillctl("skills", "list", cwd=project)
    assert (run.code, run.out) == (2, "")
    assert "consent.toml:1:" in run.err
