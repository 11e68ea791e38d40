"""Arguments of a call against the tool's whole schema, before anybody is asked (mcp.md 8.5)."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import NoReturn

from skillctl.agent.schema import json_type, schema_problems
from skillctl.toolspec import ToolSpec

MAX_LINES = 5


@dataclass(frozen=True, slots=True)
class Checked:
    """Arguments as values; what is wrong with them, a line each; what could not be checked."""

    values: dict[str, object]
    problems: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()


class _Invalid(ValueError):
    """The text is JSON that no tool may get."""


def check_arguments(tool: ToolSpec, text: str) -> Checked:
    """Parse the JSON text of a call strictly and validate it; no text at all counts as `{}`."""
    try:
        values = _parsed(text)
    except _Invalid as problem:
        return Checked({}, (f"$: {problem}",))
    except (ValueError, RecursionError) as problem:
        return Checked({}, (f"$: arguments are not valid JSON: {problem}",))
    if not isinstance(values, dict):
        return Checked({}, (f"$: expected object, got {json_type(values)}",))
    return _validated(tool, values)


def as_value(text: str) -> object:
    """The arguments of a call as a value; the text itself where it is no JSON that a tool gets."""
    try:
        return _parsed(text)
    except (ValueError, RecursionError):
        return text


def _parsed(text: str) -> object:
    return json.loads(
        text.strip() or "{}", object_pairs_hook=_unique, parse_constant=_refuse_constant
    )


def _unique(pairs: list[tuple[str, object]]) -> dict[str, object]:
    result: dict[str, object] = {}
    for key, value in pairs:
        if key in result:
            raise _Invalid(f"key {json.dumps(key)} stands twice")
        result[key] = value
    return result


def _refuse_constant(word: str) -> NoReturn:
    raise _Invalid(f"{word} is not JSON")


def _validated(tool: ToolSpec, values: dict[str, object]) -> Checked:
    try:
        lines, notes = schema_problems(tool.input_schema, values)
    except Exception as error:  # noqa: BLE001 # a foreign schema may break the validator anywhere
        lines = _missing(tool.input_schema, values)
        notes = [
            f"its schema cannot be applied ({type(error).__name__}): only required was checked"
        ]
    told = tuple(f"tool {tool.name}: {note}" for note in dict.fromkeys(notes))
    return Checked(values, _limited(lines), told)


def _missing(schema: Mapping[str, object], values: Mapping[str, object]) -> list[str]:
    """The properties that a schema of an unknown kind asks for."""
    required = schema.get("required")
    names = required if isinstance(required, list) else []
    return [f"$.{name}: missing" for name in names if name not in values]


def _limited(lines: list[str]) -> tuple[str, ...]:
    more = len(lines) - MAX_LINES
    return (*lines[:MAX_LINES], *((f"({more} more)",) if more > 0 else ()))
