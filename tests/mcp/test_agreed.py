import os

import pytest

from skillctl.consent.opened import open_consent
from skillctl.mcp.agreed import only_as_agreed
from skillctl.mcp.client import ServerFailed
from skillctl.servers.load import load_servers
from skillctl.servers.standing import Standing, stand
from skillctl.worktree import NotPinned, open_workspace

CONFIG = '{"mcpServers": {"notes": {"command": "python3", "args": ["srv.py"]}}}'


@pytest.fixture
def project(tree):
    return tree({"p/.mcp.json": CONFIG, "p/srv.py": "print(1)\n", "config/x": ""}) / "p"


def standings_of(project, state):
    servers = load_servers(project, project.parent / "config", {"PATH": os.defpath})
    consent = open_consent(project, project.parent / "config", {"PATH": os.defpath})
    found = stand(servers, consent)
    return [Standing(config=s.config, state=state, item=s.item) for s in found]


def look(project):
    return lambda: open_workspace(project, {"PATH": os.defpath})


def never():
    raise AssertionError("nobody has to look")


def test_what_is_as_it_was_starts(project):
    standings = standings_of(project, "configured")
    start = only_as_agreed(standings, look(project), lambda config: config.name)
    assert start(standings[0].config) == "notes"


def test_what_changed_since_does_not(project):
    standings = standings_of(project, "configured")
    start = only_as_agreed(standings, look(project), lambda config: config.name)
    (project / "srv.py").write_text("print(2)\n")
    with pytest.raises(ServerFailed) as refused:
        start(standings[0].config)
    assert str(refused.value) == ('server "notes": changed between consent and start; not started')


def test_servers_of_the_user_need_no_look(project):
    standings = standings_of(project, "configured")
    own = Standing(config=standings[0].config, state="configured")
    (project / "srv.py").unlink()
    assert only_as_agreed([own], never, lambda config: config.name)(own.config) == "notes"


def test_a_file_that_came_since_is_seen(project):
    (project / "srv.py").unlink()
    standings = standings_of(project, "configured")
    start = only_as_agreed(standings, look(project), lambda config: config.name)
    (project / "srv.py").write_text("print(2)\n")
    with pytest.raises(ServerFailed, match="changed between consent and start; not started"):
        start(standings[0].config)


def test_a_workspace_that_cannot_be_read_any_more_starts_nothing(project):
    standings = standings_of(project, "configured")

    def gone():
        raise NotPinned("git is not installed")

    start = only_as_agreed(standings, gone, lambda config: config.name)
    with pytest.raises(ServerFailed, match=r"cannot be fingerprinted again .*git is not installed"):
        start(standings[0].config)
