import pytest

from skillctl.drift.meaning import meaning, refers_through_opaque


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ({"type": "string", "title": "x"}, {"description": "y", "type": "string"}),
        ({"anyOf": [{"title": "x", "type": "null"}]}, {"anyOf": [{"type": "null"}]}),
        ({"properties": {"a": {"default": 1}}}, {"properties": {"a": {}}}),
    ],
)
def test_words_have_no_meaning(old, new):
    assert meaning(old) == meaning(new)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ({"properties": {"title": {}}}, {"properties": {}}),
        ({"$defs": {"description": {}}}, {"$defs": {}}),
        ({"enum": [{"title": 1}]}, {"enum": [{}]}),
        ({"const": True}, {"const": 1}),
        ({"required": ["a"]}, {"required": []}),
        ({"properties": ["a"]}, {"properties": {}}),
    ],
)
def test_names_and_values_are_no_words(old, new):
    assert meaning(old) != meaning(new)


@pytest.mark.parametrize(
    ("schema", "expected"),
    [
        ({"not": {"$ref": "#/$defs/a"}}, True),
        ({"properties": {"x": {"oneOf": [{"items": {"$ref": "#"}}]}}}, True),
        ({"anyOf": [{"if": {"allOf": [{"$ref": "#"}]}}]}, True),
        ({"properties": {"x": {"$ref": "#"}}, "not": {"type": "null"}}, False),
        ({"$ref": "#/$defs/a"}, False),
        (True, False),
        ([], False),
    ],
)
def test_references_behind_keywords_that_are_not_looked_into(schema, expected):
    assert refers_through_opaque(schema) is expected
