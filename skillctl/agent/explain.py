"""Why a skill, a server or a tool reaches the model, or not (agent.md section 3, `--explain`)."""

from collections.abc import Iterator
from dataclasses import dataclass

from skillctl.agent.assembly import Assembly
from skillctl.agent.provenance import Origin
from skillctl.agent.view import Absence, View
from skillctl.agent.weight import tool_weights
from skillctl.nearest import HALF_REMEMBERED, did_you_mean
from skillctl.policy.text import row, visible
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
    missing = missing or [*_of_absent_server(name, assembly, view.naming)]
    if missing:
        return Explanation(ABSENT, tuple(missing))
    return Explanation(UNKNOWN, tuple(_unknown(name, assembly, view)))


def _absent(absence: Absence, name: str) -> Iterator[str]:
    """Why something is absent, and what can be done."""
    yield f"{absence.kind} {row(name)}: absent ({absence.reason}): {visible(absence.detail)}"
    if absence.remedy and absence.remedy not in absence.detail:
        yield f"  remedy: {row(absence.remedy)}"


def _of_absent_server(name: str, assembly: Assembly, naming: str) -> Iterator[str]:
    """The absence of the server whose tool this would be; a shadowed one has another's place."""
    for absence in assembly.absences:
        beginnings = (f"{absence.name}/", plain_name(absence.name, "", naming))
        lost = absence.kind == "server" and absence.reason != "shadowed"
        if lost and name.startswith(beginnings):
            yield f"tool {row(name)}: not offered, since its server is absent:"
            yield from _absent(absence, absence.name)


def _present(name: str, assembly: Assembly, method: str) -> Iterator[str]:
    """A line for each thing of that name, with position, tokens and bytes."""
    tools = [t.name for t in assembly.tools if name in (t.name, t.raw_name, t.source)]
    places: dict[tuple[str, str], list[tuple[int, int]]] = {}
    origins: dict[tuple[str, str], Origin] = {}
    for span in assembly.spans():
        origin = span.origin
        server = origin.source.partition("/")[0] if origin.part == "tools" else origin.item
        hit = origin.item in tools if origin.part == "tools" else origin.item == name
        if hit or (server == name and origin.part in ("mcp", "tools")):
            key = (origin.part, origin.item)
            places.setdefault(key, []).append((span.start, span.end))
            origins.setdefault(key, origin)
    saved = _saved(assembly, method) if any(part == "tools" for part, _ in places) else {}
    for (part, item), spots in places.items():
        start, end = spots[0][0], spots[-1][1]
        if part == "tools":
            tokens = f"{shown(saved[item], method)} tokens saved without it"
        else:
            text = assembly.body[start:end].decode()
            tokens = f"{shown(count(text, method), method)} tokens"
        yield (
            f"{row(item if part == 'tools' else name)}: present in {part}, from "
            f"{row(origins[part, item].place)}; bytes {start} to {end} of "
            f"{len(assembly.body)}, {end - start} bytes, {tokens} ({method})"
        )


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
    meant = did_you_mean(name, known, most=3, likeness=HALF_REMEMBERED)
    if meant:
        yield f"  {row(meant)}"
    looked = ", ".join(map(row, view.skills.looked_in)) or "no folder"
    yield f"  skills are looked for in: {looked}"
    servers = ", ".join(row(server.key) for server in view.servers) or "none"
    yield f"  servers: {servers}"
