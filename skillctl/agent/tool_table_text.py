"""The table of tools as text that fits a terminal (agent.md section 4)."""

from collections.abc import Iterator, Sequence

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
from skillctl.report.fold import folded
from skillctl.report.snippet import columns
from skillctl.report.table import fitted, room_for_name, widest
from skillctl.tokens import FRAMING, shown

LEAST_WHY = 24
MEANINGS = {
    "tokens": "saved without the tool (marginal)",
    "raw": "the tool alone",
    "share": "of the budget",
    "hints": "claimed",
}
# columns that are left out where a terminal is too narrow, the least needed first, and how many of
# ten names have to have room in their column then
_NARROWER = (
    ((), 10),
    (("digest",), 10),
    (("digest", "raw name"), 10),
    (("digest", "raw name"), 8),
    (("digest", "raw name", "raw"), 10),
    (("digest", "raw name", "raw"), 8),
    (("digest", "raw name", "raw", "hints"), 8),
    (("digest", "raw name", "raw", "hints", "consent"), 8),
    (("digest", "raw name", "raw", "hints", "consent", "server"), 0),
)
_TENTHS = 10


def as_text(found: ToolTable, width: int = 80) -> str:
    """The table, then servers without tools, the total, what can be saved, and what columns mean.

    Where a row is wider than the terminal, columns are left out; which ones is said below.
    """
    rows = [HEAD, *(_cells(found, weight) for weight in found.rows)]
    left_out = _left_out(rows, width)
    lines = [*_table(rows, left_out, width), *_absent(found.absent, width)]
    drops = (drop_line(found, saving) for saving in found.savings)
    for words in (total_line(found), *drops, *_meaning(left_out, width)):
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


def _left_out(rows: Sequence[Sequence[str]], width: int) -> Sequence[str]:
    """The columns to leave out: as few as give the names of tools the room that they need."""
    names = [columns(cells[0]) for cells in rows[1:]]

    def held(left_out: Sequence[str]) -> int:
        room = room_for_name(_without(rows, left_out), width)
        return sum(name <= room for name in names) * _TENTHS

    return next(gone for gone, tenths in _NARROWER if held(gone) >= len(names) * tenths)


def _without(rows: Sequence[Sequence[str]], left_out: Sequence[str]) -> list[list[str]]:
    kept = [at for at, name in enumerate(HEAD) if name not in left_out]
    return [[cells[at] for at in kept] for cells in rows]


def _table(rows: Sequence[Sequence[str]], left_out: Sequence[str], width: int) -> Iterator[str]:
    shown = _without(rows, left_out)
    numbers = {HEAD[at] for at in NUMBERS}
    yield from fitted(shown, width, [n for n, name in enumerate(shown[0]) if name in numbers])


def meaning(left_out: Sequence[str] = ()) -> str:
    """What the columns mean that there are."""
    meant = (f"{name}: {words}" for name, words in MEANINGS.items() if name not in left_out)
    return "; ".join((*meant, FRAMING))


def _meaning(left_out: Sequence[str], width: int) -> Iterator[str]:
    """What the columns mean, and which ones are not there."""
    yield meaning(left_out)
    if left_out:
        names = ", ".join(left_out)
        yield f"left out in {width} columns: {names}; a wider terminal or --format json shows all"


def _absent(servers: Sequence[ServerView], width: int) -> Iterator[str]:
    """A table of the servers that offer nothing, and why, folded between words."""
    if not servers:
        return
    left = [(cell(s.key), row(s.state), row(s.consent) or "-") for s in servers]
    widths = [widest(column) for column in zip(ABSENT_HEAD[:-1], *left, strict=True)]
    room = max(width - sum(widths) - 2 * len(widths), LEAST_WHY)
    rows = [ABSENT_HEAD]
    for cells, server in zip(left, servers, strict=True):
        first, *more = (
            part for line in (visible(server.error).splitlines() or [""])
            for part in folded(row(line), room)
        )  # fmt: skip
        rows.append((*cells, first))
        rows += [("", "", "", part) for part in more]
    yield from fitted(rows, width)


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
