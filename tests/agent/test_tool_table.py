from dataclasses import replace

import pytest

from skillctl.agent.tool_table import Asked, Order, hints, missing_code, percent, table
from skillctl.agent.view import Absence
from skillctl.errors import SkillctlError
from skillctl.settings import RunSettings, Settings
from skillctl.tokens import ESTIMATE
from tests.agent.tables import FAILED, GET, PENDING, SEEN, SKIPPED, build
from tests.agent.views import EMPTY, server, tool, view

OURS = ("read_file", "list_dir", "glob", "write_file", "skill")
LIGHT = tool("apples", "a", description="x")
HEAVY = tool("apples", "b", description="x" * 4_000)
TWO = view(servers=[server("apples"), server("weather")], tools=[LIGHT, HEAVY, GET])


def names(found):
    return [weight.tool.name for weight in found.rows]


def test_rows_stand_in_model_order():
    assert names(build()) == [*OURS, "mcp__weather__get", "mcp__weather__set"]


def test_by_tokens_the_heaviest_comes_first_and_equals_stay_in_model_order():
    found = build(TWO, order=Order.TOKENS)
    weights = [weight.marginal for weight in found.rows]
    assert weights == sorted(weights, reverse=True)
    assert names(found)[0] == HEAVY.name
    twins = [tool("s", name, description="x") for name in "cab"]
    rows = names(build(view(servers=[server("s")], tools=twins), order=Order.TOKENS))
    assert [name for name in rows if "__" in name] == ["mcp__s__a", "mcp__s__b", "mcp__s__c"]


def test_by_server_ours_come_first_and_the_heaviest_of_each():
    found = build(TWO, order=Order.SERVER)
    assert names(found)[-3:] == [HEAVY.name, LIGHT.name, GET.name]
    assert {weight.tool.server for weight in found.rows[:-3]} == {None}


def test_the_order_changes_no_weight():
    first, *others = (build(TWO, order=order) for order in Order)
    for other in others:
        assert sorted(w.marginal for w in other.rows) == sorted(w.marginal for w in first.rows)
        assert (other.total, other.savings) == (first.total, first.savings)


@pytest.mark.parametrize("name", ["mcp__weather__get", "get", "weather/get"])
def test_some_tools_by_any_of_their_names(name):
    found = build(names=(name,))
    assert [w.tool for w in found.rows] == [GET]
    assert found.total == build().total


def test_one_server():
    found = build(TWO, server="apples")
    assert names(found) == [LIGHT.name, HEAVY.name]
    assert found.total == build(TWO).total
    assert {saving.server for saving in found.savings} == {"apples"}
    assert names(build(server="builtin")) == [*OURS]
    both = build(TWO, server="apples", names=("b", "get"))
    assert names(both) == [HEAVY.name]


def test_an_unknown_server_gets_the_nearest_names():
    with pytest.raises(SkillctlError, match="no server named 'wether' is here") as caught:
        build(server="wether")
    assert caught.value.hint == 'did you mean "weather"?'
    with pytest.raises(SkillctlError) as caught:
        build(server="zzz")
    assert caught.value.hint == "servers here: builtin, weather"


def test_an_unknown_tool_gets_the_nearest_names():
    with pytest.raises(SkillctlError, match="no tool named 'read_fil' is offered") as caught:
        build(names=("read_fil",))
    assert caught.value.hint == 'did you mean "read_file" or "write_file"?'
    with pytest.raises(SkillctlError) as caught:
        build(names=("zzz",))
    assert caught.value.hint == "skillctl tools lists them"


@pytest.mark.parametrize("name", ["odd", "mcp__weather__odd"])
def test_a_tool_that_was_left_out_is_told_why(name):
    absence = Absence(
        kind="tool",
        name="odd",
        alias="mcp__weather__odd",
        reason="bad-schema",
        detail='server "weather": /inputSchema: expected an object, got array',
    )
    with pytest.raises(SkillctlError, match="is offered") as caught:
        build(replace(SEEN, absences=(absence,)), names=(name,))
    assert caught.value.hint == f"absent (bad-schema): {absence.detail}"


def test_the_budget_is_that_of_the_command_line_or_of_the_settings():
    assert build().budget == 128_000
    assert build(budget=5).budget == 5
    small = Settings(run=RunSettings(context_window=9))
    assert table(SEEN, small, "openai-chat", ESTIMATE).budget == 9
    assert table(SEEN, small, "openai-chat", ESTIMATE, Asked(budget=5)).budget == 5


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
    assert missing_code(build(seen, names=("get",))) == 0
    assert missing_code(build(seen, server="weather")) == 0
    assert missing_code(build(seen, server=FAILED.key)) == 5
    assert build(seen, server=FAILED.key).rows == ()


def test_a_lost_file_of_servers_is_out_of_order():
    assert missing_code(build(), [".mcp.json"]) == 5


def test_a_value_in_a_name_is_hidden():
    seen = view(servers=[server()], tools=[tool(raw="get-s3cret", description="d")])
    found = table(
        seen, Settings(), "openai-chat", ESTIMATE, hidden=lambda text: text.replace("s3cret", "*")
    )
    assert found.rows[-1].tool.name == "mcp__weather__get-*"
    assert found.rows[-1].tool.raw_name == "get-*"
    assert found.rows[-1].marginal == build(seen).rows[-1].marginal


def test_more_than_128_tools_are_a_warning_with_counts_and_none_is_cut():
    many = [tool("s", f"t{number:03}") for number in range(125)]
    found = build(view(servers=[server("s")], tools=many))
    assert len(found.rows) == 129
    (note,) = found.notes
    assert "129 tools are sent" in note
    assert "(builtin 4, s 125)" in note
    assert build(view(servers=[server("s")], tools=many[1:])).notes == ()


def test_an_empty_view_has_the_built_in_tools():
    found = build(EMPTY)
    assert len(found.rows) == 4
    assert found.savings == ()
    assert found.consent(found.rows[0].tool) is None


def test_hints_are_claims_of_servers():
    assert hints(GET) == ["read-only", "destructive"]
    assert hints(replace(GET, server=None)) == []


@pytest.mark.parametrize(
    ("part", "whole", "words"),
    [(0, 9, "0.0"), (1, 3, "33.3"), (1, 2_000, "0.1"), (1, 2_001, "0.0"), (3, 2, "150.0"),
     (1, 0, "0.0")],
)  # fmt: skip
def test_percent(part, whole, words):
    assert percent(part, whole) == words
