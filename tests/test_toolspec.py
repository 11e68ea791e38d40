from dataclasses import replace

from skillctl.toolspec import ToolSpec


def test_a_tool_of_our_own_is_builtin():
    assert ToolSpec(name="glob", description="", input_schema={}).source == "builtin"


def test_a_tool_of_a_server_is_named_by_its_key_and_its_raw_name():
    tool = ToolSpec(
        name="mcp__a__list_b", description="", input_schema={}, server="a", raw_name="list b"
    )
    assert tool.source == "a/list b"


def test_arguments_are_judged_by_the_schema_as_served_if_there_is_one():
    ours = ToolSpec(name="glob", description="", input_schema={"type": "object"})
    assert ours.judging_schema == {"type": "object"}
    assert replace(ours, served_schema={"title": "T"}).judging_schema == {"title": "T"}
    assert (ours.schema_changes, ours.renamed_keys) == ((), ())
