import json

import pytest

from skillctl.agent.base import BUILTIN_TOOLS
from skillctl.agent.tool_schema import SchemaView, schema_text
from skillctl.policy.redaction import Redactor
from skillctl.toolspec import SchemaChange
from tests.agent.views import tool

NOBODY = Redactor({})
SERVED = {"$schema": "http://x", "type": "object", "properties": {"b": {"type": "string"}, "a": {}}}
SENT = {"type": "object", "properties": {"b": {"type": "string"}, "a": {}}}
CHANGES = (
    SchemaChange("/$schema", "top-schema", "exact", '"http://x"', None),
    SchemaChange("/properties/a/items", "array-items", "exact", None, "{}"),
    SchemaChange("/properties/b/type", "nullable", "narrowed", '["string","null"]', '"string"'),
    SchemaChange("", "root-type", "exact", "1", "2"),
)
TOOL = tool(input_schema=SENT, served_schema=SERVED, schema_changes=CHANGES)


@pytest.mark.parametrize(("which", "schema"), [("served", SERVED), ("sent", SENT)])
def test_a_form_is_json_in_its_own_order(which, schema):
    text = schema_text(TOOL, SchemaView(which), NOBODY)
    assert text == json.dumps(schema, indent=2) + "\n"


def test_a_diff_has_a_line_per_change_with_its_rule():
    assert schema_text(TOOL, SchemaView.DIFF, NOBODY).splitlines() == [
        '/$schema: removed "http://x"  [top-schema, exact]',
        "/properties/a/items: added {}  [array-items, exact]",
        '/properties/b/type: ["string","null"] -> "string"  [nullable, narrowed]',
        "(top): 1 -> 2  [root-type, exact]",
    ]


def test_nothing_changed():
    same = tool(input_schema=SENT, served_schema=SENT)
    assert schema_text(same, SchemaView.DIFF, NOBODY) == "sent as served: nothing is changed\n"


def test_what_a_server_did_not_send_is_null():
    assert schema_text(tool(served_schema=None), SchemaView.SERVED, NOBODY) == "null\n"


@pytest.mark.parametrize("which", [SchemaView.SERVED, SchemaView.SENT])
def test_our_own_tools_are_served_as_they_are_sent(which):
    (first, *_) = BUILTIN_TOOLS
    assert json.loads(schema_text(first, which, NOBODY)) == first.input_schema


def test_no_form_tells_a_secret():
    secret = Redactor({"KEY": "canary-1"})
    schema = {"properties": {"canary-1": {"default": "x canary-1"}}}
    changes = (SchemaChange("/properties/canary-1", "r", "exact", '"canary-1"', None),)
    one = tool(input_schema=schema, served_schema=schema, schema_changes=changes)
    for which in SchemaView:
        text = schema_text(one, which, secret)
        assert "canary-1" not in text
        assert "[redacted:KEY]" in text


def test_a_value_is_one_line_and_a_long_one_is_cut_with_its_length():
    changes = (SchemaChange("/a\nb\x1b", "r", "exact", json.dumps("x" * 298), '"\u202e\n"'),)
    (line,) = schema_text(tool(schema_changes=changes), SchemaView.DIFF, NOBODY).splitlines()
    assert line == (f'/a\\nb\\x1b: "{"x" * 159}… (300 characters) -> "\\u{{202E}}\\n"  [r, exact]')


def test_what_nobody_would_see_is_escaped_and_the_value_stays():
    schema = {"a\u200b": "\x7f\u202e\U000e0041 天気 é\n", "\ud800": "\u2028"}
    text = schema_text(tool(served_schema=schema), SchemaView.SERVED, NOBODY)
    assert json.loads(text) == schema
    assert all(character.isprintable() or character == "\n" for character in text)
    assert r"\u007f\u202e\udb40\udc41 天気 é\n" in text
