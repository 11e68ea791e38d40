import pytest

from skillctl.scenario.names import Called, fits, names_of, near_tools
from skillctl.toolspec import ToolSpec


def tool(name, server=None, raw=None):
    return ToolSpec(name=name, description="", input_schema={}, server=server, raw_name=raw)


READ = tool("read_file")
GET = tool("mcp__weather__get_weather", "weather", "get_weather")


def test_a_tool_of_ours_has_one_name():
    assert names_of(READ) == Called("read_file", "")
    assert names_of(GET) == Called("mcp__weather__get_weather", "weather/get_weather")


@pytest.mark.parametrize(
    ("pattern", "expected"),
    [
        ("mcp__weather__get_weather", True),
        ("mcp__*", True),
        ("mcp__weather__get_{weather,time}", True),
        ("weather/get_weather", True),
        ("weather/*", True),
        ("get_weather", False),
        ("mcp__weather__get", False),
        ("other/get_weather", False),
        ("weather/GET_weather", False),
    ],
)
def test_fits(pattern, expected):
    assert fits(pattern, names_of(GET)) is expected


def test_a_slash_never_names_a_tool_of_ours():
    assert not fits("*/*", names_of(READ))
    assert not fits("builtin/read_file", names_of(READ))


def test_near_tools():
    known = [names_of(t) for t in (READ, GET)]
    assert near_tools("mcp__weather__get_wether", known) == ["mcp__weather__get_weather"]
    assert near_tools("weather/get_wether", known) == ["mcp__weather__get_weather"]
    assert near_tools("zzz", known) == []
