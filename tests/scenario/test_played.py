from skillctl.scenario.names import Called
from skillctl.scenario.played import CallMade, calls_made, show_call, skills_activated

EVENTS = [
    {"e": "session.start", "n": 1},
    {"e": "skill", "n": 2, "name": "weather", "act": "activated", "resource": None, "by": "model"},
    {"e": "skill", "n": 3, "name": "weather", "act": "resource", "resource": "a.md", "by": "model"},
    {
        "e": "tool.call",
        "n": 4,
        "call": "call_1",
        "tool": "mcp__w__get",
        "server": "w",
        "raw": "get",
        "args": {"city": "Zürich"},
    },
    {"e": "tool.result", "n": 5, "call": "call_1", "attempts": 1},
    {"e": "tool.call", "n": 6, "call": "call_2", "tool": "nope", "args": "{"},
    {"e": "tool.result", "n": 7, "call": "call_2", "attempts": 0},
    {"e": "tool.call", "n": 8, "call": "call_3", "tool": "skill", "args": {}},
    {"e": "skill", "n": 9, "name": "notes", "act": "pointer", "resource": None, "by": "model"},
    {"e": "tool.result", "n": 10, "call": "call_3", "attempts": 1},
    {"e": "tool.call", "n": 11, "call": "call_4", "tool": "skill", "args": {}},
]


def test_calls_are_those_that_were_carried_out():
    assert calls_made(EVENTS) == (
        CallMade(Called("mcp__w__get", "w/get"), {"city": "Zürich"}),
        CallMade(Called("skill", ""), {}),
    )


def test_reading_a_resource_is_no_activation():
    assert skills_activated(EVENTS) == ("weather",)


def test_a_call_on_one_line():
    assert show_call(calls_made(EVENTS)[0]) == 'mcp__w__get {"city":"Zürich"}'
