"""What `skillctl mcp tools` prints: what servers offer, as a model would be offered it."""

import json
import shlex
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from skillctl.agent.dialects.known import DEFAULT_DIALECT
from skillctl.agent.weight import ToolWeight, tool_weights, total_tokens
from skillctl.cli.mcp_ground import TYPED, KnownServer, ServerGround
from skillctl.cli.mcp_text import joined, paragraph, table
from skillctl.mcp.client import ServerInfo, said_by
from skillctl.mcp.server import ServerStatus
from skillctl.policy.redaction import Redactor
from skillctl.policy.text import row
from skillctl.policy.words import hidden_words
from skillctl.servers.model import ServerConfig, naming_keys
from skillctl.servers.secrets import secrets_of
from skillctl.settings import McpSettings
from skillctl.tokens import ESTIMATE, shown
from skillctl.tools.catalog import server_tools, unusable_names
from skillctl.tools.filters import Filtered, filter_tools
from skillctl.tools.names import is_hashed
from skillctl.toolspec import ToolSpec

SCHEMA = "skillctl.mcp-tools/1"
HEAD = ("tool", "raw name", "hints (claimed)", "tokens", "notes")
FAILED, WAITING = 5, 4
_WAITING = ("pending", "denied")


@dataclass(frozen=True, slots=True, kw_only=True)
class ServerReport:
    """One server: what it is now, what it offers, and what was odd about it.

    `filtered` are the raw names of tools that its entry does not let through; `hint` says what to
    do about a command of the command line that did not work; `hidden` takes the secrets of its
    entry out of what it says.
    """

    name: str
    consent: str
    state: str
    reason: str
    info: ServerInfo | None
    tools: tuple[ToolSpec, ...]
    filtered: tuple[str, ...]
    notes: tuple[str, ...]
    hint: str = ""
    hidden: Redactor
    naming: str = "double"


def report(
    ground: ServerGround,
    asked: Sequence[KnownServer],
    statuses: Mapping[str, ServerStatus],
    notes: Mapping[str, Sequence[str]],
) -> tuple[ServerReport, ...]:
    """What was heard of each server: `statuses` while they ran, `notes` also of their end."""
    configs = [server.config for server in ground.servers]
    return tuple(
        _report(
            s,
            statuses.get(s.config.name),
            notes.get(s.config.name, ()),
            naming_keys(configs, s.config.scope),
            ground.settings.mcp,
        )
        for s in asked
    )


def _report(
    server: KnownServer,
    status: ServerStatus | None,
    notes: Sequence[str],
    keys: Sequence[str],
    mcp: McpSettings,
) -> ServerReport:
    config = server.config
    redactor = Redactor(secrets_of([config]))
    hidden = redactor.text
    status = status or ServerStatus(state=server.state, reason=server.reason)
    odd: tuple[str, ...] = ()
    chosen = Filtered((), ())
    if status.state == "ready":
        specs, odd = server_tools(keys, config.name, status.tools.tools, mcp)
        unusable = unusable_names(status.tools.tools, specs)
        chosen = filter_tools(
            config.name, specs, config.enabled_tools, config.disabled_tools, unusable
        )
    return ServerReport(
        name=config.name,
        consent=server.consent,
        state=status.state,
        reason=hidden(status.reason.removeprefix(said_by(config.name))),
        info=_without_secrets(status.info, hidden),
        tools=chosen.kept,
        filtered=tuple(hidden(tool.raw_name or "") for tool in chosen.left_out),
        notes=tuple(map(hidden, (*notes, *odd, *chosen.notes))),
        hint=hint_for(config, status),
        hidden=redactor,
        naming=mcp.naming,
    )


def _without_secrets(info: ServerInfo | None, hidden: Callable[[str], str]) -> ServerInfo | None:
    """What a server says of itself; it may echo what it was given."""
    return info and replace(info, name=hidden(info.name), version=hidden(info.version))


def hint_for(config: ServerConfig, status: ServerStatus) -> str:
    """What to do about a command that was typed and failed."""
    if config.scope != TYPED or status.state != "failed":
        return ""
    command = shlex.join(map(str, hidden_words((config.command, *config.args))))
    if config.program is None:
        return f"check name, path and mode of the program; the command was: {command}"
    return (
        "a server keeps running and answers requests on its stdin; "
        f"to see what this one does, run it by itself: {command}"
    )


def exit_code(reports: Sequence[ServerReport], *, named: bool, broken: Collection[str] = ()) -> int:
    """5 if a server that was asked failed, 4 if the one that was named waits for consent.

    Without a name all are asked, also those that are lost with a `broken` file.
    """
    if broken and not named:
        return FAILED
    unasked = () if named else ("disabled", "shadowed", "skipped", *_WAITING)
    states = [r.state for r in reports if r.state not in ("ready", *unasked)]
    if not states:
        return 0
    return WAITING if set(states) <= set(_WAITING) else FAILED


def tools_text(reports: Sequence[ServerReport], method: str = ESTIMATE) -> str:
    """A table per server, then what was odd, and how tokens were counted, if any were."""
    lines = [line for one in reports for line in _lines(one, method)]
    if any(one.tools for one in reports):
        lines.append(f"tokens by {method}; hints are the servers' own claims")
    return joined(iter(lines))


def tools_json(reports: Sequence[ServerReport], method: str = ESTIMATE) -> str:
    """One document in ASCII; schemas keep the key order in which they were served."""
    document = {
        "schema": SCHEMA,
        "method": method,
        "servers": [_server_row(one, method) for one in reports],
    }
    return json.dumps(document, indent=2) + "\n"


def _lines(one: ServerReport, method: str) -> Iterator[str]:
    info, tools = one.info, one.tools
    if one.state != "ready" or info is None:
        reason = f": {one.reason}" if one.reason else ""
        yield from paragraph(f"{said_by(one.name)}{one.state}{reason}")
        yield from paragraph(f"hint: {one.hint}") if one.hint else ()
    else:
        total = shown(total_tokens(tools, DEFAULT_DIALECT, method), method)
        about = row(f"{info.name} {info.version}".strip()) or "a server without a name"
        yield from paragraph(
            f"{said_by(one.name)}{about}, protocol {info.protocol}, "
            f"{len(tools)} {'tool' if len(tools) == 1 else 'tools'}, {total} tokens"
        )
        weights = tool_weights(tools, DEFAULT_DIALECT, method)
        rows = [[one.hidden.text(cell) for cell in _cells(w, method, one.naming)] for w in weights]
        yield from table(HEAD, rows, "  ") if rows else ()
    if one.filtered:
        yield from paragraph(f"filtered by its entry: {row(', '.join(one.filtered))}", "  ")
    for note in one.notes:
        yield from paragraph(note, "  ")


def _cells(weight: ToolWeight, method: str, naming: str) -> tuple[str, ...]:
    tool = weight.tool
    hashed = is_hashed(tool.server or "", tool.raw_name or "", tool.name, naming=naming)
    return (
        tool.name,
        tool.raw_name or "",
        ", ".join(_hints(tool)) or "-",
        shown(weight.marginal, method),
        "hashed name" if hashed else "",
    )


def _hints(tool: ToolSpec) -> Iterator[str]:
    """What a server claims of its tool (mcp.md section 8.4)."""
    if tool.read_only:
        yield "read-only"
    if tool.destructive:
        yield "destructive"


def _server_row(one: ServerReport, method: str) -> dict[str, object]:
    info = one.info
    return {
        "name": one.name,
        "state": one.state,
        "reason": one.reason or None,
        "consent": one.consent,
        "server": {"name": info.name, "version": info.version} if info else None,
        "protocol": info.protocol if info else None,
        "tokens": total_tokens(one.tools, DEFAULT_DIALECT, method),
        "tools": [
            _tool_row(weight, one.hidden.value)
            for weight in tool_weights(one.tools, DEFAULT_DIALECT, method)
        ],
        "filtered": list(one.filtered),
        "notes": list(one.notes),
    }


def _tool_row(weight: ToolWeight, hidden: Callable[[object], object]) -> dict[str, object]:
    tool = weight.tool
    return {
        "name": hidden(tool.name),
        "raw_name": hidden(tool.raw_name),
        "description": hidden(tool.description),
        "input_schema": hidden(tool.input_schema),
        "output_schema": hidden(tool.output_schema),
        "claimed": list(_hints(tool)),
        "digest": tool.digest,
        "tokens": weight.marginal,
    }
