import pytest

from skillctl.tools.dialects.changes import Changes
from skillctl.tools.dialects.types import type_lists


def done(schema):
    changes = Changes()
    return type_lists(schema, changes), [c.kind for c in changes.made]


@pytest.mark.parametrize(
    ("served", "wanted", "kinds"),
    [
        ({"type": "string"}, {"type": "string"}, []),
        ({"type": ["string"]}, {"type": "string"}, ["exact"]),
        ({"type": ["integer", "number"]}, {"type": "number"}, ["exact"]),
        ({"type": ["a", "null"], "nullable": True}, {"type": "a", "nullable": True}, ["exact"]),
        ({"type": ["string", "null"], "enum": ["a"]}, {"type": "string", "enum": ["a"]}, ["exact"]),
        ({"type": ["null"]}, {}, ["loosened"]),
        ({"type": [3]}, {}, ["loosened"]),
        ({"type": ["a", "b"], "anyOf": [{}]}, {"anyOf": [{}]}, ["loosened"]),
        (
            {"type": ["string", "integer", "null"]},
            {"anyOf": [{"type": "string"}, {"type": "integer"}], "nullable": True},
            ["exact"],
        ),
    ],
)
def test_one_type_or_alternatives(served, wanted, kinds):
    assert done(served) == (wanted, kinds)


def test_what_is_about_one_type_goes_with_it():
    served = {
        "title": "T",
        "type": ["array", "string", "object"],
        "items": {"type": "string"},
        "minLength": 1,
        "required": ["a"],
        "minimum": 1,
    }
    assert done(served)[0] == {
        "title": "T",
        "anyOf": [
            {"type": "array", "items": {"type": "string"}},
            {"type": "string", "minLength": 1},
            {"type": "object", "required": ["a"]},
        ],
    }
