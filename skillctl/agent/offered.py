"""What one ready server offers to the model, and what of its list does not get there."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from skillctl.agent.view import Absence
from skillctl.policy.text import row
from skillctl.servers.model import ServerConfig, said_by
from skillctl.settings import McpSettings
from skillctl.tools.catalog import server_tools, unusable_names
from skillctl.tools.filters import filter_tools
from skillctl.tools.names import agent_names
from skillctl.toolspec import ToolSpec


@dataclass(frozen=True, slots=True)
class Offer:
    """Tools that reach the model, those that do not and why, and what was odd."""

    tools: tuple[ToolSpec, ...]
    absences: tuple[Absence, ...]
    notes: tuple[str, ...]


def offer(
    config: ServerConfig,
    keys: Sequence[str],
    listed: Sequence[object],
    mcp: McpSettings = McpSettings(),  # noqa: B008 # a frozen value
) -> Offer:
    """Turn a server's list into tools; one that is wrong is left out alone.

    `keys` are those that its names are told apart from.
    """
    specs, odd = server_tools(keys, config.name, listed, mcp)
    unusable = unusable_names(listed, specs)
    filtered = filter_tools(
        config.name, specs, config.enabled_tools, config.disabled_tools, unusable
    )
    raw_names = [*unusable, *(spec.raw_name or "" for spec in specs)]
    names = agent_names(keys, config.name, raw_names, naming=mcp.naming)
    absences = (
        *(_left_out(config, name, names[name], listed, odd) for name in unusable),
        *(_filtered(config, tool) for tool in filtered.left_out),
        *_nothing(config, filtered.kept, listed),
    )
    return Offer(filtered.kept, absences, (*odd, *filtered.notes))


def _left_out(
    config: ServerConfig, name: str, alias: str, listed: Sequence[object], odd: Sequence[str]
) -> Absence:
    """A tool of the list that cannot be offered, with the words of the one who left it out."""
    label = f'tool "{row(name)}" is left out: '
    words = next((note.partition(label)[2] for note in odd if label in note), "")
    count = sum(isinstance(tool, dict) and tool.get("name") == name for tool in listed)
    return Absence(
        kind="tool",
        name=name,
        alias=alias,
        reason="duplicate" if count > 1 else "bad-schema",
        detail=f"{said_by(config.name)}{words} ({config.location})",
        remedy="tell the author of the server; its other tools are not affected",
    )


def _filtered(config: ServerConfig, tool: ToolSpec) -> Absence:
    return Absence(
        kind="tool",
        name=tool.raw_name or tool.name,
        alias=tool.name,
        reason="filtered",
        detail=(
            f'{config.location}: the entry of server "{row(config.name)}" does not let it through'
        ),
        remedy="change enabledTools or disabledTools of the entry",
    )


def _nothing(
    config: ServerConfig, kept: Sequence[ToolSpec], listed: Sequence[object]
) -> Iterator[Absence]:
    """A server none of whose tools is offered; the prompt does not name it."""
    if not kept:
        yield Absence(
            kind="server",
            name=config.name,
            reason="filtered" if listed else "hidden",
            detail=f"{config.location}: it is ready, but offers no tool ({len(listed)} listed)",
            remedy=(
                "change enabledTools or disabledTools of the entry"
                if listed
                else "nothing is wrong here; a server without tools has no place in a prompt"
            ),
        )
