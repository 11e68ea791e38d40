"""The view of a project: skills, servers and consent are looked at, and what may start starts."""

from collections.abc import Callable, Sequence
from dataclasses import replace

from skillctl.agent.build import build_view
from skillctl.agent.ground import Gathered, Ground
from skillctl.agent.patience import patience
from skillctl.agent.view import View
from skillctl.mcp.agreed import Start, only_as_agreed
from skillctl.mcp.client import said_by
from skillctl.mcp.manager import SCAN_SECONDS, Manager
from skillctl.mcp.stdio import start_stdio
from skillctl.mcp.wire import Wire
from skillctl.policy.redaction import Redactor
from skillctl.servers.load import load_servers
from skillctl.servers.model import ServerConfig, Servers
from skillctl.servers.standing import Standing, stand, what_consent_needs
from skillctl.settings import Settings
from skillctl.skills.gather import gather_skills
from skillctl.skills.model import SkillSnapshot
from skillctl.worktree import open_workspace


def gather_view(
    ground: Ground,
    settings: Settings,
    start: Start | None = None,
    tell: Callable[[str], object] = lambda _: None,
    *,
    seconds: float | None = None,
) -> Gathered:
    """Look at everything and start the servers that were agreed to, or are the user's own.

    `start` takes the place of starting a process; `tell` gets a line if that takes long. What does
    not come up, or not within `seconds` where there is less time than usual, is an absence.
    """
    skills = gather_skills(
        ground.project,
        ground.home,
        ground.data_dir,
        ground.config_dir,
        settings,
        ground.skill_roots,
        environment=ground.environment,
    )
    servers = load_servers(
        ground.project, ground.config_dir, ground.environment, mcp_configs=ground.mcp_configs
    )
    root = ground.root.resolve()
    workspace, store = what_consent_needs(servers, root, ground.config_dir, ground.environment)
    standings = stand(servers, store, workspace)
    startable = [s for s in standings if s.state == "configured"]
    longest = SCAN_SECONDS if seconds is None else min(seconds, SCAN_SECONDS)
    agreed = only_as_agreed(
        startable,
        lambda: open_workspace(root, ground.environment),
        start or _process(ground, settings),
    )
    manager = Manager([s.config for s in startable], agreed, scan_seconds=longest)
    try:
        with patience(manager, tell, longest):
            manager.scan()
        view = _view(ground, skills, servers, standings, manager)
    except BaseException:
        manager.close()
        raise
    folders = {s.config.name: s.config.cwd for s in startable if s.config.cwd}
    return Gathered(view, manager, _secrets(servers.configs), folders)


def no_config(ground: Ground) -> Gathered:
    """The empty baseline: no skill root, no server, whatever is configured."""
    view = build_view(SkillSnapshot((), ""), (), {}, writable=ground.area.writable)
    return Gathered(view, Manager((), _process(ground, Settings())), {}, {})


def _process(ground: Ground, settings: Settings) -> Start:
    def start(config: ServerConfig) -> Wire:
        return start_stdio(config, ground.environment, inherit=settings.mcp.inherit_env)

    return start


def _view(
    ground: Ground,
    skills: SkillSnapshot,
    servers: Servers,
    standings: Sequence[Standing],
    manager: Manager,
) -> View:
    hidden = Redactor(_secrets(servers.configs)).text
    statuses = {
        name: replace(status, reason=hidden(status.reason.removeprefix(said_by(name))))
        for name, status in manager.statuses().items()
    }
    return build_view(
        skills,
        standings,
        statuses,
        writable=ground.area.writable,
        notes=(*skills.notes, *servers.findings, *map(hidden, manager.news())),
    )


def _secrets(configs: Sequence[ServerConfig]) -> dict[str, str]:
    """The values that no log may hold, by the names of their variables and headers."""
    return {
        name: value
        for config in configs
        for name, value in (*config.env.items(), *config.headers.items())
    }
