"""From the tree of a fake file without errors to the file that the core works from."""

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

from skillctl.fakes.build_offers import Offers, place
from skillctl.fakes.fault_keys import EFFECTS
from skillctl.fakes.faults.lines import Split
from skillctl.fakes.kinds import ELAPSED, MOMENT
from skillctl.fakes.model import (
    EVERY,
    Elapsed,
    Expect,
    FakeFile,
    Fault,
    Happening,
    Helper,
    Leave,
    Moment,
    Process,
    Server,
)
from skillctl.fakes.protocol import INITIALIZED
from skillctl.source.file import SourceFile
from skillctl.source.tree import Node


def build(source: SourceFile, node: Node, folder: Path | None = None) -> FakeFile:
    """Build the file; only for a tree that no error was found in, with its folder if known."""
    made = Offers(source, folder)
    return FakeFile(
        path=source.path,
        server=_server(_data(node.get("server"))),
        process=_process(_data(node.get("process"))),
        tools=tuple(map(made.tool, node.tables("tool"))),
        resources=tuple(map(made.resource, node.tables("resource"))),
        templates=tuple(map(made.template, node.tables("resource_template"))),
        prompts=tuple(map(made.prompt, node.tables("prompt"))),
        lists=_lists(_data(node.get("list"))),
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
        "shuffle": frozenset(data.get("shuffle", ())),
    }
    return Server(**(data | changed))


def _process(data: dict[str, Any]) -> Process:
    leave, helper = data.get("exit_at_start"), data.get("helper")
    changed = {
        "stderr": tuple(data.get("stderr", ())),
        "stdout_before": tuple(_output(item) for item in data.get("stdout_before", ())),
        "ignore": frozenset(data.get("ignore", ())),
        "exit_at_start": None if leave is None else Leave(**leave),
        "helper": None if helper is None else _helper(helper),
    }
    return Process(**(data | changed))


def _helper(data: dict[str, Any]) -> Helper:
    return Helper(**(data | {"ignore": frozenset(data.get("ignore", ()))}))


def _output(item: str | Mapping[str, str]) -> bytes:
    """A line with its line feed, or bytes as they are."""
    return item.encode() + b"\n" if isinstance(item, str) else bytes.fromhex(item["hex"])


def _lists(data: Mapping[str, Any]) -> dict[str, str]:
    """The raw lines by the key of the list in its answer."""
    names = {"resource_templates": "resourceTemplates"}
    return {names.get(key, key): table["raw"] for key, table in data.items()}


def _fault(source: SourceFile, node: Node) -> Fault:
    data = _data(node)
    return Fault(
        on=data["on"],
        effects=dict(_effects(data)),
        location=place(source, node, "nth", "tool", "on"),
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
        after=_after(data["after"]),
        location=place(source, node, "after"),
        notify=data.get("notify"),
        set_tools=None if names is None else tuple(names),
        stderr=tuple(data.get("stderr", ())),
        raw=data.get("raw"),
        request=data.get("request"),
        expect=data.get("expect"),
        within_ms=data.get("within_ms"),
    )


def _expect(source: SourceFile, node: Node) -> Expect:
    data = _data(node)
    return Expect(
        method=data["method"],
        location=place(source, node, "method"),
        of=_moment(data["of"]) if "of" in data else None,
        count=data.get("count"),
        within_ms=data.get("within_ms"),
    )


def _after(text: str) -> Moment | Elapsed | None:
    """When an event happens; None is the start."""
    match = ELAPSED.fullmatch(text)
    return Elapsed(int(match["ms"])) if match else _moment(text)


def _moment(text: str) -> Moment | None:
    """The moment that a text names; None is the start."""
    match = MOMENT.fullmatch(text)
    if match:
        return Moment(match["method"], int(match["count"]))
    return Moment(INITIALIZED, 1) if text == "initialized" else None
