import os
import pwd
from pathlib import Path

import pytest

from skillctl.cli.surroundings import Surroundings, surroundings
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


def test_the_environment_of_python_that_is_active(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for value, path in (("/envs/one", Path("/envs/one")), (".env", tmp_path / ".env"), ("", None)):
        monkeypatch.setenv("VIRTUAL_ENV", value)
        assert surroundings().virtual_env == path
    monkeypatch.delenv("VIRTUAL_ENV")
    assert surroundings().virtual_env is None


def test_the_config_folder_can_be_moved(tmp_path, monkeypatch):
    monkeypatch.setenv("SKILLCTL_CONFIG_DIR", str(tmp_path / "c"))
    assert surroundings().config_dir == tmp_path / "c"


def test_a_relative_config_folder_is_refused(monkeypatch):
    monkeypatch.setenv("SKILLCTL_CONFIG_DIR", "conf")
    with pytest.raises(SkillctlError, match="'conf', which is not an absolute path"):
        _ = surroundings().config_dir


def test_a_config_folder_that_is_a_file_is_refused(tmp_path, home, monkeypatch):
    (tmp_path / "c").write_bytes(b"")
    monkeypatch.setenv("SKILLCTL_CONFIG_DIR", str(tmp_path / "c"))
    with pytest.raises(SkillctlError, match=r"c is to hold .* but it is no folder"):
        _ = surroundings().config_dir
    monkeypatch.delenv("SKILLCTL_CONFIG_DIR")
    (home / ".config").mkdir()
    (home / ".config/skillctl").write_bytes(b"")
    with pytest.raises(SkillctlError, match="but it is no folder"):
        _ = surroundings().config_dir


@pytest.mark.parametrize("value", ["", "~", "relative", "~somebody/x"])
def test_a_home_that_depends_on_the_working_directory_is_refused(monkeypatch, value):
    monkeypatch.setenv("HOME", value)
    with pytest.raises(SkillctlError, match=r"HOME is .* not an absolute path"):
        surroundings()


def test_without_home_it_is_that_of_the_account(monkeypatch):
    monkeypatch.delenv("HOME")
    assert surroundings().home == Path(pwd.getpwuid(os.getuid()).pw_dir)


def test_an_account_without_home_is_told(monkeypatch):
    def unknown():
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.delenv("HOME")
    monkeypatch.setattr(Path, "home", unknown)
    with pytest.raises(SkillctlError, match="there is no home folder"):
        surroundings()


def test_a_working_directory_that_may_not_be_looked_at(monkeypatch):
    def refuse():
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "cwd", refuse)
    with pytest.raises(SkillctlError, match="cannot be told: Permission denied"):
        surroundings()


def test_a_path_is_printed_from_here_if_it_lies_below():
    here = Surroundings(Path("/w"), Path("/home"), {})
    assert here.shown(Path("/w/a/b.toml")) == "a/b.toml"
    assert here.shown(Path("a/b.toml")) == "a/b.toml"
    assert here.shown(Path("/other/b.toml")) == "/other/b.toml"
    assert here.shown(Path("/wide/b.toml")) == "/wide/b.toml"


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
