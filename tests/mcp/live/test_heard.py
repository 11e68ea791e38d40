from skillctl.mcp.live.heard import Heard
from skillctl.mcp.operations import NO_TOOLS


def test_nothing_was_heard_yet():
    assert Heard(key="a") == Heard(key="a", listed=NO_TOOLS, again=None, notes=(), failure="")
