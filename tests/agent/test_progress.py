import pytest

from skillctl.agent.progress import progress_line


@pytest.mark.parametrize(
    ("event", "line"),
    [
        ({"e": "server", "key": "w", "state": "ready", "tools": 2}, "server w: ready, 2 tools"),
        ({"e": "server", "key": "w", "state": "failed", "tools": 0}, "server w: failed"),
        ({"e": "tool.call", "tool": "get", "args": {"city": "é"}}, 'call get {"city":"é"}'),
        ({"e": "tool.call", "tool": "get", "args": '{"city'}, 'call get {"city'),
        ({"e": "tool.result", "is_error": True, "text": "no\nmore"}, "  error: no…"),
        ({"e": "tool.result", "is_error": False, "text": "18C"}, None),
        ({"e": "skill", "name": "a", "act": "activated", "resource": ""}, "skill a: activated"),
        (
            {"e": "skill", "name": "a", "act": "resource", "resource": "r.md"},
            "skill a: resource r.md",
        ),
        ({"e": "request"}, None),
    ],
)
def test_one_line_for_what_is_worth_one(event, line):
    assert progress_line(event) == line


def test_no_control_reaches_the_terminal_and_no_line_is_endless():
    line = progress_line({"e": "tool.call", "tool": "\x1b[2J", "args": {"a": "x" * 500}})
    assert line.startswith(r"call \x1b[2J ")
    assert len(line) == 161
