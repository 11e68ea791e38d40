"""A frozen view from what was found: skills, standings of servers, and what started ones said."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from hashlib import sha256

from skillctl.agent.offered import Offer, offer
from skillctl.agent.surface import TOOLS
from skillctl.agent.view import Absence, ServerView, View
from skillctl.agent.writer import written
from skillctl.mcp.client import said_by
from skillctl.mcp.server import ServerStatus
from skillctl.servers.model import naming_keys
from skillctl.servers.standing import Standing
from skillctl.settings import McpSettings
from skillctl.skills.focus import NO_FOCUS, Focus
from skillctl.skills.model import Candidate, SkillSnapshot
from skillctl.skills.preferences import enable_command
from skillctl.toolspec import ToolSpec

_SERVER_REASONS = {
    "shadowed": "shadowed",
    "disabled": "disabled",
    "skipped": "server-failed",
    "unresolved": "invalid",
    "pending": "pending",
    "denied": "denied",
    "starting": "server-failed",
    "failed": "server-failed",
    "stopped": "server-failed",
}
_TOLD = ("pending", "denied", "skipped")
_GRANT = "look and grant with: {}"
_REMEDY_OF_SKIPPED = "configure it over stdio, or mend what is said; the others are not affected"
_REMEDIES = {
    "shadowed": "rename one of the two",
    "disabled": 'take "disabled" out of its entry',
    "invalid": "mend it, or set what it needs; skillctl lint says more",
    "pending": _GRANT,
    "changed": _GRANT,
    "denied": _GRANT,
    "cut": "set skills.max-skills higher, or disable skills that are not needed",
    "hidden": "it is shown again when its server is ready",
    "server-failed": "mend the server; the others are not affected",
}


@dataclass(frozen=True, slots=True)
class _Seen:
    """One server: its view, what it offers, and why it is absent, if it is."""

    view: ServerView
    offer: Offer
    absence: Absence | None


def build_view(  # noqa: PLR0913 # what a view is made of, each named by its caller
    skills: SkillSnapshot,
    standings: Sequence[Standing],
    statuses: Mapping[str, ServerStatus],
    *,
    focus: Focus = NO_FOCUS,
    writable: bool = True,
    notes: Sequence[str] = (),
    mcp: McpSettings = McpSettings(),  # noqa: B008 # a frozen value
    surface: str = TOOLS,
) -> View:
    """Put a view together; pure. `statuses` are those of the servers that were to start."""
    configs = [standing.config for standing in standings]
    seen = [
        _seen(standing, statuses, naming_keys(configs, standing.config.scope), mcp)
        for standing in standings
    ]
    every = tuple(tool for server in seen for tool in server.offer.tools)
    tools, clashing = _told_apart(every) if surface == TOOLS else (every, ())
    view = View(
        skills=skills,
        servers=tuple(server.view for server in seen if server.view.state != "shadowed"),
        tools=tuple(sorted(tools, key=lambda tool: (tool.server or "", tool.raw_name or ""))),
        absences=(
            *skill_absences(skills),
            *(server.absence for server in seen if server.absence),
            *(absence for server in seen for absence in server.offer.absences),
            *(_clash(tool) for tool in clashing),
        ),
        focus=focus,
        writable=writable,
        naming=mcp.naming,
        surface=surface,
        notes=(
            *notes,
            *(f"{said_by(s.view.key)}{s.view.error}" for s in seen if s.view.state in _TOLD),
            *(note for server in seen for note in server.offer.notes),
            *(f"{said_by(tool.server or '')}{_clash(tool).detail}" for tool in clashing),
        ),
    )
    return hashed(view)


def _told_apart(tools: Sequence[ToolSpec]) -> tuple[tuple[ToolSpec, ...], tuple[ToolSpec, ...]]:
    """Tools with a name of their own, and those of two servers that have the same one.

    Names are made per server (mcp.md section 8.1), so a server can list a tool whose plain name is
    the hashed name of another server's tool; a call could then go to the wrong one.
    """
    taken = Counter(tool.name for tool in tools)
    own = tuple(tool for tool in tools if taken[tool.name] == 1)
    return own, tuple(tool for tool in tools if taken[tool.name] > 1)


def _clash(tool: ToolSpec) -> Absence:
    return Absence(
        kind="tool",
        name=tool.raw_name or tool.name,
        alias=tool.name,
        reason="duplicate",
        detail=f'a tool of another server has the same name "{tool.name}"; both are left out',
        remedy="filter one of the two with disabledTools of its entry, or rename a server",
    )


def hashed(view: View) -> View:
    """The view with one SHA-256 over what shapes the prompt."""
    shaping: dict[str, object] = {
        "skills": view.skills.hash,
        "servers": [[s.key, s.state, s.fingerprint, s.instructions] for s in view.servers],
        "tools": [[t.name, t.description, t.input_schema, t.digest] for t in view.tools],
        "focus": asdict(view.focus),
        "writable": view.writable,
    }
    if view.surface != TOOLS:
        shaping["surface"] = view.surface
    if view.instructions:
        shaping["instructions"] = [[i.shown, i.text, i.marker] for i in view.instructions]
    return replace(view, hash=sha256(written(shaping)[0]).hexdigest())


def _seen(
    standing: Standing,
    statuses: Mapping[str, ServerStatus],
    keys: Sequence[str],
    mcp: McpSettings,
) -> _Seen:
    """One server as it stands, or as it came up."""
    config = standing.config
    status = statuses.get(config.name) if standing.state == "configured" else None
    state = status.state if status else standing.state
    reason = (status.reason if status else standing.reason).removeprefix(said_by(config.name))
    ready = status is not None and state == "ready"
    view = ServerView(
        key=config.name,
        state=state,
        fingerprint=standing.item.fingerprint if standing.item else "",
        protocol=status.info.protocol if status and status.info else "",
        instructions=status.info.instructions if status and status.info and ready else "",
        error="" if ready else reason,
        consent=standing.consent,
    )
    listed = status.tools.tools if status and ready else ()
    offered = offer(config, keys, listed, mcp) if ready else Offer((), (), ())
    return _Seen(view, offered, None if ready else _server_absence(standing, state, reason))


def _server_absence(standing: Standing, state: str, words: str) -> Absence:
    reason = _SERVER_REASONS.get(state, "server-failed")
    if state == "pending" and standing.consent == "changed":
        reason = "changed"
    place = standing.config.location
    name, detail = standing.config.name, f"{place}: {words}"
    absence = _absence("server", name, reason, detail, standing.grant)
    return replace(absence, remedy=_REMEDY_OF_SKIPPED) if state == "skipped" else absence


def skill_absences(skills: SkillSnapshot) -> Iterator[Absence]:
    """The candidates that are not used."""
    for candidate in skills.candidates:
        name, status = candidate.name, candidate.status
        if status != "active":
            absence = _absence("skill", name, status, _skill_detail(candidate), candidate.grant)
            remedy = f"enable with: {enable_command(name)}"
            yield replace(absence, remedy=remedy) if status == "disabled" else absence


def _skill_detail(candidate: Candidate) -> str:
    return f"{candidate.scope} {candidate.path}: {candidate.reason}"


def _absence(kind: str, name: str, reason: str, detail: str, grant: str) -> Absence:
    remedy = _REMEDIES.get(reason, "").format(grant)
    return Absence(kind=kind, name=name, reason=reason, detail=detail, remedy=remedy)
