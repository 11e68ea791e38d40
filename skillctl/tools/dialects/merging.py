"""Two schemas that both hold, as one (mcp.md section 8.3, root `allOf`).

What cannot be said in one schema is left out, so the result may take more than both, never less.
"""

from collections.abc import Callable, Sequence
from functools import partial

from skillctl.tools.dialects.changes import compact
from skillctl.tools.positions import Schema, is_schema

ANNOTATIONS = frozenset(
    {
        *("title", "description", "default", "examples", "example", "$comment", "deprecated"),
        *("readOnly", "writeOnly", "$id", "id", "$schema", "$anchor", "$defs", "definitions"),
    }
)
# keywords that mean something together only
_GROUPS = (
    frozenset({"if", "then", "else"}),
    frozenset({"contains", "minContains", "maxContains"}),
    frozenset({"items", "prefixItems", "additionalItems", "unevaluatedItems"}),
)
_NAMED = frozenset({"properties", "patternProperties", "dependentSchemas", "dependencies"})
_CLOSING = ("additionalProperties", "unevaluatedProperties")


def merged(first: Schema, second: Schema) -> tuple[Schema, bool]:
    """Both schemas as one, and whether that means the same; `first` has the say in words."""
    second, exact = _without_half_groups(first, second)
    result, closing_exact = _opened(first, second)
    exact &= closing_exact
    exact &= (first.get("nullable") is True) == (second.get("nullable") is True)
    for key, value in second.items():
        if key in _CLOSING:
            continue
        if key not in result:
            result[key] = value
        elif not _equal(result[key], value):
            both = None if key in ANNOTATIONS else _COMBINED.get(key, _nothing)(result[key], value)
            exact &= both is not None or key in ANNOTATIONS
            result[key] = result[key] if both is None else both
    return result, exact


def merged_all(parts: Sequence[Schema]) -> tuple[Schema, bool]:
    """Any number of schemas as one."""
    result, exact = parts[0], True
    for part in parts[1:]:
        result, same = merged(result, part)
        exact &= same
    return result, exact


def _without_half_groups(first: Schema, second: Schema) -> tuple[Schema, bool]:
    """`second` without the groups of keywords that `first` says something else in."""
    exact = True
    for group in _GROUPS:
        own, other = _part(first, group), _part(second, group)
        if not own or not other or _equal(own, other):
            continue
        if own.keys() == other.keys() == {"items"}:
            continue
        exact = False
        second = {key: value for key, value in second.items() if key not in group}
    return second, exact


def _part(node: Schema, group: frozenset[str]) -> Schema:
    return {key: node[key] for key in sorted(group) if key in node}


def _opened(first: Schema, second: Schema) -> tuple[Schema, bool]:
    """`first` with what closes both, if they know the same properties; else open."""
    known = [_known(node) for node in (first, second)]
    closing = [
        {key: node[key] for key in _CLOSING if node.get(key, True) not in (True, {})}
        for node in (first, second)
    ]
    kept = {key: value for key, value in first.items() if key not in _CLOSING}
    open_ones = {key: first[key] for key in _CLOSING if key in first and key not in closing[0]}
    for own, names, other, others in (
        (closing[0], known[0], closing[1], known[1]),
        (closing[1], known[1], closing[0], known[0]),
    ):
        if own and others <= names and (not other or (_equal(own, other) and names == others)):
            return {**kept, **own}, True
    return {**kept, **open_ones}, not any(closing)


def _known(node: Schema) -> set[tuple[str, str]]:
    """The names and patterns of properties that a schema speaks of."""
    return {
        (key, name)
        for key in ("properties", "patternProperties")
        if isinstance(named := node.get(key), dict)
        for name in named
    }


def _equal(left: object, right: object) -> bool:
    """Equality of JSON, where true is not 1."""
    return left == right and _sorted_text(left) == _sorted_text(right)


def _sorted_text(value: object) -> str:
    if isinstance(value, dict):
        return compact([[key, _sorted_text(value[key])] for key in sorted(value)])
    return compact([*map(_sorted_text, value)]) if isinstance(value, list) else compact(value)


def _nothing(_left: object, _right: object) -> object:
    return None


def _named(left: object, right: object) -> object:
    """A union of maps; a name in both stands for both."""
    if not isinstance(left, dict) or not isinstance(right, dict):
        return None
    result = dict(left)
    for name, schema in right.items():
        if name not in result:
            result[name] = schema
        elif not _equal(result[name], schema):
            result[name] = _both(result[name], schema)
    return None if None in result.values() else result


def _lists(left: object, right: object) -> object:
    """All of both, each once."""
    if not isinstance(left, list) or not isinstance(right, list):
        return None
    return [*left, *(item for item in right if not any(_equal(item, own) for own in left))]


def _types(left: object, right: object) -> object:
    """The types that both take; an integer is a number."""
    own, others = (_type_list(value) for value in (left, right))
    if own is None or others is None:
        return None
    both = [kind for kind in own if kind in others]
    crossed = ("integer" in own and "number" in others) or ("number" in own and "integer" in others)
    if crossed and not {"integer", "number"} & {*both}:
        both.append("integer")
    return both[0] if len(both) == 1 else (both or None)


def _type_list(value: object) -> list[object] | None:
    return [value] if isinstance(value, str) else value if isinstance(value, list) else None


def _enums(left: object, right: object) -> object:
    if not isinstance(left, list) or not isinstance(right, list):
        return None
    return [item for item in left if any(_equal(item, own) for own in right)] or None


def _number(left: object, right: object, choose: Callable[..., object]) -> object:
    numbers = all(isinstance(v, int | float) and not isinstance(v, bool) for v in (left, right))
    return choose(left, right) if numbers else None


def _both(left: object, right: object) -> object:
    """Both in an `allOf`; one that holds nothing else takes the second in."""
    if not is_schema(left) or not is_schema(right):
        return None
    if isinstance(left, dict) and left.keys() == {"allOf"} and isinstance(left["allOf"], list):
        return {"allOf": [*left["allOf"], right]}
    return {"allOf": [left, right]}


def _either_true(left: object, right: object) -> object:
    return left is True or right is True


_COMBINED: dict[str, Callable[[object, object], object]] = {
    **dict.fromkeys(_NAMED, _named),
    **dict.fromkeys(("required", "allOf"), _lists),
    **dict.fromkeys(
        ("minimum", "exclusiveMinimum", "minLength", "minItems", "minProperties"),
        partial(_number, choose=max),
    ),
    **dict.fromkeys(
        ("maximum", "exclusiveMaximum", "maxLength", "maxItems", "maxProperties"),
        partial(_number, choose=min),
    ),
    "type": _types,
    "enum": _enums,
    "items": _both,
    "uniqueItems": _either_true,
}
