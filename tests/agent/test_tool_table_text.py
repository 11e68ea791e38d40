import re
from dataclasses import replace

import pytest

from skillctl.agent.tool_table_text import as_text
from tests.agent.tables import FAILED, GET, HOSTILE, PENDING, SKIPPED, build, hostile
from tests.agent.views import server, skill, tool, view


def columns(text):
    """The cells of each row; two blanks or more part them."""
    return [[c.strip() for c in line.split("  ") if c.strip()] for line in text.splitlines()]


def table_of(text):
    """The lines of the table of tools."""
    lines = text.splitlines()
    return lines[: next(n for n, line in enumerate(lines) if line.startswith("total "))]


def test_a_row_per_tool():
    rows = columns(as_text(build(), 120))
    assert rows[0] == [
        *("tool", "server", "raw name", "hints", "digest", "consent", "tokens", "raw", "share"),
    ]
    assert rows[1][:6] == ["read_file", "builtin", "-", "-", "-", "-"]
    assert rows[6][1:6] == ["weather", "get", "read-only, destructive", "0123456789ab", "granted"]
    assert rows[6][-1] == f"{100 * build().rows[5].marginal / 128_000:.1f}%"


def test_below_stand_total_budget_method_what_can_be_saved_and_what_columns_mean():
    found = build(budget=1_000)
    assert found.total != sum(w.raw for w in found.rows)
    lines = as_text(found, 200).splitlines()[8:]
    share = f"{100 * found.total / 1_000:.1f}"
    assert lines[0] == (
        f"total ~{found.total:,} tokens for the whole list, {share} % of a budget of 1,000; "
        "method: bytes/4"
    )
    server_saves, first, second = found.savings
    part = 100 * server_saves.tokens / found.total
    assert lines[1] == f"drop server weather to save ~{server_saves.tokens} tokens ({part:.1f} %)"
    assert lines[2].startswith(f"drop weather/{first.tool.raw_name} to save ~{first.tokens} tokens")
    assert lines[3].startswith(f"drop weather/{second.tool.raw_name} to save ")
    assert lines[4].startswith("tokens: saved without the tool (marginal); raw: the tool alone;")
    assert "hints: claimed" in lines[4]
    assert "vendor" in lines[4]


def test_an_exact_count_bears_no_mark():
    exact = replace(build(), method="o200k_base")
    assert "~" not in as_text(exact)
    assert "method: o200k_base" in as_text(exact, 200)


def test_columns_are_aligned():
    lines = table_of(as_text(build(), 120))
    assert (
        len({line.index("builtin" if "builtin" in line else "weather ") for line in lines[1:6]})
        == 1
    )
    assert len({len(line) for line in lines}) == 1


def test_servers_without_tools_keep_a_row():
    text = as_text(build(view(servers=[FAILED, PENDING, SKIPPED])))
    lines = text.splitlines()
    at = lines.index("without tools  state    consent  why")
    assert lines[at + 1 : at + 4] == [
        "bad            failed   exempt   exited with code 3",
        "new            pending  missing  consent pending",
        "web            skipped  missing  transport http is not",
    ]
    assert "without tools" not in as_text(build())


@pytest.mark.parametrize("width", [60, 80])
def test_why_is_folded_between_words_and_keeps_its_lines(width):
    error = "exited with code 3 in the midst of its start; last lines:\n  a b\n  c"
    text = as_text(build(view(servers=[replace(FAILED, error=error)])), width)
    lines = text.splitlines()
    lines = lines[lines.index("without tools  state   consent  why") :]
    assert max(map(len, lines)) <= width
    told = " ".join(line[32:] for line in lines[1:] if line[32:]).split()
    assert told[: len(error.split())] == error.split()


@pytest.mark.parametrize("width", [80, 120])
def test_the_table_fits_and_never_breaks_a_number(width):
    long = tool("tickets", "list_closed" * 5, read_only=True, digest="0123456789abcdef")
    seen = view([skill()], [server("tickets", consent="granted")], [long, GET])
    found = build(seen)
    lines = as_text(found, width).splitlines()
    assert max(map(len, lines)) <= width
    words = [line.split() for line in lines]
    for weight in found.rows:
        share = f"{100 * weight.marginal / 128_000:.1f}%"
        assert [f"~{weight.marginal}", f"~{weight.raw}", share] in [row[-3:] for row in words]


LONG = tool("tickets", "close_every_ticket_of_one_customer", digest="0123456789abcdef")
SHORT = [tool("tickets", f"get_{n}", digest="0123456789abcdef") for n in range(9)]


def head_and_rows(tools, width):
    seen = view(servers=[server("tickets", consent="granted")], tools=tools)
    text = as_text(build(seen), width)
    return [cells for cells in columns(text.replace(" ", "  ")) if cells], text


@pytest.mark.parametrize(
    ("tools", "width", "head"),
    [
        ([LONG], 160, "tool server raw name hints digest consent tokens raw share"),
        ([LONG], 125, "tool server raw name hints consent tokens raw share"),
        ([LONG], 90, "tool server hints consent tokens raw share"),
        (SHORT, 90, "tool server raw name hints digest consent tokens raw share"),
        (SHORT, 80, "tool server raw name hints consent tokens raw share"),
        (SHORT, 66, "tool server hints consent tokens raw share"),
        (SHORT, 40, "tool server tokens share"),
        (SHORT, 36, "tool tokens share"),
        ([LONG, *SHORT * 3], 70, "tool server hints consent tokens raw share"),
    ],
)
def test_what_is_least_needed_gives_way_and_is_named(tools, width, head):
    (first, *_), text = head_and_rows(tools, width)
    assert " ".join(first) == head
    assert max(map(len, text.splitlines())) <= width
    there = re.split(r" +", text.splitlines()[0].replace("raw name", "raw-name"))
    gone = [
        name
        for name in ("digest", "raw name", "raw", "hints", "consent", "server")
        if name.replace(" ", "-") not in there
    ]
    below = text.replace("\n", " ")
    assert (f"left out in {width} columns: {', '.join(gone)}; " in below) == bool(gone)
    assert ("hints: claimed" in below, "raw: the tool alone" in below) == (
        "hints" not in gone,
        "raw" not in gone,
    )


def test_a_few_long_names_stand_above_their_rows():
    _, text = head_and_rows([LONG, *SHORT * 3], 80)
    lines = text.splitlines()
    at = lines.index("mcp__tickets__close_every_ticket_of_one_customer")
    assert lines[at + 1].split()[0] == "tickets"
    assert sum(line.startswith("mcp__tickets__get_") for line in lines) == 27


@pytest.mark.parametrize("width", [80, 120])
def test_hostile_names_stay_in_their_row(width):
    found = hostile()
    text = as_text(found, width)
    assert all(c.isprintable() or c in "\n\u3000" for c in text)
    assert max(map(len, text.splitlines())) <= width
    assert len(found.rows) == 4 + 12 * len(HOSTILE)
    assert sum(line.rstrip().endswith("%") for line in text.splitlines()) == len(found.rows)
