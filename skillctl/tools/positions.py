"""Where schemas stand inside a schema; everywhere else a keyword is a word like any other.

A property that is named like a keyword is a property (mcp.md section 8.3).
"""

from collections.abc import Callable, Iterator, Mapping

Schema = dict[str, object]
MAPS = frozenset(
    {
        *("properties", "patternProperties", "$defs", "definitions"),
        *("dependentSchemas", "dependencies"),
    }
)
LISTS = frozenset({"allOf", "anyOf", "oneOf", "prefixItems"})
SINGLE = frozenset(
    {
        *("items", "additionalItems", "additionalProperties", "unevaluatedItems"),
        *("unevaluatedProperties", "contains", "contentSchema", "propertyNames"),
        *("not", "if", "then", "else"),
    }
)
Visit = Callable[[object, str], object]


def pointer(path: str, key: object) -> str:
    """One step down a JSON pointer."""
    return f"{path}/{str(key).replace('~', '~0').replace('/', '~1')}"


def is_schema(value: object) -> bool:
    """Whether a value can be a schema: an object or a boolean."""
    return isinstance(value, dict | bool)


def inner_schemas(node: Mapping[str, object], path: str) -> Iterator[tuple[str, object]]:
    """The schemas directly inside one, each with its JSON pointer, in their order."""
    for key, value in node.items():
        place = pointer(path, key)
        if key in MAPS and isinstance(value, dict):
            inner = [(pointer(place, name), schema) for name, schema in value.items()]
        elif key in LISTS | SINGLE and isinstance(value, list):
            inner = [(pointer(place, index), schema) for index, schema in enumerate(value)]
        else:
            inner = [(place, value)] if key in SINGLE else []
        yield from ((place, schema) for place, schema in inner if is_schema(schema))


def with_inner(node: Mapping[str, object], path: str, visit: Visit) -> Schema:
    """A copy of a schema in which each schema directly inside it is what `visit` gives."""

    def seen(value: object, place: str) -> object:
        return visit(value, place) if is_schema(value) else value

    copy: Schema = {}
    for key, value in node.items():
        place = pointer(path, key)
        if key in MAPS and isinstance(value, dict):
            copy[key] = {name: seen(inner, pointer(place, name)) for name, inner in value.items()}
        elif key in LISTS | SINGLE and isinstance(value, list):
            copy[key] = [seen(inner, pointer(place, index)) for index, inner in enumerate(value)]
        else:
            copy[key] = seen(value, place) if key in SINGLE else value
    return copy


def in_one_order(node: Mapping[str, object]) -> Schema:
    """A schema with the keys of all its objects and its `required` sorted by code point."""

    def visit(inner: object, _path: str) -> object:
        return in_one_order(inner) if isinstance(inner, dict) else inner

    copy = with_inner(node, "", visit)
    required = copy.get("required")
    if isinstance(required, list) and all(isinstance(name, str) for name in required):
        copy["required"] = sorted(required)
    return {key: _by_key(copy[key]) for key in sorted(copy)}


def _by_key(value: object) -> object:
    """A value with the keys of its objects sorted."""
    if isinstance(value, dict):
        return {key: _by_key(value[key]) for key in sorted(value)}
    return [_by_key(item) for item in value] if isinstance(value, list) else value
