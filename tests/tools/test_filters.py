from dataclasses import replace

import pytest

from skillctl.tools.filters import filter_tools, many_tools
from skillctl.toolspec import ToolSpec


def tool(raw, server="s"):
    clean = raw.replace("/", "_").replace(".", "_")
    return ToolSpec(
        name=f"mcp__{server}__{clean}",
        description=raw,
        input_schema={},
        server=server,
        raw_name=raw,
    )


TOOLS = [tool(raw) for raw in ("get", "get_all", "repo/create", "users.list", "odd[1]")]


def kept(enabled=(), disabled=()):
    return [t.raw_name for t in filter_tools("s", TOOLS, enabled, disabled).kept]


@pytest.mark.parametrize("enabled", [(), ("*",), ("get", "*")])
def test_nothing_said_or_a_star_is_all(enabled):
    assert kept(enabled) == ["get", "get_all", "repo/create", "users.list", "odd[1]"]


@pytest.mark.parametrize(
    ("pattern", "wanted"),
    [
        ("get", ["get"]),
        ("get*", ["get", "get_all"]),
        ("mcp__s__get", ["get"]),
        ("*create", ["repo/create"]),
        ("r*e", ["repo/create"]),
        ("repo/create", ["repo/create"]),
        ("create", []),
        ("users.lis?", ["users.list"]),
        ("{get,users.*}", ["get", "users.list"]),
        ("odd[1]", ["odd[1]"]),
        ("GET", []),
    ],
)
def test_enabled_takes_globs_in_which_a_slash_is_nothing_special(pattern, wanted):
    assert kept((pattern,)) == wanted


def test_disabled_wins():
    assert kept(("get*",), ("get_all",)) == ["get"]
    assert kept((), ("*",)) == []


def test_what_is_left_out_is_told_apart():
    result = filter_tools("s", TOOLS, ("get",), ())
    assert [t.raw_name for t in result.left_out] == [t.raw_name for t in TOOLS[1:]]
    assert result.notes == ()


def test_an_entry_that_fits_nothing_is_named():
    result = filter_tools("s\x1b", TOOLS, ("get", "gte"), ("delete*", "[a"))
    *unknown, defect = result.notes
    assert unknown == [
        'server "s\\x1b": enabledTools names "gte", which fits no tool of this server',
        'server "s\\x1b": disabledTools names "delete*", which fits no tool of this server',
    ]
    assert defect.startswith('server "s\\x1b": disabledTools names "[a", which cannot be used: ')


def test_an_entry_may_mean_what_is_left_out_for_another_reason():
    (note,) = filter_tools("s", TOOLS, (), ("broken*", "get"), ["broken/one"]).notes
    assert note == (
        'server "s": disabledTools names "broken*", '
        "which fits only what is left out for another reason"
    )


@pytest.mark.parametrize("pattern", ["mcp_s_get", "mcp_s_*"])
def test_an_entry_may_name_what_the_model_sees(pattern):
    single = [replace(tool(raw), name=f"mcp_s_{raw}") for raw in ("get", "set")]
    assert "get" in [t.raw_name for t in filter_tools("s", single, (pattern,), ()).kept]
    assert filter_tools("s", single, ("mcp__s__get",), ()).kept == ()


def test_more_than_128_tools_are_counted_per_server_and_not_cut():
    tools = [tool(f"t{n}", "a") for n in range(100)] + [tool(f"t{n}", "b") for n in range(28)]
    assert many_tools(tools) is None
    words = many_tools([*tools, tool("more", "b")])
    assert words.startswith("129 tools are sent, more than 128")
    assert "(a 100, b 29)" in words
