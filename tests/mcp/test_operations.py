import pytest

from skillctl.mcp.notes import Note
from skillctl.mcp.operations import ServerInfo, ToolList, call_tool, list_tools
from skillctl.mcp.steps import Ask, Failure
from tests.mcp.play import failure_of, play

INFO = ServerInfo(name="n", version="1", protocol="2025-11-25", instructions="", has_tools=True)


def tools(*names):
    return [{"name": name} for name in names]


def test_one_page():
    said, listed = play(list_tools(INFO), {"tools": tools("a", "b")})
    assert said == [Ask("tools/list", {}, "tools/list")]
    assert listed == ToolList(tuple(tools("a", "b")))


def test_pages_are_followed_also_with_an_empty_cursor():
    said, listed = play(
        list_tools(INFO),
        {"tools": tools("a"), "nextCursor": ""},
        {"tools": tools("b"), "nextCursor": "x"},
        {"tools": tools("c"), "nextCursor": None},
    )
    assert [step.params for step in said] == [{}, {"cursor": ""}, {"cursor": "x"}]
    assert listed == ToolList(tuple(tools("a", "b", "c")))


def test_a_cursor_that_repeats():
    _, listed = play(
        list_tools(INFO),
        {"tools": tools("a", "b"), "nextCursor": "x"},
        {"tools": tools("a", "b"), "nextCursor": "x"},
    )
    assert listed == ToolList(tuple(tools("a", "b")), ("list does not end: cursor repeats",))


def test_more_than_a_hundred_pages():
    pages = [{"tools": tools(f"t{n}"), "nextCursor": str(n)} for n in range(100)]
    said, listed = play(list_tools(INFO), *pages)
    assert len(said) == 100
    assert listed.tools == tuple(tools(*(f"t{n}" for n in range(100))))
    assert listed.notes == ("list does not end: stopped after 100 pages",)


def test_a_hundred_pages_that_end():
    pages = [{"tools": [], "nextCursor": str(n)} for n in range(99)]
    assert play(list_tools(INFO), *pages, {"tools": tools("a")})[1] == ToolList(tuple(tools("a")))


def test_more_than_2000_tools():
    exactly = {"tools": tools(*(f"t{n}" for n in range(2000)))}
    assert play(list_tools(INFO), exactly)[1].notes == ()
    more = {"tools": tools(*(f"t{n}" for n in range(2001))), "nextCursor": "x"}
    _, listed = play(list_tools(INFO), more)
    assert len(listed.tools) == 2000
    assert listed.notes == ("more than 2000 tools; the first 2000 are kept",)


@pytest.mark.parametrize(
    ("page", "words"),
    [
        ({}, "`tools` in the answer to tools/list is missing or null"),
        ({"tools": None}, "`tools` in the answer to tools/list is missing or null"),
        ({"tools": "x"}, '`tools` in the answer to tools/list is "x"'),
        ([1], "the result in the answer to tools/list is [1]"),
    ],
)
def test_a_page_without_a_list_is_no_tools(page, words):
    assert play(list_tools(INFO), page)[1] == ToolList((), (f"{words}; read as no tools",))


def test_a_cursor_that_is_no_string_ends_the_list():
    _, listed = play(list_tools(INFO), {"tools": tools("a"), "nextCursor": 5})
    assert listed == ToolList(
        tuple(tools("a")), ("nextCursor is 5, no string; the list ends there",)
    )


def test_unknown_method_is_no_tools_only_where_none_were_claimed():
    unknown = Failure("rpc", "Method not found", -32601)
    silent = ServerInfo(
        name="n", version="1", protocol="2025-11-25", instructions="", has_tools=False
    )
    assert play(list_tools(silent), unknown)[1] == ToolList(())
    words = "refused tools/list: MCP error -32601: Method not found"
    assert failure_of(list_tools(INFO), unknown) == Failure("protocol", words, -32601)
    words = "refused tools/list: MCP error -32603: broken"
    assert failure_of(list_tools(silent), Failure("rpc", "broken", -32603)).text == words
    gone = Failure("exited", "exited with code 3 (tools/list)")
    assert failure_of(list_tools(INFO), gone) == gone


def test_a_call():
    said, result = play(call_tool("t", {"a": 1}), {"content": []})
    assert said == [
        Ask("tools/call", {"name": "t", "arguments": {"a": 1}}, "tools/call t", progress=True)
    ]
    assert result == {"content": []}


def test_a_result_that_is_no_object_is_kept():
    said, result = play(call_tool("t", {}), [1, 2])
    assert result == {"content": [], "structuredContent": [1, 2]}
    assert said[1] == Note("the result of tools/call t is no object", "[1, 2]")


@pytest.mark.parametrize(
    ("content", "notes"),
    [
        ([{"type": kind} for kind in ("text", "image", "audio", "resource", "resource_link")], []),
        ([], []),
        ("words", [Note("content", 'tools/call t: "words"')]),
        (None, [Note("content", "tools/call t: missing or null")]),
        ([{"type": "hologram"}, {"type": ["text"]}, "x", {}], [
            Note("block", 'tools/call t: "hologram"'),
            Note("block", 'tools/call t: ["text"]'),
            Note("block", 'tools/call t: "x"'),
            Note("block", "tools/call t: missing or null"),
        ]),
    ],
)  # fmt: skip
def test_what_is_odd_in_a_result_is_kept_and_noted(content, notes):
    said, result = play(call_tool("t", {}), {"content": content})
    assert result == {"content": content}
    assert said[1:] == notes


@pytest.mark.parametrize("kind", [{}, {"resultType": "complete"}])
def test_a_result_without_a_type_is_complete(kind):
    said, result = play(call_tool("t", {}), {"content": [], **kind})
    assert (len(said), result) == (1, {"content": [], **kind})


def test_a_result_that_asks_for_input_is_an_error_of_the_tool():
    asks = {
        "resultType": "input_required",
        "inputRequests": {"name": {"method": "elicitation/create", "params": {}}},
        "requestState": "opaque",
    }
    _, result = play(call_tool("t", {}), asks)
    words = "the server asks for input (elicitation/create); not supported in this run"
    assert result == {"content": [{"type": "text", "text": words}], "isError": True}


@pytest.mark.parametrize(
    ("kind", "shown"), [("task", '"task"'), (7, "7"), (None, "missing or nul")]
)
def test_a_result_of_another_type_is_kept_and_noted(kind, shown):
    said, result = play(call_tool("t", {}), {"content": [], "resultType": kind})
    assert result == {"content": [], "resultType": kind}
    (note,) = (step for step in said if isinstance(step, Note))
    assert note.kind == "the result of tools/call t is of an unknown resultType"
    assert note.detail.startswith(shown)
