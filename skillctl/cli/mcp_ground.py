"""Which servers `skillctl mcp` is about: those that are configured, or one typed as a command."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from skillctl.cli.located import Located, locate
from skillctl.cli.surroundings import Surroundings
from skillctl.errors import Location, SkillctlError
from skillctl.files import real_path
from skillctl.mcp.manager import Manager
from skillctl.mcp.stdio import start_stdio
from skillctl.mcp.wire import Wire
from skillctl.nearest import did_you_mean
from skillctl.policy.text import row
from skillctl.servers.model import ServerConfig, Told, said_by
from skillctl.settings import Settings

TYPED = "command line"
TYPED_NAME = "server"
_NAME_ENDS = re.compile('": ')


@dataclass(frozen=True, slots=True, kw_only=True)
class KnownServer:
    """A server and whether it may start: state, reason, consent and fingerprint in words."""

    config: ServerConfig
    state: str = "configured"
    reason: str = ""
    consent: str = "exempt"
    fingerprint: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ServerGround:
    """All servers of a command, and how one of them is started; nothing is started here."""

    servers: tuple[KnownServer, ...]
    start: Callable[[ServerConfig], Wire]
    environment: Mapping[str, str]
    settings: Settings
    findings: tuple[str, ...] = ()
    looked_in: tuple[str, ...] = ()
    broken: tuple[str, ...] = ()

    @property
    def used(self) -> tuple[KnownServer, ...]:
        """One per name: that of the entry that counts."""
        return tuple(s for s in self.servers if s.config.shadowed_by is None)

    def speaking(self, protocol: str | None) -> "ServerGround":
        """The same servers, met as the command line says instead of their entries."""
        if protocol is None:
            return self
        told = Told(protocol=str(protocol))
        servers = (replace(s, config=told.of(s.config)) for s in self.servers)
        return replace(self, servers=tuple(servers))

    @property
    def about_files(self) -> tuple[str, ...]:
        """The findings that are about no server which has a row of its own."""
        rows = frozenset(said_by(server.config.name) for server in self.servers)
        return tuple(words for words in self.findings if not _begins(words, rows))

    @property
    def nothing(self) -> str:
        """What is said where no server is configured, or no file that has some can be read."""
        what = "no servers can be read" if self.findings else "no servers are configured"
        return row(f"{what}; looked in: {', '.join(self.looked_in)}")

    def pick(self, name: str) -> KnownServer:
        """The server of that name; SkillctlError with the nearest names if there is none."""
        found = next((s for s in self.used if s.config.name == name), None)
        if found:
            return found
        names = [row(s.config.name) for s in self.used]
        hint = did_you_mean(name, names, "see: skillctl mcp list", most=3)
        raise SkillctlError(f'no server is named "{row(name)}"', hint=hint)


def _begins(words: str, rows: frozenset[str]) -> bool:
    """Whether a finding begins with the name of a server; a name may hold quotes."""
    return any(words[: end.end()] in rows for end in _NAME_ENDS.finditer(words))


@contextmanager
def started(ground: ServerGround, asked: Sequence[KnownServer]) -> Iterator[Manager]:
    """Servers on their way up, as far as they may start; all ended at the end."""
    configs = [s.config for s in asked if s.state == "configured"]
    with Manager(configs, ground.start) as manager:
        manager.begin()
        yield manager


def meant(
    here: Surroundings,
    name: str | None,
    words: Sequence[str] | None,
    *,
    project: Path | None = None,
    mcp_configs: Sequence[Path] = (),
    protocol: str | None = None,
) -> ServerGround:
    """The servers that a command line is about: those of files, or the one that it spells out."""
    if words is not None:
        return typed(here, name, words).speaking(protocol)
    return configured(here, project, mcp_configs).speaking(protocol)


def typed(here: Surroundings, name: str | None, words: Sequence[str]) -> ServerGround:
    """A server given as a command; typing it is consent."""
    from skillctl.servers.resolve import find_program
    from skillctl.settings_file import load_settings

    if not words:
        raise SkillctlError(
            "no command after --", hint="write one there, as in: skillctl mcp check -- COMMAND ARG…"
        )
    config = ServerConfig(
        name=name or TYPED_NAME,
        scope=TYPED,
        source=TYPED,
        location=Location(TYPED),
        entry={},
        command=words[0],
        args=tuple(words[1:]),
        cwd=here.cwd,
        program=find_program(words[0], here.cwd, here.environment.get("PATH", "")),
    )
    settings = load_settings(None, here.config_dir).settings
    return ServerGround(
        servers=(KnownServer(config=config),),
        start=_process(here, settings),
        environment=here.environment,
        settings=settings,
    )


def configured(
    here: Surroundings, project: Path | None, mcp_configs: Sequence[Path]
) -> ServerGround:
    """The servers of the project and of the user; git and the store are asked only if needed."""
    from skillctl.consent.opened import open_consent
    from skillctl.mcp.agreed import only_as_agreed
    from skillctl.servers.load import PROJECT_FILES, USER_FILE, load_servers
    from skillctl.servers.standing import servers_need_consent, stand
    from skillctl.worktree import open_workspace

    found = locate(here, project)
    named = [here.cwd / path for path in mcp_configs]
    servers = load_servers(found.scope, here.config_dir, here.environment, mcp_configs=named)
    root = real_path(found.root)
    consent = open_consent(
        *(root, here.config_dir, here.environment, here.allow_list()),
        needed=servers_need_consent(servers),
    )
    others = _skills(here, found) if servers_need_consent(servers) else ()
    standings = stand(servers, consent, others)
    usual = [str(root / name) for name in PROJECT_FILES if found.scope]
    return ServerGround(
        servers=tuple(
            KnownServer(
                config=s.config,
                state=s.state,
                reason=s.reason,
                consent=s.consent,
                fingerprint=s.item.fingerprint if s.item else "",
            )
            for s in standings
        ),
        start=only_as_agreed(
            standings,
            lambda: open_workspace(root, here.environment),
            _process(here, found.settings),
        ),
        environment=here.environment,
        settings=found.settings,
        findings=(*found.notes, *consent.notes, *servers.findings),
        broken=servers.broken,
        looked_in=tuple(map(str, named)) or (*usual, str(here.config_dir / USER_FILE)),
    )


def _skills(here: Surroundings, found: Located) -> tuple[str, ...]:
    """The names of the skills of the project: a server may have the same."""
    from skillctl.skills.discover import discover
    from skillctl.skills.gather import skill_names

    places = (found.scope, here.home, here.data_dir, found.settings)
    return skill_names(discover(*places, virtual_env=here.virtual_env))


def _process(here: Surroundings, settings: Settings) -> Callable[[ServerConfig], Wire]:
    """Start a process for a server, with what it may inherit."""
    inherit = settings.mcp.inherit_env
    return partial(start_stdio, environment=here.environment, inherit=inherit)
