import json
from dataclasses import replace

import pytest
from markdown_it import MarkdownIt

from skillctl.agent.tool_table_json import as_json
from skillctl.agent.tool_table_markdown import as_markdown, code
from skillctl.agent.tool_table_text import as_text
from skillctl.agent.view import ServerView
from skillctl.policy.text import row
from skillctl.tools.catalog import server_tools
from tests.agent.tables import FAILED, GET, HOSTILE, PENDING, build, hostile
from tests.agent.views import server, view
from tests.conftest import golden_cases

READER = MarkdownIt("commonmark").enable(["table", "strikethrough"])


def tables(text):
    """The cells of each table as another reader of Markdown sees them, a list of rows each."""
    found, tokens = [], READER.parse(text)
    for at, token in enumerate(tokens):
        if token.type == "table_open":
            found.append([])
        elif token.type == "tr_open":
            found[-1].append([])
        elif token.type in ("th_open", "td_open"):
            found[-1][-1].append(words(tokens[at + 1]))
    return found


def words(inline):
    """What a cell says; anything but text and code in it is a failure."""
    kinds = {child.type for child in inline.children}
    assert kinds <= {"text", "code_inline", "html_inline", "text_special"}, inline.content
    tags = [child.content for child in inline.children if child.type == "html_inline"]
    assert {*tags} <= {"<code>", "</code>", "<br>"}
    texts = {"<br>": "\n", "<code>": "", "</code>": ""}
    return "".join(texts.get(child.content, child.content) for child in inline.children)


def test_a_row_per_tool():
    found = build()
    (rows,) = tables(as_markdown(found))
    assert rows[0] == [
        *("tool", "server", "raw name", "hints", "digest", "consent", "tokens", "raw", "share"),
    ]
    assert [r[0] for r in rows[1:]] == [weight.tool.name for weight in found.rows]
    assert rows[1][1:6] == ["builtin", "-", "-", "-", "-"]
    assert rows[6][1:6] == ["weather", "get", "read-only, destructive", "0123456789ab", "granted"]
    assert rows[6][6] == f"~{found.rows[5].marginal}"


def test_servers_without_tools_have_a_table():
    seen = view(servers=[server(consent="granted"), FAILED, PENDING], tools=[GET])
    _, absent = tables(as_markdown(build(seen)))
    assert absent == [
        ["without tools", "state", "consent", "why"],
        ["bad", "failed", "exempt", "exited with code 3"],
        ["new", "pending", "missing", "consent pending"],
    ]


def test_below_stand_the_total_and_what_can_be_saved():
    found = build()
    lines = as_markdown(found).splitlines()
    assert f"total ~{found.total:,} tokens for the whole list" in lines[10]
    assert lines[12].startswith("- drop server `weather` to save ~")
    assert lines[13].startswith("- drop `weather/")
    assert lines[-1].startswith("tokens: saved without the tool")


@pytest.mark.parametrize("name", HOSTILE, ids=ascii)
def test_a_hostile_name_is_one_cell_that_says_it(name):
    text = f"| a | b |\n|---|---|\n| {code(name)} | x |\n"
    assert tables(text) == [[["a", "b"], [row(name), "x"]]]


def test_why_keeps_its_lines():
    seen = view(servers=[replace(FAILED, error="exited with code 3; last lines:\n  a|b\n@you")])
    _, absent = tables(as_markdown(build(seen)))
    assert absent[1][3] == "exited with code 3; last lines:\na|b\n@you"


def test_an_empty_name():
    assert code("") == "-"


def test_hostile_names_make_no_row_and_no_line():
    found = hostile()
    text = as_markdown(found)
    rows, absent = tables(text)
    assert [len(r) for r in rows] == [9] * (1 + len(found.rows))
    assert [len(r) for r in absent] == [4] * (1 + len(found.absent))
    assert [r[2] for r in rows[5:]] == [row(w.tool.raw_name) for w in found.rows[4:]]
    assert all(c.isprintable() or c == "\n" for c in text)


def seen_in(folder):
    """The view of a case: servers as they stand, and the tools that they list."""
    case = json.loads((folder / "case.json").read_text())
    keys = [one["key"] for one in case["servers"]]
    tools = [
        tool for key, listed in case["tools"].items() for tool in server_tools(keys, key, listed)[0]
    ]
    return view(servers=[ServerView(**one) for one in case["servers"]], tools=tools)


@pytest.mark.parametrize("folder", golden_cases("tool-table"))
def test_golden(folder, golden):
    found = build(seen_in(folder), budget=4_000)
    assert as_markdown(found) == golden("table.md")
    assert as_json(found) == golden("table.json")
    for width in (80, 120):
        assert as_text(found, width) == golden(f"table-{width}.txt")
