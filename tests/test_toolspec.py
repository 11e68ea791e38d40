from skillctl.toolspec import ToolSpec


def test_a_tool_of_our_own_is_builtin():
    assert ToolSpec(name="glob", description="", input_schema={}).source == "builtin"


def test_a_tool_of_a_server_is_named_by_its_key_and_its_raw_name():
    tool = ToolSpec(
        name="mcp__a__list_b", description="", input_schema={}, server="a", raw_name="list b"
    )
    assert tool.source == "a/list b"
