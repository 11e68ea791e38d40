import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from skillctl.tools.positions import pointer
from skillctl.tools.schema import BadSchema, json_type, sent_schema

HIDDEN = "\u200b\U000e0041"


def sent(schema):
    return sent_schema(schema, "/inputSchema")[0]


def refusal(schema):
    with pytest.raises(BadSchema) as refused:
        sent(schema)
    return str(refused.value)


def test_missing_is_the_empty_object_schema():
    assert sent(None) == {"type": "object", "properties": {}}
    sent(None)["type"] = "changed"
    assert sent(None)["type"] == "object"


def test_only_the_top_dollar_schema_goes():
    served = {"$schema": "x", "type": "object", "properties": {"$schema": {"$schema": "y"}}}
    assert json.dumps(sent(served)) == (
        '{"type": "object", "properties": {"$schema": {"$schema": "y"}}}'
    )


@pytest.mark.parametrize(
    ("served", "words"),
    [
        ("string", "/inputSchema: expected an object, got string"),
        ([], "/inputSchema: expected an object, got array"),
        (True, "/inputSchema: expected an object, got boolean"),
        (3, "/inputSchema: expected an object, got number"),
        ({"properties": []}, "/inputSchema/properties: expected an object, got array"),
        ({"properties": None}, "/inputSchema/properties: expected an object, got null"),
        (
            {"properties": {"a/b~": "string"}},
            "/inputSchema/properties/a~1b~0: expected an object or a boolean, got string",
        ),
        (
            {"anyOf": [{}, {"items": {"properties": {"x": None}}}]},
            "/inputSchema/anyOf/1/items/properties/x: expected an object or a boolean, got null",
        ),
        (
            {"$defs": {"T": {"properties": {"x": 1}}}},
            "/inputSchema/$defs/T/properties/x: expected an object or a boolean, got number",
        ),
    ],
)
def test_what_is_no_schema_is_refused_with_its_place(served, words):
    assert refusal(served) == words


def test_a_property_named_like_a_keyword_is_a_property():
    served = {"properties": {"properties": {"type": "array"}, "description": {"type": "string"}}}
    assert sent(served) == served


def test_booleans_and_loose_parts_stay_as_served():
    served = {
        "properties": {"a": True, "b": False},
        "additionalProperties": False,
        "items": [{"type": "string"}, True],
        "$defs": None,
        "definitions": {"odd": "text"},
        "required": ["b", "a"],
    }
    assert sent(served) == served
    assert list(sent(served)) == list(served)


def test_texts_are_cleaned_and_the_removed_characters_counted():
    served = {
        "description": f"Top{HIDDEN}\r\nline",
        "properties": {"a": {"title": f"A{HIDDEN}", "description": "\x1b[1mbold <skill>"}},
        "not": {"$comment": "plain"},
    }
    assert sent_schema(served, "/inputSchema") == (
        {
            "description": "Top\nline",
            "properties": {"a": {"title": "A", "description": "[1mbold <skill>"}},
            "not": {"$comment": "plain"},
        },
        5,
    )
    assert served["description"].startswith(f"Top{HIDDEN}")


@pytest.mark.parametrize(
    ("served", "place"),
    [
        ({"properties": {f"a{HIDDEN}": {}}}, f"/properties/a{HIDDEN}"),
        ({"properties": {"a": {"enum": ["x", HIDDEN]}}}, "/properties/a/enum"),
        ({"properties": {"a": {"const": {HIDDEN: 1}}}}, "/properties/a/const"),
        ({"properties": {"a": {"default": {"deep": ["\x1b"]}}}}, "/properties/a/default"),
        ({"x-note": {"words": HIDDEN}}, "/x-note"),
        ({f"x{HIDDEN}": 1}, f"/x{HIDDEN}"),
        ({"properties": {"a": {"pattern": HIDDEN}}}, "/properties/a/pattern"),
        ({"items": HIDDEN}, "/items"),
        ({"description": {"not": HIDDEN}}, "/description"),
    ],
)
def test_hidden_text_where_it_cannot_be_taken_out_is_refused(served, place):
    assert refusal(served) == (
        f"/inputSchema{place}: holds control or invisible characters, which cannot be removed"
    )


def test_patterns_may_name_control_characters_and_values_may_have_lines():
    served = {
        "properties": {"a": {"pattern": "^[^\x00-\x1f]*$", "default": "one\r\ntwo\tthree"}},
        "patternProperties": {"^[\x20-\x7f]+$": {}},
    }
    assert sent(served) == served


def test_nesting_is_bounded():
    served = {}
    for _ in range(64):
        served = {"items": served}
    assert sent(served) == served
    assert refusal({"items": served}).endswith(": nested deeper than 64 levels")
    for _ in range(800):
        served = {"items": [served]}
    assert refusal(served).endswith(": nested deeper than 64 levels")


def test_the_number_of_schemas_is_bounded():
    served = {"properties": {f"p{n}": {} for n in range(19_999)}}
    assert sent(served) == served
    served["properties"]["one more"] = {}
    assert refusal(served).endswith(": holds more than 20,000 schemas")


def test_each_text_that_changed_is_told_with_its_place():
    told = []
    served = {"title": "T", "properties": {"a": {"description": f"A{HIDDEN}"}}}
    sent_schema(served, "", lambda *said: told.append(said))
    assert told == [("/properties/a/description", f"A{HIDDEN}", "A")]


def test_json_types_and_pointers():
    values = (None, True, 1, 1.5, "", [], {})
    names = ("null", "boolean", "number", "number", "string", "array", "object")
    assert tuple(map(json_type, values)) == names
    assert pointer("/a", "b/c~d") == "/a/b~1c~0d"


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(alphabet="ab\u200b\x01"),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["properties", "items", "anyOf", "enum", "description", "$schema"]),
            inner,
            max_size=3,
        )
    ),
    max_leaves=12,
)


@given(json_values)
def test_any_value_gives_a_schema_or_a_refusal_and_is_not_changed(served):
    before = json.dumps(served)
    try:
        result = sent(served)
    except BadSchema:
        result = None
    assert json.dumps(served) == before
    if result is not None:
        assert sent(result) == result
