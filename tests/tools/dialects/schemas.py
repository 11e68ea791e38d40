"""Schemas and values for property tests: small, and with every word that a step is about."""

from hypothesis import strategies as st

NAMES = st.sampled_from(["a", "b", "c$"])
SCALARS = st.sampled_from([None, True, 1, 2, "a", "", "bb", 1.5, [], ["a"], {}, {"a": 1}])
TYPES = st.sampled_from(["string", "integer", "number", "array", "object", "null", "boolean"])
REFS = st.sampled_from(["#/$defs/A", "#/$defs/B"])


def _node(inner):
    named = inner | st.builds(lambda ref: {"$ref": ref, "title": "T"}, REFS)
    words = {
        "type": TYPES | st.lists(TYPES, min_size=1, max_size=3, unique=True),
        "enum": st.lists(SCALARS, min_size=1, max_size=3),
        "const": SCALARS,
        "exclusiveMinimum": st.integers(0, 2),
        "maxLength": st.integers(0, 2),
        "items": inner,
        "prefixItems": st.lists(inner, min_size=1, max_size=2),
        "properties": st.dictionaries(NAMES, named, max_size=2),
        "required": st.lists(NAMES, max_size=2, unique=True),
        "additionalProperties": inner,
        "patternProperties": st.dictionaries(st.sampled_from(["^a", "b"]), inner, max_size=1),
        "anyOf": st.lists(inner, min_size=1, max_size=3),
        "oneOf": st.lists(inner, min_size=1, max_size=3),
        "allOf": st.lists(inner, min_size=1, max_size=2),
        "not": inner,
        "if": inner,
        "then": inner,
        "nullable": st.booleans(),
        "description": st.just("d"),
    }
    return st.fixed_dictionaries({}, optional=words)


_LEAVES = st.booleans() | st.builds(lambda kind: {"type": kind}, TYPES)
SCHEMAS = st.recursive(_LEAVES, _node, max_leaves=6)
_INNER = st.recursive(SCALARS, lambda inner: st.lists(inner, max_size=2), max_leaves=3)
ARGUMENTS = st.dictionaries(
    st.sampled_from(["a", "b", "c$", "d"]),
    _INNER | st.dictionaries(NAMES, _INNER, max_size=2),
    max_size=3,
)


def _whole(parts):
    node, *definitions = parts
    kept = {key: value for key, value in node.items() if key not in ("type", "enum", "const")}
    return {**kept, "$defs": dict(zip("AB", definitions, strict=True))}


ROOTS = st.tuples(_node(SCHEMAS), SCHEMAS, SCHEMAS).map(_whole)
