"""Every test of this folder checks that it leaves no process behind."""

from tests.mcp.leftovers import no_process_left  # noqa: F401 # an autouse fixture
