import pytest

from skillctl.tools.dialects import gemini
from skillctl.tools.dialects.changes import Changes

STRING = {"type": "string"}


def done(step, schema):
    changes = Changes()
    return step(schema, changes), [c.kind for c in changes.made]


@pytest.mark.parametrize(
    ("step", "served", "wanted", "kinds"),
    [
        (gemini.one_value, {"const": "a"}, {"enum": ["a"]}, ["exact"]),
        (gemini.one_value, {"const": "a", "enum": ["b"]}, {"enum": ["b"]}, ["loosened"]),
        (gemini.any_of, {"oneOf": [{}]}, {"anyOf": [{}]}, ["loosened"]),
        (gemini.any_of, {"oneOf": [{}], "anyOf": [STRING]}, {"anyOf": [STRING]}, ["loosened"]),
        (gemini.all_of, {"allOf": [STRING], "title": "T"}, {"title": "T", **STRING}, ["exact"]),
        (gemini.all_of, {"allOf": [{"allOf": [STRING]}]}, STRING, ["exact", "exact"]),
        (gemini.all_of, {"allOf": [False, True]}, {}, ["loosened"]),
        (gemini.all_of, {"allOf": 3}, {}, ["exact"]),
        (gemini.list_items, {"prefixItems": [STRING]}, {"items": STRING}, ["narrowed"]),
        (
            gemini.list_items,
            {"prefixItems": [STRING, {"type": "null"}, STRING], "items": False},
            {"items": {"anyOf": [STRING, {"type": "null"}]}},
            ["loosened"],
        ),
        (
            gemini.list_items,
            {"items": STRING, "prefixItems": [{}]},
            {"items": {"anyOf": [{}, STRING]}},
            ["loosened"],
        ),
        (gemini.list_items, {"prefixItems": 3}, {"prefixItems": 3}, []),
        (
            gemini.inclusive,
            {"type": "integer", "exclusiveMinimum": 0, "exclusiveMaximum": 9},
            {"type": "integer", "minimum": 1, "maximum": 8},
            ["exact", "exact"],
        ),
        (
            gemini.inclusive,
            {"exclusiveMinimum": 0.5, "minimum": 0},
            {"minimum": 0.5},
            ["loosened"],
        ),
        (gemini.inclusive, {"exclusiveMinimum": "x"}, {"exclusiveMinimum": "x"}, []),
        (
            gemini.known_words,
            {"title": "T", "$id": "x", "pattern": "a", "multipleOf": 2, "format": "uri"},
            {"title": "T", "pattern": "a"},
            ["exact", "loosened", "loosened"],
        ),
        (
            gemini.known_words,
            {"format": "date-time", "additionalProperties": True, "unevaluatedProperties": False},
            {"format": "date-time"},
            ["exact", "loosened"],
        ),
        (gemini.known_words, {"format": ["x"]}, {}, ["loosened"]),
        (
            gemini.known_required,
            {"properties": {"a": {}}, "required": ["a", "b"]},
            {"properties": {"a": {}}, "required": ["a"]},
            ["loosened"],
        ),
        (gemini.known_required, {"required": ["a"]}, {}, ["loosened"]),
        (gemini.known_required, {"required": True}, {"required": True}, []),
        (
            gemini.known_required,
            {"properties": {"a": {}}, "required": ["a"]},
            {"properties": {"a": {}}, "required": ["a"]},
            [],
        ),
        (gemini.item_types, {"type": "array"}, {"type": "array", "items": STRING}, ["narrowed"]),
        (gemini.item_types, {"type": "array", "items": {}}, {"type": "array", "items": {}}, []),
        (
            gemini.without_false,
            {"properties": {"a": False, "b": True}, "anyOf": [False, {}], "oneOf": [False]},
            {"properties": {"b": True}, "anyOf": [{}]},
            ["loosened", "exact", "loosened"],
        ),
    ],
)
def test_steps(step, served, wanted, kinds):
    assert done(step, served) == (wanted, kinds)
    assert done(step, {"items": served})[0] == {"items": wanted}


@pytest.mark.parametrize(
    ("served", "wanted"),
    [
        ({"enum": [1, 2]}, {"description": "One of: 1, 2."}),
        ({"enum": ["a", 1], "description": "D"}, {"description": 'D\nOne of: "a", 1.'}),
        ({"enum": ["", "a"]}, {"description": 'One of: "", "a".'}),
        ({"enum": [None]}, {"description": "One of: null."}),
    ],
)
def test_values_that_are_no_texts_are_told_in_words(served, wanted):
    assert done(gemini.other_values, served) == (wanted, ["loosened"])


def test_texts_stay_values():
    for schema in ({"enum": ["a", None]}, {"enum": 3}, {}):
        assert done(gemini.other_values, schema) == (schema, [])


@pytest.mark.parametrize(
    ("served", "wanted", "kinds"),
    [
        ({"enum": ["a"]}, {**STRING, "enum": ["a"]}, ["exact"]),
        ({**STRING, "enum": ["a"]}, {**STRING, "enum": ["a"]}, []),
        ({**STRING, "enum": ["a", None]}, {**STRING, "enum": ["a"]}, ["exact"]),
        ({"enum": ["a", None]}, {**STRING, "enum": ["a"], "nullable": True}, ["exact"]),
        (
            {"enum": ["a", None], "anyOf": [{}]},
            {"enum": ["a"], "anyOf": [{}], "nullable": True},
            ["loosened"],
        ),
        ({"enum": 3}, {"enum": 3}, []),
    ],
)
def test_texts_have_their_type_and_null_is_said_apart(served, wanted, kinds):
    assert done(gemini.string_values, served) == (wanted, kinds)


def test_what_is_required_but_no_name_names_no_property():
    served = {"required": [[], {"a": 1}, "a"], "properties": {"a": STRING}}
    assert done(gemini.known_required, served) == ({**served, "required": ["a"]}, ["loosened"])
