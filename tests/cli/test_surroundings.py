from pathlib import Path

import pytest

from skillctl.cli.surroundings import surroundings
from skillctl.errors import SkillctlError


def test_they_are_those_of_this_process(tmp_path, home, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("EXAMPLE", "1")
    here = surroundings()
    assert here.cwd == tmp_path
    assert here.home == home
    assert here.environment["EXAMPLE"] == "1"


def test_folders_follow_the_platform(home):
    here = surroundings()
    assert here.config_dir == home / ".config" / "skillctl"
    assert here.state_dir == home / ".state" / "skillctl"
    assert here.data_dir == home / ".data" / "skillctl"


def test_the_config_folder_can_be_moved(tmp_path, monkeypatch):
    monkeypatch.setenv("SKILLCTL_CONFIG_DIR", str(tmp_path / "c"))
    assert surroundings().config_dir == tmp_path / "c"


def test_a_relative_config_folder_is_refused(monkeypatch):
    monkeypatch.setenv("SKILLCTL_CONFIG_DIR", "conf")
    with pytest.raises(SkillctlError, match="'conf', which is not an absolute path"):
        _ = surroundings().config_dir


def test_without_a_terminal_nobody_is_asked_and_nothing_is_coloured(skillctl):
    # the fixture replaces the three streams by buffers
    assert skillctl("--version").code == 0
    assert not surroundings().colour
    assert surroundings().width is None


def test_a_working_directory_that_is_gone(tmp_path, monkeypatch):
    gone = tmp_path / "gone"
    gone.mkdir()
    monkeypatch.chdir(gone)
    gone.rmdir()
    try:
        with pytest.raises(SkillctlError, match="working directory does not exist"):
            surroundings()
    finally:
        monkeypatch.chdir(Path("/"))
