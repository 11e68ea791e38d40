import copy
import json

import pytest

from skillctl.tools.dialects import inline
from skillctl.tools.dialects.changes import Changes
from skillctl.tools.dialects.inline import MOST_BYTES, inlined

TREE = {
    "$defs": {
        "Node": {
            "type": "object",
            "properties": {"kids": {"type": "array", "items": {"$ref": "#/$defs/Node"}}},
        }
    },
    "properties": {"root": {"$ref": "#/$defs/Node"}},
}


def done(schema):
    before, changes = copy.deepcopy(schema), Changes()
    result = inlined(schema, changes)
    assert schema == before
    assert '"$ref": "' not in json.dumps(result)
    return result, [(c.path, c.kind) for c in changes.made]


def test_references_give_way_to_what_they_name_and_words_beside_them_stay():
    schema = {
        "$defs": {"K": {"type": "string", "description": "Of K."}, "a/b": True, "no": False},
        "properties": {
            "k": {"$ref": "#/$defs/K", "description": "Mine.", "default": "x"},
            "n": {"$ref": "#/$defs/a~1b"},
            "o": {"$ref": "#/$defs/no"},
            "p": {"$ref": "#/properties/q"},
            "q": {"$ref": "#/$defs/K"},
            "$ref": {"title": "a property"},
        },
    }
    result, changed = done(schema)
    assert result == {
        "properties": {
            "k": {"description": "Mine.", "default": "x", "type": "string"},
            "n": {},
            "o": {"not": {}},
            "p": {"type": "string", "description": "Of K."},
            "q": {"type": "string", "description": "Of K."},
            "$ref": {"title": "a property"},
        }
    }
    assert {kind for _, kind in changed} == {"exact"}
    assert changed[-1] == ("/$defs", "exact")


def test_both_sides_hold_where_they_say_different_things():
    schema = {
        "definitions": {"A": {"minLength": 2}},
        "not": {"$ref": "#/definitions/A", "minLength": 1},
    }
    assert done(schema)[0] == {"not": {"minLength": 2}}
    clash = {"$defs": {"A": {"pattern": "a"}}, "items": {"$ref": "#/$defs/A", "pattern": "b"}}
    assert done(clash) == (
        {"items": {"pattern": "b"}},
        [("/items/$ref", "loosened"), ("/$defs", "exact")],
    )


def depth(node):
    kids = node.get("properties", {}).get("kids")
    return 1 + depth(kids["items"]) if kids else 0


def test_recursion_is_cut_at_depth_three_by_an_open_object():
    result, changed = done(TREE)
    assert depth(result["properties"]["root"]) == 3
    assert '{"type": "object"}' in json.dumps(result)
    assert [kind for _, kind in changed] == ["exact"] * 3 + ["loosened", "exact"]


@pytest.mark.parametrize(
    "definitions",
    [
        {"A": {"$ref": "#/$defs/A"}},
        {"A": {"$ref": "#/$defs/B"}, "B": {"$ref": "#/$defs/A"}},
    ],
)
def test_references_to_each_other_end_in_an_open_schema(definitions):
    assert done({"$defs": definitions, "items": {"$ref": "#/$defs/A"}})[0] == {"items": {}}


def test_the_whole_may_be_recursive():
    result, _ = done({"properties": {"x": {"$ref": "#"}, "y": {"type": "string"}}})
    assert json.dumps(result).count('"y"') == 4


def doubling(levels):
    """Each definition names the next one twice: 2^levels copies if nothing stopped them."""
    definitions = {
        f"L{n}": {"properties": {side: {"$ref": f"#/$defs/L{n + 1}"} for side in "ab"}}
        for n in range(levels)
    }
    definitions[f"L{levels}"] = {"type": "string", "description": "the end"}
    return {
        "$defs": definitions,
        "properties": {"x": {"$ref": "#/$defs/L0"}, "z": {"$ref": "#/$defs/L9"}},
    }


def test_what_would_grow_without_bound_is_cut_within_64_kib():
    result, changed = done(doubling(40))
    size = len(json.dumps(result, separators=(",", ":")))
    assert MOST_BYTES / 4 < size <= MOST_BYTES
    assert ("/properties/z/$ref", "exact") in changed
    assert any(kind == "loosened" for _, kind in changed)


def test_the_number_of_schemas_is_bounded(monkeypatch):
    monkeypatch.setattr(inline, "MOST_NODES", 40)
    result, changed = done(doubling(10))
    assert inline.schemas_in(result) <= 40
    assert any(kind == "loosened" for _, kind in changed)


def test_depth_is_bounded():
    deep = {"$ref": "#/$defs/D"}
    for _ in range(50):
        deep = {"items": deep}
    chain = {"type": "string"}
    for _ in range(20):
        chain = {"items": chain}
    schema = {"$defs": {"D": chain}, "properties": {"x": deep, "y": {"$ref": "#/$defs/D"}}}
    result, changed = done(schema)
    assert dict(changed)["/properties/y/$ref"] == "exact"
    assert [kind for path, kind in changed if path.startswith("/properties/x")] == ["loosened"]
    assert inline.height_of(result) <= 64
