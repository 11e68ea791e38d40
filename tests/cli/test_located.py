from pathlib import Path

import pytest

from skillctl.cli.located import locate
from skillctl.cli.surroundings import Surroundings
from skillctl.errors import SkillctlError
from skillctl.settings_file import load_settings
from tests.conftest import write_tree


@pytest.fixture
def here(tmp_path, home):
    write_tree(tmp_path, {"p/skillctl.toml": "[run]\nmax-turns = 3\n", "p/a/x": "", "q/x": ""})
    return Surroundings(tmp_path / "p" / "a", home, {"SKILLCTL_CONFIG_DIR": str(home / "c")})


def test_the_project_is_found_with_its_settings(here, tmp_path):
    found = locate(here)
    assert (found.root, found.scope, found.notes) == (tmp_path / "p", tmp_path / "p", ())
    assert found.settings.run.max_turns == 3


def test_a_named_project_counts(here, tmp_path):
    assert locate(here, Path("../../q")).root == tmp_path / "q"
    with pytest.raises(SkillctlError, match="no folder there"):
        locate(here, Path("nowhere"))


def test_without_a_project_the_note_says_why(here):
    found = locate(Surroundings(here.home, here.home, here.environment))
    assert (found.root, found.scope) == (here.home, None)
    assert "is the home folder or lies above it" in found.notes[0]


def test_what_has_no_effect_is_noted(here, tmp_path):
    write_tree(tmp_path, {"p/skillctl.toml": "[skills]\nuser-roots = ['/x']\n"})
    (note,) = locate(here).notes
    assert "honoured from the user's settings only" in note


def test_without_any_config_only_the_preset_counts(here, tmp_path):
    write_tree(tmp_path, {"p/skillctl.toml": "[run]\nmax-turns = 'broken'\n"})
    found = locate(here, preset="grampro", bare=True)
    assert (found.root, found.notes) == (tmp_path / "p", ())
    assert found.settings == load_settings(None, tmp_path / "none", preset="grampro").settings
