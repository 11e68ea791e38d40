"""Why a skill, a server or a tool reaches the model, or not (agent.md section 3, `--explain`)."""

from collections.abc import Iterator
from dataclasses import dataclass
from difflib import get_close_matches

from skillctl.agent.assembly import Assembly
from skillctl.agent.provenance import Origin
from skillctl.agent.view import View
from skillctl.policy.text import visible
from skillctl.tokens import count, shown

PRESENT, ABSENT, UNKNOWN = 0, 1, 2


@dataclass(frozen=True, slots=True)
class Explanation:
    """The answer in lines, and the exit code: 0 present, 1 absent, 2 unknown."""

    code: int
    lines: tuple[str, ...]


def explain(name: str, assembly: Assembly, view: View, method: str) -> Explanation:
    """Answer from the build itself, never by a second guess; `name` may be raw or final."""
    found = [*_present(name, assembly, method)]
    missing = [
        line
        for absence in assembly.absences
        if name in (absence.name, absence.alias)
        for line in (
            f"{absence.kind} {visible(name)}: absent ({absence.reason}): {visible(absence.detail)}",
            *([f"  remedy: {visible(absence.remedy)}"] if absence.remedy else []),
        )
    ]
    if found:
        return Explanation(PRESENT, (*found, *missing))
    if missing:
        return Explanation(ABSENT, tuple(missing))
    return Explanation(UNKNOWN, tuple(_unknown(name, assembly, view)))


def _present(name: str, assembly: Assembly, method: str) -> Iterator[str]:
    """A line for each thing of that name, with position, tokens and bytes."""
    tools = {t.name: t for t in assembly.tools if name in (t.name, t.raw_name, t.source)}
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
    for key, spots in places.items():
        yield _line(name, key, origins[key], spots, assembly.body, method)


def _line(
    name: str,
    key: tuple[str, str],
    origin: Origin,
    spots: list[tuple[int, int]],
    body: bytes,
    method: str,
) -> str:
    part, item = key
    text = b"".join(body[start:end] for start, end in spots)
    start, end = spots[0][0], spots[-1][1]
    label = visible(name if part != "tools" else item)
    tokens = shown(count(text.decode(), method), method)
    return (
        f"{label}: present in {part}, from {visible(origin.place)}; bytes {start} to {end} of "
        f"{len(body)}, {len(text)} bytes, {tokens} tokens ({method})"
    )


def _unknown(name: str, assembly: Assembly, view: View) -> Iterator[str]:
    """Nearest names, and where was looked."""
    known = [
        *(skill.name for skill in view.skills.skills),
        *(server.key for server in view.servers),
        *(tool.name for tool in assembly.tools),
        *(tool.raw_name for tool in assembly.tools if tool.raw_name),
        *(absence.name for absence in assembly.absences),
    ]
    yield f"nothing here is named {visible(name)!r}"
    near = get_close_matches(name, dict.fromkeys(known), 3, 0.5)
    if near:
        yield f"  nearest: {', '.join(map(visible, near))}"
    looked = ", ".join(map(visible, view.skills.looked_in)) or "no folder"
    yield f"  skills are looked for in: {looked}"
    servers = ", ".join(visible(server.key) for server in view.servers) or "none"
    yield f"  servers: {servers}"
