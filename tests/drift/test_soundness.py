"""What is called not breaking is held against a validator: no value that was valid may fall out."""

from itertools import permutations

import pytest
from jsonschema import Draft202012Validator

from skillctl.drift.change import Drift
from skillctl.drift.schemas import compare_schemas

VALUES = [
    *(None, True, False, 0, 1, 2, 3, 1.5, -1, "", "a", "b", "ab", "abc"),
    *([], [0], [0, 0], ["a"], ["a", "b"], [0, 1, 2], [None, 1], [1, "a"]),
    *({}, {"a": "x"}, {"a": 1}, {"b": 1}, {"ab": 1}, {"a": 1, "b": 2}, {"a": "x", "b": "y"}),
    *({"a": None}, {"ab": "x", "b": None}),
]
STRING, NUMBER, NULL = {"type": "string"}, {"type": "number"}, {"type": "null"}
FAMILIES = {
    "any": [True, False, {}, {"not": {}}, {"title": "x"}],
    "type": [
        *({}, STRING, NUMBER, {"type": "integer"}, {"type": ["string", "null"]}),
        *({"type": ["null", "string"]}, {"type": ["number", "integer"]}, {"type": ["string"]}),
    ],
    "values": [
        *({}, {"enum": [1]}, {"enum": [1, 2]}, {"enum": [2, 1]}, {"const": 1}, {"const": "a"}),
        *({"enum": [True]}, {"enum": ["a", 1]}, {"enum": [1.0]}, {"enum": [1, 2], "const": 1}),
    ],
    "lower": [{}, {"minimum": 1}, {"minimum": 2}, {"exclusiveMinimum": 1}, {"exclusiveMinimum": 0}],
    "upper": [{}, {"maximum": 1}, {"maximum": 2}, {"exclusiveMaximum": 2}, {"multipleOf": 2}],
    "string": [
        *({}, {"minLength": 0}, {"minLength": 1}, {"minLength": 2}, {"maxLength": 1}),
        *({"maxLength": 2}, {"pattern": "a"}, {"pattern": "^a"}),
    ],
    "array": [
        *({}, {"items": STRING}, {"items": NUMBER}, {"items": {}}, {"items": False}),
        *({"items": True}, {"minItems": 1}, {"maxItems": 1}, {"maxItems": 2}),
        *({"uniqueItems": True}, {"uniqueItems": False}, {"contains": STRING}),
        *({"prefixItems": [STRING]}, {"prefixItems": [NUMBER]}, {"prefixItems": [{}, STRING]}),
        *({"prefixItems": [{}], "items": False}, {"contains": STRING, "maxContains": 1}),
    ],
    "object": [
        *({}, {"required": ["a"]}, {"required": ["b", "a"]}, {"required": ["a", "b"]}),
        *({"minProperties": 1}, {"maxProperties": 1}, {"additionalProperties": False}),
        *({"additionalProperties": STRING}, {"additionalProperties": True}),
        *({"propertyNames": {"maxLength": 1}}, {"propertyNames": {"pattern": "a"}}),
        *({"patternProperties": {"^a": STRING}}, {"patternProperties": {"^a": NUMBER}}),
        *({"unevaluatedProperties": False}, {"dependentRequired": {"a": ["b"]}}),
    ],
    "properties": [
        *({"properties": {}}, {"properties": {"a": {}}}, {"properties": {"a": STRING}}),
        *({"properties": {"a": NUMBER}}, {"properties": {"a": {}}, "required": ["a"]}),
        *({"properties": {"b": STRING, "a": STRING}}, {"properties": {"a": STRING, "b": STRING}}),
        {"properties": {"a": {}}, "additionalProperties": False},
    ],
    "combined": [
        *({}, {"anyOf": [STRING]}, {"anyOf": [STRING, NULL]}, {"anyOf": [NULL, STRING]}),
        *({"allOf": [STRING]}, {"allOf": [STRING, {"minLength": 1}]}, {"allOf": [{}, STRING]}),
        *({"oneOf": [STRING]}, {"oneOf": [STRING, {"minLength": 1}]}, {"oneOf": [STRING, NULL]}),
        *({"not": STRING}, {"not": NULL}, {"if": STRING, "then": {"minLength": 2}}),
        *({"if": STRING, "then": {"minLength": 2}, "else": NUMBER}, {"else": False}),
    ],
}
PLACES = {
    "itself": (lambda s: s, lambda v: v),
    "property": (lambda s: {"properties": {"p": s}}, lambda v: {"p": v}),
    "items": (lambda s: {"items": s}, lambda v: [v]),
    "prefix": (lambda s: {"prefixItems": [{}, s]}, lambda v: [0, v]),
    "pattern": (lambda s: {"patternProperties": {"p": s}}, lambda v: {"p": v}),
    "others": (lambda s: {"additionalProperties": s}, lambda v: {"p": v}),
    "anyOf": (lambda s: {"anyOf": [{"const": 3}, s]}, lambda v: v),
    "allOf": (lambda s: {"allOf": [{}, s]}, lambda v: v),
    "oneOf": (lambda s: {"oneOf": [{"const": 3}, s]}, lambda v: v),
    "not": (lambda s: {"not": s}, lambda v: v),
    "if": (lambda s: {"if": s, "then": False}, lambda v: v),
    "contains": (lambda s: {"contains": s, "maxContains": 0, "minContains": 0}, lambda v: [v]),
    "definition": (lambda s: {"$defs": {"d": s}, "$ref": "#/$defs/d"}, lambda v: v),
    "turned": (lambda s: {"$defs": {"d": s}, "not": {"$ref": "#/$defs/d"}}, lambda v: v),
}


def lost(old, new, values):
    """The values that the old schema allows and the new one does not."""
    before, after = Draft202012Validator(old), Draft202012Validator(new)
    return [value for value in values if before.is_valid(value) and not after.is_valid(value)]


def breaks(changes):
    return any(change.drift is Drift.BREAKING for change in changes)


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("family", FAMILIES)
def test_what_does_not_break_loses_no_value(family, place):
    schema_at, value_at = PLACES[place]
    values = [value_at(value) for value in VALUES]
    for pair in permutations(FAMILIES[family], 2):
        old, new = map(schema_at, pair)
        changes = compare_schemas("$", old, new)
        assert changes
        added = any(change.reason == "new optional property" for change in changes)
        assert added or breaks(changes) or lost(old, new, values) == [], pair


# Each of these keeps what was valid, or narrows in a way that a validator shows: no false alarm.
DECIDED = ("type", "values", "string")


@pytest.mark.parametrize("family", DECIDED)
def test_what_breaks_by_narrowing_loses_a_value(family):
    for old, new in permutations(FAMILIES[family], 2):
        changes = compare_schemas("$", old, new)
        undecided = any("cannot be decided" in change.reason for change in changes)
        swapped = set(old) != set(new) and old and new
        if breaks(changes) and not undecided and not swapped:
            assert lost(old, new, VALUES), (old, new)
