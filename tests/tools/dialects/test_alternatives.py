from skillctl.tools.dialects.alternatives import properties_of, united
from tests.timing import assert_linear

STRING, NUMBER = {"type": "string"}, {"type": "number"}
ID = {"properties": {"id": STRING}, "required": ["id"]}
SLUG = {"properties": {"slug": STRING}, "required": ["slug"]}


def test_all_properties_and_what_all_require():
    union = united([{**ID, "required": ["id", "n"]}, {**SLUG, "required": ["n", "slug"]}], {})
    assert union.schema == {"properties": {"id": STRING, "slug": STRING}, "required": ["n"]}
    assert union.words == ("`id`", "`slug`")
    assert union.narrowed == ("id", "slug")


def test_closed_alternatives_narrow_nothing():
    union = united([one | {"additionalProperties": False} for one in (ID, SLUG)], {})
    assert union.schema["additionalProperties"] is False
    assert union.narrowed == ()
    others = united([ID | {"additionalProperties": NUMBER}, SLUG], {})
    assert others.schema["properties"]["slug"] == {"anyOf": [NUMBER, STRING]}
    assert others.narrowed == ("id",)


def test_a_property_of_several_is_any_of_what_they_say():
    union = united([ID, {"properties": {"id": NUMBER}}, ID], {})
    assert union.schema == {"properties": {"id": {"anyOf": [STRING, NUMBER]}}}
    assert union.narrowed == ()


def test_what_is_known_beside_needs_no_more_words():
    union = united([ID, SLUG], {"properties": {"id": {}, "slug": {}}})
    assert (union.schema, union.narrowed) == ({}, ())


def test_groups_are_told_apart_by_what_they_require_beyond_the_rest():
    beside = {"required": ["n"]}
    groups = [{"required": ["n", "a"]}, {"required": ["b", "c", "n"]}]
    assert united(groups, beside).words == ("`a`", "`b`, `c`")
    assert united([{"properties": {"a": {}}}, {}], {}).words == ("`a`", "none of them")


def test_groups_of_equal_names_are_told_as_json():
    found = united([{"properties": {"a": STRING}}, {"properties": {"a": NUMBER}}], {})
    assert found.words == (
        '{"properties":{"a":{"type":"string"}}}',
        '{"properties":{"a":{"type":"number"}}}',
    )
    long = united([{"properties": {"a": {"enum": ["x" * 300]}}}, {"properties": {"a": {}}}], {})
    assert len(long.words[0]) == 201


def test_what_can_be_no_object_does_not_count():
    assert united([{"type": "null"}, ID], {}).schema == ID
    assert united([{"type": ["string", "null"]}], {}).schema == {}
    assert united([{"type": ["object", "null"]}, {"type": 3}], {}).schema == {
        "type": ["object", "null"]
    }
    assert united([], {}).schema == {}


def test_odd_parts_are_nothing():
    assert properties_of({"properties": 3}) == {}
    assert united([{"required": 3}, {"properties": 3}], {}).schema == {}


def test_long_lists_of_required_names_take_no_more_than_their_length():
    def unite(size):
        names = [f"p{number}" for number in range(size)]
        united([{"required": names}, {"required": names}], {})

    assert_linear(unite, 16_000)
