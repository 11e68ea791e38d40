"""Steps that say the same in other words: older drafts, booleans, lists without items."""

from skillctl.tools.dialects.changes import EXACT, Changes
from skillctl.tools.dialects.walking import inside_out, without
from skillctl.tools.positions import Schema, pointer, with_inner

_BOOLEAN_STAYS = frozenset(
    {
        *("additionalProperties", "unevaluatedProperties"),
        *("additionalItems", "unevaluatedItems"),
    }
)
_BOUNDS = (("exclusiveMinimum", "minimum"), ("exclusiveMaximum", "maximum"))


def _old_bounds(node: Schema, path: str, changes: Changes) -> Schema:
    for exclusive, bound in _BOUNDS:
        said = node.get(exclusive)
        if not isinstance(said, bool):
            continue
        limit = node.get(bound)
        before = {key: node[key] for key in (exclusive, bound) if key in node}
        if said and _is_number(limit):
            node = {
                (exclusive if key == bound else key): value
                for key, value in node.items()
                if key != exclusive
            }
            after: Schema = {exclusive: limit}
        else:
            node = without(node, exclusive)
            after = {bound: limit} if bound in node else {}
        changes.add(pointer(path, exclusive), "draft-04-bound", EXACT, before, after)
    return node


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _tuples(node: Schema, path: str, changes: Changes) -> Schema:
    """`items` as a list, and `additionalItems`, in the words of draft 2020-12."""
    if not isinstance(node.get("items"), list) or "prefixItems" in node:
        return node
    names = {"items": "prefixItems", "additionalItems": "items"}
    before = {key: node[key] for key in names if key in node}
    renamed = {names.get(key, key): value for key, value in node.items()}
    after = {name: renamed[name] for name in names.values() if name in renamed}
    if not renamed["prefixItems"]:
        renamed, after = without(renamed, "prefixItems"), without(after, "prefixItems")
    changes.add(pointer(path, "items"), "list-of-items", EXACT, before, after)
    return renamed


def _arrays(node: Schema, path: str, changes: Changes) -> Schema:
    if not wants_items(node):
        return node
    changes.add(path, "array-items", EXACT, after={"items": {}})
    return {**node, "items": {}}


def wants_items(node: Schema) -> bool:
    """Whether a schema is about lists and says nothing of what they hold."""
    kinds = node.get("type")
    of_lists = kinds == "array" or (isinstance(kinds, list) and "array" in kinds)
    return of_lists and "items" not in node and "prefixItems" not in node


def _booleans(node: Schema, path: str, changes: Changes) -> Schema:
    """`true` as `{}` and `false` as `{"not": {}}`, but where a boolean is the usual form."""

    def visit(value: object, place: str) -> object:
        if isinstance(value, dict):
            return value
        after: Schema = {} if value else {"not": {}}
        changes.add(place, "boolean-schema", EXACT, value, after)
        return after

    copy: Schema = {}
    for key, value in node.items():
        usual = key in _BOOLEAN_STAYS
        copy |= {key: value} if usual else with_inner({key: value}, path, visit)
    return copy


old_bounds = inside_out(_old_bounds)
booleans = inside_out(_booleans)
tuples = inside_out(_tuples)
arrays = inside_out(_arrays)


def modern(schema: Schema) -> Schema:
    """A schema in which words of older drafts mean what they meant there."""
    changes = Changes()
    return tuples(old_bounds(schema, changes), changes)
