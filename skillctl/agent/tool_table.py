"""The table of tools that the model is offered (agent.md section 4)."""

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from skillctl.agent.assembly import offered_tools
from skillctl.agent.call_mcp_tool import reached
from skillctl.agent.savings import Saving, savings
from skillctl.agent.view import ServerView, View
from skillctl.agent.weight import ToolWeight, tool_weights, total_tokens
from skillctl.errors import SkillctlError
from skillctl.nearest import HALF_REMEMBERED, did_you_mean
from skillctl.settings import Settings
from skillctl.tools.filters import many_tools
from skillctl.toolspec import ToolSpec

BUILTIN = "builtin"
HEAD = ("tool", "server", "raw name", "hints", "digest", "consent", "tokens", "raw", "share")
NUMBERS = (6, 7, 8)
ABSENT_HEAD = ("without tools", "state", "consent", "why")
DIGEST_DIGITS = 12
FAILED, WAITING, HEAVY = 5, 4, 1
MISSING = {
    FAILED: "a server, or a file that has some, is out of order",
    WAITING: "a server waits for consent",
}
OUT_OF_ORDER = frozenset({"failed", "starting", "stopped", "unresolved"})
_SKIPPED = frozenset({"skipped"})
_UNAGREED = frozenset({"pending", "denied"})


class Order(StrEnum):
    """In which order rows stand."""

    MODEL = "model"
    TOKENS = "tokens"
    SERVER = "server"


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """What of the table is wanted: some tools (final name, raw name or server/raw), one server.

    `budget` is what shares are of; 0 stands for the setting.
    """

    names: tuple[str, ...] = ()
    server: str = ""
    order: Order = Order.MODEL
    budget: int = 0


ALL = Asked()


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolTable:
    """The rows, the servers that offer nothing, and the tokens of the whole list.

    `notes` are warnings about the list.
    """

    rows: tuple[ToolWeight, ...]
    consents: dict[str, str]
    absent: tuple[ServerView, ...]
    total: int
    method: str
    budget: int
    savings: tuple[Saving, ...]
    notes: tuple[str, ...]

    def consent(self, tool: ToolSpec) -> str | None:
        """What was agreed to of a tool's server; None for a tool of our own."""
        return None if tool.server is None else self.consents.get(tool.server)


def table(
    view: View,
    settings: Settings,
    dialect: str,
    method: str,
    asked: Asked = ALL,
    *,
    hidden: Callable[[str], str] = str,
) -> ToolTable:
    """Weigh the tools that are offered; which rows are wanted changes no weight.

    A server may put a value that it was given into a name: `hidden` takes it out of what is shown.
    SkillctlError with the nearest names if what is asked for is not there.
    """
    tools = offered_tools(view, settings)
    _refuse_unknown(asked, view, tools, hidden)
    weights = [_without_secrets(w, hidden) for w in tool_weights(tools, dialect, method)]
    chosen = [_is_asked(tool, asked) for tool in tools]
    kept = [weight for weight, wanted in zip(weights, chosen, strict=True) if wanted]
    total = total_tokens(tools, dialect, method)
    many = many_tools(tools)
    return ToolTable(
        rows=tuple(_ordered(kept, asked.order)),
        consents={s.key: s.consent for s in view.servers},
        absent=tuple(_absent(view, asked, kept)),
        total=total,
        method=method,
        budget=asked.budget or settings.run.context_window,
        savings=savings(tools, weights, dialect, method, among=kept),
        notes=tuple(filter(None, (many, reached(view)))),
    )


def missing_code(found: ToolTable, broken: Collection[str] = ()) -> int:
    """5 if a server or a file of servers is out of order, 4 if one waits for consent, else 0."""
    states = {server.state for server in found.absent}
    if broken or states & OUT_OF_ORDER:
        return FAILED
    return WAITING if states & _UNAGREED else 0


def hints(tool: ToolSpec) -> list[str]:
    """What a server claims of its tool; ours claim nothing."""
    claims = (("read-only", tool.read_only), ("destructive", tool.destructive))
    return [words for words, claimed in claims if claimed and tool.server is not None]


def percent(part: int, whole: int) -> str:
    """A share in percent, to a tenth."""
    return f"{100 * part / whole:.1f}" if whole else "0.0"


def _is_asked(tool: ToolSpec, asked: Asked) -> bool:
    named = not asked.names or any(_is_named(tool, name) for name in asked.names)
    return named and asked.server in ("", tool.server or BUILTIN)


def _is_named(tool: ToolSpec, name: str) -> bool:
    return name in (tool.name, tool.raw_name, tool.source)


def _ordered(weights: Sequence[ToolWeight], order: Order) -> list[ToolWeight]:
    """Rows as asked for; where nothing tells two apart, in model order."""
    if order is Order.TOKENS:
        return sorted(weights, key=lambda weight: -weight.marginal)
    if order is Order.SERVER:
        return sorted(weights, key=lambda weight: (weight.tool.server or "", -weight.marginal))
    return list(weights)


def _absent(view: View, asked: Asked, kept: Sequence[ToolWeight]) -> Iterator[ServerView]:
    """Servers that offer nothing, among those that were asked for."""
    theirs = {asked.server} if asked.server else {weight.tool.server for weight in kept}
    for server in view.servers:
        wanted = server.key in theirs or not (asked.names or asked.server)
        if wanted and server.state in OUT_OF_ORDER | _UNAGREED | _SKIPPED:
            yield server


def _without_secrets(weight: ToolWeight, hidden: Callable[[str], str]) -> ToolWeight:
    tool = weight.tool
    raw_name = tool.raw_name and hidden(tool.raw_name)
    return replace(weight, tool=replace(tool, name=hidden(tool.name), raw_name=raw_name))


def _refuse_unknown(
    asked: Asked, view: View, tools: Sequence[ToolSpec], hidden: Callable[[str], str]
) -> None:
    keys = [BUILTIN, *(server.key for server in view.servers)]
    if asked.server and asked.server not in keys:
        known = f"servers here: {', '.join(keys)}"
        hint = did_you_mean(asked.server, keys, known, most=3, likeness=HALF_REMEMBERED)
        raise SkillctlError(f"no server named {asked.server!r} is here", hint=hint)
    for name in asked.names:
        if not any(_is_named(tool, name) for tool in tools):
            names = [hidden(tool.name) for tool in tools]
            otherwise = "skillctl tools lists them"
            near = did_you_mean(name, names, otherwise, most=3, likeness=HALF_REMEMBERED)
            hint = next(_left_out(view, name), near)
            raise SkillctlError(f"no tool named {name!r} is offered", hint=hint)


def _left_out(view: View, name: str) -> Iterator[str]:
    """Why a tool of that name does not get to the model, if a server has one."""
    for absence in view.absences:
        if absence.kind == "tool" and name in (absence.name, absence.alias):
            yield f"absent ({absence.reason}): {absence.detail}"
