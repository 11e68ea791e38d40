"""Which servers `skillctl mcp` is about: those that are configured, or one typed as a command."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path

from skillctl.cli.surroundings import Surroundings
from skillctl.errors import Location, SkillctlError
from skillctl.mcp.agreed import Start, only_as_agreed
from skillctl.mcp.manager import Manager
from skillctl.mcp.stdio import start_stdio
from skillctl.mcp.wire import Wire
from skillctl.servers.model import ServerConfig
from skillctl.servers.standing import Standing, needs_consent
from skillctl.settings import Settings
from skillctl.worktree import Workspace

TYPED = "command line"
TYPED_NAME = "server"


@dataclass(frozen=True, slots=True, kw_only=True)
class ServerGround:
    """All servers with their standing, and how they are started; nothing is started here."""

    standings: tuple[Standing, ...]
    findings: tuple[str, ...]
    looked_in: tuple[str, ...]
    workspace: Workspace
    environment: Mapping[str, str]
    settings: Settings

    @property
    def used(self) -> tuple[Standing, ...]:
        """One standing per name: that of the entry that counts."""
        return tuple(s for s in self.standings if s.config.shadowed_by is None)

    def start(self) -> Start:
        """Start a process for a server, if it is still what was agreed to."""
        inherit = self.settings.mcp.inherit_env

        def process(config: ServerConfig) -> Wire:
            return start_stdio(config, self.environment, inherit=inherit)

        return only_as_agreed(self.standings, self.workspace, process)

    def pick(self, name: str) -> Standing:
        """The server of that name; SkillctlError with the nearest names if there is none."""
        found = next((s for s in self.used if s.config.name == name), None)
        if found:
            return found
        near = get_close_matches(name, [s.config.name for s in self.used], 3)
        hint = f"did you mean {' or '.join(near)}?" if near else "see: skillctl mcp list"
        raise SkillctlError(f'no server is named "{name}"', hint=hint)


@contextmanager
def started(ground: ServerGround, asked: Sequence[Standing]) -> Iterator[Manager]:
    """Servers on their way up, as far as they may start; all ended at the end."""
    configs = [s.config for s in asked if s.state == "configured"]
    with Manager(configs, ground.start()) as manager:
        manager.begin()
        yield manager


def configured(
    here: Surroundings, project: Path | None, mcp_configs: Sequence[Path]
) -> ServerGround:
    """The servers of the project and of the user; git and the store are asked only if needed."""
    from skillctl.consent.item import place_of
    from skillctl.consent.store import Store, load_store
    from skillctl.servers.load import PROJECT_FILES, USER_FILE, load_servers
    from skillctl.servers.standing import stand
    from skillctl.settings_file import load_settings
    from skillctl.skills.project import find_project
    from skillctl.worktree import open_workspace

    found = find_project(here.cwd, here.home, project)
    named = [here.cwd / path for path in mcp_configs]
    servers = load_servers(found.scope, here.config_dir, here.environment, mcp_configs=named)
    root = found.root.resolve()
    workspace, store = Workspace(root, root, root), Store(here.config_dir, {})
    if any(needs_consent(config) for config in servers.configs):
        workspace, store = open_workspace(root, here.environment), load_store(here.config_dir)
    settings = load_settings(found.scope, here.config_dir)
    notes = (found.note, *store.problems, store.ignored(place_of(workspace)), *settings.ignored)
    usual = [str(root / name) for name in PROJECT_FILES if found.scope]
    return ServerGround(
        standings=stand(servers, store, workspace),
        findings=(*filter(None, notes), *servers.findings),
        looked_in=tuple(map(str, named)) or (*usual, str(here.config_dir / USER_FILE)),
        workspace=workspace,
        environment=here.environment,
        settings=settings.settings,
    )


def typed(here: Surroundings, name: str | None, words: Sequence[str]) -> ServerGround:
    """A server given as a command; typing it is consent."""
    from skillctl.servers.resolve import find_program
    from skillctl.settings_file import load_settings

    if not words:
        raise SkillctlError("no command after --", hint="skillctl mcp tools -- COMMAND ARG…")
    program = find_program(words[0], here.cwd, here.environment.get("PATH", ""))
    config = ServerConfig(
        name=name or TYPED_NAME,
        scope=TYPED,
        source=TYPED,
        location=Location(TYPED),
        entry={},
        command=words[0],
        args=tuple(words[1:]),
        cwd=here.cwd,
        program=program,
    )
    return ServerGround(
        standings=(Standing(config=config, state="configured"),),
        findings=(),
        looked_in=(TYPED,),
        workspace=Workspace(here.cwd, here.cwd, here.cwd),
        environment=here.environment,
        settings=load_settings(None, here.config_dir).settings,
    )
