import json
import random
from hashlib import sha256

import pytest

from skillctl.settings import McpSettings
from skillctl.tools.catalog import server_tools, tool_digest, unusable_names

OBJECT = {"type": "object", "properties": {}}


def listed(*tools, key="s", keys=("s",)):
    return server_tools(keys, key, tools)


def only(tool):
    (spec,), notes = listed(tool)
    return spec, notes


def test_a_tool_as_served():
    served = {
        "name": "get.it",
        "title": "Get",
        "description": "Gets <b>it</b>",
        "inputSchema": {"required": ["b", "a"], "type": "object", "$schema": "x"},
        "outputSchema": {"type": "string"},
        "annotations": {"readOnlyHint": True, "title": "T"},
    }
    spec, notes = only(served)
    assert notes == ()
    assert (spec.name, spec.server, spec.raw_name) == ("mcp__s__get_it", "s", "get.it")
    assert spec.description == "Gets <b>it</b>"
    assert list(spec.input_schema) == ["required", "type"]
    assert spec.input_schema["required"] == ["b", "a"]
    assert spec.output_schema == {"type": "string"}
    assert spec.annotations == {"readOnlyHint": True, "title": "T"}
    assert (spec.read_only, spec.destructive) == (True, False)
    assert spec.source == "s/get.it"


def test_the_digest_is_over_the_defining_members_as_served():
    served = {
        "name": "a",
        "title": "not part of it",
        "inputSchema": {"type": "object", "$schema": "x"},
        "annotations": {"readOnlyHint": True},
    }
    text = (
        '{"annotations":{"readOnlyHint":true},'
        '"inputSchema":{"$schema":"x","type":"object"},"name":"a"}'
    )
    assert only(served)[0].digest == sha256(text.encode()).hexdigest()


def test_large_integers_do_not_cost_the_tool_its_digest():
    schema = {"properties": {"n": {"maximum": 2**63}}}
    first, second = (
        {"name": "a", "inputSchema": schema},
        {"inputSchema": {"properties": {"n": {"maximum": 2**63 - 1}}}, "name": "a"},
    )
    assert tool_digest(first) == tool_digest(dict(reversed(first.items())))
    assert tool_digest(first) != tool_digest(second)


@pytest.mark.parametrize("missing", [{}, {"inputSchema": None}])
def test_no_schema_is_the_empty_object_schema(missing):
    spec, notes = only({"name": "a", "description": "A", **missing})
    assert spec.input_schema == OBJECT
    assert notes == ()


@pytest.mark.parametrize(
    ("tool", "words"),
    [
        ("text", "tools/1 is left out: expected an object, got string"),
        (None, "tools/1 is left out: expected an object, got null"),
        ({}, "tools/1 is left out: it has no name (expected a string, got null)"),
        ({"name": 3}, "tools/1 is left out: it has no name (expected a string, got number)"),
        ({"name": ""}, "tools/1 is left out: it has no name (expected a string, it is empty)"),
        (
            {"name": "bad\x1b", "inputSchema": "x"},
            'tool "bad\\x1b" is left out: /inputSchema: expected an object, got string',
        ),
        (
            {"name": "bad", "inputSchema": {"properties": {"p\u202e": "x"}}},
            (
                'tool "bad" is left out: /inputSchema/properties/p\\u{202E}: '
                "expected an object or a boolean, got string"
            ),
        ),
    ],
)
def test_one_bad_tool_is_left_out_and_the_others_stay(tool, words):
    specs, notes = listed({"name": "a"}, tool, {"name": "b"})
    assert [spec.raw_name for spec in specs] == ["a", "b"]
    assert notes == (f'server "s": {words}',)


@pytest.mark.parametrize(
    ("part", "words"),
    [
        ({"annotations": "x"}, "/annotations dropped: expected an object, got string"),
        (
            {"annotations": {"readOnlyHint": "true"}},
            "/annotations/readOnlyHint dropped: expected a boolean, got string",
        ),
        ({"outputSchema": []}, "/outputSchema dropped: expected an object, got array"),
        ({"description": 5}, "/description dropped: expected a string, got number"),
        ({"title": {}}, "/title dropped: expected a string, got object"),
    ],
)
def test_a_bad_part_beside_the_input_is_dropped_and_the_tool_kept(part, words):
    spec, notes = only({"name": "a", **part})
    assert notes == (f'server "s": tool "a": {words}',)
    assert (spec.read_only, spec.output_schema) == (False, None)
    assert "readOnlyHint" not in spec.annotations


@pytest.mark.parametrize(
    ("words", "wanted"),
    [
        ({"description": "D", "title": "T"}, "D"),
        ({"description": "", "title": "T"}, "T"),
        ({"annotations": {"title": "A"}}, "A"),
        ({"annotations": {"title": 3}}, "raw.name"),
        ({}, "raw.name"),
    ],
)
def test_without_description_the_title_or_the_name_stands_in(words, wanted):
    assert only({"name": "raw.name", **words})[0].description == wanted


def test_hidden_text_is_removed_and_counted():
    spec, notes = only(
        {
            "name": "a",
            "description": "Adds.\u200b\U000e0041",
            "inputSchema": {"properties": {"x": {"description": "An\x07 x"}}},
        }
    )
    assert spec.description == "Adds."
    assert spec.input_schema == {"properties": {"x": {"description": "An x"}}}
    assert notes == (
        'server "s": tool "a": 3 control or invisible characters were removed from its text',
    )


def test_the_same_tool_twice_is_one_if_equal():
    specs, notes = listed(
        {"name": "a", "inputSchema": {"type": "object", "title": "t"}},
        {"inputSchema": {"title": "t", "type": "object"}, "name": "a"},
        {"name": "b"},
    )
    assert [spec.raw_name for spec in specs] == ["a", "b"]
    assert notes == ('server "s": tool "a" is listed 2 times, always equal',)


def test_the_same_tool_twice_and_different_is_left_out_with_the_places():
    specs, notes = listed(
        {"name": "a", "inputSchema": {"properties": {"x": {"minimum": 1}}}, "title": "T"},
        {"name": "a", "inputSchema": {"properties": {"x": {"minimum": True}, "y": {}}}},
        {"name": "b"},
    )
    assert [spec.raw_name for spec in specs] == ["b"]
    assert notes == (
        (
            'server "s": tool "a" is left out: it is listed 2 times with different definitions '
            "(they differ at /inputSchema/properties/x/minimum, /inputSchema/properties/y, /title)"
        ),
    )


def test_many_differences_are_counted():
    tools = [{"name": "a", "x": [n] * 8} for n in (1, 2)]
    assert listed(*tools)[1][0].endswith("(they differ at /x/0, /x/1, /x/2, /x/3, /x/4 and 3 more)")
    assert "(they differ at /x)" in listed({"name": "a", "x": [1]}, {"name": "a", "x": []})[1][0]


def test_order_is_by_raw_name_and_does_not_depend_on_the_order_served():
    tools = [{"name": name} for name in ("b", "Z", "a", "é", "a.b", "a b", "\U0001f600")]
    wanted, notes = listed(*tools)
    assert [s.raw_name for s in wanted] == ["Z", "a", "a b", "a.b", "b", "é", "\U0001f600"]
    for seed in range(10):
        random.Random(seed).shuffle(tools)
        assert listed(*tools) == (wanted, notes)


def test_hashed_names_are_listed():
    _, notes = listed({"name": "list.all"}, {"name": "list all"}, key="notes", keys=["notes"])
    assert notes == (
        (
            'server "notes": names shortened or told apart by a hash: '
            '"list all" is mcp__notes__list_all_72d5164b, '
            '"list.all" is mcp__notes__list_all_cb8405a0'
        ),
    )


def test_a_left_out_tool_still_counts_for_the_names_of_the_others():
    specs, _ = listed({"name": "a.b", "inputSchema": 3}, {"name": "a b"})
    assert specs[0].name.startswith("mcp__s__a_b_")


def test_real_definitions_pass_untouched(shared):
    """The definitions of the corpus are good ones: none may be lost, nothing but $schema goes."""
    seen = 0
    for path in sorted((shared / "corpus-tools").rglob("*.json")):
        content = json.loads(path.read_text())
        tools = content.get("tools") if isinstance(content, dict) else content
        for tool in tools if isinstance(tools, list) else [content]:
            if not isinstance(tool, dict) or "name" not in tool:
                continue
            (spec,), _ = server_tools(["s"], "s", [tool])
            served = tool.get("inputSchema") or OBJECT
            wanted = {key: value for key, value in served.items() if key != "$schema"}
            assert json.dumps(spec.input_schema) == json.dumps(wanted), path
            seen += 1
    assert seen >= 100


def test_names_and_order_of_keys_follow_the_settings():
    served = {"name": "get", "inputSchema": {"required": ["b", "a"], "properties": {}}}
    mcp = McpSettings(naming="single", schema_keys="sorted")
    (spec,), notes = server_tools(["s"], "s", [served], mcp)
    assert spec.name == "mcp_s_get"
    assert json.dumps(spec.input_schema) == '{"properties": {}, "required": ["a", "b"]}'
    assert notes == ()
    assert spec.digest == tool_digest(served)


def test_hashed_names_are_listed_in_single_naming():
    _, notes = server_tools(["a", "a_b"], "a", [{"name": "x"}], McpSettings(naming="single"))
    assert notes[0].startswith(
        'server "a": names shortened or told apart by a hash: "x" is mcp_a_x_'
    )


def in_dialect(*schemas, dialect):
    tools = [{"name": f"t{n}", "inputSchema": schema} for n, schema in enumerate(schemas)]
    specs, notes = server_tools(["s"], "s", tools, McpSettings(schema=dialect))
    return specs, notes


def test_renamed_properties_are_kept_for_the_call():
    (spec,), _ = in_dialect({"properties": {"a$": {}}}, dialect="anthropic")
    ((key,),) = (spec.renamed_keys,)
    assert (key.raw, key.path) == ("a$", ())
    assert list(spec.input_schema["properties"]) == [key.sent]


def test_a_tool_that_a_dialect_cannot_say_is_left_out_with_the_pointer():
    specs, notes = in_dialect(
        {"properties": {"x": {"$ref": "#/$defs/none"}}}, OBJECT, dialect="openai"
    )
    assert [spec.raw_name for spec in specs] == ["t1"]
    assert notes == (
        (
            'server "s": tool "t0" is left out: '
            "/inputSchema/properties/x/$ref: unresolvable #/$defs/none"
        ),
    )


def test_a_bad_output_schema_never_touches_the_input_side():
    served = {"name": "a", "inputSchema": OBJECT, "outputSchema": {"$ref": "#/none"}}
    (spec,), notes = server_tools(["s"], "s", [served], McpSettings(schema="openai"))
    assert (spec.input_schema, notes) == (OBJECT, ())


def test_names_that_came_to_no_tool():
    tools = [{"name": "a"}, {"name": "b", "inputSchema": 3}, {"name": "b"}, {"name": 3}, 4, {}]
    specs, _ = listed(*tools)
    assert unusable_names(tools, specs) == ("b",)
