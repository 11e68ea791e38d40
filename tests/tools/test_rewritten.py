from skillctl.settings import McpSettings
from skillctl.tools.catalog import server_tools

OBJECT = {"type": "object", "properties": {}}


def rewritten(*schemas, dialect):
    tools = [{"name": f"t{n}", "inputSchema": schema} for n, schema in enumerate(schemas)]
    specs, notes = server_tools(["s"], "s", tools, McpSettings(schema=dialect))
    return specs, notes


MAYBE = {"$schema": "x", "properties": {"a": {"type": ["string", "null"]}}}
EITHER = {"type": "object", "properties": {}, "anyOf": [{"required": ["a"]}, {"required": ["b"]}]}


def test_changes_of_schemas_are_counted_and_the_inexact_ones_named():
    specs, notes = rewritten(MAYBE, EITHER, OBJECT, dialect="nullable")
    assert notes == (
        (
            'server "s": schemas of 2 tools are sent in the dialect nullable, changes: '
            '2 exact, 1 loosened ("t1" /anyOf); see skillctl tools NAME --schema diff'
        ),
    )
    assert specs[0].served_schema == MAYBE
    assert specs[0].input_schema["properties"]["a"] == {"type": "string", "nullable": True}
    assert [change.rule for change in specs[0].schema_changes] == [
        *("top-schema", "root-object", "nullable")
    ]
    assert specs[2].schema_changes == ()


def test_many_inexact_changes_are_counted_and_one_tool_is_one():
    _, notes = rewritten(*[EITHER] * 7, dialect="openai")
    assert notes[0].endswith('"t4" /anyOf and 2 more); see skillctl tools NAME --schema diff')
    _, notes = rewritten({}, dialect="openai")
    assert "schemas of 1 tool are sent in the dialect openai, changes: 2 exact;" in notes[0]


def test_as_served_says_nothing_of_schemas():
    specs, notes = rewritten(MAYBE, EITHER, dialect="raw")
    assert notes == ()
    assert [change.rule for change in specs[0].schema_changes] == ["top-schema"]
