"""The table of tools that the model is offered (agent.md section 4)."""

import json
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, replace

from skillctl.agent.assembly import offered_tools
from skillctl.agent.columns import columns, folded
from skillctl.agent.view import ServerView, View
from skillctl.agent.weight import ToolWeight, tool_weights, total_tokens
from skillctl.errors import SkillctlError
from skillctl.nearest import HALF_REMEMBERED, did_you_mean
from skillctl.policy.text import cell, row, visible
from skillctl.settings import Settings
from skillctl.tokens import shown
from skillctl.toolspec import ToolSpec

SCHEMA = "skillctl.tools/1"
DIGEST_DIGITS = 12
HEAD = ("tool", "server", "raw name", "hints", "digest", "consent", "tokens", "raw")
NUMBERS = (6, 7)
ABSENT_HEAD = ("without tools", "state", "consent", "why")
LEAST_WHY = 24
FAILED, WAITING = 5, 4
MISSING = {
    FAILED: "a server, or a file that has some, is out of order",
    WAITING: "a server waits for consent",
}
_OUT_OF_ORDER = frozenset({"failed", "starting", "stopped", "unresolved"})
_SKIPPED = frozenset({"skipped"})
_UNAGREED = frozenset({"pending", "denied"})


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolTable:
    """The rows, the servers that offer nothing, and the tokens of the whole list."""

    rows: tuple[ToolWeight, ...]
    consents: dict[str, str]
    absent: tuple[ServerView, ...]
    total: int
    method: str


def table(
    view: View,
    settings: Settings,
    dialect: str,
    method: str,
    names: Sequence[str] = (),
    *,
    hidden: Callable[[str], str] = str,
) -> ToolTable:
    """Weigh the tools in model order; `names` keeps some of them (final, raw or server/raw).

    A server may put a value that it was given into a name: `hidden` takes it out of what is shown.
    SkillctlError with the nearest names if one of `names` is no tool's.
    """
    tools = offered_tools(view, settings)
    weights = tool_weights(tools, dialect, method)
    for name in names:
        if not any(_is_named(tool, name) for tool in tools):
            raise _unknown(name, tools, hidden)
    kept = [w for w in weights if not names or any(_is_named(w.tool, n) for n in names)]
    asked = {w.tool.server for w in kept}
    absent = (s for s in view.servers if s.state in _OUT_OF_ORDER | _UNAGREED | _SKIPPED)
    return ToolTable(
        rows=tuple(_without_secrets(weight, hidden) for weight in kept),
        consents={s.key: s.consent for s in view.servers},
        absent=tuple(s for s in absent if not names or s.key in asked),
        total=total_tokens(tools, dialect, method),
        method=method,
    )


def _without_secrets(weight: ToolWeight, hidden: Callable[[str], str]) -> ToolWeight:
    tool = weight.tool
    raw_name = tool.raw_name and hidden(tool.raw_name)
    return replace(weight, tool=replace(tool, name=hidden(tool.name), raw_name=raw_name))


def missing_code(found: ToolTable, broken: Collection[str] = ()) -> int:
    """5 if a server or a file of servers is out of order, 4 if one waits for consent, else 0."""
    states = {server.state for server in found.absent}
    if broken or states & _OUT_OF_ORDER:
        return FAILED
    return WAITING if states & _UNAGREED else 0


def as_text(found: ToolTable, width: int = 80) -> str:
    """The table, then servers without tools, then the total and what the columns mean."""
    rows = [HEAD, *(_cells(found, weight) for weight in found.rows)]
    lines = [*columns(rows, width, NUMBERS), *_absent(found.absent, width)]
    total = shown(found.total, found.method)
    lines += folded(f"total {total} tokens for the whole list; method: {found.method}", width)
    lines += folded(
        "tokens: saved without the tool (marginal); raw: the tool alone; hints: claimed", width
    )
    return "".join(f"{line}\n" for line in lines)


def _absent(servers: Sequence[ServerView], width: int) -> Iterator[str]:
    """A table of the servers that offer nothing, and why, folded between words."""
    if not servers:
        return
    left = [(cell(s.key), row(s.state), row(s.consent) or "-") for s in servers]
    widths = [max(map(len, column)) for column in zip(ABSENT_HEAD[:-1], *left, strict=True)]
    room = max(width - sum(widths) - 2 * len(widths), LEAST_WHY)
    rows = [ABSENT_HEAD]
    for cells, server in zip(left, servers, strict=True):
        first, *more = (
            part for line in (visible(server.error).splitlines() or [""])
            for part in folded(line, room)
        )  # fmt: skip
        rows.append((*cells, first))
        rows += [("", "", "", part) for part in more]
    yield from columns(rows, width)


def as_json(found: ToolTable) -> str:
    """The table as `skillctl.tools/1`."""
    value = {
        "schema": SCHEMA,
        "method": found.method,
        "total": found.total,
        "tools": [_row(found, weight) for weight in found.rows],
        "absent": [
            {"server": s.key, "state": s.state, "consent": s.consent, "error": s.error}
            for s in found.absent
        ],
    }
    return json.dumps(value, ensure_ascii=False, indent=2) + "\n"


def _row(found: ToolTable, weight: ToolWeight) -> dict[str, object]:
    tool = weight.tool
    return {
        "name": tool.name,
        "server": tool.server,
        "raw": tool.raw_name,
        "claimed": list(_hints(tool)) if tool.server is not None else [],
        "digest": tool.digest[:DIGEST_DIGITS],
        "consent": found.consents.get(tool.server) if tool.server is not None else None,
        "marginal": weight.marginal,
        "raw_tokens": weight.raw,
    }


def _cells(found: ToolTable, weight: ToolWeight) -> tuple[str, ...]:
    tool = weight.tool
    theirs = tool.server is not None
    return (
        row(tool.name),
        cell(tool.server or "builtin"),
        cell(tool.raw_name or "-"),
        (", ".join(_hints(tool)) if theirs else "") or "-",
        row(tool.digest[:DIGEST_DIGITS]) or "-",
        found.consents.get(tool.server or "", "-"),
        shown(weight.marginal, found.method),
        shown(weight.raw, found.method),
    )


def _hints(tool: ToolSpec) -> Iterator[str]:
    """What a server claims of its tool."""
    if tool.read_only:
        yield "read-only"
    if tool.destructive:
        yield "destructive"


def _is_named(tool: ToolSpec, name: str) -> bool:
    return name in (tool.name, tool.raw_name, tool.source)


def _unknown(name: str, tools: Sequence[ToolSpec], hidden: Callable[[str], str]) -> SkillctlError:
    names = [hidden(tool.name) for tool in tools]
    otherwise = "skillctl tools lists them"
    hint = did_you_mean(name, names, otherwise, most=3, likeness=HALF_REMEMBERED)
    return SkillctlError(f"no tool named {name!r} is offered", hint=hint)
