"""Arguments of a call against the tool's whole schema, before anybody is asked (mcp.md 8.5)."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from skillctl.agent.schema import json_type, schema_problems
from skillctl.agent.strict_json import NotStrict, parse_strict
from skillctl.tools.dialects.keys import restored
from skillctl.toolspec import ToolSpec

MAX_LINES = 5
JSON_TYPES = ("null", "boolean", "integer", "number", "string", "array", "object")


@dataclass(frozen=True, slots=True)
class Checked:
    """Arguments as values; what is wrong with them, a line each; what could not be checked."""

    values: dict[str, object]
    problems: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()


def check_arguments(tool: ToolSpec, text: str) -> Checked:
    """Parse the JSON text of a call strictly and validate it; no text at all counts as `{}`."""
    try:
        values = _parsed(text)
    except NotStrict as problem:
        return Checked({}, (f"$: {problem}",))
    except ValueError as problem:
        return Checked({}, (f"$: arguments are not valid JSON: {problem}",))
    if not isinstance(values, dict):
        return Checked({}, (f"$: expected object, got {json_type(values)}",))
    checked = check_values(tool, restored(values, tool.renamed_keys))
    return replace(checked, problems=(*checked.problems, *_known_as(tool, checked.problems)))


def as_value(text: str) -> object:
    """The arguments of a call as a value; the text itself where it is no JSON that a tool gets."""
    try:
        return _parsed(text)
    except ValueError:
        return text


def _parsed(text: str) -> object:
    return parse_strict(text.strip() or "{}", _unique)


def _unique(pairs: list[tuple[str, object]]) -> dict[str, object]:
    result: dict[str, object] = {}
    for key, value in pairs:
        if key in result:
            raise NotStrict(f"key {json.dumps(key)} stands twice")
        result[key] = value
    return result


def check_values(tool: ToolSpec, values: dict[str, object]) -> Checked:
    """Validate arguments that are JSON already."""
    try:
        lines, notes = schema_problems(tool.judging_schema, values)
    except Exception as error:  # noqa: BLE001 # a foreign schema may break the validator anywhere
        lines = _plain_problems(tool.judging_schema, values)
        kind = type(error).__name__
        notes = [f"its schema cannot be applied ({kind}): only type and required were checked"]
    told = tuple(f"tool {tool.name}: {note}" for note in dict.fromkeys(notes))
    return Checked(values, _limited(lines), told)


def _known_as(tool: ToolSpec, lines: Sequence[str]) -> Iterator[str]:
    """The names that the model knows, for those of the server that it is told of."""
    for key in tool.renamed_keys:
        if any(key.raw in line for line in lines):
            yield f"({json.dumps(key.raw, ensure_ascii=False)} is the parameter {key.sent})"


def _plain_problems(schema: Mapping[str, object], values: Mapping[str, object]) -> list[str]:
    """What a schema that cannot be applied still says of its properties: missing, of which type."""
    required, properties = schema.get("required"), schema.get("properties")
    names = [n for n in required if isinstance(n, str)] if isinstance(required, list) else []
    lines = [f"$.{name}: missing" for name in names if name not in values]
    known = properties if isinstance(properties, Mapping) else {}
    for name, value in values.items():
        about = known.get(name)
        kind = about.get("type") if isinstance(about, Mapping) else None
        if isinstance(kind, str) and kind in JSON_TYPES and not _is_of(kind, value):
            lines.append(f"$.{name}: expected {kind}, got {json_type(value)}")
    return lines


def _is_of(kind: str, value: object) -> bool:
    if kind == "integer":
        return json_type(value) == "number" and value == value // 1  # type: ignore[operator] # a number
    return json_type(value) == kind


def _limited(lines: list[str]) -> tuple[str, ...]:
    more = len(lines) - MAX_LINES
    return (*lines[:MAX_LINES], *((f"({more} more)",) if more > 0 else ()))
