"""Steps into the smaller language of Gemini's function declarations (mcp.md section 8.3)."""

from skillctl.tools.dialects.changes import EXACT, LOOSENED, NARROWED, Changes, compact
from skillctl.tools.dialects.exact import wants_items
from skillctl.tools.dialects.merging import merged
from skillctl.tools.dialects.walking import inside_out, outside_in, without
from skillctl.tools.positions import Schema, pointer

KNOWN = frozenset(
    {
        *("type", "format", "title", "description", "nullable", "default", "enum", "anyOf"),
        *("items", "minItems", "maxItems", "properties", "required", "minProperties"),
        *("maxProperties", "minimum", "maximum", "minLength", "maxLength", "pattern"),
        *("example", "propertyOrdering"),
    }
)
FORMATS = frozenset({"date-time", "enum", "float", "double", "int32", "int64"})
# what only says something to readers; without it the same values fit
_WORDS = frozenset(
    {
        *("$id", "id", "$comment", "$anchor", "$schema", "$defs", "definitions", "examples"),
        *("deprecated", "readOnly", "writeOnly", "contentMediaType", "contentEncoding"),
    }
)
_BOUNDS = (("exclusiveMinimum", "minimum", 1), ("exclusiveMaximum", "maximum", -1))
_OPEN = ("additionalProperties", "unevaluatedProperties", "unevaluatedItems")


def _one_value(node: Schema, path: str, changes: Changes) -> Schema:
    """`const` as an `enum` of one value."""
    if "const" not in node:
        return node
    values = [node["const"]]
    result, exact = merged(without(node, "const"), {"enum": values})
    kind = EXACT if exact else LOOSENED
    changes.add(pointer(path, "const"), "const", kind, node["const"], {"enum": values})
    return result


def _any_of(node: Schema, path: str, changes: Changes) -> Schema:
    """`oneOf` as `anyOf`; beside an `anyOf` it goes."""
    if "oneOf" not in node:
        return node
    branches = node["oneOf"]
    keeps = "anyOf" not in node
    changes.add(pointer(path, "oneOf"), "one-of", LOOSENED, branches, {"anyOf": branches})
    if not keeps:
        return without(node, "oneOf")
    return {("anyOf" if key == "oneOf" else key): value for key, value in node.items()}


def _all_of(node: Schema, path: str, changes: Changes) -> Schema:
    """`allOf` merged into its schema, as far as that can be said."""
    while "allOf" in node:
        branches = node["allOf"]
        node, exact = without(node, "allOf"), True
        for branch in branches if isinstance(branches, list) else ():
            node, same = merged(node, branch if isinstance(branch, dict) else {})
            exact &= same and branch is not False
        changes.add(pointer(path, "allOf"), "all-of", EXACT if exact else LOOSENED, branches)
    return node


def _without_false(node: Schema, path: str, changes: Changes) -> Schema:
    """No property that may not be there, no branch that nothing fits."""
    named = node.get("properties")
    if isinstance(named, dict) and any(schema is False for schema in named.values()):
        gone = [name for name, schema in named.items() if schema is False]
        kept = {name: schema for name, schema in named.items() if schema is not False}
        for name in gone:
            place = pointer(pointer(path, "properties"), name)
            changes.add(place, "boolean-schema", LOOSENED, before=False)
        node = {**node, "properties": kept}
    for key in ("anyOf", "oneOf"):
        branches = node.get(key)
        if isinstance(branches, list) and any(branch is False for branch in branches):
            rest = [branch for branch in branches if branch is not False]
            kind = EXACT if rest else LOOSENED
            changes.add(pointer(path, key), "boolean-schema", kind, branches, rest)
            node = {**node, key: rest} if rest else without(node, key)
    return node


def _list_items(node: Schema, path: str, changes: Changes) -> Schema:
    """`prefixItems` as items that are any of them."""
    prefix = node.get("prefixItems")
    if not isinstance(prefix, list):
        return node
    rest = node.get("items", True)
    is_open = rest is True or rest == {}
    others = [] if is_open or rest is False or rest == {"not": {}} else [rest]
    kinds = list({compact(schema): schema for schema in (*prefix, *others)}.values())
    items = kinds[0] if len(kinds) == 1 else {"anyOf": kinds}
    kind = NARROWED if is_open else LOOSENED
    changes.add(pointer(path, "prefixItems"), "list-of-items", kind, prefix, items)
    result: Schema = {}
    for key, value in without(node, "items").items():
        result |= {"items": items} if key == "prefixItems" else {key: value}
    return result


def _inclusive(node: Schema, path: str, changes: Changes) -> Schema:
    """Exclusive bounds as inclusive ones: the next integer, or a bound that is itself taken."""
    for exclusive, bound, next_one in _BOUNDS:
        limit = node.get(exclusive)
        if not isinstance(limit, int | float):
            continue
        whole = node.get("type") == "integer" and isinstance(limit, int)
        taken = limit + next_one if whole else limit
        node, _ = merged(without(node, exclusive), {bound: taken})
        kind = EXACT if whole else LOOSENED
        changes.add(pointer(path, exclusive), "bound", kind, limit, {bound: node[bound]})
    return node


def _known_words(node: Schema, path: str, changes: Changes) -> Schema:
    """Nothing that Gemini refuses to read."""
    for key, value in node.items():
        if key in KNOWN and (key != "format" or (isinstance(value, str) and value in FORMATS)):
            continue
        means = key not in _WORDS and not (key in _OPEN and (value is True or value == {}))
        changes.add(pointer(path, key), "unsupported", LOOSENED if means else EXACT, value)
        node = without(node, key)
    return node


def _known_required(node: Schema, path: str, changes: Changes) -> Schema:
    """`required` names properties that are there."""
    required, named = node.get("required"), node.get("properties")
    if not isinstance(required, list):
        return node
    known = named if isinstance(named, dict) else {}
    kept = [name for name in required if isinstance(name, str) and name in known]
    if kept == required:
        return node
    changes.add(pointer(path, "required"), "required", LOOSENED, required, kept)
    return {**node, "required": kept} if kept else without(node, "required")


def _other_values(node: Schema, path: str, changes: Changes) -> Schema:
    """An `enum` that holds more than texts and null, as words in the description."""
    values = node.get("enum")
    if not isinstance(values, list):
        return node
    said = [value for value in values if value is not None]
    if said and all(isinstance(value, str) and value for value in said):
        return node
    words = f"One of: {', '.join(map(compact, values))}."
    old = node.get("description")
    told = f"{old}\n{words}" if isinstance(old, str) and old else words
    changes.add(pointer(path, "enum"), "enum", LOOSENED, values, {"description": told})
    return {**without(node, "enum"), "description": told}


def _string_values(node: Schema, path: str, changes: Changes) -> Schema:
    """An `enum` of texts has the type of texts; null beside them is said by `nullable`."""
    values = node.get("enum")
    if not isinstance(values, list):
        return node
    result = {**node, "enum": [value for value in values if value is not None]}
    if None in values and "type" not in node:
        result["nullable"] = True
    if not node.keys() & {"type", "anyOf"}:
        result = {"type": "string", **result}
    if result != node:
        changed = ("type", "enum", "nullable")
        after = {key: result[key] for key in changed if key in result}
        kind = LOOSENED if "anyOf" in node and None in values else EXACT
        changes.add(pointer(path, "enum"), "enum", kind, values, after)
    return result


def _item_types(node: Schema, path: str, changes: Changes) -> Schema:
    """Lists hold texts where nothing is said."""
    if not wants_items(node):
        return node
    items: Schema = {"type": "string"}
    changes.add(path, "array-items", NARROWED, after={"items": items})
    return {**node, "items": items}


one_value = inside_out(_one_value)
any_of = inside_out(_any_of)
all_of = outside_in(_all_of)
without_false = inside_out(_without_false)
list_items = inside_out(_list_items)
inclusive = inside_out(_inclusive)
known_words = inside_out(_known_words)
known_required = inside_out(_known_required)
other_values = inside_out(_other_values)
string_values = inside_out(_string_values)
item_types = inside_out(_item_types)
