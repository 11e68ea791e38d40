import json

import pytest

from skillctl.agent.messages import Request, ToolMessage, UserMessage
from skillctl.errors import Location, Position
from skillctl.scenario.expect import judge
from skillctl.scenario.model import Expectation, ScenarioPlace
from skillctl.toolspec import ToolSpec

PLACE = ScenarioPlace(Location("a.scenario.toml", Position(7, 3, 90)), "the line")
GET = ToolSpec(
    name="mcp__weather__get_weather",
    description="Weather of one city",
    input_schema={"type": "object"},
    server="weather",
    raw_name="get_weather",
)
READ = ToolSpec(name="read_file", description="Read a file", input_schema={"type": "object"})


def request(*results, system="You work here.\n# Skills\n- weather: Tells the weather."):
    messages = (UserMessage("Weather?"), *(ToolMessage("c", "t", text) for text in results))
    tools = [{"function": {"name": t.name, "description": t.description}} for t in (READ, GET)]
    body = {"tools": tools, "system": system, "results": results}
    written = json.dumps(body, ensure_ascii=False, separators=(",", ":")).encode()
    return Request(3, written, system, messages, (READ, GET))


def verdict(key, wanted, asked=None):
    return judge(Expectation(key, wanted, PLACE), asked or request())


@pytest.mark.parametrize(
    ("key", "wanted"),
    [
        ("body_contains", '"name":"read_file"'),
        ("body_contains", r"You work here.\n# Skills"),
        ("body_not_contains", "Paris"),
        ("system_contains", "here.\n# Skills"),
        ("tools_include", "read_file"),
        ("tools_include", "mcp__weather__*"),
        ("tools_include", "weather/get_weather"),
        ("tools_exclude", "write_file"),
        ("tools_exclude", "weather/other"),
    ],
)
def test_an_expectation_that_is_met(key, wanted):
    assert verdict(key, wanted) is None


def test_the_last_result_is_the_one_that_counts():
    asked = request("18C", "19C\nsunny")
    assert verdict("last_result_contains", "19C\ns", asked) is None
    found = verdict("last_result_contains", "18C", asked)
    assert found.message == 'the last result of request 3 does not hold "18C"'
    assert found.evidence == ("request 3, last result, nearest at byte 0:\n19C\nsunny",)


def test_a_miss_says_where_it_was_written_and_what_stands_nearest():
    found = verdict("system_contains", "- weather: Tells the time.")
    assert (found.code, found.name) == ("ST103", "system-contains")
    assert (found.location, found.line) == (PLACE.location, "the line")
    assert (
        found.message == 'the system text of request 3 does not hold "- weather: Tells the time."'
    )
    assert len(found.evidence) == 1
    assert found.evidence[0] == (
        "request 3, system text, nearest at byte 0:\n"
        "You work here.\n# Skills\n- weather: Tells the weather."
    )


def test_a_miss_in_the_body_shows_eighty_bytes_of_it():
    asked = request()
    found = verdict("body_contains", '"description":"Weather of two cities"', asked)
    head, _, shown = found.evidence[0].partition(":\n")
    offset = int(head.rpartition(" ")[2])
    assert "Weather of one city" in shown
    assert asked.body[offset : offset + 80] == shown.strip("…").encode()
    assert found.advice is None


def test_a_text_that_the_body_holds_in_its_json_form_says_so():
    found = verdict("body_contains", "here.\n# Skills")
    assert found.advice == r"the body holds it as JSON writes it: here.\n# Skills"


def test_what_must_not_be_in_the_body_is_shown_where_it_stands():
    asked = request()
    at = asked.body.index(b"Weather of one city")
    found = verdict("body_not_contains", "Weather of one city", asked)
    assert found.code == "ST102"
    assert found.message == f'request 3 holds "Weather of one city" at byte {at} of the body'
    assert "Weather of one city" in found.evidence[0]


def test_no_result_at_all():
    found = verdict("last_result_contains", "18C")
    assert (found.code, found.message) == ("ST104", "request 3 holds no tool result")


def test_a_tool_that_is_not_offered_names_the_nearest_and_shows_it():
    asked = request()
    found = verdict("tools_include", "mcp__weather__get_wether", asked)
    assert found.code == "ST105"
    assert found.message == 'request 3 offers no tool "mcp__weather__get_wether"'
    assert found.advice == "nearest tools: mcp__weather__get_weather"
    assert '"name":"mcp__weather__get_weather"' in found.evidence[0]


def test_a_tool_like_no_other_shows_the_beginning_of_the_body():
    found = verdict("tools_include", "zzz")
    assert found.advice is None
    assert found.evidence[0].startswith("request 3, body, nearest at byte 0:\n")


def test_a_tool_that_must_not_be_offered():
    found = verdict("tools_exclude", "weather/*")
    assert found.code == "ST106"
    assert found.message == (
        'request 3 offers the tool "mcp__weather__get_weather", which "weather/*" excludes'
    )
    assert '"name":"mcp__weather__get_weather"' in found.evidence[0]
