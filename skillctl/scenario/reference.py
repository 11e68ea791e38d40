"""The reference page of scenarios, `docs/scenarios.md`, made from the table of keys."""

from skillctl.scenario.keys import SCENARIO, SCHEMA
from skillctl.source.closed_page import key_tables

EXAMPLE = """\
schema = "skillctl.scenario/1"
name = "weather of two cities"
description = "The skill is loaded first, and an unknown city is no end."
tags = ["weather"]
skills = ["skills/weather"]          # paths count from the folder of this file
fakes = ["fakes/weather.toml"]       # or { KEY = "fakes/weather.toml" }
files = { "cities.txt" = "Paris, Oz\\n" }
prompt = "How is the weather in the cities of cities.txt?"
limits = { max_turns = 5, max_tool_calls = 10 }

[approvals]                          # nobody can be asked: what is left at "ask" ends the run
default = "deny"
rule = [{ tool = "mcp__weather__*", decision = "allow" }]

[[turn]]                             # the first request, and what the model answers to it
expect = { system_contains = "- weather: ", tools_include = "mcp__weather__get_weather" }
call = [{ tool = "skill", args = { name = "weather" } }]

[[turn]]
expect = { last_result_contains = "one city at a time" }
say = "I look."
call = [
    { tool = "read_file", args = { path = "cities.txt" } },
    { tool = "mcp__weather__get_weather", args = { city = "Paris" } },
    { tool = "mcp__weather__get_weather", args = { city = "Oz" } },
]

[[turn]]
expect = { last_result_contains = "no such city: Oz", body_contains = "18 °C" }
say = "It is 18 °C in Paris; there is no weather of Oz."

[[assert]]
skill_activated = "weather"

[[assert]]
tool_called = "mcp__weather__get_weather"
args = { city = "Paris" }
times = 1

[[assert]]
not_called = "write_file"
order = ["skill", "mcp__weather__*"]
text_contains = "18 °C in Paris"
exit = 0
"""
NOTES = {
    "turn": "At least one of `say`, `call` stands in it. A turn without `call` is the last one.",
    "turn.call": "A tool of a server has the name `mcp__SERVER__TOOL`.",
    "assert": (
        "All keys of one table must hold. `times`, `args` and `args_subset` say more about "
        "`tool_called`. A name with a slash is about `SERVER/TOOL`, as the server calls it."
    ),
}


def page() -> str:
    """The page, in Markdown."""
    head = (
        f"# Scenarios (`{SCHEMA}`)\n\n"
        "A scenario is a conversation as a test, in a file whose name ends in `.scenario.toml`: a\n"
        "scripted model, fake servers, and what must have reached the model. `skillctl test` runs\n"
        "it. Without being asked for it also fails at a model call that the script has no turn\n"
        "for, at a turn that is never used, and at a process that is left over. Each key below is\n"
        "made from the declaration that the reader uses; any other key is refused. In brackets\n"
        "stands what holds without the key.\n\n"
        f"```toml\n{EXAMPLE}```\n"
    )
    return head + key_tables(SCENARIO, NOTES)
