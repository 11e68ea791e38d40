"""What `skills new` and `skills install` share."""

import shlex

import pytest

from skillctl.cli.skills_put import lint_command
from skillctl.cli.surroundings import Surroundings


def test_the_command_can_be_copied_into_a_shell(tmp_path):
    here = Surroundings(tmp_path, tmp_path, {})
    assert lint_command(here, tmp_path / "a/b") == "skillctl lint a/b"
    odd = tmp_path / "it's $HOME"
    command = lint_command(here, odd / "a")
    assert shlex.split(command) == ["skillctl", "lint", "it's $HOME/a"]
    below = Surroundings(tmp_path / "src", tmp_path, {})
    assert lint_command(below, tmp_path.resolve() / "a") == "skillctl lint ~/a"
    away = Surroundings(tmp_path / "src", tmp_path / "home", {})
    assert lint_command(away, tmp_path / "a") == f"skillctl lint {tmp_path}/a"


def test_a_folder_in_which_nothing_is_found_is_no_silence(skillctl, project):
    """The walk of a root ends after so many folders (skills.md section 1.3)."""
    root = project / ".agents/skills"
    for number in range(2001):
        (root / f"a{number}").mkdir(parents=True)
    run = skillctl("skills", "new", "zzz", cwd=project)
    assert run.code == 0
    assert run.out.splitlines()[2] == (
        "no skill is found in .agents/skills/zzz; see: skillctl skills list"
    )


@pytest.mark.parametrize("scope", ["project", "user"])
@pytest.mark.parametrize(
    ("file", "text"),
    [("consent.toml", "not toml ["), ("skills.json", "no"), ("skillctl.toml", "[")],
)
def test_what_would_fail_afterwards_fails_before_anything_is_written(
    skillctl, project, home, scope, file, text
):
    folder = home / ".config/skillctl"
    folder.mkdir(parents=True)
    (folder / file).write_text(text)
    run = skillctl("skills", "new", "a", "--to", scope, cwd=project)
    written = (project / ".agents").exists() or (home / ".agents").exists()
    if (scope, file) == ("user", "consent.toml"):  # nothing of the user asks for consent
        assert (run.code, written) == (0, True)
    else:
        assert (run.code, run.out, written) == (2, "", False)
        assert f"{file}:1:" in run.err


def test_notes_are_told_once(skillctl, project):
    (project / "skillctl.toml").write_text('[skills]\nuser-roots = ["x"]\n')
    run = skillctl("skills", "new", "a", cwd=project)
    assert run.code == 0
    assert run.err.count("is honoured from the user's settings only") == 1
