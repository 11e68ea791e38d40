"""What `skills new` and `skills install` share."""

import shlex

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
