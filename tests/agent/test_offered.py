from pathlib import Path

from skillctl.agent.offered import offer
from skillctl.settings import McpSettings
from tests.server_configs import server_config

SINGLE = McpSettings(naming="single")


def config(**more):
    return server_config(**{"name": "weather", "cwd": Path("/")} | more)


def listed(name="get", **more):
    return {"name": name, "description": "d", "inputSchema": {"type": "object"}} | more


def absences(found):
    return [(a.kind, a.name, a.reason) for a in found.absences]


def test_a_good_list_is_offered_whole():
    found = offer(config(), ["weather"], [listed("set"), listed("get")])
    assert [t.name for t in found.tools] == ["mcp__weather__get", "mcp__weather__set"]
    assert (found.absences, found.notes) == ((), ())


def test_names_are_told_apart_among_all_configured_servers():
    alone = offer(config(name="a.b"), ["a.b"], [listed()]).tools[0].name
    beside = offer(config(name="a.b"), ["a.b", "a_b"], [listed()]).tools[0].name
    assert alone == "mcp__a_b__get"
    assert beside.startswith("mcp__a_b__get_")


def test_one_bad_tool_is_absent_with_its_reason_and_the_others_stay():
    bad = listed("bad", inputSchema={"properties": {"a": 3}})
    found = offer(config(), ["weather"], [bad, listed(), 7])
    assert [t.raw_name for t in found.tools] == ["get"]
    assert absences(found) == [("tool", "bad", "bad-schema")]
    assert "/inputSchema/properties/a" in found.absences[0].detail
    assert len(found.notes) == 2


def test_what_is_left_out_has_the_name_that_it_would_have():
    bad = [listed(name, inputSchema=3) for name in ("a.b", "a b")]
    found = offer(config(disabled_tools=("a.b",)), ["weather"], [*bad, listed()], SINGLE)
    aliases = [absence.alias for absence in found.absences]
    assert aliases[0].startswith("mcp_weather_a_b_")
    assert len({*aliases}) == 2
    assert found.notes[-1].endswith("fits only what is left out for another reason")


def test_a_name_with_two_definitions_is_a_duplicate():
    found = offer(config(), ["weather"], [listed(), listed(description="other"), listed("set")])
    assert [t.raw_name for t in found.tools] == ["set"]
    assert absences(found) == [("tool", "get", "duplicate")]


def test_filters_leave_out_by_raw_and_by_final_name():
    entry = config(disabled_tools=("set",))
    found = offer(entry, ["weather"], [listed(), listed("set")])
    assert [t.raw_name for t in found.tools] == ["get"]
    (absence,) = found.absences
    assert (absence.name, absence.alias, absence.reason) == ("set", "mcp__weather__set", "filtered")
    assert absence.detail.startswith("mcp.json: ")


def test_a_server_that_offers_nothing_is_absent_itself():
    everything = offer(config(disabled_tools=("*",)), ["weather"], [listed()])
    assert absences(everything) == [("tool", "get", "filtered"), ("server", "weather", "filtered")]
    nothing = offer(config(), ["weather"], [])
    assert absences(nothing) == [("server", "weather", "hidden")]
