import pytest

from skillctl.tools.dialects.changes import Changes
from skillctl.tools.dialects.combined import root_combinators
from skillctl.tools.schema import BadSchema

STRING = {"type": "string"}
ID = {"properties": {"id": STRING}, "required": ["id"]}
SLUG = {"properties": {"slug": STRING}, "required": ["slug"]}


def done(schema):
    changes = Changes()
    return root_combinators(schema, changes), [(c.path, c.kind) for c in changes.made]


def test_without_combinators_nothing_happens():
    schema = {"properties": {"allOf": {}, "x": {"anyOf": [{}]}}}
    assert done(schema) == (schema, [])


def test_all_of_is_merged_and_the_same_key_twice_holds_twice():
    served = {"properties": {"id": {"minLength": 1}}, "allOf": [ID, SLUG]}
    assert done(served) == (
        {
            "properties": {"id": {"allOf": [{"minLength": 1}, STRING]}, "slug": STRING},
            "required": ["id", "slug"],
        },
        [("/allOf", "exact")],
    )
    assert done({"pattern": "a", "allOf": [{"pattern": "b"}]})[1] == [("/allOf", "loosened")]


def test_alternatives_are_told_in_the_description():
    result, changed = done({"description": "D", "oneOf": [ID, SLUG]})
    assert result == {
        "properties": {"id": STRING, "slug": STRING},
        "description": "D\nGive exactly one of these groups of parameters: `id`; `slug`.",
    }
    assert changed == [
        ("/oneOf", "loosened"),
        ("/properties/id", "narrowed"),
        ("/properties/slug", "narrowed"),
    ]
    either = {"properties": {"id": {}, "slug": {}}, "anyOf": [ID, SLUG]}
    result, changed = done(either)
    assert result["properties"] == either["properties"]
    assert result["description"] == (
        "Give at least one of these groups of parameters: `id`; `slug`."
    )
    assert changed == [("/anyOf", "loosened")]


def test_branches_are_followed_through_references_and_further_combinators():
    served = {
        "$defs": {"Id": ID, "Both": {"allOf": [{"$ref": "#/$defs/Id"}, SLUG]}},
        "allOf": [{"$ref": "#/$defs/Both"}],
    }
    result, changed = done(served)
    assert (result["properties"], result["required"]) == (
        {"id": STRING, "slug": STRING},
        ["id", "slug"],
    )
    assert result["$defs"] == served["$defs"]
    assert changed == [("/allOf", "exact")]
    nested = done({"allOf": [{"anyOf": [ID, SLUG]}]})
    assert nested[0] == {"properties": {"id": STRING, "slug": STRING}}
    assert nested[1][0] == ("/allOf", "loosened")
    assert ("/properties/id", "narrowed") in nested[1]


def test_endless_branches_are_open_where_they_come_back():
    served = {
        "$defs": {"A": {"allOf": [{"$ref": "#/$defs/A"}, ID]}},
        "allOf": [{"$ref": "#/$defs/A"}],
    }
    result, changed = done(served)
    assert result["properties"] == {"id": STRING}
    assert changed == [("/allOf", "loosened")]
    assert done({"anyOf": [{"$ref": "#"}]})[0] == {}


@pytest.mark.parametrize("key", ["allOf", "anyOf"])
def test_branches_that_double_with_each_reference_are_open_at_a_bound(key):
    levels = {f"L{n}": {key: [{"$ref": f"#/$defs/L{n + 1}"}] * 2} for n in range(40)}
    served = {"$defs": {**levels, "L40": ID}, key: [{"$ref": "#/$defs/L0"}]}
    result, changed = done(served)
    assert key not in result
    assert changed[0] == (f"/{key}", "loosened")


def test_odd_combinators_are_taken_away():
    assert done({"anyOf": 3, "allOf": [3], "title": "T"})[0] == {"title": "T"}


def test_a_reference_into_what_is_taken_apart_is_refused():
    served = {"anyOf": [ID], "properties": {"a": {"$ref": "#/anyOf/0/properties/id"}}}
    with pytest.raises(BadSchema, match=r"^/properties/a/\$ref: #/anyOf/0/properties/id leads "):
        done(served)


def test_what_only_a_branch_that_no_object_fits_leaves_open_is_no_property():
    """A server with such a schema lost all its tools."""
    branch = {"type": "string", "oneOf": [{}, {"properties": {"a": {}}}]}
    result, changed = done({"anyOf": [branch]})
    assert "properties" not in result
    assert changed == [("/anyOf", "loosened")]
    result, _ = done({"anyOf": [branch, ID]})
    assert result["properties"] == {"id": STRING}
