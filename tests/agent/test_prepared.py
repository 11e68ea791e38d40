import pytest

from skillctl.agent.prepared import Prepared, Refused, ToolError, ToolResult
from skillctl.policy.verdict import Decision


def test_a_prepared_call_asks_nobody_unless_it_says_so():
    call = Prepared(run=lambda: ToolResult("x"))
    assert (call.asks, call.verdict.decision, call.preview()) == (False, Decision.ALLOW, "")
    assert call.run() == ToolResult("x", is_error=False, full=None, event=None)


def test_a_refusal_is_an_error_for_the_model():
    with pytest.raises(ToolError, match="no"):
        raise Refused("no")
