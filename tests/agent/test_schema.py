import pytest

from skillctl.agent.schema import TooLong, json_type, schema_problems


def problems(schema, value):
    return schema_problems(schema, value)[0]


def of_property(schema, value):
    return problems({"properties": {"p": schema}}, {"p": value})


@pytest.mark.parametrize(
    ("schema", "value", "words"),
    [
        ({"type": "string"}, 3, "expected string, got number"),
        ({"type": "integer"}, 3.5, "expected integer, got number"),
        ({"type": "integer"}, True, "expected integer, got boolean"),
        ({"type": ["string", "null"]}, [], "expected string or null, got array"),
        ({"type": "object"}, None, "expected object, got null"),
        ({"enum": ["c", "f"]}, "k", 'expected one of ["c", "f"]'),
        ({"const": 1}, 2, "expected 1"),
        ({"minimum": 1}, 0, "expected at least 1"),
        ({"maximum": 1}, 2, "expected at most 1"),
        ({"exclusiveMinimum": 1}, 1, "expected more than 1"),
        ({"exclusiveMaximum": 1}, 1, "expected less than 1"),
        ({"multipleOf": 2}, 3, "expected a multiple of 2"),
        ({"minLength": 2}, "a", "expected at least 2 characters"),
        ({"maxLength": 1}, "ab", "expected at most 1 characters"),
        ({"minItems": 1}, [], "expected at least 1 items"),
        ({"maxItems": 1}, [1, 2], "expected at most 1 items"),
        ({"minProperties": 1}, {}, "expected at least 1 properties"),
        ({"maxProperties": 0}, {"a": 1}, "expected at most 0 properties"),
        ({"pattern": "^a"}, "b", 'does not match the pattern "^a"'),
        ({"uniqueItems": True}, [1, 1], "holds an item twice"),
        ({"anyOf": [{"type": "null"}]}, 1, 'fits none of the alternatives [{"type": "null"}]'),
        ({"oneOf": [{}, {}]}, 1, "fits not exactly one of the alternatives [{}, {}]"),
        ({"not": {}}, 1, "must not fit {}"),
    ],
)
def test_each_rule_in_words(schema, value, words):
    assert of_property(schema, value) == [f"$.p: {words}"]


def test_a_rule_without_words_of_ours_says_what_the_library_says():
    found = of_property({"contains": {"const": 1}}, [2])
    assert found == ["$.p: [2] does not contain items matching the given schema"]


def test_missing_and_unknown_properties_are_named():
    schema = {"properties": {"city": {}}, "required": ["city"], "additionalProperties": False}
    assert sorted(problems(schema, {"town": 1})) == ["$.city: missing", "$.town: unknown property"]


def test_paths_go_into_objects_and_lists():
    schema = {"properties": {"a": {"items": {"required": ["b c"]}}}}
    assert problems(schema, {"a": [{"b c": 1}, {}]}) == ["$.a[1]['b c']: missing"]


def test_more_properties_may_have_a_schema_by_pattern_or_at_all():
    schema = {
        "properties": {"a": {}},
        "patternProperties": {"^x-": {"type": "string"}},
        "additionalProperties": {"type": "integer"},
    }
    assert problems(schema, {"a": [], "x-b": "t", "c": 1}) == []
    assert problems(schema, {"x-b": 1, "c": "t"}) == [
        "$['x-b']: expected string, got number",
        "$.c: expected integer, got string",
    ]


def test_a_pattern_that_could_take_too_long_is_skipped_and_named():
    schema = {
        "properties": {"p": {"pattern": "^(a+)+$"}},
        "patternProperties": {"(b|bb)*c": {"type": "null"}},
        "additionalProperties": False,
    }
    found, notes = schema_problems(schema, {"p": "a" * 40 + "!", "b" * 40: 1})
    assert found == []
    assert any('pattern "^(a+)+$" was not checked' in note for note in notes)
    assert any('pattern "(b|bb)*c" was not checked' in note for note in notes)


def test_unevaluated_properties_are_checked_where_that_is_bounded():
    schema = {"properties": {"a": {}}, "unevaluatedProperties": False}
    assert len(problems(schema, {"b": 1})) == 1
    found, notes = schema_problems({**schema, "patternProperties": {"(x+)+$": {}}}, {"b": 1})
    assert (found, len(notes)) == ([], 2)


DRAFTS = {
    "http://json-schema.org/draft-04/schema#": 4,
    "http://json-schema.org/draft-06/schema#": 6,
    "http://json-schema.org/draft-07/schema#": 7,
    "https://json-schema.org/draft/2019-09/schema": 2019,
    "https://json-schema.org/draft/2020-12/schema": 2020,
}


@pytest.mark.parametrize("uri", DRAFTS)
def test_the_draft_that_a_schema_names_is_used(uri):
    # exclusiveMinimum is a flag in draft 4 and a number later
    flag = {"$schema": uri, "minimum": 1, "exclusiveMinimum": True}
    number = {"$schema": uri, "exclusiveMinimum": 1}
    assert bool(problems(flag if DRAFTS[uri] == 4 else number, 1))
    assert problems({"$schema": uri, "required": ["a"]}, {}) == ["$.a: missing"]


@pytest.mark.parametrize("uri", ["urn:other", "http://json-schema.org/draft-03/schema#", 7, None])
def test_a_draft_that_nobody_knows_cannot_be_applied(uri):
    with pytest.raises((LookupError, AttributeError)):
        schema_problems({"$schema": uri}, {})


def test_nothing_is_fetched():
    with pytest.raises(Exception, match="Unresolvable"):
        schema_problems({"$ref": "http://127.0.0.1:9/x.json"}, {})
    with pytest.raises(Exception, match=r"PointerToNowhere|Unresolvable"):
        schema_problems({"$ref": "#/$defs/none"}, {})


def test_local_references_are_followed_even_in_circles():
    schema = {"$ref": "#/$defs/node", "$defs": {"node": {"properties": {"next": {"$ref": "#"}}}}}
    assert problems(schema, {"next": {"next": {}}}) == []


def test_long_values_of_a_schema_are_shortened():
    (words,) = of_property({"enum": ["x" * 500]}, 1)
    assert len(words) < 260
    assert words.endswith("…")


@pytest.mark.parametrize(
    ("value", "name"),
    [(None, "null"), (True, "boolean"), (1, "number"), (1.5, "number"), ("", "string")],
)
def test_names_of_types(value, name):
    assert json_type(value) == name
    assert (json_type([]), json_type({})) == ("array", "object")


def nested(levels, inner):
    for _ in range(levels):
        inner = {"allOf": [inner]}
    return inner


def further_down(frames, call):
    return further_down(frames - 1, call) if frames else call()


ENDLESS = [
    {"if": {"$ref": "#"}},
    {"not": {"$ref": "#"}},
    {"anyOf": [{"$ref": "#"}]},
    {"propertyNames": {"$ref": "#"}},
    {"dependentSchemas": {"a": {"$ref": "#"}}},
]


@pytest.mark.parametrize("inner", ENDLESS)
def test_a_schema_without_an_end_ends_before_the_stack_does_wherever_it_is_asked(inner):
    """Else a compiled part of the validator panics: what it raises is no Exception."""
    ended = 0
    for frames in range(0, 300, 30):
        for levels in range(12):
            schema = {"type": "object", "allOf": [nested(levels, inner)]}
            try:
                further_down(frames, lambda schema=schema: schema_problems(schema, {"a": 1}))
            except TooLong:
                ended += 1
    assert ended == (0 if inner.keys() & {"propertyNames"} else 120)


def test_a_value_that_is_a_deep_tree_is_checked_to_its_leaves():
    schema = {"properties": {"child": {"$ref": "#"}, "size": {"type": "number"}}}
    value = {"size": "none"}
    for _ in range(50):
        value = {"child": value}
    (line,), notes = schema_problems(schema, value)
    assert line == f"${'.child' * 50}.size: expected number, got string"
    assert notes == []
