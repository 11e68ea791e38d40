import json

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from skillctl.drift.change import Drift
from skillctl.drift.keywords import NARROWER, UNDECIDED, WIDER
from skillctl.drift.schemas import compare_schemas

B, P, O, C = sorted(Drift, reverse=True)  # noqa: E741 # one letter a class keeps the table short


def compare(old, new):
    return [(c.drift, c.path, c.reason) for c in compare_schemas("$", old, new)]


def properties(**schemas):
    return {"type": "object", "properties": schemas}


OBJECT = properties(a={"type": "string"}, b={"type": "integer"})


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        # properties
        (OBJECT, properties(a={"type": "string"}), [(B, "$.properties.b", "property removed")]),
        (
            OBJECT,
            properties(**OBJECT["properties"], c={}),
            [(P, "$.properties.c", "new optional property")],
        ),
        (
            OBJECT,
            properties(**OBJECT["properties"], c={}) | {"required": ["c"]},
            [(B, "$.properties.c", "new required property")],
        ),
        (OBJECT, OBJECT | {"required": ["a"]}, [(B, "$.required", "now required: a")]),
        (OBJECT | {"required": ["a"]}, OBJECT, [(P, "$.required", "no longer required: a")]),
        (
            OBJECT | {"required": ["a", "b"]},
            OBJECT | {"required": ["b", "a"]},
            [(O, "$.required", "other order")],
        ),
        (
            OBJECT | {"required": ["a"]},
            properties(b={"type": "integer"}) | {"required": []},
            [(B, "$.properties.a", "property removed")],
        ),
        (
            OBJECT,
            properties(b={"type": "integer"}, a={"type": "string"}),
            [(O, "$.properties", "other order")],
        ),
        (
            OBJECT,
            properties(a={"type": ["string", "null"]}, b={"type": "integer"}),
            [(P, "$.properties.a.type", WIDER)],
        ),
        ({"properties": None}, {"properties": {}}, [(B, "$.properties", UNDECIDED)]),
        ({"properties": None, "a": 1}, {"properties": None, "a": 2}, [(P, "$.a", "")]),
        ({"required": True}, {"required": ["a"]}, [(B, "$.required", UNDECIDED)]),
        ({"required": True, "a": 1}, {"required": True, "a": 2}, [(P, "$.a", "")]),
        ({}, {"properties": {}}, [(P, "$", "")]),
        ({"required": ["a"]}, {"required": ["a", "a"]}, [(O, "$.required", "other order")]),
        # values
        ({"enum": ["a", "b"]}, {"enum": ["a"]}, [(B, "$.enum", NARROWER)]),
        ({"const": "a"}, {"enum": ["a", "b"]}, [(P, "$.enum", WIDER)]),
        ({"enum": ["a", "b"]}, {"const": "a"}, [(B, "$.enum", NARROWER)]),
        ({"const": 1}, {"const": 2}, [(B, "$.const", NARROWER)]),
        ({"const": 1}, {}, [(P, "$.const", WIDER)]),
        ({"const": "a"}, {"enum": ["a"]}, [(P, "$.enum", "")]),
        # bounds and the like
        ({"minLength": 1}, {"minLength": 2}, [(B, "$.minLength", NARROWER)]),
        ({"maximum": 1}, {"maximum": 2}, [(P, "$.maximum", WIDER)]),
        ({"maxItems": 2}, {"maxItems": 1}, [(B, "$.maxItems", NARROWER)]),
        ({"exclusiveMaximum": True}, {"exclusiveMaximum": 1},
         [(B, "$.exclusiveMaximum", UNDECIDED)]),
        ({}, {"pattern": "a"}, [(B, "$.pattern", NARROWER)]),
        ({"format": "date"}, {}, [(P, "$.format", WIDER)]),
        ({}, {"uniqueItems": True}, [(B, "$.uniqueItems", NARROWER)]),
        # schemas in schemas
        ({}, {"additionalProperties": False}, [(B, "$.additionalProperties", NARROWER)]),
        ({"additionalProperties": False}, {}, [(P, "$.additionalProperties", "")]),
        ({"additionalProperties": False}, {"additionalProperties": {}},
         [(P, "$.additionalProperties", WIDER)]),
        ({}, {"additionalProperties": True}, [(P, "$.additionalProperties", "")]),
        (
            {"additionalProperties": True},
            {"additionalProperties": {"type": "string"}},
            [(B, "$.additionalProperties.type", NARROWER)],
        ),
        ({}, {"items": {"type": "string"}}, [(B, "$.items", NARROWER)]),
        ({}, {"items": {"title": "x"}}, [(P, "$.items", "")]),
        ({"items": {"type": "string"}}, {"items": {}}, [(P, "$.items.type", WIDER)]),
        ({"items": True}, {"items": {}}, [(P, "$.items", "")]),
        (
            {"prefixItems": [{}, {"type": "string"}]},
            {"prefixItems": [{}, {"type": "null"}]},
            [(B, "$.prefixItems[1].type", NARROWER)],
        ),
        ({"prefixItems": [{}]}, {"prefixItems": [{}, {}]}, [(B, "$.prefixItems", UNDECIDED)]),
        ({"items": [{}]}, {"items": {}}, [(B, "$.items", UNDECIDED)]),
        ({"patternProperties": {}}, {"patternProperties": {"^a": {}}},
         [(B, "$.patternProperties['^a']", NARROWER)]),
        ({"patternProperties": {"^a": {}}}, {}, [(B, "$.patternProperties['^a']", UNDECIDED)]),
        (
            {"patternProperties": {"a": {"type": "string"}}},
            {"patternProperties": {"a": {}}},
            [(P, "$.patternProperties.a.type", WIDER)],
        ),
        ({"$defs": 1}, {"$defs": 2}, [(B, "$.$defs", UNDECIDED)]),
        (True, False, [(B, "$", NARROWER)]),
        ({"type": "string"}, False, [(B, "$", NARROWER)]),
        (False, {"type": "string"}, [(P, "$", WIDER)]),
        (True, {}, [(P, "$", "")]),
        ("x", {}, [(B, "$", UNDECIDED)]),
        (False, "x", [(B, "$", UNDECIDED)]),
        # combinations
        ({"anyOf": [{"type": "null"}]}, {"anyOf": [{"type": "null"}, {"type": "string"}]},
         [(P, "$.anyOf", WIDER)]),
        ({"anyOf": [{"type": "null"}, {"type": "string"}]}, {"anyOf": [{"type": "null"}]},
         [(B, "$.anyOf", NARROWER)]),
        ({"allOf": [{}]}, {"allOf": [{}, {"minLength": 1}]}, [(B, "$.allOf", NARROWER)]),
        ({"allOf": [{}, {"minLength": 1}]}, {"allOf": [{}]}, [(P, "$.allOf", WIDER)]),
        ({"anyOf": [{"type": "null"}, {}]}, {"anyOf": [{}, {"type": "null"}]},
         [(O, "$.anyOf", "")]),
        (
            {"anyOf": [{"type": "null"}, {}]},
            {"anyOf": [{"title": "x"}, {"type": "null"}]},
            [(P, "$.anyOf", "")],
        ),
        (
            {"anyOf": [{"type": "null"}, {"minLength": 1}]},
            {"anyOf": [{"type": "null"}, {"minLength": 2}]},
            [(B, "$.anyOf[1].minLength", NARROWER)],
        ),
        (
            {"anyOf": [{"type": "null"}, {"type": "string"}]},
            {"anyOf": [{"type": "number"}]},
            [(B, "$.anyOf", UNDECIDED)],
        ),
        ({}, {"anyOf": [{}]}, [(B, "$.anyOf", NARROWER)]),
        ({"allOf": [{}]}, {}, [(P, "$.allOf", WIDER)]),
        ({"oneOf": [{"type": "null"}]}, {"oneOf": [{"type": "null", "title": "x"}]},
         [(P, "$.oneOf", "")]),
        ({"oneOf": [{}, {"type": "null"}]}, {"oneOf": [{"type": "null"}, {}]},
         [(O, "$.oneOf", "")]),
        ({"oneOf": [{}]}, {"oneOf": [{}, {"type": "null"}]}, [(B, "$.oneOf", UNDECIDED)]),
        ({"not": {"type": "null"}}, {}, [(B, "$.not", UNDECIDED)]),
        ({"$ref": "#/$defs/a"}, {"$ref": "#/$defs/b"}, [(B, "$.$ref", UNDECIDED)]),
        # definitions
        ({}, {"$defs": {"a": {}}}, [(P, "$.$defs.a", "")]),
        ({"$defs": {"a": {}}}, {}, [(B, "$.$defs.a", UNDECIDED)]),
        (
            {"$defs": {"a": OBJECT}, "$ref": "#/$defs/a"},
            {"$defs": {"a": properties(**OBJECT["properties"], c={})}, "$ref": "#/$defs/a"},
            [(P, "$.$defs.a.properties.c", "new optional property")],
        ),
        (
            {"$defs": {"a": {"type": "string"}}, "not": {"$ref": "#/$defs/a"}},
            {"$defs": {"a": {}}, "not": {"$ref": "#/$defs/a"}},
            [(P, "$.$defs.a.type", WIDER), (B, "$", UNDECIDED)],
        ),
        (
            {"$defs": {"a": {"title": "x"}}, "not": {"$ref": "#/$defs/a"}},
            {"$defs": {"a": {"title": "y"}}, "not": {"$ref": "#/$defs/a"}},
            [(P, "$.$defs.a.title", "")],
        ),
        # words and order
        ({"description": "x"}, {"description": "y"}, [(P, "$.description", "")]),
        ({}, {"default": 1}, [(P, "$.default", "")]),
        ({"x-order": [1, 2]}, {"x-order": [2, 1]}, [(O, "$['x-order']", "")]),
        ({"type": "null", "title": "x"}, {"title": "x", "type": "null"}, [(O, "$", "other order")]),
        ({}, {"$schema": "https://json-schema.org/draft/2020-12/schema"}, [(C, "$.$schema", "")]),
    ],
)  # fmt: skip
def test_changes(old, new, expected):
    assert compare(old, new) == expected


def test_old_and_new_text_stand_in_the_change():
    (found,) = compare_schemas("$.inputSchema", {"minimum": 1}, {"minimum": 2})
    assert (found.path, found.old, found.new) == ("$.inputSchema.minimum", "1", "2")


def test_nesting_beyond_reason_is_undecided():
    deep = {}
    for _ in range(5000):
        deep = {"items": deep}
    (found,) = compare_schemas("$", deep, {"items": deep})
    assert found.drift is Drift.BREAKING
    assert found.reason.startswith("nested too deeply")


# Schemas that hold most keywords which are decided, and values small enough to meet them.
words = st.sampled_from(["a", "b", "ab"])
numbers = st.integers(0, 3)
kinds = st.sampled_from(["string", "integer", "number", "null", "boolean", "object", "array"])
leaves = st.fixed_dictionaries(
    {},
    optional={
        "type": kinds | st.lists(kinds, min_size=1, max_size=3, unique=True),
        "enum": st.lists(words | numbers | st.booleans(), min_size=1, max_size=3),
        "const": words | numbers,
        "minimum": numbers,
        "maximum": numbers,
        "exclusiveMinimum": numbers,
        "minLength": numbers,
        "maxLength": numbers,
        "pattern": words,
        "uniqueItems": st.booleans(),
        "title": words,
    },
)


def branches(inner):
    some = st.lists(inner, min_size=1, max_size=2)
    return st.booleans() | st.fixed_dictionaries(
        {},
        optional={
            "type": kinds,
            "properties": st.dictionaries(words, inner, max_size=2),
            "required": st.lists(words, max_size=2, unique=True),
            "additionalProperties": inner,
            "propertyNames": inner,
            "minProperties": numbers,
            "items": inner,
            "maxItems": numbers,
            "anyOf": some,
            "allOf": some,
            "oneOf": some,
            "not": inner,
            "if": inner,
            "then": inner,
        },
    )


schemas = st.recursive(leaves, branches, max_leaves=6)
instances = st.recursive(
    st.none() | st.booleans() | numbers | st.just(1.5) | words | st.just(""),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(words, inner, max_size=3),
    max_leaves=5,
)


@given(schemas)
def test_a_schema_equals_itself(schema):
    assert compare_schemas("$", schema, json.loads(json.dumps(schema))) == ()


@given(schemas, schemas)
def test_no_change_means_the_same_text(old, new):
    assert bool(compare_schemas("$", old, new)) is (json.dumps(old) != json.dumps(new))


@st.composite
def pairs(draw):
    """A schema and the same with one keyword, somewhere, put in or taken out."""
    old = draw(schemas.filter(lambda schema: isinstance(schema, dict)))
    new = json.loads(json.dumps(old))
    place = new
    while inner := [v for v in place.values() if isinstance(v, dict)]:
        if draw(st.booleans()):
            break
        place = draw(st.sampled_from(inner))
    gone = draw(st.sampled_from([*place, None]))
    place.pop(gone, None)
    place |= draw(leaves if draw(st.booleans()) else st.just({}))
    return old, new


def valid_schema(schema):
    """Whether the pieces put together are a schema at all."""
    return Draft202012Validator(Draft202012Validator.META_SCHEMA).is_valid(schema)


@settings(max_examples=100)
@given(pairs() | st.tuples(schemas, schemas), st.lists(instances, min_size=1, max_size=8))
def test_without_a_breaking_change_what_was_valid_stays_valid(pair, values):
    old, new = pair
    assume(valid_schema(old) and valid_schema(new))
    changes = compare_schemas("$", old, new)
    assume(all(c.drift is not Drift.BREAKING for c in changes))
    assume(not any(c.reason == "new optional property" for c in changes))
    before, after = Draft202012Validator(old), Draft202012Validator(new)
    for value in values:
        assert not before.is_valid(value) or after.is_valid(value)


@given(schemas)
def test_order_and_words_never_break(schema):
    old = {"properties": {"x": schema}, "title": "a"}
    new = {"title": "b", "properties": {"x": schema}}
    assert {c.drift for c in compare_schemas("$", old, new)} == {P, O}
