import pytest

from skillctl.fakes.file import check_fake
from skillctl.source.file import decode

TOOL = """schema = "skillctl.fake/1"
[[tool]]
name = "t"
SCHEMA
[[tool.reply]]
MATCH
text = "a"
"""
CITY = "input_schema = { type = 'object', properties = { city = {} } }"


def found(match, schema=CITY):
    text = TOOL.replace("SCHEMA", schema).replace("MATCH", match)
    source = decode("f.toml", text.encode())
    return [(f.code, f.message, f.advice, f.field, str(f.location)) for f in check_fake(source)]


NAMED = ("when = { city = 1 }", "when_regex = { city = 'x' }", "when_missing = 'ctiy'")


@pytest.mark.parametrize("match", [*NAMED, "when_call = 1", "default = true"])
def test_arguments_that_the_tool_has(match):
    assert found(match) == []


@pytest.mark.parametrize(("key", "column"), [("when", 10), ("when_regex", 16)])
def test_a_misspelt_argument(key, column):
    assert found(f"{key} = {{ ctiy = 'x' }}") == [
        (
            "FK103",
            '"t" has no argument "ctiy"',
            'did you mean "city"?',
            f"/tool/0/reply/0/{key}/ctiy",
            f"f.toml:6:{column}",
        )
    ]


def test_nothing_like_it():
    assert found("when = { xyz = 1 }")[0][2] == "its arguments: city"
    none = "input_schema = { type = 'object', properties = {} }"
    assert found("when = { xyz = 1 }", none)[0][2] == "its arguments: none"


@pytest.mark.parametrize(
    "schema",
    [
        "",
        "input_schema = { type = 'object' }",
        "input_schema = { type = 'object', properties = {}, patternProperties = { x = {} } }",
        "input_schema = { type = 'object', properties = {}, anyOf = [{ required = ['x'] }] }",
    ],
)
def test_schemas_that_may_have_further_arguments(schema):
    assert found("when = { x = 1 }", schema) == []


def test_a_closed_schema_is_another_finding():
    closed = CITY.replace("properties =", "additionalProperties = false, properties =")
    assert [code for code, *_ in found("when = { x = 1 }", closed)] == ["FK006"]


def test_a_raw_definition_is_not_judged():
    text = TOOL.replace(
        'name = "t"', "definition = { name = 't', inputSchema = { properties = {} } }"
    )
    text = text.replace("SCHEMA", "").replace("MATCH", "when = { x = 1 }")
    assert check_fake(decode("f.toml", text.encode())) == ()
