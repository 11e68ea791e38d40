import json
from dataclasses import replace

import pytest

from skillctl.agent.tool_table import as_json, as_text, missing_code, table
from skillctl.errors import SkillctlError
from skillctl.settings import Settings
from skillctl.tokens import ESTIMATE
from tests.agent.views import EMPTY, server, skill, tool, view

GET = tool(read_only=True, destructive=True, digest="0123456789abcdef")
FAILED = replace(server("bad"), state="failed", error="exited with code 3", consent="exempt")
PENDING = replace(server("new"), state="pending", error="consent pending", consent="missing")
SKIPPED = replace(server("web"), state="skipped", error="transport http is not", consent="missing")
SEEN = view([skill()], [server(consent="granted")], [GET, tool(raw="set")])


def build(seen=SEEN, *names):
    return table(seen, Settings(), "openai-chat", ESTIMATE, names)


def columns(text):
    """The cells of each row; two blanks or more part them."""
    return [[c.strip() for c in line.split("  ") if c.strip()] for line in text.splitlines()]


def test_rows_stand_in_model_order():
    rows = columns(as_text(build(), 120))
    assert rows[0] == [
        *("tool", "server", "raw name", "hints", "digest", "consent", "tokens", "raw"),
    ]
    assert [row[0] for row in rows[1:-2]] == [
        *("read_file", "list_dir", "glob", "write_file", "skill"),
        *("mcp__weather__get", "mcp__weather__set"),
    ]
    assert rows[1][1:6] == ["builtin", "-", "-", "-", "-"]
    assert rows[6][1:6] == ["weather", "get", "read-only, destructive", "0123456789ab", "granted"]


def test_the_total_is_that_of_the_whole_list_and_the_method_is_named():
    found = build()
    assert found.total != sum(w.raw for w in found.rows)
    assert as_text(found).splitlines()[-2:] == [
        f"total ~{found.total:,} tokens for the whole list; method: bytes/4",
        "tokens: saved without the tool (marginal); raw: the tool alone; hints: claimed",
    ]


def test_columns_are_aligned():
    lines = as_text(build(), 120).splitlines()[:-2]
    assert (
        len({line.index("builtin" if "builtin" in line else "weather ") for line in lines[1:6]})
        == 1
    )
    assert len({len(line) for line in lines}) == 1


@pytest.mark.parametrize("name", ["mcp__weather__get", "get", "weather/get"])
def test_some_tools_by_any_of_their_names(name):
    found = build(SEEN, name)
    assert [w.tool for w in found.rows] == [GET]
    assert found.total == build().total


def test_an_unknown_tool_gets_the_nearest_names():
    with pytest.raises(SkillctlError, match="no tool named 'read_fil' is offered") as caught:
        build(SEEN, "read_fil")
    assert caught.value.hint == 'did you mean "read_file" or "write_file"?'
    with pytest.raises(SkillctlError) as caught:
        build(SEEN, "zzz")
    assert caught.value.hint == "skillctl tools lists them"


def test_servers_without_tools_keep_a_row():
    text = as_text(build(view(servers=[FAILED, PENDING, SKIPPED])))
    assert text.splitlines()[-6:-2] == [
        "without tools  state    consent  why",
        "bad            failed   exempt   exited with code 3",
        "new            pending  missing  consent pending",
        "web            skipped  missing  transport http is not",
    ]
    assert "without tools" not in as_text(build())


@pytest.mark.parametrize("width", [60, 80])
def test_why_is_folded_between_words_and_keeps_its_lines(width):
    error = "exited with code 3 in the midst of its start; last lines:\n  a b\n  c"
    text = as_text(build(view(servers=[replace(FAILED, error=error)])), width)
    lines = text.splitlines()[text.splitlines().index("without tools  state   consent  why") :]
    assert max(map(len, lines)) <= width
    told = " ".join(line[32:] for line in lines[1:-2] if line[32:]).split()
    assert told[: len(error.split())] == error.split()


def test_the_table_fits_80_columns_and_never_breaks_a_number():
    long = tool("tickets", "list_closed", read_only=True, digest="0123456789abcdef")
    seen = view([skill()], [server("tickets", consent="granted")], [long, GET])
    lines = as_text(build(seen), 80).splitlines()
    assert max(map(len, lines)) <= 80
    at = lines.index("mcp__tickets__list_closed")
    assert lines[at + 1].split()[:2] == ["tickets", "list_closed"]
    assert lines[at + 1][-1].isdigit()


@pytest.mark.parametrize(
    ("servers", "code"),
    [
        ([], 0), ([server()], 0), ([PENDING], 4), ([FAILED], 5), ([PENDING, FAILED], 5),
        ([SKIPPED], 0), ([SKIPPED, PENDING], 4),
    ],
)  # fmt: skip
def test_what_is_missing_decides_the_exit_code(servers, code):
    assert missing_code(build(view(servers=servers))) == code


def test_asked_for_some_tools_other_servers_do_not_matter():
    seen = view(servers=[server(), FAILED], tools=[GET])
    assert missing_code(build(seen, "get")) == 0


def test_json():
    seen = view(servers=[server(consent="granted"), FAILED], tools=[GET])
    value = json.loads(as_json(build(seen)))
    assert (value["schema"], value["method"]) == ("skillctl.tools/1", "bytes/4")
    assert value["tools"][0]["consent"] is None
    assert value["tools"][-1] == {
        "name": "mcp__weather__get",
        "server": "weather",
        "raw": "get",
        "claimed": ["read-only", "destructive"],
        "digest": "0123456789ab",
        "consent": "granted",
        "marginal": build(seen).rows[-1].marginal,
        "raw_tokens": build(seen).rows[-1].raw,
    }
    assert value["absent"] == [
        {"server": "bad", "state": "failed", "consent": "exempt", "error": "exited with code 3"}
    ]


def test_controls_do_not_reach_the_terminal():
    assert "\x1b" not in as_text(build(view(tools=[tool("\x1b[2J", "\x1b")])))


def test_an_empty_view_has_the_built_in_tools():
    assert len(build(EMPTY).rows) == 4
