"""What a schema means without its words, and the keywords that a comparison does not look into."""

from skillctl.drift.change import dumped

_ANNOTATIONS = frozenset(
    ("title", "description", "default", "examples", "deprecated", "readOnly", "writeOnly")
)
OPAQUE = (
    *("oneOf", "not", "if", "then", "else", "contains", "minContains", "maxContains"),
    *("dependentSchemas", "dependentRequired", "dependencies", "$ref", "$dynamicRef"),
    *("$recursiveRef", "$id", "id", "$anchor", "$dynamicAnchor", "$recursiveAnchor", "$vocabulary"),
)
_MAPS = ("properties", "patternProperties", "$defs", "definitions", "dependentSchemas")
_PLAIN = ("enum", "const", "required", "dependentRequired")


def meaning(schema: object) -> str:
    """Schemas that allow the same and differ in words only have the same meaning."""
    return dumped(_bare(schema), sort=True)


def _bare(schema: object) -> object:
    """A schema without its words."""
    if isinstance(schema, list):
        return [_bare(inner) for inner in schema]
    if not isinstance(schema, dict):
        return schema
    return {k: _bare_member(k, v) for k, v in schema.items() if k not in _ANNOTATIONS}


def _bare_member(key: str, value: object) -> object:
    if key in _PLAIN:
        return value
    if key in _MAPS and isinstance(value, dict):
        return {name: _bare(inner) for name, inner in value.items()}
    return _bare(value)


def refers_through_opaque(schema: object) -> bool:
    """Whether a keyword that is not looked into refers to other parts of the schema."""
    if isinstance(schema, dict):
        inside = any(k in OPAQUE and k != "$ref" and _refers(v) for k, v in schema.items())
        return inside or any(map(refers_through_opaque, schema.values()))
    return isinstance(schema, list) and any(map(refers_through_opaque, schema))


def _refers(schema: object) -> bool:
    if isinstance(schema, dict):
        return "$ref" in schema or any(map(_refers, schema.values()))
    return isinstance(schema, list) and any(map(_refers, schema))
