import json
import time

import pytest
from jsonschema import Draft202012Validator

from skillctl.agent.base import BUILTIN_TOOLS
from skillctl.agent.minimal import minimal_arguments
from tests.timing import SOON


def prop(schema):
    """The value made for one required property."""
    return minimal_arguments({"required": ["p"], "properties": {"p": schema}})["p"]


@pytest.mark.parametrize(
    ("schema", "value"),
    [
        ({"type": "string"}, ""),
        ({"type": "string", "minLength": 3}, "aaa"),
        ({"type": "string", "format": "date"}, "2000-01-01"),
        ({"type": "string", "pattern": "^[A-Z]$"}, "A"),
        ({"type": "string", "pattern": r"^\d+\.\d+\.\d+$"}, "1.0.0"),
        ({"type": "integer"}, 0),
        ({"type": "integer", "minimum": 2}, 2),
        ({"type": "integer", "minimum": -5}, 0),
        ({"type": "integer", "exclusiveMinimum": 2}, 3),
        ({"type": "integer", "maximum": -2}, -2),
        ({"type": "integer", "exclusiveMaximum": -2}, -3),
        ({"type": "integer", "minimum": 3, "multipleOf": 5}, 5),
        ({"type": "integer", "minimum": 2.5}, 3),
        ({"type": "number", "minimum": 0.5}, 0.5),
        ({"type": "boolean"}, False),
        ({"type": "null"}, None),
        ({"type": ["string", "null"]}, ""),
        ({"type": "array"}, []),
        ({"type": "array", "minItems": 2, "items": {"type": "integer"}}, [0, 0]),
        (
            {"type": "array", "minItems": 2, "prefixItems": [{"const": "x"}], "items": True},
            ["x", {}],
        ),
        ({"type": "object", "properties": {"a": {}}}, {}),
        ({"type": "object", "required": ["a"], "properties": {"a": {"const": 1}}}, {"a": 1}),
        ({"properties": {"a": {"type": "string"}}, "required": ["a"]}, {"a": ""}),
        ({"enum": ["f", "c"], "type": "string"}, "f"),
        ({"const": None}, None),
        ({"anyOf": [{"type": "integer"}, {"type": "string"}]}, 0),
        ({"oneOf": [{"const": 7}, {"const": 8}]}, 7),
        (
            {"type": "object", "allOf": [{"required": ["a"]}, {"required": ["b"]}]},
            {"a": {}, "b": {}},
        ),
        ({}, {}),
        (True, {}),
        (None, {}),
    ],
)
def test_the_smallest_value(schema, value):
    found = prop(schema)
    assert found == value
    assert type(found) is type(value)
    Draft202012Validator(schema if isinstance(schema, dict) else {}).validate(found)


def test_only_required_properties_stand_in_it():
    schema = {"properties": {"a": {"type": "string"}, "b": {}}, "required": ["a"]}
    assert minimal_arguments(schema) == {"a": ""}


@pytest.mark.parametrize("schema", [{}, {"type": "object"}, {"type": "array"}, {"enum": []}])
def test_without_a_type_or_with_another_one_there_are_none(schema):
    assert minimal_arguments(schema) == {}


def test_local_references_are_followed():
    schema = {
        "required": ["a"],
        "properties": {"a": {"$ref": "#/$defs/x~1y"}},
        "$defs": {"x/y": {"type": "integer", "minimum": 4}},
    }
    assert minimal_arguments(schema) == {"a": 4}


def test_circles_and_foreign_references_end():
    circle = {
        "$ref": "#/$defs/n",
        "$defs": {"n": {"required": ["n"], "properties": {"n": {"$ref": "#/$defs/n"}}}},
    }
    assert len(json.dumps(minimal_arguments(circle))) < 1000
    assert prop({"$ref": "https://example.com/x"}) == {}
    assert prop({"allOf": [{"$ref": "#/properties/p"}]}) == {}


def test_what_cannot_be_met_is_tried_and_ends():
    assert prop({"type": "string", "pattern": "^(x+)+$", "minLength": 2}) == "aa"
    assert len(prop({"type": "array", "minItems": 10**9})) == 64


def nested(depth):
    inner = {"type": "string", "minLength": 10_000}
    for _ in range(depth):
        inner = {"type": "array", "minItems": 64, "items": inner}
    return inner


CHAIN = {
    f"d{n}": {"allOf": [{"$ref": f"#/$defs/d{n + 1}"}, {"$ref": f"#/$defs/d{n + 1}"}]}
    for n in range(40)
}
TREE = {
    f"t{n}": {
        "type": "object",
        "required": ["l", "r", "m"],
        "properties": {side: {"$ref": f"#/$defs/t{n + 1}"} for side in "lrm"},
    }
    for n in range(40)
}


@pytest.mark.parametrize(
    "schema",
    [
        {"type": "string", "minLength": 10_001},
        {"type": "string", "minLength": 10**18},
        {"type": "number", "minimum": 1e308, "multipleOf": 1e-300},
        {"type": "integer", "minimum": 10**400},
        {"type": "number", "minimum": 10**400, "multipleOf": 0.1},
        {"type": "number", "minimum": 10**4300},
        {"type": "number", "minimum": float("inf")},
        {"type": "string", "pattern": 5, "minLength": 10**9},
        {"allOf": [{"required": [f"k{n}" for n in range(20_000)]}] * 2},
        nested(4),
        {"$ref": "#/$defs/d0"},
        {"$ref": "#/$defs/t0"},
    ],
)
def test_what_is_too_large_or_broken_gives_no_arguments(schema):
    started = time.process_time()
    whole = {"required": ["p"], "properties": {"p": schema}, "$defs": CHAIN | TREE}
    assert minimal_arguments(whole) in ({}, {"p": {}})
    assert time.process_time() - started < 2 * SOON


def test_the_built_in_tools_take_their_smallest_arguments():
    for tool in BUILTIN_TOOLS:
        found = minimal_arguments(tool.input_schema)
        Draft202012Validator(tool.input_schema).validate(found)
        assert list(found) == tool.input_schema["required"]


def test_published_tool_definitions_take_their_smallest_arguments(shared):
    lists = [json.loads(p.read_text()) for p in sorted(shared.rglob("corpus-tools/**/*.json"))]
    tools = [
        t
        for found in lists
        for t in (found.get("tools", [found]) if isinstance(found, dict) else found)
    ]
    schemas = [t["inputSchema"] for t in tools if isinstance(t, dict) and "inputSchema" in t]
    assert len(schemas) > 100
    bad = [s for s in schemas if not Draft202012Validator(s).is_valid(minimal_arguments(s))]
    assert bad == []
