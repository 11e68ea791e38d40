import pytest

from skillctl.agent.prepared import Prepared, Refused, Result, ToolError
from skillctl.policy.verdict import Decision


def test_a_prepared_call_asks_nobody_unless_it_says_so():
    call = Prepared(run=lambda: Result("x"))
    assert (call.asks, call.verdict.decision, call.preview()) == (False, Decision.ALLOW, "")
    assert call.run() == Result("x", is_error=False, full=None, event=None)


def test_a_refusal_is_an_error_for_the_model():
    with pytest.raises(ToolError, match="no"):
        raise Refused("no")
