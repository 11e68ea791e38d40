"""`skillctl mcp check`: what is wrong with servers, for their authors (mcp.md section 11)."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from skillctl.cli.mcp_ground import KnownServer, ServerGround, started
from skillctl.cli.mcp_tools import hint_for
from skillctl.errors import EndpointFailed, SkillctlError
from skillctl.findings import Case, Report
from skillctl.mcp.client import said_by
from skillctl.mcp.live.heard import Heard
from skillctl.mcp.live.report import case_of, place_of
from skillctl.mcp.manager import Manager
from skillctl.mcp.server import ServerStatus
from skillctl.policy.redaction import Redactor
from skillctl.report.fingerprint import with_fingerprints
from skillctl.servers.model import naming_keys
from skillctl.servers.secrets import secrets_of

FAILED, WAITING, FOUND = 5, 4, 1
_OUT_OF_ORDER = ("failed", "starting", "stopped", "unresolved")
_WAITING = ("pending", "denied")


def checked(
    ground: ServerGround, asked: Sequence[KnownServer], *, named: bool, notes: bool
) -> tuple[Report, int]:
    """The report and the exit code: 5 if a server failed, 4 if only consent is missing, or 1.

    SkillctlError if there is no server at all.
    """
    if not asked:
        hint = "give a command: skillctl mcp check -- COMMAND ARG…"
        raise SkillctlError(ground.nothing, hint=hint)
    heard = list(_heard(ground, asked))
    cases = tuple(_case(server, one, notes=notes) for server, one in heard)
    report = with_fingerprints(Report(cases=cases, command="mcp check"))
    failed = any(one.failure for _, one in heard) or (ground.broken and not named)
    if failed:
        return report, FAILED
    if all(case.skipped for case in cases):
        return report, WAITING if any(one.state in _WAITING for one, _ in heard) else 0
    return report, FOUND * report.failed


def _heard(
    ground: ServerGround, asked: Sequence[KnownServer]
) -> Iterator[tuple[KnownServer, Heard]]:
    """Start them, list twice, end them; notes of the end count, too."""
    configs = [server.config for server in ground.servers]
    blank = Heard(key="", naming=ground.settings.mcp.naming)
    with started(ground, asked) as manager:
        manager.scan()
        statuses = manager.statuses()
        found = [
            (s, _listed(manager, s, statuses.get(s.config.name), replace(blank, keys=keys)))
            for s in asked
            for keys in (naming_keys(configs, s.config.scope),)
        ]
    ended = manager.statuses()
    for server, heard in found:
        status = ended.get(server.config.name)
        yield server, replace(heard, notes=status.notes if status else ())


def _listed(
    manager: Manager, server: KnownServer, status: ServerStatus | None, blank: Heard
) -> Heard:
    """One server as it is now, with its second list if it has a first one."""
    name = server.config.name
    heard = replace(blank, key=name)
    status = status or ServerStatus(state=server.state, reason=server.reason)
    if status.state in _OUT_OF_ORDER:
        reason = status.reason.removeprefix(said_by(name)) or f"is {status.state}"
        advice = hint_for(server.config, status) or heard.advice
        return replace(heard, failure=reason, advice=advice)
    if status.state != "ready" or status.info is None:
        return heard
    heard = replace(heard, listed=status.tools, instructions=status.info.instructions)
    try:
        return replace(heard, again=manager.list_again(name))
    except EndpointFailed as failure:
        words = str(failure).removeprefix(said_by(name))
        return replace(heard, failure=f"the second listing failed: {words}")


def _case(server: KnownServer, heard: Heard, *, notes: bool) -> Case:
    """The findings of a server, or why it was not started."""
    hidden = Redactor(secrets_of([server.config])).text
    if heard.again is None and not heard.failure:
        place, reason = place_of(heard.key), server.reason or f"is {server.state}"
        return Case(kind="server", name=place, path=place, skipped=hidden(reason))
    return case_of(heard, hidden, notes=notes)
