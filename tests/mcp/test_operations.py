import pytest

from skillctl.mcp.notes import Note
from skillctl.mcp.operations import ServerInfo, ToolList, call_tool, connect, list_tools
from skillctl.mcp.steps import Ask, Failed, Failure, Tell
from skillctl.version import VERSION

INFO = ServerInfo(name="n", version="1", protocol="2025-11-25", instructions="", has_tools=True)


def play(steps, *answers):
    """Drive an operation with answers (a Failure is thrown); what it yielded, and its value."""
    said, pending = [], list(answers)
    try:
        step = next(steps)
        while True:
            said.append(step)
            answer = pending.pop(0) if isinstance(step, Ask) else None
            thrown = isinstance(answer, Failure)
            step = steps.throw(Failed(answer)) if thrown else steps.send(answer)
    except StopIteration as done:
        assert not pending
        return said, done.value


def failure_of(steps, *answers):
    with pytest.raises(Failed) as failed:
        play(steps, *answers)
    return failed.value.failure


def initialized(**members):
    return {
        "protocolVersion": "2025-11-25",
        "capabilities": {"tools": {}},
        "serverInfo": {"name": "n", "version": "1"},
        **members,
    }


def test_connect_offers_the_newest_protocol_and_says_that_it_is_initialized():
    said, info = play(connect(), initialized(instructions="Ask."))
    assert said == [
        Ask(
            "initialize",
            {
                "protocolVersion": "2025-11-25",
                "capabilities": {},
                "clientInfo": {"name": "skillctl", "version": VERSION},
            },
            "initialize",
        ),
        Tell("notifications/initialized"),
    ]
    assert info == ServerInfo(
        name="n", version="1", protocol="2025-11-25", instructions="Ask.", has_tools=True
    )


@pytest.mark.parametrize("version", ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"])
def test_the_four_versions_are_spoken(version):
    assert play(connect(), initialized(protocolVersion=version))[1].protocol == version


@pytest.mark.parametrize(
    ("version", "shown"),
    [("1999-01-01", "1999-01-01"), ("", ""), (None, "missing or null"), (3, "3")],
)
def test_another_version_is_refused(version, shown):
    assert failure_of(connect(), initialized(protocolVersion=version)) == Failure(
        "protocol", f"offers protocol {shown}; skillctl speaks 2024-11-05 … 2025-11-25"
    )


def test_an_error_or_a_wrong_answer_to_initialize():
    refused = failure_of(connect(), Failure("rpc", "no", -32601))
    assert refused == Failure("protocol", "refused initialize: MCP error -32601: no")
    odd = failure_of(connect(), Failure("rpc", "malformed error 3"))
    assert odd.text == "refused initialize: MCP error: malformed error 3"
    gone = Failure("exited", "exited with code 3 (start)")
    assert failure_of(connect(), gone) == gone
    assert failure_of(connect(), [1]).text == "answered initialize with [1]"


def test_what_is_odd_in_the_answer_to_initialize_is_noted_and_does_no_harm():
    answer = {"protocolVersion": "2025-11-25", "capabilities": [], "instructions": ["x"]}
    said, info = play(connect(), answer)
    assert info == ServerInfo(name="", version="", protocol="2025-11-25", instructions="")
    assert [step.kind for step in said if isinstance(step, Note)] == [
        "the answer to initialize has no serverInfo",
        "the capabilities in the answer to initialize are no object",
        "the instructions in the answer to initialize are no string, ignored",
    ]


def tools(*names):
    return [{"name": name} for name in names]


def test_one_page():
    said, listed = play(list_tools(INFO), {"tools": tools("a", "b")})
    assert said == [Ask("tools/list", {}, "tools/list")]
    assert listed == ToolList(tuple(tools("a", "b")))


def test_several_pages_and_an_empty_cursor():
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
    assert failure_of(list_tools(INFO), unknown) == unknown
    other = Failure("rpc", "broken", -32603)
    assert failure_of(list_tools(silent), other) == other


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
