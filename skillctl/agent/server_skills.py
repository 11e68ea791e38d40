"""Servers as skills: their folders brought up to date, and what a view tells of them (mcp.md 10).

`prompt`, `tools` and `run` write alike, so that what is printed is what will be sent; a server
whose folder cannot be written or is not ours is absent, and the others are not affected.
"""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from skillctl.agent.build import hashed
from skillctl.agent.view import Absence, View
from skillctl.policy.text import row
from skillctl.servers.model import said_by
from skillctl.skills.discover import Discovered, discover_generated
from skillctl.skills.model import Candidate, SkillSnapshot
from skillctl.skills.roots import SkillFolders
from skillctl.tools.generated.names import skill_name
from skillctl.tools.generated.refresh import Described, GeneratedRoot, Refreshed, refresh
from skillctl.tools.generated.render import SKILL_FILE, Documented
from skillctl.toolspec import ToolSpec

ONE_BY_ONE = "--surface tools offers them one by one"
Listed = Mapping[str, Sequence[object]]


@dataclass(frozen=True, slots=True)
class Place:
    """Where the skills of servers stand, how a path is printed there, and what time it is.

    Those of `fakes` stand in a root of their own: what a fake lists is no news of a real server.
    """

    root: GeneratedRoot
    folders: SkillFolders
    at: datetime
    fakes: Collection[str] = ()
    fake_root: GeneratedRoot | None = None

    @property
    def roots(self) -> tuple[GeneratedRoot, ...]:
        """All roots."""
        return (self.root, self.fake_root) if self.fake_root else (self.root,)

    def root_of(self, server: str) -> GeneratedRoot:
        """The root of one server."""
        return self.fake_root if self.fake_root and server in self.fakes else self.root


def refresh_skills(view: View, listed: Listed, place: Place) -> dict[str, Refreshed]:
    """The folder of each server that offers a tool, by the name of its skill."""
    offering = {tool.server for tool in view.tools}
    described = [
        Described(
            server=server.key,
            tools=_documented(view, server.key, listed.get(server.key, ())),
            instructions=server.instructions,
        )
        for server in view.servers
        if server.key in offering
    ]
    made: dict[str, Refreshed] = {}
    for root in place.roots:
        here = [one for one in described if place.root_of(one.server) is root]
        found = refresh(root, here, place.at) if here else ()
        made |= {skill_name(one.server): done for one, done in zip(here, found, strict=True)}
    return made


def _documented(view: View, server: str, listed: Sequence[object]) -> list[Documented]:
    """The tools that are offered, each with its schema as served."""
    served = {str(t.get("name")): t.get("inputSchema") for t in listed if isinstance(t, dict)}
    return [
        Documented(
            name=tool.raw_name or "",
            description=tool.description,
            schema=served.get(tool.raw_name or "", tool.input_schema),
        )
        for tool in view.tools
        if tool.server == server
    ]


def shown_now(
    items: Sequence[Discovered], made: Mapping[str, Refreshed], view: View
) -> list[Discovered]:
    """Generated skills as they were found, hidden but for those that are what they have to be."""
    states = {skill_name(s.key): f"server is {s.state}: {s.error}" for s in view.servers}
    return [replace(item, hidden=_why_hidden(item, made, states)) for item in items]


def _why_hidden(item: Discovered, made: Mapping[str, Refreshed], states: Mapping[str, str]) -> str:
    one = made.get(item.name)
    if one is None:
        return states.get(item.name, "its server is not configured here")
    if one.problem:
        return one.problem
    if item.skill is None or item.skill.base != one.folder:
        return f"the skill of its server stands in {one.folder}"
    current = item.skill.text.encode() == one.generated.files[SKILL_FILE]
    return "" if current else "another process has just changed it; try again"


def view_by_skills(
    bare: View,
    build: Callable[[SkillSnapshot], View],
    choose: Callable[[Sequence[Discovered]], SkillSnapshot],
    listed: Listed,
    place: Place,
) -> View:
    """Bring the skills of servers up to date, and build the view that has them.

    `bare` is a view without them; `choose` gives all skills of a run, these among them.
    """
    made = refresh_skills(bare, listed, place)
    items = (i for root in place.roots for i in discover_generated(place.folders, root.path))
    skills = choose(shown_now(list(items), made, bare))
    return hashed(on_skills(build(skills), made))


@dataclass(frozen=True, slots=True)
class _Told:
    """A server whose tools are told by a skill, or why they are not; and where it stands."""

    server: str
    made: Refreshed
    candidate: Candidate | None

    @property
    def problem(self) -> str:
        """Why the tools cannot be told; that the user disabled the skill is no reason."""
        if self.made.problem:
            return self.made.problem
        if self.candidate is None:
            return f"{self.made.folder} is not there any more"
        bad = self.candidate.status in ("hidden", "invalid")
        return self.candidate.reason if bad else ""

    def path(self, name: str) -> str:
        """A file of the skill as the catalog would print it."""
        return f"{self.candidate.path}/{name}" if self.candidate else name


def on_skills(view: View, made: Mapping[str, Refreshed]) -> View:
    """A view whose servers are reached by skills: their tools leave the list of tools."""
    told = [
        _Told(one.generated.server, one, _candidate(view.skills, name, one))
        for name, one in made.items()
    ]
    lost = {one.server for one in told if one.problem}
    schemas = {
        (one.server, tool): one.path(path)
        for one in told
        for tool, path in one.made.generated.paths.items()
    }
    return replace(
        view,
        tools=tuple(tool for tool in view.tools if tool.server not in lost),
        servers=tuple(
            replace(s, error=next(t.problem for t in told if t.server == s.key))
            if s.key in lost
            else s
            for s in view.servers
        ),
        schemas=schemas,
        absences=(
            *view.absences,
            *(_server_absence(one) for one in told),
            *(absence for one in told if not one.problem for absence in _tools(one, view.tools)),
        ),
        notes=(*view.notes, *(note for one in told for note in _notes(one))),
    )


def _candidate(skills: SkillSnapshot, name: str, one: Refreshed) -> Candidate | None:
    """What became of the skill in the folder of a server; there may be a folder of old."""
    named = skills.named(name)
    here = (c for c in named if c.skill and c.skill.base == one.folder)
    return next(here, None) or next(iter(named), None)


def _server_absence(one: _Told) -> Absence:
    told = f"its tools are told by the skill {skill_name(row(one.server))}"
    detail = f"no tool of it can be called: {one.problem}" if one.problem else told
    return Absence(
        kind="server", name=one.server, reason="surface", detail=detail, remedy=ONE_BY_ONE
    )


def _tools(one: _Told, tools: Sequence[ToolSpec]) -> Iterator[Absence]:
    for tool in tools:
        if tool.server != one.server:
            continue
        name = tool.raw_name or ""
        path = one.made.generated.paths.get(name, "")
        where = f"its schema is {one.path(path)}" if path else one.made.generated.left_out[name]
        yield Absence(
            kind="tool",
            name=name,
            alias=tool.name,
            reason="surface",
            detail=f"it is called through call_mcp_tool; {where}",
            remedy=ONE_BY_ONE,
        )


def _notes(one: _Told) -> Iterator[str]:
    if one.problem:
        yield f"{said_by(one.server)}no skill, hence no tool: {one.problem}"
    for note in one.made.notes:
        yield f"{said_by(one.server)}{note}"
