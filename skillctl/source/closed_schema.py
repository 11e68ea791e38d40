"""A closed table of keys as JSON Schema 2020-12, for editors and other validators."""

from collections.abc import Mapping

from skillctl.source.closed import Key

_STRINGS = {"type": "array", "items": {"type": "string"}}
_MAP = {"type": "object", "additionalProperties": {"type": "string"}}
_TEXT = {"type": "string"}
SCHEMAS: Mapping[str, Mapping[str, object]] = {
    "any": {},
    "string": _TEXT,
    "strings": _STRINGS,
    "texts": {"anyOf": [_TEXT, _STRINGS]},
    "integer": {"type": "integer"},
    "boolean": {"type": "boolean"},
    "json": {},
    "object": {"type": "object"},
    "map": _MAP,
    "files": {"anyOf": [_STRINGS, _MAP]},
}


def json_schema(keys: Mapping[str, Key]) -> dict[str, object]:
    """The schema of a table; a key of a later version is left out, hence refused."""
    present = {name: key for name, key in keys.items() if not key.later}
    schema: dict[str, object] = {
        "type": "object",
        "additionalProperties": False,
        "properties": {name: _of_key(key) for name, key in present.items()},
    }
    required = [name for name, key in present.items() if key.required]
    return schema | ({"required": required} if required else {})


def _of_key(key: Key) -> dict[str, object]:
    """The schema of one value, with its help as the description that editors show."""
    words = {"description": key.help} if key.help else {}
    return words | _of_value(key)


def _of_value(key: Key) -> dict[str, object]:
    if key.own:
        return dict(key.own.schema)
    if key.kind == "table":
        return json_schema(key.keys)
    if key.kind == "tables":
        return {"type": "array", "items": json_schema(key.keys)}
    return _limited(dict(SCHEMAS[key.kind]), key)


def _limited(schema: dict[str, object], key: Key) -> dict[str, object]:
    """Add the smallest number; put the choices where the strings are."""
    if key.least is not None:
        schema["minimum"] = key.least
    if key.choices:
        words = {"enum": list(key.choices)}
        place = {"strings": "items", "map": "additionalProperties"}.get(key.kind)
        schema = schema | ({place: words} if place else words)
    return schema
