import pytest

from skillctl.tools.dialects.refs import check_refs, every_schema, local_target, target, tokens_of
from skillctl.tools.schema import BadSchema

ROOT = {
    "$defs": {"a/b": {"type": "integer"}, "t~": {"title": "T"}, "ä ö": {}, "no": 3, "yes": True},
    "anyOf": [{"title": "first"}],
}


@pytest.mark.parametrize(
    ("ref", "tokens"),
    [
        ("#", ()),
        ("#/$defs/a~1b", ("$defs", "a/b")),
        ("#/$defs/t~0", ("$defs", "t~")),
        ("#/$defs/%C3%A4%20%C3%B6", ("$defs", "ä ö")),
        ("#/%24defs/x", ("$defs", "x")),
        ("#/", ("",)),
        ("#name", None),
        ("other.json#/a", None),
        ("https://example.com/s", None),
        (3, None),
        (None, None),
    ],
)
def test_local_pointers(ref, tokens):
    assert tokens_of(ref) == tokens


def test_what_stands_at_a_pointer_if_it_is_a_schema():
    assert target(ROOT, ()) is ROOT
    assert target(ROOT, ("$defs", "a/b")) == {"type": "integer"}
    assert target(ROOT, ("anyOf", "0")) == {"title": "first"}
    assert target(ROOT, ("$defs", "yes")) is True
    for nowhere in (("anyOf", "1"), ("anyOf", "x"), ("$defs", "no"), ("$defs", "z"), ("anyOf",)):
        assert target(ROOT, nowhere) is None


@pytest.mark.parametrize(
    ("ref", "words"),
    [
        ("#/$defs/none", "/p/$ref: unresolvable #/$defs/none"),
        ("#anchor", "/p/$ref: unresolvable #anchor"),
        ("https://e.com/s#/a", "/p/$ref: non-local https://e.com/s#/a, which is never fetched"),
        (3, "/p/$ref: non-local 3, which is never fetched"),
    ],
)
def test_references_that_lead_nowhere_are_refused(ref, words):
    with pytest.raises(BadSchema) as refused:
        local_target(ROOT, ref, "/p/$ref")
    assert str(refused.value) == words


def test_each_schema_is_seen_once_also_where_only_a_reference_leads():
    root = {
        "properties": {"a": {"$ref": "#/x-types/T"}, "$ref": {"title": "a property"}},
        "x-types": {"T": {"items": {"$ref": "#"}}},
    }
    assert [path for path, _ in every_schema(root)] == [
        *("", "/properties/a", "/properties/$ref", "/x-types/T", "/x-types/T/items")
    ]
    check_refs(root)


def test_the_first_bad_reference_is_told_with_its_place():
    check_refs({"default": {"$ref": "#/no"}, "properties": {"$ref": {"enum": [{"$ref": "x"}]}}})
    with pytest.raises(BadSchema, match=r"^/properties/a/items/\$ref: unresolvable #/no$"):
        check_refs({"properties": {"a": {"items": {"$ref": "#/no"}}}})
    with pytest.raises(BadSchema, match=r"^/x/T/\$ref: unresolvable #/no$"):
        check_refs({"items": {"$ref": "#/x/T"}, "x": {"T": {"$ref": "#/no"}}})
