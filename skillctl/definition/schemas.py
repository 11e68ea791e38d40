"""Whether the schemas of a tool are JSON Schema with an object at the root (FK101)."""

import json
from collections.abc import Iterator, Mapping
from typing import Any

from skillctl.definition.defects import INPUT_SCHEMA
from skillctl.definition.flaw import Flaw
from skillctl.source.tree import pointer

INPUT, OUTPUT = "inputSchema", "outputSchema"
MOST = 20  # flaws of one schema
SHOWN = 60
TYPES = ("array", "boolean", "integer", "null", "number", "object", "string")
_BY_PYTHON = {type(None): "null", bool: "boolean", str: "string", list: "array", dict: "object"}


def schema_flaws(tool: Mapping[str, object]) -> Iterator[Flaw]:
    """What is wrong with the input schema, which must be there, and with the output schema."""
    if INPUT not in tool:
        advice = 'write {"type": "object", "properties": {}} for a tool without arguments'
        yield Flaw(INPUT_SCHEMA, pointer(INPUT), "inputSchema is missing", advice)
    for member in (INPUT, OUTPUT):
        if member in tool and not (member == OUTPUT and tool[member] is None):
            yield from _flaws(tool[member], pointer(member))


def _flaws(schema: object, path: str) -> Iterator[Flaw]:
    if not isinstance(schema, dict):
        yield Flaw(INPUT_SCHEMA, path, f"expected an object, got {_type(schema)}", "write a schema")
        return
    if schema.get("type") != "object":
        got = f"is {_shown(schema['type'])}" if "type" in schema else "is missing"
        where = path + pointer("type") if "type" in schema else path
        yield Flaw(INPUT_SCHEMA, where, f'"type" at the root {got}', 'write "type": "object"')
    try:
        yield from _against_metaschema(schema, path)
    except RecursionError:
        yield Flaw(INPUT_SCHEMA, path, "the schema is nested too deeply", "make it flatter")


def _against_metaschema(schema: Mapping[str, object], path: str) -> Iterator[Flaw]:
    """What the draft that a schema names, or else 2020-12, does not allow."""
    judge = _judge(schema)
    errors = judge(judge.META_SCHEMA).iter_errors(schema)
    found = {path + pointer(*error.absolute_path): error for error in errors}
    known = [where for where in found if where != path + pointer("type")]
    for where in sorted(known)[:MOST]:
        message, advice = _words(found[where], where)
        yield Flaw(INPUT_SCHEMA, where, message, advice)


def _judge(schema: Mapping[str, object]) -> Any:  # noqa: ANN401 # not annotated there
    """What judges by the draft that is named, if it is known, else by 2020-12."""
    from jsonschema import Draft202012Validator  # noqa: PLC0415 # heavy
    from jsonschema.validators import validator_for  # noqa: PLC0415 # heavy

    named = schema.get("$schema")
    try:
        known = {"$schema": named} if isinstance(named, str) else {}
        return validator_for(known, default=Draft202012Validator)
    except ValueError:  # not even a URI
        return Draft202012Validator


def _words(error: Any, where: str) -> tuple[str, str]:  # noqa: ANN401 # not annotated there
    """What is wrong with a value, and what belongs there."""
    got, name = _shown(error.instance), where.rpartition("/")[2]
    if error.validator == "type":
        wanted = _listed(error.validator_value)
        return f'"{name}" is {got}, no {wanted}', f"write a value that is of type {wanted}"
    if name == "type" and error.validator in ("anyOf", "enum"):
        return f"{got} is no type of JSON Schema", f"write one of {', '.join(TYPES)}"
    return f'"{name}" is {got}, which JSON Schema does not allow', "see the specification of it"


def _listed(types: object) -> str:
    return " or ".join(types) if isinstance(types, list) else str(types)


def _type(value: object) -> str:
    return _BY_PYTHON.get(type(value), "number")


def _shown(value: object) -> str:
    text = json.dumps(value, ensure_ascii=False, default=str)
    return text if len(text) <= SHOWN else f"{text[:SHOWN]}…"
