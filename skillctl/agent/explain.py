"""Why a skill, a server or a tool reaches the model, or not (agent.md section 3, `--explain`)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from skillctl.agent.assembly import Assembly
from skillctl.agent.provenance import FRAME, Origin, Span
from skillctl.agent.view import Absence, View
from skillctl.agent.weight import tool_weights
from skillctl.nearest import HALF_REMEMBERED, did_you_mean
from skillctl.policy.text import row, visible
from skillctl.skills.builtin import why_off
from skillctl.skills.generated import on_surface
from skillctl.tokens import count, shown
from skillctl.tools.names import plain_name

PRESENT, ABSENT, UNKNOWN = 0, 1, 2


@dataclass(frozen=True, slots=True)
class Explanation:
    """The answer in lines, and the exit code: 0 present, 1 absent, 2 unknown."""

    code: int
    lines: tuple[str, ...]


def explain(name: str, assembly: Assembly, view: View, method: str) -> Explanation:
    """Answer from the build itself, never by a second guess; `name` may be raw or final."""
    found = [*_present(name, assembly, method)]
    absent = [a for a in assembly.absences if name in (a.name, a.alias)]
    missing = [line for absence in absent for line in _absent(absence, name)]
    if found:
        return Explanation(PRESENT, (*found, *missing))
    missing = missing or [*_of_absent_server(name, assembly, view)]
    if missing:
        return Explanation(ABSENT, tuple(missing))
    return Explanation(UNKNOWN, tuple(_unknown(name, assembly, view)))


def _absent(absence: Absence, name: str) -> Iterator[str]:
    """Why something is absent, and what can be done."""
    yield f"{absence.kind} {row(name)}: absent ({absence.reason}): {visible(absence.detail)}"
    if absence.remedy and absence.remedy not in absence.detail:
        yield f"  remedy: {row(absence.remedy)}"


def _of_absent_server(name: str, assembly: Assembly, view: View) -> Iterator[str]:
    """The absence of the server whose tool this would be; a shadowed one has another's place.

    A key may hold `/`: it is a tool of the server with the longest key that fits.
    """
    lost = [a for a in assembly.absences if a.kind == "server" and a.reason != "shadowed"]
    fitting = [a for a in lost if name.startswith(_beginnings(a.name, view.naming))]
    keys = [s.key for s in view.servers if name.startswith(_beginnings(s.key, view.naming))]
    longest = max(map(len, (*keys, *(a.name for a in fitting))), default=0)
    for absence in fitting:
        if len(absence.name) == longest:
            yield f"tool {row(name)}: not offered, since its server is absent:"
            yield from _absent(absence, absence.name)


def _beginnings(server: str, naming: str) -> tuple[str, ...]:
    """How the names of a server's tools begin, as a person and as the model knows them."""
    return f"{server}/", plain_name(server, "", naming)


def _present(name: str, assembly: Assembly, method: str) -> Iterator[str]:
    """A line for each thing of that name, with position, tokens and bytes."""
    meant = {
        tool.name
        for tool in assembly.tools
        if name in (tool.name, tool.raw_name, tool.source, tool.server)
    }
    spans = assembly.spans()
    places: dict[tuple[str, str], Origin] = {}
    for span in spans:
        origin = span.origin
        hit = origin.item in meant if origin.part == "tools" else origin.item == name
        if origin.item and hit:
            places.setdefault((origin.part, origin.item), origin)
    saved = _saved(assembly, method) if any(part == "tools" for part, _ in places) else {}
    for (part, item), origin in places.items():
        runs = _runs(spans, part, item)
        size = sum(end - start for start, end in runs)
        if part == "tools":
            tokens = f"{shown(saved[item], method)} tokens saved without it"
        else:
            text = b"".join(assembly.body[start:end] for start, end in runs).decode()
            tokens = f"{shown(count(text, method), method)} tokens"
        yield (
            f"{row(item if part == 'tools' else name)}: present in {part}, from "
            f"{row(origin.place)}; bytes {_range(runs, len(assembly.body))}, "
            f"{size} bytes, {tokens} ({method})"
        )


def _runs(spans: Sequence[Span], part: str, item: str) -> list[tuple[int, int]]:
    """Where the bytes of an item stand, without what is between them.

    The JSON between the fields of a tool is part of the tool.
    """
    runs: list[tuple[int, int]] = []
    joins = False
    for span in spans:
        own = (span.origin.part, span.origin.item) == (part, item)
        if own and joins:
            runs[-1] = (runs[-1][0], span.end)
        elif own:
            runs.append((span.start, span.end))
        joins = own or (joins and part == "tools" and span.origin == FRAME)
    return runs


def _range(runs: Sequence[tuple[int, int]], whole: int) -> str:
    """Where that is in a body of so many bytes; of several places the first."""
    start, end = runs[0]
    more = f", in {len(runs)} places" if len(runs) > 1 else ""
    return f"{start} to {end} of {whole}{more}"


def _saved(assembly: Assembly, method: str) -> dict[str, int]:
    """The marginal tokens of each tool, as the table of `skillctl tools` has them."""
    weights = tool_weights(assembly.tools, assembly.dialect, method)
    return {weight.tool.name: weight.marginal for weight in weights}


def _unknown(name: str, assembly: Assembly, view: View) -> Iterator[str]:
    """Nearest names, and where was looked."""
    known = [
        *(skill.name for skill in view.skills.skills),
        *(server.key for server in view.servers),
        *(tool.name for tool in assembly.tools),
        *(tool.raw_name for tool in assembly.tools if tool.raw_name),
        *(absence.name for absence in assembly.absences),
    ]
    yield f"nothing here is named {row(name)!r}"
    off = why_off(name) or on_surface(name)
    if off:
        yield f"  {off}"
    meant = did_you_mean(name, known, most=3, likeness=HALF_REMEMBERED)
    if meant:
        yield f"  {row(meant)}"
    looked = ", ".join(map(row, view.skills.looked_in)) or "no folder"
    yield f"  skills are looked for in: {looked}"
    servers = ", ".join(row(server.key) for server in view.servers) or "none"
    yield f"  servers: {servers}"
