import pytest

from skillctl.mcp.events import Begin, Fail
from skillctl.mcp.operations import call_tool
from skillctl.mcp.pending import Pending, exit_words, lost, overdue
from skillctl.mcp.steps import Ask, Failure


def pending(method="tools/call", label="tools/call t", idle=120.0):
    request = Begin(4, call_tool("t", {}), 600.0, idle)
    idle_at = None if idle is None else 1000.0 + idle
    return Pending(request, Ask(method, {}, label), 1600.0, idle_at)


@pytest.mark.parametrize(
    ("code", "words"),
    [(0, "exited with code 0"), (3, "exited with code 3"), (-9, "ended by signal 9")],
)
def test_how_a_process_ended(code, words):
    assert exit_words(code) == words


@pytest.mark.parametrize("method", ["initialize", "server/discover"])
def test_what_is_lost_at_the_start(method):
    first = pending(method, method)
    assert first.starts
    failure = Failure("exited", "exited with code 3")
    assert lost(first, failure) == Fail(4, Failure("exited", "exited with code 3 (start)"))


def test_what_is_lost_in_a_call():
    assert not pending().starts
    failure = lost(pending(), Failure("closed", "takes no more input", unwritten=True)).failure
    assert failure == Failure("closed", "takes no more input (tools/call t)", unwritten=True)


@pytest.mark.parametrize(
    ("idle", "now", "failure"),
    [
        (120.0, 1119.9, None),
        (120.0, 1120.0, Failure("idle", "no answer to tools/call t within 120 s (idle)")),
        (120.0, 1600.0, Failure("limit", "no answer to tools/call t within 600 s (hard limit)")),
        (None, 1599.9, None),
        (None, 1600.0, Failure("limit", "no answer to tools/call t within 600 s")),
    ],
)
def test_the_limits_of_a_request(idle, now, failure):
    assert overdue(pending(idle=idle), now) == failure
