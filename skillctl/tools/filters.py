"""Which of a server's tools its entry lets through (mcp.md section 8.2)."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from skillctl.globs import defect, matches
from skillctl.policy.text import row
from skillctl.toolspec import ToolSpec

MANY_TOOLS = 128
# `/` is not special here: separators become letters that a glob knows nothing about
_NO_SEPARATORS = str.maketrans({"/": "\ue000", "\\": "\ue001"})


@dataclass(frozen=True, slots=True)
class Filtered:
    """The tools that stay, those that do not, and what is odd about the filter."""

    kept: tuple[ToolSpec, ...]
    left_out: tuple[ToolSpec, ...]
    notes: tuple[str, ...] = ()


def filter_tools(
    server: str,
    tools: Sequence[ToolSpec],
    enabled: Sequence[str],
    disabled: Sequence[str],
    unusable: Sequence[str] = (),
) -> Filtered:
    """Apply `enabledTools` (none, or one `*`: all tools) and then `disabledTools`, which wins.

    `unusable` are the raw names of tools that are left out anyhow: an entry may mean these.
    """
    every = not enabled or "*" in enabled
    kept: list[ToolSpec] = []
    left_out: list[ToolSpec] = []
    for tool in tools:
        fits = (every or _any_fits(enabled, tool)) and not _any_fits(disabled, tool)
        (kept if fits else left_out).append(tool)
    notes = [
        f'server "{row(server)}": {key} names "{row(entry)}", which {words}'
        for key, entries in (("enabledTools", enabled), ("disabledTools", disabled))
        for entry in entries
        if (words := _useless(entry, tools, unusable))
    ]
    return Filtered(tuple(kept), tuple(left_out), tuple(notes))


def many_tools(tools: Sequence[ToolSpec]) -> str | None:
    """A warning with the count per server if more tools are sent than providers take gladly."""
    if len(tools) <= MANY_TOOLS:
        return None
    counts = Counter(tool.server or "builtin" for tool in tools)
    each = ", ".join(f"{row(name)} {count}" for name, count in sorted(counts.items()))
    return (
        f"{len(tools)} tools are sent, more than {MANY_TOOLS}: some providers refuse that many, "
        f"and models choose worse; none was left out ({each}); "
        "narrow it down with enabledTools or disabledTools"
    )


def _any_fits(entries: Sequence[str], tool: ToolSpec) -> bool:
    return any(_fits(entry, tool) for entry in entries)


def _fits(entry: str, tool: ToolSpec) -> bool:
    """Whether an entry names a tool by its raw or an agent name, exactly or as a glob."""
    names = {tool.raw_name or "", tool.name, *tool.known_as}
    return any(_is_meant(entry, name) for name in names)


def _is_meant(entry: str, name: str) -> bool:
    pattern = entry.translate(_NO_SEPARATORS)
    return entry == name or matches(pattern, name.translate(_NO_SEPARATORS))


def _useless(entry: str, tools: Sequence[ToolSpec], unusable: Sequence[str]) -> str | None:
    """Why an entry has no effect, or None."""
    if entry == "*" or any(_fits(entry, tool) for tool in tools):
        return None
    if any(_is_meant(entry, name) for name in unusable):
        return "fits only what is left out for another reason"
    wrong = defect(entry)
    return f"cannot be used: {wrong}" if wrong else "fits no tool of this server"
