"""From the tree of a fake file without errors to the file that the core works from."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from skillctl.errors import Location
from skillctl.fakes.fault_keys import EFFECTS
from skillctl.fakes.faults.lines import Split
from skillctl.fakes.keys import ANSWERS, MATCHES, PARTS
from skillctl.fakes.kinds import MOMENT
from skillctl.fakes.model import (
    EVERY,
    Expect,
    FakeFile,
    Fault,
    Happening,
    Leave,
    Moment,
    Process,
    Reply,
    Server,
    Tool,
)
from skillctl.fakes.protocol import INITIALIZED
from skillctl.source.file import SourceFile
from skillctl.source.tree import Node

SPELLED = {"input_schema": "inputSchema", "output_schema": "outputSchema"}


def build(source: SourceFile, node: Node) -> FakeFile:
    """Build the file; only for a tree that no error was found in."""
    return FakeFile(
        path=source.path,
        server=_server(_data(node.get("server"))),
        process=_process(_data(node.get("process"))),
        tools=tuple(_tool(source, item) for item in node.tables("tool")),
        faults=tuple(_fault(source, item) for item in node.tables("fault")),
        events=tuple(_event(source, item) for item in node.tables("event")),
        expects=tuple(_expect(source, item) for item in node.tables("expect")),
    )


def _data(node: Node | None) -> dict[str, Any]:
    """The plain value of a table, empty if there is none."""
    value = node.data() if node else None
    return value if isinstance(value, dict) else {}


def _server(data: dict[str, Any]) -> Server:
    changed = {
        "protocol": tuple(data["protocol"]) if "protocol" in data else Server().protocol,
        "omit": frozenset(data.get("omit", ())),
    }
    return Server(**(data | changed))


def _process(data: dict[str, Any]) -> Process:
    leave = data.get("exit_at_start")
    return Process(
        start_delay_ms=data.get("start_delay_ms", 0),
        stderr=tuple(data.get("stderr", ())),
        stdout_before=tuple(_output(item) for item in data.get("stdout_before", ())),
        exit_at_start=None if leave is None else Leave(**leave),
    )


def _output(item: str | Mapping[str, str]) -> bytes:
    """A line with its line feed, or bytes as they are."""
    return item.encode() + b"\n" if isinstance(item, str) else bytes.fromhex(item["hex"])


def _tool(source: SourceFile, node: Node) -> Tool:
    data = _data(node)
    raw = data.get("definition")
    definition = _definition(data) if raw is None else raw
    name = definition.get("name")
    return Tool(
        name=name if isinstance(name, str) else "",
        definition=definition,
        location=_at(source, node, "name", "definition"),
        input_schema=definition["inputSchema"] if raw is None else None,
        hidden=data.get("hidden", False),
        replies=tuple(_reply(source, item) for item in node.tables("reply")),
    )


def _definition(data: Mapping[str, Any]) -> dict[str, Any]:
    """The definition as it is listed; MCP wants an input schema, so there always is one."""
    parts = {"input_schema": {"type": "object"}} | {k: data[k] for k in PARTS if k in data}
    ordered = {SPELLED.get(key, key): parts[key] for key in PARTS if key in parts}
    return {"name": data["name"], **ordered}


def _reply(source: SourceFile, node: Node) -> Reply:
    data = _data(node)
    match = next(key for key in MATCHES if key in data)
    answer = next(key for key in ANSWERS if key in data)
    return Reply(
        match=match,
        wanted=data[match],
        answer=answer,
        value=data[answer],
        location=_at(source, node, match),
        delay_ms=data.get("delay_ms", 0),
        progress=tuple(data.get("progress", ())),
        template=data.get("template", False),
        is_error=data.get("is_error", False),
    )


def _fault(source: SourceFile, node: Node) -> Fault:
    data = _data(node)
    return Fault(
        on=data["on"],
        effects=dict(_effects(data)),
        location=_at(source, node, "nth", "tool", "on"),
        tool=data.get("tool"),
        nth=_nth(data.get("nth", "every")),
    )


def _effects(data: Mapping[str, Any]) -> Iterator[tuple[str, object]]:
    """The effects of a fault, each with what the table of effects wants for it."""
    made: Mapping[str, Callable[[Any], object]] = {
        "exit": lambda value: Leave(**value),
        "before": lambda value: tuple(map(_output, value)),
        "split_bytes": lambda value: Split(value, data.get("split_ms", 0) / 1000),
    }
    for key in EFFECTS:
        if key in data:
            yield key, made[key](data[key]) if key in made else data[key]


def _nth(value: int | str | list[int]) -> frozenset[int] | None:
    if isinstance(value, str):
        return EVERY
    return frozenset(value) if isinstance(value, list) else frozenset({value})


def _event(source: SourceFile, node: Node) -> Happening:
    data = _data(node)
    names = data.get("set_tools")
    return Happening(
        after=_moment(data["after"]),
        location=_at(source, node, "after"),
        notify=data.get("notify"),
        set_tools=None if names is None else tuple(names),
        stderr=tuple(data.get("stderr", ())),
    )


def _expect(source: SourceFile, node: Node) -> Expect:
    data = _data(node)
    return Expect(
        method=data["method"],
        location=_at(source, node, "method"),
        of=_moment(data["of"]) if "of" in data else None,
        count=data.get("count"),
        within_ms=data.get("within_ms"),
    )


def _moment(text: str) -> Moment | None:
    """The moment that a text names; None is the start."""
    match = MOMENT.fullmatch(text)
    if match:
        return Moment(match["method"], int(match["count"]))
    return Moment(INITIALIZED, 1) if text == "initialized" else None


def _at(source: SourceFile, node: Node, *keys: str) -> Location:
    """The place of the first of these keys that stands in a table."""
    entry = next(filter(None, map(node.entry, keys)))
    return source.location(entry.start, entry.end)
