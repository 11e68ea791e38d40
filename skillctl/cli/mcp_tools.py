"""What `skillctl mcp tools` prints: what servers offer, as a model would be offered it."""

import json
import shlex
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from skillctl.agent.dialects import DEFAULT_DIALECT, sent_tools
from skillctl.agent.writer import written
from skillctl.cli.mcp_ground import TYPED, KnownServer, ServerGround
from skillctl.cli.mcp_text import joined, paragraph, table
from skillctl.mcp.client import ServerInfo, said_by
from skillctl.mcp.server import ServerStatus
from skillctl.policy.redaction import Redactor
from skillctl.servers.model import ServerConfig
from skillctl.tokens import ESTIMATE, count, shown
from skillctl.tools.catalog import server_tools
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
    do about a command of the command line that did not work.
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


def report(
    ground: ServerGround,
    asked: Sequence[KnownServer],
    statuses: Mapping[str, ServerStatus],
    notes: Mapping[str, Sequence[str]],
) -> tuple[ServerReport, ...]:
    """What was heard of each server: `statuses` while they ran, `notes` also of their end."""
    keys = sorted({s.config.name for s in ground.servers})
    return tuple(
        _report(s, statuses.get(s.config.name), notes.get(s.config.name, ()), keys) for s in asked
    )


def _report(
    server: KnownServer, status: ServerStatus | None, notes: Sequence[str], keys: Sequence[str]
) -> ServerReport:
    config = server.config
    hidden = Redactor({**config.env, **config.headers}).text
    status = status or ServerStatus(state=server.state, reason=server.reason)
    listed = status.tools.tools if status.state == "ready" else ()
    specs, odd = server_tools(keys, config.name, listed)
    chosen = Filtered(specs, ())
    if status.state == "ready":
        chosen = filter_tools(config.name, specs, config.enabled_tools, config.disabled_tools)
    return ServerReport(
        name=config.name,
        consent=server.consent,
        state=status.state,
        reason=hidden(status.reason.removeprefix(said_by(config.name))),
        info=status.info,
        tools=chosen.kept,
        filtered=tuple(tool.raw_name or "" for tool in chosen.left_out),
        notes=tuple(map(hidden, (*notes, *odd, *chosen.notes))),
        hint=_hint(config, status),
    )


def _hint(config: ServerConfig, status: ServerStatus) -> str:
    """What to do about a command that was typed and failed."""
    if config.scope != TYPED or status.state != "failed":
        return ""
    command = shlex.join((config.command, *config.args))
    if config.program is None:
        return f"check name, path and mode of the program; the command was: {command}"
    return (
        "a server keeps running and answers requests on its stdin; "
        f"to see what this one does, run it by itself: {command}"
    )


def exit_code(reports: Sequence[ServerReport], *, named: bool) -> int:
    """5 if a server that was asked failed, 4 if the one that was named waits for consent."""
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
        yield from paragraph(f'server "{one.name}": {one.state}{reason}')
        yield from paragraph(f"hint: {one.hint}") if one.hint else ()
    else:
        total = shown(_list_tokens(_texts(tools), method), method)
        about = f"{info.name} {info.version}".strip() or "a server without a name"
        yield from paragraph(
            f'server "{one.name}": {about}, protocol {info.protocol}, '
            f"{len(tools)} {'tool' if len(tools) == 1 else 'tools'}, {total} tokens"
        )
        rows = [_cells(tool, tokens, method) for tool, tokens in _weights(tools, method)]
        yield from table(HEAD, rows, "  ") if rows else ()
    if one.filtered:
        yield from paragraph(f"filtered by its entry: {', '.join(one.filtered)}", "  ")
    for note in one.notes:
        yield from paragraph(note, "  ")


def _cells(tool: ToolSpec, tokens: int, method: str) -> tuple[str, ...]:
    hashed = is_hashed(tool.server or "", tool.raw_name or "", tool.name)
    return (
        tool.name,
        tool.raw_name or "",
        ", ".join(_hints(tool)) or "-",
        shown(tokens, method),
        "hashed name" if hashed else "",
    )


def _hints(tool: ToolSpec) -> Iterator[str]:
    """What a server claims of its tool (mcp.md section 8.4)."""
    if tool.read_only:
        yield "read-only"
    if tool.destructive:
        yield "destructive"


def _weights(tools: Sequence[ToolSpec], method: str) -> Iterator[tuple[ToolSpec, int]]:
    """Each tool with the tokens that leaving it out of this server's list would save."""
    texts = _texts(tools)
    whole = _list_tokens(texts, method)
    for index, tool in enumerate(tools):
        yield tool, whole - _list_tokens(texts[:index] + texts[index + 1 :], method)


def _texts(tools: Sequence[ToolSpec]) -> list[str]:
    return [written(value)[0].decode() for value in sent_tools(tools, DEFAULT_DIALECT)]


def _list_tokens(texts: Sequence[str], method: str) -> int:
    return count(f"[{','.join(texts)}]", method) if texts else 0


def _server_row(one: ServerReport, method: str) -> dict[str, object]:
    info = one.info
    return {
        "name": one.name,
        "state": one.state,
        "reason": one.reason or None,
        "consent": one.consent,
        "server": {"name": info.name, "version": info.version} if info else None,
        "protocol": info.protocol if info else None,
        "tokens": _list_tokens(_texts(one.tools), method),
        "tools": [_tool_row(tool, n) for tool, n in _weights(one.tools, method)],
        "filtered": list(one.filtered),
        "notes": list(one.notes),
    }


def _tool_row(tool: ToolSpec, tokens: int) -> dict[str, object]:
    return {
        "name": tool.name,
        "raw_name": tool.raw_name,
        "description": tool.description,
        "input_schema": tool.input_schema,
        "output_schema": tool.output_schema,
        "claimed": list(_hints(tool)),
        "digest": tool.digest,
        "tokens": tokens,
    }
