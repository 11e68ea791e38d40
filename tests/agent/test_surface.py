"""Which surface a view has: mcp.md section 10."""

import json

import pytest

from skillctl.agent.surface import AUTO, MOST_TOKENS, SKILLS, TOOLS, definition_tokens, surface_of
from skillctl.settings import McpSettings
from tests.agent.views import tool


def weighing(size):
    """A tool whose definition has that many bytes."""
    fields = {"name": "t", "description": "", "input_schema": {}}
    rest = size - len(json.dumps([fields], separators=(",", ":")))
    return tool(name="t", description="x" * rest, input_schema={})


def test_the_estimate_is_a_quarter_of_the_bytes():
    assert definition_tokens([]) == 0
    assert definition_tokens([weighing(4000)]) == 1000
    assert definition_tokens([weighing(4001)]) == 1001
    assert definition_tokens([weighing(4000), weighing(4000)]) == 2000


@pytest.mark.parametrize(("size", "surface"), [(4 * MOST_TOKENS, TOOLS), (40_001, SKILLS)])
def test_auto_is_skills_over_10000_tokens(size, surface):
    assert surface_of(McpSettings(surface=AUTO), [weighing(size)]) == surface


def test_what_is_set_counts():
    for surface in (TOOLS, SKILLS):
        assert surface_of(McpSettings(surface=surface), [weighing(80_000)]) == surface
    assert McpSettings().surface == TOOLS
