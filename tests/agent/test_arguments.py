import json
import time
from dataclasses import replace

import pytest

from skillctl.agent.arguments import as_value, check_arguments
from skillctl.agent.base import READ_FILE
from skillctl.toolspec import RenamedKey, ToolSpec
from tests.timing import SOON


def tool(**schema):
    return ToolSpec(name="get", description="", input_schema=schema)


CITY = tool(type="object", properties={"city": {"type": "string"}}, required=["city"])


def test_valid_arguments_come_as_values_in_their_order():
    checked = check_arguments(READ_FILE, '{"path": "a", "limit": 5}')
    assert (list(checked.values.items()), checked.problems) == ([("path", "a"), ("limit", 5)], ())


@pytest.mark.parametrize("text", ["", "  \n"])
def test_no_text_counts_as_no_arguments(text):
    assert check_arguments(tool(type="object"), text).problems == ()
    assert check_arguments(CITY, text).problems == ("$.city: missing",)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ('{"city": 3}', "$.city: expected string, got number"),
        ("[]", "$: expected object, got array"),
        ('"{}"', "$: expected object, got string"),
        ("null", "$: expected object, got null"),
        ('{"city": "a", "city": "b"}', '$: key "city" stands twice'),
        ('{"city": "a", "x": {"y": 1, "y": 1}}', '$: key "y" stands twice'),
        ('{"city": NaN}', "$: NaN is not JSON"),
        ('{"city": -Infinity}', "$: -Infinity is not JSON"),
        ('{"city": 1e999}', "$: 1e999 is more than a number can hold"),
        ("[" * 100_000, "$: nested deeper than 100"),
    ],
)
def test_what_is_wrong_is_said_with_its_path(text, problem):
    assert check_arguments(CITY, text).problems == (problem,)


@pytest.mark.parametrize("text", ['{"city": "a"', "{'city': 1}", "{} {}"])
def test_what_is_no_json_is_said(text):
    (problem,) = check_arguments(CITY, text).problems
    assert problem.startswith("$: arguments are not valid JSON: ")


def test_five_lines_at_most_and_the_number_of_the_others():
    names = [f"p{n}" for n in range(7)]
    problems = check_arguments(tool(required=names), "{}").problems
    assert problems == (*(f"$.p{n}: missing" for n in range(5)), "(2 more)")


@pytest.mark.parametrize(
    "schema",
    [
        {"$schema": "urn:unknown"},
        {"$ref": "https://example.com/schema.json"},
        {"type": "strng"},
        {"properties": {"city": {"minimum": "three"}}},
        {"$ref": "#"},
    ],
    ids=["draft", "remote", "type", "value", "circle"],
)
def test_a_schema_that_cannot_be_applied_is_named_and_required_still_counts(schema):
    spec = tool(**schema, required=["city"])
    checked = check_arguments(spec, '{"city": 3}')
    assert checked.problems == ()
    assert len(checked.notes) == 1
    assert checked.notes[0].startswith("tool get: its schema cannot be applied (")
    assert check_arguments(spec, "{}").problems == ("$.city: missing",)


def test_without_its_schema_the_types_of_properties_still_count():
    kinds = {"a": "string", "b": "integer", "c": "integer", "d": "null", "e": "odd", "f": ["x"]}
    properties = {name: {"type": kind} for name, kind in kinds.items()}
    spec = tool(**{"$schema": "urn:unknown"}, properties=properties)
    text = '{"a": 1, "b": 1.5, "c": 1.0, "d": null, "e": 1, "f": 1, "g": 1}'
    assert check_arguments(spec, text).problems == (
        "$.a: expected string, got number",
        "$.b: expected integer, got number",
    )


def doubled(word, *, depth=40):
    """A chain of definitions, each of which holds the next one twice."""
    chain = {
        f"d{n}": {word: [{"$ref": f"#/$defs/d{n + 1}"}, {"$ref": f"#/$defs/d{n + 1}"}]}
        for n in range(depth)
    }
    return {"$ref": "#/$defs/d0", "$defs": {**chain, f"d{depth}": {"type": "object"}}}


@pytest.mark.parametrize(
    "schema",
    [
        {"required": [{"a": 1}, None, 5]},
        {"properties": 5, "required": "abc"},
        {"properties": {"a": 5}},
        {"type": {"a": 1}},
        {"properties": {"a": {"multipleOf": 1e-300, "minimum": 10**400}}},
        {"properties": {"a": {"pattern": "(" * 5000}}},
        {"properties": {"a": {"pattern": 5}}},
        doubled("allOf"),
        doubled("oneOf"),
        {"unevaluatedProperties": False, **doubled("allOf")},
    ],
)
def test_no_schema_breaks_or_hangs_the_check(schema):
    started = time.process_time()
    for text in ('{"a": 1}', '{"a": "a"}', "{}"):
        assert check_arguments(tool(**schema), text).values is not None
    assert time.process_time() - started < 2 * SOON


def test_an_inner_dialect_does_not_get_around_the_bounds():
    draft = {"$schema": "http://json-schema.org/draft-07/schema#"}
    inner = {**draft, "pattern": "^(a+)+$"}
    spec = tool(**draft, properties={"a": inner, "$schema": {"type": "string"}})
    checked = check_arguments(spec, json.dumps({"a": "a" * 40 + "b", "$schema": "x"}))
    assert checked.problems == ()
    assert "was not checked" in checked.notes[0]


def test_a_skipped_pattern_is_noted_once():
    spec = tool(items={}, properties={"a": {"items": {"pattern": "(a+)+"}}})
    checked = check_arguments(spec, '{"a": ["x", "y"]}')
    assert checked.problems == ()
    assert checked.notes == ('tool get: pattern "(a+)+" was not checked: it could take too long',)


@pytest.mark.parametrize("text", ["{", '{"a":1,"a":2}', '{"a":NaN}', "[" * 200_000])
def test_what_no_tool_gets_stays_text(text):
    assert as_value(text) == text


@pytest.mark.parametrize(("text", "value"), [("", {}), ('{"a":1}', {"a": 1}), ("[1]", [1])])
def test_arguments_as_a_value(text, value):
    assert as_value(text) == value


def test_the_schema_as_served_judges_and_its_dialect_is_honoured():
    served = {
        "$schema": "http://json-schema.org/draft-04/schema#",
        "properties": {"n": {"minimum": 0, "exclusiveMinimum": True}},
    }
    loose = replace(tool(type="object"), served_schema=served)
    assert check_arguments(loose, '{"n": 1}').problems == ()
    assert len(check_arguments(loose, '{"n": 0}').problems) == 1
    assert check_arguments(tool(type="object"), '{"n": 0}').problems == ()


def test_renamed_parameters_get_the_names_of_the_server_back():
    served = {"properties": {"uids[]": {"type": "array"}}, "required": ["uids[]"]}
    renamed = (RenamedKey((), "uids___1", "uids[]"),)
    spec = replace(tool(type="object"), served_schema=served, renamed_keys=renamed)
    assert check_arguments(spec, '{"uids___1": [1]}').values == {"uids[]": [1]}
    assert check_arguments(spec, '{"uids[]": [1]}').values == {"uids[]": [1]}
    missing, known_as = check_arguments(spec, "{}").problems
    assert missing == "$['uids[]']: missing"
    assert known_as == '("uids[]" is the parameter uids___1)'
