"""A server entry as written, and the resolved server that may be started."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from skillctl.errors import Location
from skillctl.policy.text import row

SPOKEN_TRANSPORT = "stdio"


def said_by(server: str) -> str:
    """How every message about a server begins."""
    return f'server "{row(server)}": '


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """Time limits of one server in seconds (mcp.md section 5.3)."""

    start: float = 30.0
    listing: float = 15.0
    idle: float = 120.0
    hard: float = 600.0


@dataclass(frozen=True, slots=True, kw_only=True)
class ServerConfig:
    """A resolved server: everything needed to start it, and where it was defined.

    `entry` is the entry as written, and relative paths in it count from `base`. `problems` is
    non-empty if the server may not be started; texts that could not be expanded are empty then.
    `source` is the defining file as consent names it; `fingerprint` is empty in user scope and
    until consent was looked at; `unpinnable` says why the entry can have none. `resolved` is the
    local digest of expanded values, empty if nothing was expanded. `shadowed_by` names the file
    whose entry of the same name is used instead.
    """

    name: str
    scope: str
    source: str
    location: Location
    entry: Mapping[str, object]
    transport: str = "stdio"
    command: str = ""
    args: tuple[str, ...] = ()
    env: Mapping[str, str] = field(default_factory=dict)
    cwd: Path | None = None
    url: str = ""
    headers: Mapping[str, str] = field(default_factory=dict)
    disabled: bool = False
    limits: Limits = Limits()
    enabled_tools: tuple[str, ...] = ()
    disabled_tools: tuple[str, ...] = ()
    problems: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()
    fingerprint: str = ""
    resolved: str = ""
    program: Path | None = None
    shadowed_by: str | None = None
    base: Path | None = None
    auth: Mapping[str, object] = field(default_factory=dict)
    protocol: str = "auto"
    unpinnable: str = ""

    @property
    def unspoken(self) -> str:
        """Why this version cannot start a server of this transport, or nothing."""
        if self.transport == SPOKEN_TRANSPORT:
            return ""
        if self.transport == "sse":
            return "SSE transport is deprecated; use streamable HTTP"
        return (
            f"transport {self.transport} is not supported by this version; "
            f"only {SPOKEN_TRANSPORT} is"
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """What the command line says of every server, whatever its entry does.

    `idle` is how many seconds a call may be silent; the hard limit of an entry stays.
    """

    protocol: str = ""
    idle: float | None = None

    def of(self, config: ServerConfig) -> ServerConfig:
        """A server as it is told to be."""
        limits = config.limits
        if self.idle is not None:
            hard = limits.hard if "timeout" in config.entry else max(Limits().hard, self.idle)
            limits = replace(limits, idle=self.idle, hard=hard)
        return replace(config, protocol=self.protocol or config.protocol, limits=limits)


AS_WRITTEN = Told()


def naming_keys(configs: Iterable[ServerConfig], scope: str) -> tuple[str, ...]:
    """The keys that names of the tools of a server of this scope are told apart from.

    Those of the user's servers among the user's alone: whatever a repository has in its files,
    they stay (mcp.md section 8.1).
    """
    return tuple(sorted({c.name for c in configs if scope == "project" or c.scope != "project"}))


@dataclass(frozen=True, slots=True, kw_only=True)
class Servers:
    """All configured servers by name, shadowed ones included, and what was wrong in words.

    `broken` are the files that could not be used; servers of the repository may not start while
    the user's own file is among them (`broken_user_file`), since it might name them.
    """

    configs: tuple[ServerConfig, ...]
    findings: tuple[str, ...] = ()
    broken: tuple[str, ...] = ()
    broken_user_file: bool = False

    def told(self, told: Told) -> "Servers":
        """The same, each as the command line says."""
        return replace(self, configs=tuple(map(told.of, self.configs)))

    def get(self, name: str) -> ServerConfig | None:
        """The entry of that name that is used, or None."""
        return next((c for c in self.configs if c.name == name and c.shadowed_by is None), None)
