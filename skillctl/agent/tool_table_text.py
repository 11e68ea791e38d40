"""The table of tools as text that fits a terminal (agent.md section 4)."""

from collections.abc import Iterator, Sequence

from skillctl.agent.columns import columns, folded
from skillctl.agent.savings import Saving
from skillctl.agent.tool_table import (
    ABSENT_HEAD,
    BUILTIN,
    DIGEST_DIGITS,
    HEAD,
    NUMBERS,
    ToolTable,
    hints,
    percent,
)
from skillctl.agent.view import ServerView
from skillctl.agent.weight import ToolWeight
from skillctl.policy.text import cell, row, visible
from skillctl.tokens import FRAMING, shown

LEAST_WHY = 24
MEANING = (
    f"tokens: saved without the tool (marginal); raw: the tool alone; share: of the budget; "
    f"hints: claimed; {FRAMING}"
)
_NAMES = 3
_INDENT = "  "


def as_text(found: ToolTable, width: int = 80) -> str:
    """The table, then servers without tools, the total, what can be saved, and what columns mean.

    Where a row is wider than the terminal, its names stand on a line of their own.
    """
    rows = [HEAD, *(_cells(found, weight) for weight in found.rows)]
    lines = [*_table(rows, width), *_absent(found.absent, width)]
    for words in (total_line(found), *(drop_line(found, s) for s in found.savings), MEANING):
        lines += folded(words, width)
    return "".join(f"{line}\n" for line in lines)


def total_line(found: ToolTable) -> str:
    """The tokens of the whole list, their share of the budget, and the method."""
    share = percent(found.total, found.budget)
    return (
        f"total {shown(found.total, found.method)} tokens for the whole list, {share} % of a "
        f"budget of {found.budget:,}; method: {found.method}"
    )


def drop_line(found: ToolTable, saving: Saving) -> str:
    """What could be dropped, and what that saves of the whole list."""
    what = f"{cell(saving.server)}/{cell(saving.tool.raw_name or '')}" if saving.tool else ""
    saved = shown(saving.tokens, found.method)
    share = percent(saving.tokens, found.total)
    return f"drop {what or f'server {cell(saving.server)}'} to save {saved} tokens ({share} %)"


def _table(rows: Sequence[Sequence[str]], width: int) -> Iterator[str]:
    lines = list(columns(rows, width, NUMBERS))
    if max(map(len, lines)) <= width:
        yield from lines
        return
    numbers = [number - _NAMES for number in NUMBERS]
    details = columns([cells[_NAMES:] for cells in rows], width - len(_INDENT), numbers)
    for cells, detail in zip(rows, details, strict=True):
        yield from folded(_INDENT.join(cells[:_NAMES]), width)
        yield f"{_INDENT}{detail}"


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
            for part in folded(row(line), room)
        )  # fmt: skip
        rows.append((*cells, first))
        rows += [("", "", "", part) for part in more]
    yield from columns(rows, width)


def _cells(found: ToolTable, weight: ToolWeight) -> tuple[str, ...]:
    tool = weight.tool
    return (
        cell(tool.name),
        cell(tool.server or BUILTIN),
        cell(tool.raw_name or "-"),
        ", ".join(hints(tool)) or "-",
        row(tool.digest[:DIGEST_DIGITS]) or "-",
        found.consent(tool) or "-",
        shown(weight.marginal, found.method),
        shown(weight.raw, found.method),
        f"{percent(weight.marginal, found.budget)}%",
    )
