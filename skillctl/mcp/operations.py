"""The three operations of the handshake era: connect, list the tools, call one.

Mcp.md sections 5.1 and 5.4 say what is accepted.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass

from skillctl.mcp.envelope import METHOD_NOT_FOUND
from skillctl.mcp.notes import RAW_CHARACTERS, Note
from skillctl.mcp.steps import Ask, Failed, Failure, Steps, Tell
from skillctl.version import VERSION

SPOKEN = ("2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25")
PAGE_LIMIT = 100
TOOL_LIMIT = 2000


@dataclass(frozen=True, slots=True, kw_only=True)
class ServerInfo:
    """What a server said about itself; `has_tools` is None where it said nothing usable."""

    name: str
    version: str
    protocol: str
    instructions: str
    has_tools: bool | None = None


@dataclass(frozen=True, slots=True)
class ToolList:
    """The tools as served, over all pages, and what was odd about the listing."""

    tools: tuple[object, ...]
    notes: tuple[str, ...] = ()


NO_TOOLS = ToolList(())


def connect() -> Steps[ServerInfo]:
    """Initialize: offer the newest protocol, accept any that is spoken here."""
    client = {"name": "skillctl", "version": VERSION}
    params = {"protocolVersion": SPOKEN[-1], "capabilities": {}, "clientInfo": client}
    try:
        result = yield Ask("initialize", params, "initialize")
    except Failed as failed:
        raise Failed(_initialize_failed(failed.failure)) from None
    if not isinstance(result, dict):
        raise Failed(Failure("protocol", f"answered initialize with {_shown(result)}"))
    protocol = result.get("protocolVersion")
    if protocol not in SPOKEN:
        words = f"offers protocol {protocol if isinstance(protocol, str) else _shown(protocol)}"
        span = f"{SPOKEN[0]} … {SPOKEN[-1]}"
        raise Failed(Failure("protocol", f"{words}; skillctl speaks {span}"))
    info = yield from _server_info(result, str(protocol))
    yield Tell("notifications/initialized")
    return info


def list_tools(info: ServerInfo) -> Steps[ToolList]:
    """Follow all pages; an empty string is a cursor like any other."""
    tools: list[object] = []
    notes: list[str] = []
    seen: set[str] = set()
    cursor: str | None = None
    while True:
        page = yield from _page(cursor, info)
        tools += _tools_of(page, notes)
        cursor = _next_cursor(page, notes)
        stop = _reason_to_stop(cursor, seen, len(tools))
        if stop:
            notes.append(stop)
            return ToolList(_each_once(tools[:TOOL_LIMIT]), tuple(notes))
        if cursor is None:
            return ToolList(tuple(tools), tuple(notes))
        seen.add(cursor)


def call_tool(name: str, arguments: Mapping[str, object]) -> Steps[dict[str, object]]:
    """Call one tool; the result as served, wrapped only if it is no object."""
    params = {"name": name, "arguments": arguments}
    result = yield Ask("tools/call", params, f"tools/call {name}", progress=True)
    if isinstance(result, dict):
        return result
    yield Note(f"the result of tools/call {name} is no object", _shown(result))
    return {"content": [], "structuredContent": result}


def _initialize_failed(failure: Failure) -> Failure:
    """An error answer to initialize is no error of a tool: this server cannot be used."""
    if failure.kind != "rpc":
        return failure
    code = "" if failure.code is None else f" {failure.code}"
    return Failure("protocol", f"refused initialize: MCP error{code}: {failure.text}")


def _server_info(result: Mapping[str, object], protocol: str) -> Steps[ServerInfo]:
    """Whatever is missing or odd in the answer to initialize is noted and does no harm."""
    about = result.get("serverInfo")
    if not isinstance(about, dict):
        yield Note("the answer to initialize has no serverInfo")
        about = {}
    capabilities = result.get("capabilities")
    if not isinstance(capabilities, dict):
        yield Note("the capabilities in the answer to initialize are no object")
    instructions = result.get("instructions")
    if instructions is not None and not isinstance(instructions, str):
        yield Note("the instructions in the answer to initialize are no string, ignored")
    return ServerInfo(
        name=str(about.get("name", "")),
        version=str(about.get("version", "")),
        protocol=protocol,
        instructions=instructions if isinstance(instructions, str) else "",
        has_tools="tools" in capabilities if isinstance(capabilities, dict) else None,
    )


def _page(cursor: str | None, info: ServerInfo) -> Steps[object]:
    """One page; a server that never claimed tools may not know the method."""
    params = {} if cursor is None else {"cursor": cursor}
    try:
        page = yield Ask("tools/list", params, "tools/list")
    except Failed as failed:
        if failed.failure.code == METHOD_NOT_FOUND and info.has_tools is False:
            return {"tools": []}
        raise
    return page


def _tools_of(page: object, notes: list[str]) -> list[object]:
    tools = page.get("tools") if isinstance(page, dict) else page
    if isinstance(page, dict) and isinstance(tools, list):
        return tools
    where = "`tools`" if isinstance(page, dict) else "the result"
    notes.append(f"{where} in the answer to tools/list is {_shown(tools)}; read as no tools")
    return []


def _next_cursor(page: object, notes: list[str]) -> str | None:
    cursor = page.get("nextCursor") if isinstance(page, dict) else None
    if cursor is None or isinstance(cursor, str):
        return cursor
    notes.append(f"nextCursor is {_shown(cursor)}, no string; the list ends there")
    return None


def _reason_to_stop(cursor: str | None, seen: set[str], count: int) -> str | None:
    if count > TOOL_LIMIT:
        return f"more than {TOOL_LIMIT} tools; the first {TOOL_LIMIT} are kept"
    if cursor in seen:
        return "list does not end: cursor repeats"
    if cursor is not None and len(seen) + 1 >= PAGE_LIMIT:
        return f"list does not end: stopped after {PAGE_LIMIT} pages"
    return None


def _each_once(tools: list[object]) -> tuple[object, ...]:
    """Without repetitions of equal definitions, as an endless list has them."""
    kept: list[object] = []
    seen: dict[str, list[object]] = {}
    for tool in tools:
        name = repr(tool.get("name")) if isinstance(tool, dict) else ""
        if tool not in seen.setdefault(name, []):
            seen[name].append(tool)
            kept.append(tool)
    return tuple(kept)


def _shown(value: object) -> str:
    """A value of the wrong type, short."""
    if value is None:
        return "missing or null"
    return json.dumps(value, ensure_ascii=False)[:RAW_CHARACTERS]
