import pytest

from skillctl.tools.dialects.changes import Changes
from skillctl.tools.dialects.exact import arrays, booleans, modern, old_bounds, tuples, wants_items


def done(step, schema):
    changes = Changes()
    result = step(schema, changes)
    assert {change.kind for change in changes.made} <= {"exact"}
    assert bool(changes.made) == (result != schema)
    return result, [change.path for change in changes.made]


@pytest.mark.parametrize(
    ("served", "wanted"),
    [
        ({"minimum": 0, "exclusiveMinimum": True}, {"exclusiveMinimum": 0}),
        ({"minimum": 0, "exclusiveMinimum": False}, {"minimum": 0}),
        ({"maximum": 9, "exclusiveMaximum": True}, {"exclusiveMaximum": 9}),
        ({"exclusiveMaximum": True}, {}),
        ({"exclusiveMinimum": True, "minimum": "x"}, {"minimum": "x"}),
        ({"exclusiveMinimum": True, "minimum": True}, {"minimum": True}),
        ({"exclusiveMinimum": 3, "minimum": 1}, {"exclusiveMinimum": 3, "minimum": 1}),
    ],
)
def test_bounds_of_draft_04(served, wanted):
    assert done(old_bounds, served)[0] == wanted
    assert done(old_bounds, {"items": served})[0] == {"items": wanted}


def test_a_bound_keeps_its_place_and_a_property_of_that_name_is_none():
    served = {"minimum": 0, "type": "integer", "exclusiveMinimum": True, "title": "T"}
    assert list(done(old_bounds, served)[0]) == ["exclusiveMinimum", "type", "title"]
    assert done(old_bounds, {"properties": {"exclusiveMinimum": True}})[1] == []


def test_lists_of_items_become_prefix_items():
    served = {"items": [{"type": "string"}, {}], "additionalItems": False}
    assert done(tuples, served) == (
        {"prefixItems": [{"type": "string"}, {}], "items": False},
        ["/items"],
    )
    assert done(tuples, {"items": [], "additionalItems": {"type": "null"}})[0] == {
        "items": {"type": "null"}
    }
    assert done(tuples, {"items": {}, "additionalItems": False})[1] == []
    assert done(tuples, {"items": [], "prefixItems": [{}]})[1] == []


def test_arrays_say_what_they_hold():
    assert done(arrays, {"type": "array"})[0] == {"type": "array", "items": {}}
    assert done(arrays, {"type": ["array", "null"]})[0]["items"] == {}
    for whole in ({"type": "array", "items": {}}, {"type": "array", "prefixItems": [{}]}, {}):
        assert not wants_items(whole)
        assert done(arrays, whole)[1] == []


def test_booleans_become_objects_but_where_they_are_usual():
    served = {
        "properties": {"a": True, "b": False, "additionalProperties": False},
        "anyOf": [True, {"items": False}],
        "additionalProperties": False,
        "unevaluatedItems": True,
        "default": {"items": True},
    }
    assert done(booleans, served) == (
        {
            "properties": {"a": {}, "b": {"not": {}}, "additionalProperties": {"not": {}}},
            "anyOf": [{}, {"items": {"not": {}}}],
            "additionalProperties": False,
            "unevaluatedItems": True,
            "default": {"items": True},
        },
        [
            *("/anyOf/1/items", "/properties/a", "/properties/b"),
            *("/properties/additionalProperties", "/anyOf/0"),
        ],
    )


def test_words_of_older_drafts_keep_their_sense():
    served = {"items": [{"minimum": 1, "exclusiveMinimum": True}]}
    assert modern(served) == {"prefixItems": [{"exclusiveMinimum": 1}]}
    assert served["items"][0]["minimum"] == 1
