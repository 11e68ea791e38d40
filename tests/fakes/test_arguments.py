import pytest

from skillctl.fakes.arguments import Judge, NotJudged, judge

CITY = {
    "type": "object",
    "required": ["city"],
    "additionalProperties": False,
    "properties": {"city": {"type": "string"}, "days": {"type": "integer"}},
}


def test_what_fits():
    assert Judge(CITY).misfits({"city": "Oslo", "days": 2}) == []


def test_each_misfit_has_its_place():
    assert Judge(CITY).misfits({"city": 5}) == ["$.city: 5 is not of type 'string'"]
    (line,) = Judge(CITY).misfits({})
    assert line.startswith("$: 'city' is")


def test_five_lines_at_most():
    many = {f"k{n}": 1 for n in range(9)}
    schema = {"properties": {name: {"type": "string"} for name in many}}
    assert len(Judge(schema).misfits(many)) == 5


def test_a_judge_judges_again():
    judge = Judge(CITY)
    assert [bool(judge.misfits(a)) for a in ({}, {"city": "a"}, {})] == [True, False, True]


def test_an_older_draft_is_honoured():
    schema = {
        "$schema": "http://json-schema.org/draft-04/schema#",
        "properties": {"a": {"minimum": 0, "exclusiveMinimum": True}},
    }
    assert len(Judge(schema).misfits({"a": 0})) == 1


def test_references_inside_the_schema_are_followed():
    schema = {"$defs": {"n": {"type": "number"}}, "properties": {"a": {"$ref": "#/$defs/n"}}}
    assert len(Judge(schema).misfits({"a": "x"})) == 1


@pytest.mark.parametrize(
    ("schema", "words"),
    [
        ({"type": "objekt"}, "$.type: 'objekt' is not valid"),
        ({"$ref": "http://example.test/x"}, "http://example.test/x"),
        ({"$ref": "#/nowhere"}, "/nowhere"),
        ({"$ref": "#"}, "without an end"),
        ({"$schema": 5}, ""),
        ({"x": 5, "$ref": "#/x/0/a"}, ""),
        ({"properties": {"a": {"multipleOf": 0.1}}}, "too large"),
    ],
)
def test_a_broken_schema_judges_nothing_and_says_why(schema, words):
    with pytest.raises(NotJudged) as caught:
        Judge(schema).misfits({"a": 10**400})
    assert words in str(caught.value)


def test_a_judge_of_a_schema_is_kept():
    assert judge('{"required":["a"]}') is judge('{"required":["a"]}')
    assert judge('{"required":["a"]}').misfits({"a": 1}) == []


@pytest.mark.parametrize("keyword", ["if", "not"])
def test_a_schema_without_an_end_is_said_wherever_the_stack_ends(keyword):
    inner = {keyword: {"$ref": "#"}}
    for _ in range(12):
        inner = {"allOf": [inner]}
        with pytest.raises(NotJudged, match="refers to itself without an end"):
            Judge({"type": "object", "allOf": [inner]}).misfits({"a": 1})


@pytest.mark.parametrize(
    "schema",
    [
        {"properties": {"a": {"pattern": "(a+)+$"}}},
        {"patternProperties": {"(a|a)*$": {}}},
        {"allOf": [{"items": {"pattern": "(a*)*$"}}]},
    ],
)
def test_a_pattern_that_could_take_for_ever_is_never_tried(schema):
    with pytest.raises(NotJudged, match="could take for ever"):
        Judge(schema).misfits({"a": "a" * 60 + "!"})


def test_other_patterns_are_tried():
    schema = {"properties": {"a": {"pattern": "^a+$"}, "pattern": {"type": "string"}}}
    (line,) = Judge(schema).misfits({"a": "b", "pattern": "x"})
    assert line.startswith("$.a: ")
