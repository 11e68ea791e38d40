"""The view of a project: skills, servers and consent are looked at, and what may start starts."""

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import partial

from skillctl.agent.build import build_view, hashed
from skillctl.agent.fake_servers import FakeServers, read_fakes
from skillctl.agent.ground import Gathered, Ground
from skillctl.agent.in_turn import in_pages, scan_in_turn
from skillctl.agent.instructions import read_instructions
from skillctl.agent.patience import patience
from skillctl.agent.server_skills import Place, view_by_skills
from skillctl.agent.surface import AS_SERVED, SKILLS, TOOLS, surface_of
from skillctl.agent.view import View
from skillctl.consent.opened import Consent, open_consent
from skillctl.errors import Location
from skillctl.mcp.agreed import Start, only_as_agreed
from skillctl.mcp.client import said_by
from skillctl.mcp.manager import SCAN_SECONDS, Manager
from skillctl.mcp.stdio import start_stdio
from skillctl.mcp.wire import Wire
from skillctl.policy.redaction import Redactor
from skillctl.servers.load import load_servers
from skillctl.servers.model import ServerConfig, Servers
from skillctl.servers.secrets import secrets_of
from skillctl.servers.standing import Standing, server_names, servers_need_consent, stand
from skillctl.settings import COLON, McpSettings, Settings
from skillctl.skills.discover import Discovered, Discovery, discover
from skillctl.skills.gather import (
    FingerprintedDiscovery,
    choose_with,
    fingerprint_others,
    skill_names,
    skills_need_consent,
)
from skillctl.skills.generated import generated_folder
from skillctl.skills.memory import Memory
from skillctl.skills.model import SkillSnapshot
from skillctl.skills.preferences import Preferences, load_preferences, preferences_path
from skillctl.skills.roots import GENERATED, folders_of
from skillctl.tools.generated.refresh import GeneratedRoot
from skillctl.worktree import open_workspace

NOWHERE = Location("")


@dataclass(frozen=True, slots=True, kw_only=True)
class Look:
    """What is there before anything has started: skills, and how each server stands.

    `skills` are what was chosen from all that was found, by consent and preferences. What is
    `fixed` is all but the skills of servers, which are made once those run; `made` were before.
    """

    fixed: FingerprintedDiscovery
    made: tuple[Discovered, ...]
    consent: Consent
    preferences: Preferences
    memory: Memory | None
    skills: SkillSnapshot
    servers: Servers
    standings: tuple[Standing, ...]
    fakes: FakeServers
    findings: tuple[str, ...]

    @property
    def startable(self) -> list[Standing]:
        """The servers that may start."""
        return [standing for standing in self.standings if standing.state == "configured"]


def look_around(
    ground: Ground,
    settings: Settings,
    consent: Consent | None = None,
    memory: Memory | None = None,
) -> Look:
    """Look at everything; `consent` is handed in where it was opened already.

    With a memory, files that did not change are not read again.
    """
    found = discover(
        *(ground.project, ground.home, ground.data_dir, settings, ground.skill_roots),
        virtual_env=ground.virtual_env,
        memory=memory,
        listing=ground.orders.roots,
    )
    fakes = read_fakes(ground.fakes, ground.orders.starts)
    configured = load_servers(
        *(ground.project, ground.config_dir, ground.environment),
        mcp_configs=ground.mcp_configs,
        orders=ground.orders,
    )
    servers = fakes.beside(configured).told(ground.told)
    consent = consent or _consent(ground, found, servers)
    chosen = preferences_path(settings.skills, ground.home, ground.config_dir)
    preferences = load_preferences(chosen)
    fixed = fingerprint_others(found, consent, memory)
    made = tuple(item for item in found.items if item.scope == GENERATED)
    others = server_names(servers)
    return Look(
        fixed=fixed,
        made=made,
        consent=consent,
        preferences=preferences,
        memory=memory,
        skills=choose_with(
            fixed, made, consent, settings, preferences, memory=memory, others=others
        ),
        servers=servers,
        standings=stand(servers, consent, skill_names(found)),
        fakes=fakes,
        findings=servers.findings,
    )


def gather_view(  # noqa: PLR0913 # what surrounds a view, each known to its caller
    ground: Ground,
    settings: Settings,
    start: Start | None = None,
    tell: Callable[[str], object] = lambda _: None,
    *,
    seconds: float | None = None,
    consent: Consent | None = None,
    earlier: Gathered | None = None,
) -> Gathered:
    """Look at everything and start the servers that were agreed to, or are the user's own.

    `start` takes the place of starting a process; `tell` gets a line if that takes long. What does
    not come up, or not within `seconds` where there is less time than usual, is an absence.
    `consent` is handed in where it was opened already. What was gathered `earlier` is gone on with:
    servers that are as they were run on, the others are ended.
    """
    memory = earlier.memory if earlier else Memory()
    seen = look_around(ground, settings, consent, memory)
    longest = SCAN_SECONDS if seconds is None else min(seconds, SCAN_SECONDS)
    agreed = only_as_agreed(
        seen.startable,
        lambda: open_workspace(ground.root.resolve(), ground.environment),
        in_pages(seen.fakes.start_else(start or _process(ground, settings)), ground.orders),
    )
    manager = earlier.manager if earlier else Manager((), agreed, scan_seconds=longest)
    try:
        same = unchanged(earlier.standings, seen.startable) if earlier else ()
        manager.renew([s.config for s in seen.startable], agreed, same)
        with patience(manager, tell, longest):
            scan_in_turn(manager, ground.orders.starts)
        view = with_instructions(_view(ground, seen, manager, settings), ground, settings)
    except BaseException:
        manager.close()
        raise
    folders = {s.config.name: s.config.cwd for s in seen.startable if s.config.cwd}
    secrets = secrets_of(seen.servers.configs)
    return Gathered(
        *(view, manager, secrets, folders, seen.servers.broken),
        standings=tuple(seen.startable),
        memory=memory,
    )


def with_instructions(view: View, ground: Ground, settings: Settings) -> View:
    """The view with the files that the user wants in every prompt."""
    found = read_instructions(settings.instructions, ground.project, ground.area)
    view = replace(view, instructions=found.files, notes=(*view.notes, *found.notes))
    return hashed(view) if found.files else view


def unchanged(before: Sequence[Standing], now: Sequence[Standing]) -> frozenset[str]:
    """The servers that may run on: the same in all that starts them, agreed to as they are."""
    known = {standing.config.name: _started_by(standing) for standing in before}
    return frozenset(s.config.name for s in now if known.get(s.config.name) == _started_by(s))


def _started_by(standing: Standing) -> tuple[ServerConfig, str]:
    """What a server is started with; where its entry stands in a file plays no part."""
    fingerprint = standing.item.fingerprint if standing.item else ""
    return replace(standing.config, location=NOWHERE, warnings=()), fingerprint


def _consent(ground: Ground, found: Discovery, servers: Servers) -> Consent:
    """Consent of the project, for skills and servers alike."""
    return open_consent(
        *(ground.root.resolve(), ground.config_dir, ground.environment, ground.allow_list),
        needed=skills_need_consent(found) or servers_need_consent(servers),
    )


def no_config(ground: Ground) -> Gathered:
    """The empty baseline: no skill root, no server, whatever is configured."""
    view = build_view(SkillSnapshot((), ""), (), {}, writable=ground.area.writable)
    return Gathered(view, Manager((), _process(ground, Settings())), {}, {})


def _process(ground: Ground, settings: Settings) -> Start:
    def start(config: ServerConfig) -> Wire:
        return start_stdio(config, ground.environment, inherit=settings.mcp.inherit_env)

    return start


def _view(ground: Ground, seen: Look, manager: Manager, settings: Settings) -> View:
    hidden = Redactor(secrets_of(s.config for s in seen.standings)).text
    statuses = {
        name: replace(status, reason=hidden(status.reason.removeprefix(said_by(name))))
        for name, status in manager.statuses().items()
    }
    news = (*map(hidden, manager.news()),)

    def build(skills: SkillSnapshot, mcp: McpSettings, surface: str = TOOLS) -> View:
        return build_view(
            skills,
            seen.standings,
            statuses,
            focus=ground.focus,
            writable=ground.area.writable,
            notes=(
                *seen.consent.notes,
                *seen.preferences.notes,
                *skills.notes,
                *seen.findings,
                *news,
            ),
            mcp=mcp,
            surface=surface,
        )

    view = build(seen.skills, settings.mcp)
    if surface_of(settings.mcp, view.tools) == SKILLS:
        by_skills = partial(build, mcp=replace(settings.mcp, schema=AS_SERVED), surface=SKILLS)
        view = view_by_skills(
            by_skills(seen.skills),
            by_skills,
            partial(_chosen, seen, settings),
            {name: status.tools.tools for name, status in statuses.items()},
            _place(ground, settings.mcp, seen.fakes),
        )
    beginnings = tuple(said_by(standing.config.name) for standing in seen.standings)
    return replace(
        view,
        notes=tuple(_about(note, beginnings, hidden) for note in view.notes),
        absences=tuple(
            replace(absence, detail=_about(absence.detail, beginnings, hidden))
            for absence in view.absences
        ),
    )


def _chosen(seen: Look, settings: Settings, items: Sequence[Discovered]) -> SkillSnapshot:
    """The skills of a run with those that were made for its servers."""
    if tuple(items) == seen.made:
        return seen.skills
    others = server_names(seen.servers)
    known = (seen.consent, settings, seen.preferences)
    return choose_with(seen.fixed, items, *known, memory=seen.memory, others=others)


def _place(ground: Ground, mcp: McpSettings, fakes: FakeServers) -> Place:
    """Where the skills of servers stand; those of fakes never among the user's."""
    folder = generated_folder(mcp, ground.home, ground.data_dir)
    colon = mcp.generated_names == COLON and os.name == "posix"
    folders = folders_of(ground.project, ground.home, ground.data_dir)
    place = Place(GeneratedRoot(folder, colon=colon), folders, datetime.now(UTC))
    if not fakes.files:
        return place
    own = GeneratedRoot(fakes.folder(ground.data_dir), colon=colon)
    return replace(place, fakes=fakes.files.keys(), fake_root=own)


def _about(words: str, beginnings: Sequence[str], hidden: Callable[[str], str]) -> str:
    """What is said of a server without the values it was given, which may stand in any name of it.

    Its own name stays: that is the user's word for it.
    """
    begin = next((begin for begin in beginnings if words.startswith(begin)), "")
    return begin + hidden(words.removeprefix(begin))
