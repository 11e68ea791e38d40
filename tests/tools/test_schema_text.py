import json

from skillctl.settings import McpSettings
from skillctl.tools.catalog import server_tools
from skillctl.tools.schema_text import DIFF, FORMS, SENT, SERVED, schema_text
from skillctl.toolspec import ToolSpec

SCHEMA = {
    "$schema": "x",
    "type": "object",
    "properties": {"a": {"type": ["string", "null"]}, "b": {"description": "B\u200b"}},
    "anyOf": [{"required": ["a"]}, {"required": ["b"]}],
}


def offered(schema, dialect="nullable"):
    tools = [{"name": "t", "inputSchema": schema}]
    ((spec,), _) = server_tools(["s"], "s", tools, McpSettings(schema=dialect))
    return spec


def test_the_forms_are_those_of_the_command():
    assert FORMS == (SERVED, SENT, DIFF) == ("served", "sent", "diff")


def test_what_was_served_and_what_is_sent_are_json_in_their_order():
    spec = offered(SCHEMA)
    served = schema_text(spec, SERVED)
    assert json.loads(served) == SCHEMA
    assert list(json.loads(served)) == list(SCHEMA)
    assert '"B\\u200b"' in served
    sent = json.loads(schema_text(spec, SENT))
    assert sent["properties"]["a"] == {"type": "string", "nullable": True}
    assert "anyOf" not in sent


def test_a_diff_names_place_sense_and_both_sides():
    assert schema_text(offered(SCHEMA), DIFF) == (
        "exact: /$schema (bare)\n"
        '  - "x"\n'
        "exact: /properties/b/description (text)\n"
        '  - "B\\u{200B}"\n'
        '  + "B"\n'
        "loosened: /anyOf (root-combinator)\n"
        '  - [{"required":["a"]},{"required":["b"]}]\n'
        "exact: /properties/a/type (nullable)\n"
        '  - ["string","null"]\n'
        '  + {"type":"string","nullable":true}\n'
    )


def test_nothing_changed_is_said():
    words = "the schema is sent as it was served\n"
    assert schema_text(offered({"type": "object", "properties": {}}), DIFF) == words
    builtin = ToolSpec(name="x", description="", input_schema={"a": "\x1b"})
    assert schema_text(builtin, DIFF) == words
    assert json.loads(schema_text(builtin, SERVED)) == {"a": "\x1b"}


def test_what_is_unseen_is_escaped_and_the_text_stays_json():
    schema = {"description": "é\n\x7f\x9b\U000e0041\u202e", "default": "👍"}
    text = schema_text(ToolSpec(name="x", description="", input_schema=schema), SENT)
    assert json.loads(text) == schema
    assert text.isprintable() or set(text) - {"\n"} == {c for c in text if c.isprintable()}
    assert "é" in text
    assert "👍" in text


def test_a_long_side_is_cut_and_counted():
    diff = schema_text(offered({"anyOf": [{"const": "x" * 500}]}), DIFF)
    assert "… (" in diff
    assert all(len(line) < 500 for line in diff.splitlines())
