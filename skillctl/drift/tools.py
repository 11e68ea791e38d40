"""Lists of tool definitions as served, compared tool by tool."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TypeAlias

from skillctl.drift.change import ABSENT, Change, Drift, below, change, dumped, order_change, same
from skillctl.drift.schemas import compare_schemas

Tool: TypeAlias = Mapping[str, object]


def compare_tools(old: Sequence[Tool], new: Sequence[Tool]) -> tuple[Change, ...]:
    """Compare two lists of tools; an item is named by its tool, the order by `tools`."""
    before, after = _by_name(old), _by_name(new)
    renamed = _renamed(before, after)
    changes: list[Change] = []
    for name, tool in before.items():
        if name in after:
            changes += _tool(name, tool, after[name])
        elif name in renamed:
            changes.append(
                Change(Drift.BREAKING, name, "$.name", name, renamed[name], "tool renamed")
            )
        else:
            changes.append(Change(Drift.BREAKING, name, "$", dumped(tool), None, "tool removed"))
    for name in after.keys() - before.keys() - set(renamed.values()):
        changes.append(Change(Drift.PROMPT_ONLY, name, "$", None, dumped(after[name]), "new tool"))
    order = (replace(c, item="tools") for c in order_change("$", before, after))
    return (*sorted(changes, key=lambda c: c.item), *order)


def _by_name(tools: Sequence[Tool]) -> dict[str, Tool]:
    """Tools by name; the second of a name is told apart by its number."""
    named: dict[str, Tool] = {}
    for tool in tools:
        name = label = str(tool.get("name"))
        number = 1
        while label in named:
            number += 1
            label = f"{name}#{number}"
        named[label] = dict(tool)
    return named


def _renamed(before: Mapping[str, Tool], after: Mapping[str, Tool]) -> dict[str, str]:
    """Old and new name of each tool that is the same in everything else."""
    fresh = {_nameless(tool): name for name, tool in after.items() if name not in before}
    gone = ((name, _nameless(tool)) for name, tool in before.items() if name not in after)
    return {name: fresh.pop(form) for name, form in gone if form in fresh}


def _nameless(tool: Tool) -> str:
    return dumped({key: value for key, value in tool.items() if key != "name"})


def _tool(item: str, old: Tool, new: Tool) -> Iterator[Change]:
    """What changed in one tool, key by key."""
    for key in (*old, *(key for key in new if key not in old)):
        was, now = old.get(key, ABSENT), new.get(key, ABSENT)
        if not same(was, now):
            path = below("$", key)
            changes = _member(path, was, now, described=_described(old) and _described(new))
            yield from (replace(c, item=item) for c in changes)


def _described(tool: Tool) -> bool:
    """Whether a tool has a description; a model reads the title of one that has none."""
    return bool(tool.get("description"))


def _member(path: str, old: object, new: object, *, described: bool) -> tuple[Change, ...]:
    """What changed in one member of a tool; what no request body holds is cosmetic."""
    if path == "$.inputSchema":
        return compare_schemas(path, _input(old), _input(new))
    if path == "$.outputSchema":
        return _output(path, old, new)
    if path == "$.annotations":
        return (_hints(path, old, new),)
    shown = path == "$.description" or (path == "$.title" and not described)
    return (change(Drift.PROMPT_ONLY if shown else Drift.COSMETIC, path, old, new),)


def _input(schema: object) -> object:
    """A missing or null schema stands for any object (mcp.md section 8.3)."""
    if schema is ABSENT or schema is None:
        return {"type": "object", "properties": {}}
    return schema


def _output(path: str, old: object, new: object) -> tuple[Change, ...]:
    """Of an output schema only what breaks matters, since no request body holds it."""
    if ABSENT in (old, new):
        return (change(Drift.COSMETIC, path, old, new),)
    changes = compare_schemas(path, old, new)
    return tuple(
        c if c.drift is Drift.BREAKING else replace(c, drift=Drift.COSMETIC) for c in changes
    )


def _hints(path: str, old: object, new: object) -> Change:
    """Hints are what a person sees who approves a call; one of them also opens a door."""
    if _is_read_only(old) and not _is_read_only(new):
        reason = "no longer offered where only reading is allowed"
        return change(Drift.BREAKING, path, old, new, reason)
    return change(Drift.PROMPT_ONLY, path, old, new)


def _is_read_only(annotations: object) -> bool:
    return isinstance(annotations, Mapping) and annotations.get("readOnlyHint") is True
