import copy
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from skillctl.tools.positions import in_one_order, inner_schemas, pointer, with_inner

WHOLE = {
    "type": "object",
    "properties": {"items": {}, "b/a~": True},
    "patternProperties": {"^x": {}},
    "$defs": {"T": {}},
    "definitions": {"U": {}},
    "dependentSchemas": {"V": {}},
    "dependencies": {"a": ["b"], "c": {}},
    "allOf": [{}, False],
    "anyOf": [{}],
    "oneOf": [{}],
    "prefixItems": [{}],
    "items": {},
    "additionalProperties": False,
    "not": {},
    "if": {},
    "then": {},
    "else": {},
    "default": {"properties": {"no": {}}},
    "enum": [{"items": {}}],
    "x-own": {"items": {}},
}
PLACES = [
    *("/properties/items", "/properties/b~1a~0", "/patternProperties/^x", "/$defs/T"),
    *("/definitions/U", "/dependentSchemas/V", "/dependencies/c", "/allOf/0", "/allOf/1"),
    *("/anyOf/0", "/oneOf/0", "/prefixItems/0", "/items", "/additionalProperties"),
    *("/not", "/if", "/then", "/else"),
]


def test_schemas_stand_in_schema_positions_only():
    assert [place for place, _ in inner_schemas(WHOLE, "")] == PLACES


def test_a_copy_visits_the_same_places_and_changes_nothing_else():
    before, seen = copy.deepcopy(WHOLE), []

    def visit(value, place):
        seen.append(place)
        return {"seen": value}

    result = with_inner(WHOLE, "", visit)
    assert seen == PLACES
    assert before == WHOLE
    assert result["dependencies"] == {"a": ["b"], "c": {"seen": {}}}
    assert result["default"] == WHOLE["default"]
    assert list(result) == list(WHOLE)


@pytest.mark.parametrize("odd", ["text", 3, None, ["text"], {"a": "text"}])
@pytest.mark.parametrize("key", ["properties", "anyOf", "items", "not"])
def test_what_is_no_schema_is_nobodys_position(key, odd):
    if key in ("items", "not") and isinstance(odd, dict):
        return
    assert list(inner_schemas({key: odd}, "")) == []
    assert with_inner({key: odd}, "", lambda value, _: value) == {key: odd}


def test_items_may_be_a_list_of_schemas():
    assert list(inner_schemas({"items": [{}, True]}, "/p")) == [
        ("/p/items/0", {}),
        ("/p/items/1", True),
    ]


def test_json_pointers():
    assert pointer("/a", "b/c~d") == "/a/b~1c~0d"
    assert pointer("", 0) == "/0"


def test_one_order_of_keys_and_of_required():
    served = {
        "type": "object",
        "required": ["b", "a", "\U0001f600", "\uffff"],
        "properties": {
            "required": {"type": "array", "default": ["z", "a"]},
            "b": {"required": ["y", "x"], "default": {"required": ["q", "p"], "a": 1}},
            "B": {"enum": [{"z": 1, "a": 2}, "z", "a"]},
        },
    }
    wanted = (
        '{"properties": {"B": {"enum": [{"a": 2, "z": 1}, "z", "a"]}, '
        '"b": {"default": {"a": 1, "required": ["q", "p"]}, "required": ["x", "y"]}, '
        '"required": {"default": ["z", "a"], "type": "array"}}, '
        '"required": ["a", "b", "\\uffff", "\\ud83d\\ude00"], "type": "object"}'
    )
    assert json.dumps(in_one_order(served)) == wanted
    assert in_one_order({"required": [2, "a"]}) == {"required": [2, "a"]}


names = st.sampled_from(["properties", "items", "required", "a", "b", "default", "anyOf"])
values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(alphabet="ab", max_size=2),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(names, inner, max_size=3),
    max_leaves=10,
)


@given(st.dictionaries(names, values, max_size=4), st.randoms())
def test_the_order_served_does_not_show(served, random):
    def shuffled(value):
        if isinstance(value, dict):
            keys = list(value)
            random.shuffle(keys)
            return {key: shuffled(value[key]) for key in keys}
        return [shuffled(item) for item in value] if isinstance(value, list) else value

    wanted = json.dumps(in_one_order(served))
    assert json.dumps(in_one_order(shuffled(served))) == wanted
    assert json.dumps(in_one_order(json.loads(wanted))) == wanted
