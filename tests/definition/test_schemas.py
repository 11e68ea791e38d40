import json

import pytest

from skillctl.definition.schemas import schema_flaws

GOOD = {"type": "object", "properties": {"city": {"type": "string"}}}
DRAFT_7 = "http://json-schema.org/draft-07/schema#"


def found(input_schema, **more):
    flaws = schema_flaws({"name": "t", "inputSchema": input_schema, **more})
    return [(flaw.path, flaw.message) for flaw in flaws]


@pytest.mark.parametrize(
    ("schema", "expected"),
    [
        (3, [("/inputSchema", "expected an object, got number")]),
        (None, [("/inputSchema", "expected an object, got null")]),
        ({}, [("/inputSchema", '"type" at the root is missing')]),
        ({"type": "string"}, [("/inputSchema/type", '"type" at the root is "string"')]),
        ({"type": ["object", "null"]},
         [("/inputSchema/type", '"type" at the root is ["object", "null"]')]),
        (GOOD | {"properties": {"a/b": {"type": "strin"}}},
         [("/inputSchema/properties/a~1b/type", '"strin" is no type of JSON Schema')]),
        (GOOD | {"required": "city"},
         [("/inputSchema/required", '"required" is "city", no array')]),
        (GOOD | {"properties": []}, [("/inputSchema/properties", '"properties" is [], no object')]),
        (GOOD | {"properties": {"n": {"minLength": -1}}},
         [("/inputSchema/properties/n/minLength",
           '"minLength" is -1, which JSON Schema does not allow')]),
        (GOOD | {"properties": {"n": 4}},
         [("/inputSchema/properties/n", '"n" is 4, no object or boolean')]),
    ],
)  # fmt: skip
def test_flaws(schema, expected):
    assert found(schema) == expected


def test_no_input_schema_at_all():
    (flaw,) = schema_flaws({"name": "t"})
    assert (flaw.path, flaw.message) == ("/inputSchema", "inputSchema is missing")


def test_an_output_schema_is_judged_but_not_demanded():
    assert found(GOOD, outputSchema=GOOD) == found(GOOD, outputSchema=None) == found(GOOD) == []
    assert found(GOOD, outputSchema={"type": "array"}) == [
        ("/outputSchema/type", '"type" at the root is "array"')
    ]


def test_a_draft_that_a_schema_names_counts():
    """`items` as a list is right in draft 7 and wrong in 2020-12."""
    pair = {"properties": {"a": {"type": "array", "items": [{"type": "string"}]}}}
    assert found(GOOD | pair | {"$schema": DRAFT_7}) == []
    assert [path for path, _ in found(GOOD | pair)] == ["/inputSchema/properties/a/items"]
    assert found(GOOD | {"$schema": "https://example.test/mine"}) == []
    assert found(GOOD | {"$schema": "http://["}) == []
    assert found(GOOD | {"$schema": []}) == [("/inputSchema/$schema", '"$schema" is [], no string')]


def test_a_schema_without_an_end():
    deep = {"type": "string"}
    for _ in range(3000):
        deep = {"not": deep}
    assert ("/inputSchema", "the schema is nested too deeply") in found(GOOD | deep)


def test_a_flood_of_flaws_is_bounded():
    many = {f"p{n}": {"type": "x" * 100} for n in range(500)}
    flaws = found(GOOD | {"properties": many})
    assert len(flaws) == 20
    assert flaws[0][1] == f'"{"x" * 59}… is no type of JSON Schema'


def test_published_definitions_are_right(shared):
    for path in sorted((shared / "corpus-tools").rglob("*.json")):
        document = json.loads(path.read_text())
        for tool in document.get("tools", [document]) if isinstance(document, dict) else document:
            assert list(schema_flaws(tool)) == [], path.name
