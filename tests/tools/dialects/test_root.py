import pytest

from skillctl.tools.dialects.changes import Changes
from skillctl.tools.dialects.root import root_object, root_values
from skillctl.tools.schema import BadSchema


def done(step, schema):
    changes = Changes()
    return step(schema, changes), [(c.path, c.kind) for c in changes.made]


@pytest.mark.parametrize(
    ("served", "wanted", "places"),
    [
        ({}, {"type": "object", "properties": {}}, ["/type", "/properties"]),
        ({"type": "object"}, {"type": "object", "properties": {}}, ["/properties"]),
        (
            {"properties": {"a": {}}, "type": ["null", "object"]},
            {"properties": {"a": {}}, "type": "object"},
            ["/type"],
        ),
        ({"type": "object", "properties": {}}, {"type": "object", "properties": {}}, []),
    ],
)
def test_the_root_is_an_object_with_properties(served, wanted, places):
    result, changed = done(root_object, served)
    assert list(result.items()) == list(wanted.items())
    assert changed == [(place, "exact") for place in places]


@pytest.mark.parametrize("kind", ["string", ["string", "null"], None, 3, []])
def test_what_can_be_no_object_is_refused(kind):
    with pytest.raises(BadSchema, match=r"^/type: arguments are an object, but the type is "):
        done(root_object, {"type": kind})


def test_no_enum_and_no_not_at_the_root():
    assert done(root_values, {"enum": [{}], "not": {}, "items": {"not": {}}}) == (
        {"items": {"not": {}}},
        [("/enum", "loosened"), ("/not", "loosened")],
    )
