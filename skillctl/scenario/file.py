"""Reading a scenario file: strictly for a run, leniently for its rules."""

import json
from collections.abc import Iterator, Mapping
from itertools import count
from pathlib import Path, PurePosixPath
from posixpath import normpath
from typing import cast

from skillctl.agent.approvals import Rule
from skillctl.agent.dialects.known import DEFAULT_DIALECT
from skillctl.agent.messages import ToolCall
from skillctl.agent.providers import ScriptTurn
from skillctl.errors import SkillctlError
from skillctl.findings import Finding
from skillctl.scenario.check import (
    MOST_BYTES,
    finding,
    misshapen,
    parsed,
    scenario_misfits,
    undecodable,
)
from skillctl.scenario.model import (
    Assertion,
    Exit,
    Expectation,
    NamedPath,
    NotCalled,
    Order,
    Scenario,
    ScenarioPlace,
    SkillActivated,
    TextContains,
    ToolCalled,
    Turn,
)
from skillctl.source.file import SourceFile, Undecodable
from skillctl.source.read import Unreadable, read_source
from skillctl.source.tree import Entry, Node

SUFFIX = ".scenario.toml"


def check_scenario(source: SourceFile | Undecodable) -> tuple[Finding, ...]:
    """The findings SC001 to SC004 and SC010 of a scenario file, in the order of the file."""
    if isinstance(source, Undecodable):
        return (undecodable(source),)
    found = (finding(source, misfit) for misfit in scenario_misfits(source))
    return tuple(sorted(found, key=lambda one: one.order))


def read_scenario(path: Path, shown: str) -> SourceFile | Undecodable:
    """Read the bytes of a scenario; SkillctlError if that cannot be done."""
    source = read_source(path, shown, MOST_BYTES)
    if isinstance(source, Unreadable):
        raise SkillctlError(f"the scenario {shown} {source.reason}", hint="check the path")
    return source


def load_scenario(path: Path, shown: str) -> Scenario:
    """Read a scenario; `shown` is its path in messages.

    Raises SkillctlError with file, line and column at the first thing that keeps it from running.
    """
    return scenario_of(read_scenario(path, shown), path.parent)


def scenario_of(source: SourceFile | Undecodable, folder: Path) -> Scenario:
    """The scenario of a file that was read; its paths are relative to `folder`."""
    if isinstance(source, Undecodable):
        raise _refusal(undecodable(source))
    node, syntax = parsed(source)
    if node is None:
        raise _refusal(finding(source, syntax[0]))
    for misfit in misshapen(node):
        raise _refusal(finding(source, misfit))
    return _Reader(source, folder).scenario(node)


def script_turns(scenario: Scenario) -> tuple[ScriptTurn, ...]:
    """The replies of the scripted model, one per model call."""
    return tuple(ScriptTurn(t.say, t.calls, t.place.number) for t in scenario.turns)


def _refusal(found: Finding) -> SkillctlError:
    return SkillctlError(
        f"{found.code} {found.name}: {found.message}",
        hint=found.advice,
        location=found.location,
    )


class _Reader:
    """Turns the tree of a valid file into values; `folder` is what its paths are relative to."""

    def __init__(self, source: SourceFile, folder: Path) -> None:
        self.source = source
        self.folder = folder
        self.ids = count(1)

    def scenario(self, node: Node) -> Scenario:
        limits = _table(node.get("limits"))
        approvals = node.get("approvals") or _EMPTY
        prompt = node.get("prompt") or _EMPTY
        return Scenario(
            path=self.source.path,
            name=_text(node.get("name")) or Path(self.source.path).name.removesuffix(SUFFIX),
            prompt=_text(prompt),
            place=self.place(prompt),
            description=_text(node.get("description")),
            tags=tuple(_text(tag) for tag in _items(node, "tags")),
            skills=tuple(self.named_path(item) for item in _items(node, "skills")),
            fakes=tuple(self.fakes(node.get("fakes") or _EMPTY)),
            workspace=self.workspace(node),
            files=cast("Mapping[str, str]", _table(node.get("files"))),
            dialect=_text(node.get("dialect")) or DEFAULT_DIALECT,
            matrix=tuple(
                dict.fromkeys(_text(one) for one in _items(node.get("matrix") or _EMPTY, "dialect"))
            ),
            max_turns=cast("int | None", limits.get("max_turns")),
            max_tool_calls=cast("int | None", limits.get("max_tool_calls")),
            approval=_text(approvals.get("default")) or "ask",
            rules=tuple(
                Rule(_text(rule.get("tool")), _text(rule.get("decision")))
                for rule in _items(approvals, "rule")
            ),
            consent=cast("Mapping[str, str]", _table(node.get("consent"))),
            turns=tuple(self.turn(turn) for turn in _items(node, "turn")),
            assertions=tuple(a for item in _items(node, "assert") for a in self.assertions(item)),
        )

    def place(self, node: Node | Entry) -> ScenarioPlace:
        location = self.source.location(node.start, node.end)
        return ScenarioPlace(location, self.source.line(self.source.position(node.start).line))

    def named_path(self, node: Node, key: str = "") -> NamedPath:
        shown = normpath(PurePosixPath(self.source.path).parent / _text(node))
        return NamedPath(self.folder / _text(node), shown, self.place(node), key, self.folder)

    def workspace(self, node: Node) -> NamedPath | None:
        found = node.get("workspace")
        return self.named_path(found) if found else None

    def fakes(self, node: Node) -> Iterator[NamedPath]:
        yield from (self.named_path(item) for item in node.items)
        yield from (self.named_path(entry.value, entry.key) for entry in node.entries)

    def turn(self, node: Node) -> Turn:
        expect = node.get("expect") or _EMPTY
        return Turn(
            self.place(node),
            tuple(
                Expectation(entry.key, _text(wanted), self.place(wanted))
                for entry in expect.entries
                for wanted in _each(entry.value)
            ),
            _text(node.get("say")),
            tuple(self.call(call) for call in _items(node, "call")),
        )

    def call(self, node: Node) -> ToolCall:
        number = next(self.ids)
        raw = node.get("raw_args")
        arguments = _text(raw) if raw else _json(_table(node.get("args")))
        name = _text(node.get("id")) or f"call_{number}"
        return ToolCall(name, _text(node.get("tool")), arguments)

    def assertions(self, table: Node) -> Iterator[Assertion]:
        """All that one `[[assert]]` demands, in the order of its keys."""
        for entry in table.entries:
            match entry.key:
                case "tool_called":
                    yield self.tool_called(table, entry)
                case "not_called":
                    yield from (NotCalled(self.place(v), _text(v)) for v in _each(entry.value))
                case "order":
                    yield Order(self.place(entry), tuple(_text(v) for v in entry.value.items))
                case "skill_activated":
                    yield from (SkillActivated(self.place(v), _text(v)) for v in _each(entry.value))
                case "text_contains":
                    yield from (TextContains(self.place(v), _text(v)) for v in _each(entry.value))
                case "exit":
                    yield Exit(self.place(entry), cast("int", entry.value.value))

    def tool_called(self, table: Node, entry: Entry) -> ToolCalled:
        details = _table(table)
        return ToolCalled(
            place=self.place(entry),
            tool=_text(entry.value),
            times=cast("int | None", details.get("times")),
            args=cast("Mapping[str, object] | None", details.get("args")),
            args_subset=cast("Mapping[str, object] | None", details.get("args_subset")),
        )


_EMPTY = Node("mapping", 0, 0)


def _text(node: Node | None) -> str:
    return str(node.value) if node is not None and node.value is not None else ""


def _table(node: Node | None) -> Mapping[str, object]:
    return cast("Mapping[str, object]", node.data()) if node else {}


def _items(node: Node, key: str) -> tuple[Node, ...]:
    found = node.get(key)
    return found.items if found else ()


def _each(node: Node) -> tuple[Node, ...]:
    """The strings of a list, or the one string that stands in its place."""
    return node.items if node.kind == "list" else (node,)


def _json(value: Mapping[str, object]) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
