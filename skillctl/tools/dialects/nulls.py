"""`nullable: true` for what may also be null (mcp.md section 8.3)."""

from skillctl.tools.dialects.changes import EXACT, Changes
from skillctl.tools.dialects.walking import inside_out, without
from skillctl.tools.positions import Schema, pointer

RULE = "nullable"
NULL: Schema = {"type": "null"}
_PAIR = 2
# beside one of these null may not be valid although the type takes it
REFUSING = frozenset({"not", "allOf", "anyOf", "oneOf", "if", "$ref", "$dynamicRef", "const"})
_SIDE_BY_SIDE = (
    frozenset({"properties", "patternProperties", "additionalProperties", "unevaluatedProperties"}),
    frozenset({"items", "prefixItems", "additionalItems", "unevaluatedItems"}),
    frozenset({"contains", "minContains", "maxContains"}),
    frozenset({"then", "else"}),
)


def _nullable(node: Schema, path: str, changes: Changes) -> Schema:
    for key in ("anyOf", "oneOf"):
        node = _without_branch(node, key, path, changes)
    return _without_type(node, path, changes)


def _without_branch(node: Schema, key: str, path: str, changes: Changes) -> Schema:
    """One branch beside null takes the place of the combinator, if it fits there."""
    branches = node.get(key)
    if not isinstance(branches, list) or len(branches) != _PAIR or NULL not in branches:
        return node
    other = branches[1 if branches[0] == NULL else 0]
    siblings = without(node, key)
    if not isinstance(other, dict) or not _fits_beside(other, siblings, one_only=key == "oneOf"):
        return node
    changes.add(pointer(path, key), RULE, EXACT, branches, {**other, "nullable": True})
    result: Schema = {}
    for name, value in node.items():
        result |= {**other, "nullable": True} if name == key else {name: value}
    return result


def _fits_beside(other: Schema, siblings: Schema, *, one_only: bool) -> bool:
    if other.keys() & siblings.keys() or other == NULL:
        return False
    if siblings.keys() & (REFUSING | {"type", "enum", "nullable"}):
        return False
    if any(group & other.keys() and group & siblings.keys() for group in _SIDE_BY_SIDE):
        return False
    return not one_only or _refuses_null(other)


def _refuses_null(node: Schema) -> bool:
    """Whether null surely does not fit a schema."""
    kinds = node.get("type")
    return isinstance(kinds, str) and kinds != "null" and node.get("nullable") is not True


def _without_type(node: Schema, path: str, changes: Changes) -> Schema:
    """A list of one type and null is that type, if null is taken at all."""
    kinds = node.get("type")
    if not isinstance(kinds, list) or len(kinds) != _PAIR or kinds.count("null") != 1:
        return node
    if node.get("nullable") is not True and not takes_null(node):
        return node
    kind = next(one for one in kinds if one != "null")
    after = {"type": kind, "nullable": True}
    changes.add(pointer(path, "type"), RULE, EXACT, kinds, after)
    result: Schema = {}
    for key, value in without(node, "nullable").items():
        result |= after if key == "type" else {key: value}
    return result


def takes_null(node: Schema) -> bool:
    """Whether nothing beside its types keeps null from fitting a schema."""
    values = node.get("enum", [None])
    return not node.keys() & REFUSING and isinstance(values, list) and None in values


nullable = inside_out(_nullable)
