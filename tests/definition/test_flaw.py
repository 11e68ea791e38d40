from skillctl.definition.defects import TOOL_NAME
from skillctl.definition.flaw import Flaw


def test_a_flaw_is_a_value():
    assert Flaw(TOOL_NAME, "/name", "a", "b") == Flaw(TOOL_NAME, "/name", "a", "b")
