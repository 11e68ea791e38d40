import os
from pathlib import Path

import pytest

from skillctl.cli.mcp_ground import configured, started, typed
from skillctl.cli.surroundings import Surroundings
from skillctl.errors import SkillctlError
from tests.mcp.leftovers import no_process_left  # noqa: F401 # an autouse fixture
from tests.mcp.servers import write_server


@pytest.fixture
def here(tmp_path, home):
    return Surroundings(tmp_path, home, {"PATH": os.defpath, "SKILLCTL_CONFIG_DIR": str(home)})


def test_a_typed_command_is_one_server_of_its_own(here, tmp_path):
    (tmp_path / "prog").write_text("#!/bin/sh\n")
    (tmp_path / "prog").chmod(0o755)
    ground = typed(here, "mine", ["./prog", "--flag", "a b"])
    (server,) = ground.used
    config = server.config
    assert (config.name, config.command, config.args) == ("mine", "./prog", ("--flag", "a b"))
    assert (config.cwd, config.program) == (tmp_path, tmp_path / "prog")
    assert (server.state, server.consent) == ("configured", "exempt")
    assert ground.pick("mine") is server


def test_a_typed_command_has_a_name_of_ours_unless_named(here):
    assert typed(here, None, ["x"]).used[0].config.name == "server"


def test_nothing_typed(here):
    with pytest.raises(SkillctlError, match="no command after --"):
        typed(here, None, [])


def test_a_project_without_servers_of_its_own_asks_neither_git_nor_store(here, home, monkeypatch):
    (home / "mcp.json").write_text('{"mcpServers": {"own": {"command": "x"}}}')
    (home / "consent.toml").write_text("broken")
    monkeypatch.setattr("skillctl.worktree.open_workspace", None)
    ground = configured(here, None, ())
    assert [s.config.name for s in ground.used] == ["own"]


def test_the_users_settings_name_more_variables(here, home, tmp_path):
    (home / "skillctl.toml").write_text('[mcp]\ninherit-env = ["MORE"]\n')
    (tmp_path / "skillctl.toml").write_text('[mcp]\ninherit-env = ["OTHER"]\n')
    ground = configured(here, None, ())
    assert ground.settings.mcp.inherit_env == ("MORE",)
    assert any("inherit-env" in words for words in ground.findings)
    assert typed(here, None, ["x"]).settings.mcp.inherit_env == ("MORE",)


def test_servers_start_with_what_they_may_inherit(home, tmp_path):
    (home / "skillctl.toml").write_text('[mcp]\ninherit-env = ["MORE"]\n')
    environment = {**os.environ, "MORE": "yes", "SKILLCTL_CONFIG_DIR": str(home)}
    body = "open('seen', 'w').write(os.environ['MORE'])\nserve()\n"
    script = write_server(tmp_path, body)
    ground = typed(Surroundings(tmp_path, home, environment), None, ["python3", str(script)])
    with started(ground, ground.used) as manager:
        manager.scan()
        assert [s.state for s in manager.statuses().values()] == ["ready"]
    assert Path(tmp_path / "seen").read_text() == "yes"
