"""What is asked of a server that was met: its tools, and calls of them (mcp.md section 5.4)."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from skillctl.mcp.envelope import METHOD_NOT_FOUND
from skillctl.mcp.modern import COMPLETE, INPUT_REQUIRED, input_asked, result_type
from skillctl.mcp.notes import RAW_CHARACTERS, Note
from skillctl.mcp.steps import Ask, Failed, Failure, Steps

PAGE_LIMIT = 100
TOOL_LIMIT = 2000
BLOCKS = ("text", "image", "audio", "resource", "resource_link")
LISTEN = "subscriptions/listen"


@dataclass(frozen=True, slots=True, kw_only=True)
class ServerInfo:
    """What a server said about itself; `has_tools` is None where it said nothing usable.

    `announces` tells that it claims to say when its list of tools is another one.
    """

    name: str
    version: str
    protocol: str
    instructions: str
    has_tools: bool | None = None
    announces: bool = False


@dataclass(frozen=True, slots=True)
class ToolList:
    """The tools as served, over all pages, and what was odd about the listing."""

    tools: tuple[object, ...]
    notes: tuple[str, ...] = ()


NO_TOOLS = ToolList(())


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
        return (yield from _complete(name, result))
    yield Note(f"the result of tools/call {name} is no object", shown(result))
    return {"content": [], "structuredContent": result}


def listen() -> Steps[None]:
    """Open the stream of changes of the era without a handshake; its answer is its end."""
    params = {"notifications": {"toolsListChanged": True}}
    try:
        yield Ask(LISTEN, params, LISTEN)
    except Failed as failed:
        yield Note(
            "refused subscriptions/listen, so its changes are not heard", failed.failure.text
        )


def _complete(name: str, result: dict[str, object]) -> Steps[dict[str, object]]:
    """A result that is one; one that asks for input instead is an error of the tool."""
    kind = result_type(result)
    if kind == INPUT_REQUIRED:
        return {"content": [{"type": "text", "text": input_asked(result)}], "isError": True}
    if kind != COMPLETE:
        yield Note(f"the result of tools/call {name} is of an unknown resultType", shown(kind))
    yield from _oddities(name, result.get("content"))
    return result


def _oddities(name: str, content: object) -> Iterator[Note]:
    """What is not as it should be in the content of a result; a model gets what is there."""
    if not isinstance(content, list):
        yield Note("content", f"tools/call {name}: {shown(content)}")
        return
    for block in content:
        kind = block.get("type") if isinstance(block, dict) else block
        if kind not in BLOCKS:
            yield Note("block", f"tools/call {name}: {shown(kind)}")


def _page(cursor: str | None, info: ServerInfo) -> Steps[object]:
    """One page; a server that never claimed tools may not know the method."""
    params = {} if cursor is None else {"cursor": cursor}
    try:
        page = yield Ask("tools/list", params, "tools/list")
    except Failed as failed:
        if failed.failure.code == METHOD_NOT_FOUND and info.has_tools is False:
            return {"tools": []}
        raise Failed(refused("tools/list", failed.failure)) from None
    return page


def _tools_of(page: object, notes: list[str]) -> list[object]:
    tools = page.get("tools") if isinstance(page, dict) else page
    if isinstance(page, dict) and isinstance(tools, list):
        return tools
    where = "`tools`" if isinstance(page, dict) else "the result"
    notes.append(f"{where} in the answer to tools/list is {shown(tools)}; read as no tools")
    return []


def _next_cursor(page: object, notes: list[str]) -> str | None:
    cursor = page.get("nextCursor") if isinstance(page, dict) else None
    if cursor is None or isinstance(cursor, str):
        return cursor
    notes.append(f"nextCursor is {shown(cursor)}, no string; the list ends there")
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


def refused(method: str, failure: Failure) -> Failure:
    """An error answer to what is no call of a tool: it is the server that cannot be used."""
    if failure.kind != "rpc":
        return failure
    code = "" if failure.code is None else f" {failure.code}"
    text = f"refused {method}: MCP error{code}: {failure.text}"
    return replace(failure, kind="protocol", text=text)


def shown(value: object) -> str:
    """A value of the wrong type, short."""
    if value is None:
        return "missing or null"
    return json.dumps(value, ensure_ascii=False)[:RAW_CHARACTERS]
