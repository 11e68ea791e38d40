"""How a model reaches the tools of servers: one by one, or by a skill for each server (mcp.md 10).

It is decided once for a view, and for all servers alike.
"""

from collections.abc import Sequence

from skillctl.agent.writer import written
from skillctl.settings import TOOL_SURFACE, McpSettings
from skillctl.tokens import quarter
from skillctl.toolspec import ToolSpec

TOOLS, SKILLS, AUTO = TOOL_SURFACE, "skills", "auto"
AS_SERVED = "raw"  # the form of the schemas that a skill tells of
MOST_TOKENS = 10_000


def surface_of(mcp: McpSettings, tools: Sequence[ToolSpec]) -> str:
    """The surface that the settings name; left to us, skills where the tools weigh too much."""
    if mcp.surface != AUTO:
        return mcp.surface
    return SKILLS if definition_tokens(tools) > MOST_TOKENS else TOOLS


def definition_tokens(tools: Sequence[ToolSpec]) -> int:
    """The estimate of what is told of some tools; it shapes a prompt, so it counts on no extra."""
    definitions = [
        {"name": t.name, "description": t.description, "input_schema": t.input_schema}
        for t in tools
    ]
    return quarter(len(written(definitions)[0])) if definitions else 0
