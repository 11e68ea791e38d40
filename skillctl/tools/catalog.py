"""What one server lists, as tools of the agent (mcp.md sections 8.1, 8.3 and 8.4).

A tool that cannot be offered is left out alone and named; the others stay.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from hashlib import sha256

from skillctl.canonical import NotCanonical, canonical
from skillctl.policy.text import clean, row
from skillctl.settings import McpSettings
from skillctl.tools.dialects.convert import convert
from skillctl.tools.names import agent_names, is_hashed, known_names
from skillctl.tools.positions import pointer
from skillctl.tools.rewritten import rewritten
from skillctl.tools.schema import json_type
from skillctl.toolspec import ToolSpec

DIGESTED = ("name", "description", "inputSchema", "outputSchema", "annotations")
HINTS = ("readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint")
_SHOWN_PATHS = 5


def server_tools(
    server_keys: Sequence[str],
    key: str,
    tools: Sequence[object],
    mcp: McpSettings = McpSettings(),  # noqa: B008 # a frozen value
) -> tuple[tuple[ToolSpec, ...], tuple[str, ...]]:
    """The tools of one server in the order of their raw names, and what was odd about its list.

    Its names are told apart from those of `server_keys`.
    """
    notes: list[str] = []
    served = _each_once(_named(tools, notes), notes)
    names = agent_names(server_keys, key, list(served), naming=mcp.naming)
    known = known_names(server_keys, key, list(served))
    specs: list[ToolSpec] = []
    for raw in sorted(served):
        tool = served[raw]
        if tool is not None:
            made = _spec(key, names[raw], tool, mcp, notes)
            specs += (replace(spec, known_as=known[raw]) for spec in made)
    notes += rewritten(specs, mcp.schema)
    hashed = [s for s in specs if is_hashed(key, s.raw_name or "", s.name, naming=mcp.naming)]
    if hashed:
        pairs = ", ".join(f'"{row(s.raw_name or "")}" is {s.name}' for s in hashed)
        notes.append(f"names shortened or told apart by a hash: {pairs}")
    return tuple(specs), tuple(f'server "{row(key)}": {note}' for note in notes)


def unusable_names(tools: Sequence[object], specs: Sequence[ToolSpec]) -> tuple[str, ...]:
    """The names in a server's list that came to no tool, each once."""
    names = [tool.get("name") for tool in tools if isinstance(tool, dict)]
    kept = {spec.raw_name for spec in specs}
    return tuple(dict.fromkeys(n for n in names if isinstance(n, str) and n and n not in kept))


def tool_digest(tool: Mapping[str, object]) -> str:
    """SHA-256 (hex) over the canonical JSON of what defines a tool as served.

    A definition without canonical form (an integer beyond 2^53) is digested as sorted JSON.
    """
    defining = {name: tool[name] for name in DIGESTED if name in tool}
    try:
        data = canonical(defining)
    except NotCanonical:
        data = json.dumps(defining, sort_keys=True, separators=(",", ":")).encode()
    return sha256(data).hexdigest()


def _named(tools: Sequence[object], notes: list[str]) -> Iterator[tuple[str, Mapping[str, object]]]:
    """The entries that are objects with a name."""
    for index, tool in enumerate(tools):
        if not isinstance(tool, dict):
            notes.append(f"tools/{index} is left out: expected an object, got {json_type(tool)}")
            continue
        name = tool.get("name")
        if isinstance(name, str) and name:
            yield name, tool
        else:
            got = f"got {json_type(name)}" if name != "" else "it is empty"
            notes.append(f"tools/{index} is left out: it has no name (expected a string, {got})")


def _each_once(
    named: Iterator[tuple[str, Mapping[str, object]]], notes: list[str]
) -> dict[str, Mapping[str, object] | None]:
    """Raw name -> definition; None if the same name came with different definitions."""
    all_of: dict[str, list[Mapping[str, object]]] = {}
    for name, tool in named:
        all_of.setdefault(name, []).append(tool)
    once: dict[str, Mapping[str, object] | None] = {}
    for name, definitions in all_of.items():
        paths = [p for other in definitions[1:] for p in _differences(definitions[0], other, "")]
        once[name] = None if paths else definitions[0]
        if paths:
            notes.append(_told_twice(name, len(definitions), list(dict.fromkeys(paths))))
        elif len(definitions) > 1:
            notes.append(f'tool "{row(name)}" is listed {len(definitions)} times, always equal')
    return once


def _told_twice(name: str, count: int, paths: Sequence[str]) -> str:
    more = f" and {len(paths) - _SHOWN_PATHS} more" if len(paths) > _SHOWN_PATHS else ""
    shown = ", ".join(row(path) for path in paths[:_SHOWN_PATHS])
    return (
        f'tool "{row(name)}" is left out: it is listed {count} times with different '
        f"definitions (they differ at {shown}{more})"
    )


def _differences(left: object, right: object, path: str) -> Iterator[str]:
    """JSON pointers of the places where two values differ."""
    if isinstance(left, dict) and isinstance(right, dict):
        for key in dict.fromkeys((*left, *right)):
            place = pointer(path, key)
            if key in left and key in right:
                yield from _differences(left[key], right[key], place)
            else:
                yield place
    elif isinstance(left, list) and isinstance(right, list) and len(left) == len(right):
        for index, (a, b) in enumerate(zip(left, right, strict=True)):
            yield from _differences(a, b, pointer(path, index))
    elif left != right or json_type(left) != json_type(right):
        yield path


def _spec(
    key: str, name: str, tool: Mapping[str, object], mcp: McpSettings, notes: list[str]
) -> Iterator[ToolSpec]:
    """One tool, or none if its input schema cannot be given to a model."""
    raw = str(tool["name"])
    label = f'tool "{row(raw)}"'
    served = tool.get("inputSchema")
    converted = convert(served, mcp.schema, order=mcp.schema_keys)
    if converted.schema is None:
        notes.append(f"{label} is left out: {row(converted.problem)}")
        return
    annotations, wrong = _annotations(tool.get("annotations"))
    description = clean(_description(tool), escape_elements=False)
    output = tool.get("outputSchema")
    wrong += _odd_parts(tool)
    notes += [f"{label}: {words}" for words in wrong]
    count = converted.removed + description.removed
    if count:
        notes.append(f"{label}: {count} control or invisible characters were removed from its text")
    yield ToolSpec(
        name=name,
        description=description.text,
        input_schema=converted.schema,
        server=key,
        raw_name=raw,
        read_only=annotations.get("readOnlyHint") is True,
        destructive=annotations.get("destructiveHint") is True,
        digest=tool_digest(tool),
        output_schema=output if isinstance(output, dict) else None,
        annotations=annotations,
        served_schema=served if isinstance(served, dict) else None,
        schema_changes=converted.changes,
        renamed_keys=converted.renamed,
    )


def _description(tool: Mapping[str, object]) -> str:
    """The description; if there is none, the title or the raw name."""
    annotations = tool.get("annotations")
    title = annotations.get("title") if isinstance(annotations, dict) else None
    candidates = (tool.get("description"), tool.get("title"), title, tool["name"])
    return next(text for text in candidates if isinstance(text, str) and text)


def _annotations(served: object) -> tuple[dict[str, object], list[str]]:
    """The annotations without hints that are no booleans, and words on what was dropped."""
    if served is None:
        return {}, []
    if not isinstance(served, dict):
        return {}, [f"/annotations dropped: expected an object, got {json_type(served)}"]
    bad = [hint for hint in HINTS if not isinstance(served.get(hint, False), bool)]
    words = [
        f"/annotations/{hint} dropped: expected a boolean, got {json_type(served[hint])}"
        for hint in bad
    ]
    return {key: value for key, value in served.items() if key not in bad}, words


def _odd_parts(tool: Mapping[str, object]) -> list[str]:
    """Words on members of the wrong type that do not keep a tool from being used."""
    wanted = {"description": str, "title": str, "outputSchema": dict}
    names = {str: "a string", dict: "an object"}
    return [
        f"/{member} dropped: expected {names[kind]}, got {json_type(tool[member])}"
        for member, kind in wanted.items()
        if tool.get(member) is not None and not isinstance(tool[member], kind)
    ]
