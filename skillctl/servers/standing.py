"""Which servers may be started: one verdict per configured server (mcp.md sections 1, 3 and 7)."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass

from skillctl.consent.item import Item, grant_command, shared_names
from skillctl.consent.opened import Consent
from skillctl.policy.text import row
from skillctl.servers.fingerprint import server_item
from skillctl.servers.model import ServerConfig, Servers

EXEMPT = "exempt"
_PENDING = {"missing": "pending", "changed": "pending: the server changed"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """A server and what stands in the way of starting it.

    `state` is `configured` if nothing does, else one of shadowed, disabled, skipped (this version
    can never start it), unresolved, pending, denied, with the `reason` in words. `consent` is a
    status of mcp.md section 4.5; `item` is None for servers of the user, which are exempt.
    `which` is its source, if a grant has to name that since the name is not enough.
    """

    config: ServerConfig
    state: str
    reason: str = ""
    consent: str = EXEMPT
    item: Item | None = None
    which: str = ""

    @property
    def grant(self) -> str:
        """The command that consents to it."""
        return grant_command(self.config.name, source=self.which)


def stand(servers: Servers, consent: Consent, others: Collection[str] = ()) -> tuple[Standing, ...]:
    """Judge every server, in the order of the configurations; files are read, nothing starts.

    `others` are the names of what else in the repository wants consent.
    """
    shared = shared_names((*server_names(servers), *others))
    return tuple(_stand(config, servers, consent, shared) for config in servers.configs)


def servers_need_consent(servers: Servers) -> bool:
    """Whether any of the servers does."""
    return any(map(needs_consent, servers.configs))


def server_names(servers: Servers) -> tuple[str, ...]:
    """The names of the servers that want consent, one for each entry."""
    return tuple(config.name for config in servers.configs if needs_consent(config))


def needs_consent(config: ServerConfig) -> bool:
    """Whether a server comes from the repository."""
    return config.scope == "project"


def _stand(
    config: ServerConfig, servers: Servers, consent: Consent, shared: Collection[str]
) -> Standing:
    item = server_item(config, consent.workspace) if needs_consent(config) else None
    status = consent.status(item) if item else EXEMPT
    which = item.source if item and config.name in shared else ""
    obstacles = _obstacles(config, servers, status, item, grant_command(config.name, source=which))
    state, reason = next(obstacles, ("configured", ""))
    return Standing(
        config=config, state=state, reason=reason, consent=status, item=item, which=which
    )


def _obstacles(
    config: ServerConfig, servers: Servers, consent: str, item: Item | None, grant: str
) -> Iterator[tuple[str, str]]:
    """What keeps a server from starting, the most final first."""
    if config.shadowed_by is not None:
        yield "shadowed", f"the entry of {config.shadowed_by} is used"
    if config.disabled:
        yield "disabled", "disabled by its entry"
    if _never_starts(config):
        yield "skipped", config.unspoken
    if servers.broken_user_file and item:
        yield "unresolved", "the user's own file cannot be read, and it might name this server"
    if config.problems:
        yield "unresolved", "; ".join(config.problems)
    if item:
        yield from _unagreed(consent, item, grant)


def _unagreed(consent: str, item: Item, grant: str) -> Iterator[tuple[str, str]]:
    """What the user has to say first."""
    if item.problem:
        yield "pending", f"cannot be fingerprinted, hence not consented to: {row(item.problem)}"
    if consent == "denied":
        yield "denied", "consent was denied"
    if consent in _PENDING:
        yield "pending", f"consent {_PENDING[consent]}; look and grant with: {grant}"


def _never_starts(config: ServerConfig) -> bool:
    """Whether a server at a URL is meant; another entry has the wrong transport by mistake."""
    entry = config.entry
    remote = entry.get("url") is not None and entry.get("command") is None
    return remote and bool(config.unspoken)
