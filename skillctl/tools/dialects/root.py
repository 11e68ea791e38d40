"""Steps at the root of a schema: providers take one plain object there."""

from skillctl.tools.dialects.changes import EXACT, LOOSENED, Changes
from skillctl.tools.dialects.walking import without
from skillctl.tools.positions import Schema
from skillctl.tools.schema import BadSchema

_REFUSED = ("enum", "not")


def root_object(root: Schema, changes: Changes) -> Schema:
    """The type is `object`, and there are properties; BadSchema if it can be no object."""
    kinds = root.get("type")
    if "type" not in root:
        root = {"type": "object", **root}
        changes.add("/type", "root-object", EXACT, after="object")
    elif isinstance(kinds, list) and "object" in kinds:
        root = {**root, "type": "object"}
        changes.add("/type", "root-object", EXACT, kinds, "object")
    elif kinds != "object":
        raise BadSchema("/type", f"arguments are an object, but the type is {kinds!r}")
    if "properties" not in root:
        root = {**root, "properties": {}}
        changes.add("/properties", "root-object", EXACT, after={})
    return root


def root_values(root: Schema, changes: Changes) -> Schema:
    """No `enum` and no `not` at the root."""
    for key in _REFUSED:
        if key in root:
            changes.add(f"/{key}", "root-keyword", LOOSENED, root[key])
            root = without(root, key)
    return root
