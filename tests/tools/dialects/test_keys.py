from hashlib import sha256

import pytest

from skillctl.tools.dialects.changes import Changes
from skillctl.tools.dialects.keys import legal_keys, restored
from skillctl.tools.schema import BadSchema
from skillctl.toolspec import RenamedKey


def digits(name, count=8):
    return sha256(name.encode()).hexdigest()[:count]


def done(schema):
    changes = Changes()
    return legal_keys(schema, changes), tuple(changes.renamed)


def test_legal_names_stay():
    schema = {"properties": {"a.b-C_9": {}, "k" * 64: {}}, "allOf": [{"properties": {"x": {}}}]}
    assert done(schema) == (schema, ())


def test_names_are_cleaned_cut_and_hashed_and_required_follows():
    long = "k" * 70
    schema = {"properties": {"uids[]": {}, "uids_": {}, long: {}}, "required": ["uids[]", "uids_"]}
    uids, k = f"uids___{digits('uids[]')}", f"{'k' * 55}_{digits(long)}"
    assert done(schema) == (
        {"properties": {uids: {}, "uids_": {}, k: {}}, "required": [uids, "uids_"]},
        (RenamedKey((), uids, "uids[]"), RenamedKey((), k, long)),
    )
    assert len(k) == 64
    assert schema["required"] == ["uids[]", "uids_"]


def test_a_name_that_is_taken_gets_more_digits():
    taken = f"a__{digits('a$')}"
    names = list(done({"properties": {"a$": {}, taken: {}}})[0]["properties"])
    assert names == [f"a__{digits('a$', 16)}", taken]


def test_objects_in_objects_and_lists_are_followed_and_restored():
    schema = {
        "properties": {
            "a$": {"type": "array", "items": {"properties": {"b$": {}, "c": {}}}},
            "d": {"properties": {"e$": {}}, "required": ["e$", 3]},
            "odd": 3,
        }
    }
    result, renamed = done(schema)
    a, b, e = (f"{name}__{digits(name + '$')}" for name in "abe")
    assert result["properties"][a]["items"]["properties"] == {b: {}, "c": {}}
    assert result["properties"]["d"]["required"] == [e, 3]
    assert renamed == (
        RenamedKey((), a, "a$"),
        RenamedKey(("a$", None), b, "b$"),
        RenamedKey(("d",), e, "e$"),
    )
    sent = {a: [{b: 1, "c": 2}, "odd"], "d": {e: 3}, "x": {b: 1}}
    assert restored(sent, renamed) == {
        "a$": [{"b$": 1, "c": 2}, "odd"],
        "d": {"e$": 3},
        "x": {b: 1},
    }
    assert list(sent) == [a, "d", "x"]
    for odd in ({}, {a: 3, "d": [1]}, {"d": None}):
        assert set(map(str, restored(odd, renamed).values())) == set(map(str, odd.values()))


def test_an_original_name_that_is_used_stays_and_nothing_is_lost():
    renamed = (RenamedKey((), "a_1", "a$"),)
    assert restored({"a$": 1}, renamed) == {"a$": 1}
    assert restored({"a$": 1, "a_1": 2}, renamed) == {"a$": 1, "a_1": 2}


@pytest.mark.parametrize(
    ("schema", "place"),
    [
        ({"$defs": {"T": {"properties": {"a$": {}}}}}, "/$defs/T"),
        ({"properties": {"x": {"anyOf": [{"properties": {"a$": {}}}]}}}, "/properties/x/anyOf/0"),
        ({"properties": {"a$": {}}, "propertyNames": {}}, ""),
        ({"properties": {"x": {"properties": {"a$": {}}}}, "not": {}}, "/properties/x"),
        ({"additionalProperties": {"properties": {"a$": {}}}}, "/additionalProperties"),
        ({"items": [{"properties": {"a$": {}}}]}, "/items/0"),
        ({"properties": {"a$": {}, "x": {"$ref": "#"}}}, ""),
        ({"properties": {"a$": {"title": "T"}, "x": {"$ref": "#/properties/a$"}}}, ""),
        (
            {
                "properties": {
                    "o": {"properties": {"p": {"properties": {"a$": {}}}}},
                    "x": {"$ref": "#/properties/o"},
                }
            },
            "/properties/o/properties/p",
        ),
    ],
)
def test_where_a_call_cannot_be_translated_back_the_tool_is_left_out(schema, place):
    with pytest.raises(BadSchema) as refused:
        done(schema)
    assert str(refused.value).startswith(f"{place}/properties: a name is outside ")


def test_a_reference_elsewhere_does_not_matter():
    schema = {
        "$defs": {"T": {}},
        "properties": {
            "a$": {"$ref": "#/$defs/T"},
            "x": {"title": "T"},
            "y": {"$ref": "#/properties/x"},
        },
    }
    assert len(done(schema)[1]) == 1
