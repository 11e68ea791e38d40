import pytest
from hypothesis import given
from hypothesis import strategies as st

from skillctl.tools.dialects.merging import merged, merged_all
from tests.tools.dialects.judge import fits

STRING, NUMBER = {"type": "string"}, {"type": "number"}


@pytest.mark.parametrize(
    ("first", "second", "wanted"),
    [
        ({"title": "A"}, {"title": "B", "minLength": 1}, {"title": "A", "minLength": 1}),
        ({"type": "number"}, {"type": "integer"}, {"type": "integer"}),
        ({"type": "integer"}, {"type": "number"}, {"type": "integer"}),
        ({"type": ["a", "b", "c"]}, {"type": ["c", "b"]}, {"type": ["b", "c"]}),
        ({"required": ["b", "a"]}, {"required": ["a", "c"]}, {"required": ["b", "a", "c"]}),
        ({"minimum": 1}, {"minimum": 2.5}, {"minimum": 2.5}),
        ({"maxLength": 9}, {"maxLength": 3}, {"maxLength": 3}),
        ({"enum": [1, "a", True]}, {"enum": ["a", 1]}, {"enum": [1, "a"]}),
        ({"uniqueItems": False}, {"uniqueItems": True}, {"uniqueItems": True}),
        ({"allOf": [STRING]}, {"allOf": [STRING, NUMBER]}, {"allOf": [STRING, NUMBER]}),
        ({"items": STRING}, {"items": NUMBER}, {"items": {"allOf": [STRING, NUMBER]}}),
        (
            {"properties": {"a": STRING, "b": STRING}},
            {"properties": {"b": NUMBER, "a": STRING, "c": {}}},
            {"properties": {"a": STRING, "b": {"allOf": [STRING, NUMBER]}, "c": {}}},
        ),
        (
            {"properties": {"a": {}, "b": {}}, "additionalProperties": False},
            {"properties": {"b": {}}},
            {"properties": {"a": {}, "b": {}}, "additionalProperties": False},
        ),
        (
            {"properties": {"b": {}}},
            {"properties": {"b": {}, "c": {}}, "additionalProperties": STRING},
            {"properties": {"b": {}, "c": {}}, "additionalProperties": STRING},
        ),
        ({"additionalProperties": True}, {}, {"additionalProperties": True}),
        ({"if": {}, "then": STRING}, {"title": "T"}, {"if": {}, "then": STRING, "title": "T"}),
    ],
)
def test_what_can_be_said_in_one_schema(first, second, wanted):
    assert merged(first, second) == (wanted, True)


@pytest.mark.parametrize(
    ("first", "second", "wanted"),
    [
        ({"type": "string"}, {"type": "object"}, {"type": "string"}),
        ({"type": "string"}, {"type": 3}, {"type": "string"}),
        ({"enum": [1]}, {"enum": [True]}, {"enum": [1]}),
        ({"enum": 1}, {"enum": [True]}, {"enum": 1}),
        ({"pattern": "a"}, {"pattern": "b"}, {"pattern": "a"}),
        ({"minimum": 1}, {"minimum": True}, {"minimum": 1}),
        ({"required": True}, {"required": ["a"]}, {"required": True}),
        ({"items": STRING}, {"items": 3}, {"items": STRING}),
        ({"items": STRING}, {"prefixItems": [NUMBER]}, {"items": STRING}),
        ({"then": STRING}, {"if": {}}, {"then": STRING}),
        ({"properties": {"a": {}}}, {"properties": 3}, {"properties": {"a": {}}}),
        ({"properties": {"a": 3}}, {"properties": {"a": {}}}, {"properties": {"a": 3}}),
        (
            {"properties": {"a": {}}, "additionalProperties": False},
            {"properties": {"b": {}}},
            {"properties": {"a": {}, "b": {}}},
        ),
        (
            {"properties": {"a": {}}, "additionalProperties": False},
            {"properties": {"a": {}}, "additionalProperties": STRING},
            {"properties": {"a": {}}},
        ),
        ({"nullable": True}, STRING, {"nullable": True, "type": "string"}),
    ],
)
def test_what_cannot_be_said_keeps_the_first_or_is_left_open(first, second, wanted):
    assert merged(first, second) == (wanted, False)


def test_many_that_differ_stand_side_by_side_and_not_in_each_other():
    parts = [{"items": {"title": str(n)}} for n in range(500)]
    one, exact = merged_all(parts)
    assert exact
    assert [inner["title"] for inner in one["items"]["allOf"]] == [str(n) for n in range(500)]


def test_any_number_of_schemas():
    parts = [{"required": ["a"]}, {"required": ["b"]}, {"minProperties": 1}]
    assert merged_all(parts) == ({"required": ["a", "b"], "minProperties": 1}, True)
    assert merged_all([*parts, {"pattern": "a"}, {"pattern": "b"}])[1] is False
    assert parts[0] == {"required": ["a"]}


names = st.sampled_from(["a", "b"])
leaf = st.sampled_from([{}, STRING, NUMBER, {"type": ["string", "null"]}, {"minimum": 2}])
objects = st.fixed_dictionaries(
    {},
    optional={
        "properties": st.dictionaries(names, leaf, max_size=2),
        "required": st.lists(names, max_size=2, unique=True),
        "additionalProperties": leaf | st.booleans(),
        "patternProperties": st.dictionaries(st.just("^b"), leaf, max_size=1),
        "type": st.sampled_from(["object", ["object", "null"]]),
        "enum": st.lists(st.sampled_from([{}, {"a": "x"}, 1]), min_size=1, max_size=3),
        "minProperties": st.integers(0, 2),
        "not": leaf,
    },
)
values = st.dictionaries(st.sampled_from("abc"), st.sampled_from(["x", 1, 3, None]), max_size=3)


@given(objects, objects, st.lists(values, min_size=4, max_size=8))
def test_two_schemas_hold_where_the_one_says_it_is_the_same(first, second, some):
    one, exact = merged(first, second)
    for value in some:
        both = fits(first, value) and fits(second, value)
        assert fits(one, value) >= both
        assert not exact or fits(one, value) == both
