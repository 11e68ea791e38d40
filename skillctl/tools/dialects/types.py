"""A list of types as alternatives of one type each."""

from skillctl.tools.dialects.changes import EXACT, LOOSENED, Changes
from skillctl.tools.dialects.nulls import takes_null
from skillctl.tools.dialects.walking import inside_out, without
from skillctl.tools.positions import Schema, pointer

RULE = "type-list"
_NUMBERS = ("minimum", "maximum", "multipleOf", "exclusiveMinimum", "exclusiveMaximum")
_OF_ONE_TYPE: dict[str, tuple[str, ...]] = {
    "string": ("minLength", "maxLength", "pattern", "format"),
    "number": _NUMBERS,
    "integer": _NUMBERS,
    "array": ("items", "minItems", "maxItems"),
    "object": ("properties", "required", "minProperties", "maxProperties"),
}
_TYPED = frozenset(key for keys in _OF_ONE_TYPE.values() for key in keys)


def _types(node: Schema, path: str, changes: Changes) -> Schema:
    kinds = node.get("type")
    if not isinstance(kinds, list):
        return node
    place = pointer(path, "type")
    may_be_null = node.get("nullable") is True or ("null" in kinds and takes_null(node))
    rest = [kind for kind in dict.fromkeys(kinds) if isinstance(kind, str) and kind != "null"]
    if "integer" in rest and "number" in rest:
        rest.remove("integer")
    if not rest or "anyOf" in node:
        changes.add(place, RULE, LOOSENED, kinds)
        return without(node, "type")
    null: Schema = {"nullable": True} if may_be_null else {}
    if len(rest) == 1:
        result = {**without(node, "nullable"), "type": rest[0], **null}
        changes.add(place, RULE, EXACT, kinds, {"type": rest[0], **null})
        return result
    branches = [_of_type(kind, node) for kind in rest]
    changes.add(place, RULE, EXACT, kinds, {"anyOf": branches, **null})
    result = {}
    for key, value in without(node, "nullable").items():
        if key not in _TYPED:
            result |= {"anyOf": branches, **null} if key == "type" else {key: value}
    return result


def _of_type(kind: str, node: Schema) -> Schema:
    """One type with the keywords that are about it."""
    return {"type": kind, **{key: node[key] for key in _OF_ONE_TYPE.get(kind, ()) if key in node}}


type_lists = inside_out(_types)
