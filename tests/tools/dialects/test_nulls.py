import pytest

from skillctl.tools.dialects.changes import Changes
from skillctl.tools.dialects.nulls import nullable, takes_null

STRING, NULL = {"type": "string"}, {"type": "null"}


def done(schema):
    changes = Changes()
    result = nullable(schema, changes)
    assert {change.kind for change in changes.made} <= {"exact"}
    return result


@pytest.mark.parametrize("key", ["anyOf", "oneOf"])
@pytest.mark.parametrize("branches", [[STRING, NULL], [NULL, STRING]])
def test_one_branch_and_null(key, branches):
    served = {"title": "T", key: branches, "default": None}
    assert done(served) == {"title": "T", "type": "string", "nullable": True, "default": None}
    assert list(done(served)) == ["title", "type", "nullable", "default"]


@pytest.mark.parametrize("kinds", [["string", "null"], ["null", "string"]])
def test_one_type_and_null(kinds):
    assert done({"type": kinds, "minLength": 1}) == {**STRING, "nullable": True, "minLength": 1}
    assert done({"type": kinds, "enum": ["a", None]})["nullable"] is True


@pytest.mark.parametrize(
    "schema",
    [
        {"type": ["string", "integer", "null"]},
        {"type": ["string", "integer"]},
        {"type": ["string", "null"], "enum": ["a"]},
        {"type": ["string", "null"], "not": NULL},
        {"type": ["string", "null"], "const": "a"},
        {"anyOf": [STRING, {"type": "integer"}, NULL]},
        {"anyOf": [STRING, {"type": "integer"}]},
        {"anyOf": [NULL, NULL]},
        {"anyOf": [True, NULL]},
        {"anyOf": "text"},
        {"anyOf": [{**STRING, "title": "x"}, NULL], "title": "T"},
        {"anyOf": [{"properties": {"a": {}}}, NULL], "additionalProperties": False},
        {"anyOf": [STRING, NULL], "enum": ["a"]},
        {"anyOf": [{"minLength": 1}, NULL], "type": "string"},
        {"oneOf": [{"minLength": 1}, NULL]},
        {"oneOf": [{**STRING, "nullable": True}, NULL]},
        {"anyOf": [STRING, NULL], "oneOf": [{}]},
    ],
)
def test_what_null_may_not_fit_or_what_collides_is_untouched(schema):
    assert done(schema) == schema


def test_inner_schemas_come_first():
    served = {"anyOf": [{"anyOf": [STRING, NULL]}, NULL]}
    assert done(served) == {"type": "string", "nullable": True}
    assert done({"type": ["string", "null"], "nullable": True, "enum": ["a"]}) == {
        **STRING,
        "nullable": True,
        "enum": ["a"],
    }


def test_a_property_named_like_a_keyword_is_a_property():
    served = {"properties": {"anyOf": {"type": "array"}, "type": {"default": ["a", "null"]}}}
    assert done(served) == served


def test_whether_null_fits():
    assert takes_null({})
    assert takes_null({"enum": [1, None]})
    assert not takes_null({"enum": [1]})
    assert not takes_null({"enum": 3})
    assert not takes_null({"$ref": "#"})
