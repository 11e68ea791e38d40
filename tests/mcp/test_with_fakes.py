"""Our client and our fakes: the same conversation over a pipe with its own clock and over stdio."""

import os

import pytest

from skillctl.fakes.file import load_fake
from skillctl.fakes.pipe import Pipe
from skillctl.mcp.client import Client, ServerFailed
from skillctl.mcp.stdio import start_stdio
from skillctl.servers.model import Limits
from tests.server_configs import fake_server

FAKE = """
schema = "skillctl.fake/1"
[server]
name = "weather"
page_size = 1
instructions = "Ask for a city."
[[tool]]
name = "get_weather"
description = "Weather of one city"
input_schema = { type = "object", properties = { city = { type = "string" } } }
[[tool.reply]]
when = { city = "Paris" }
text = "18C"
[[tool.reply]]
default = true
error = "no such city"
[[tool]]
name = "die"
description = "Dies"
[[tool.reply]]
default = true
text = "never"
[[fault]]
on = "tools/call"
tool = "die"
nth = 1
exit = { code = 7, stderr = "disk full" }
[[fault]]
on = "tools/call"
tool = "get_weather"
nth = 3
no_reply = true
"""


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "weather.toml"
    path.write_text(FAKE)
    return path


def over_pipe(file, limits):
    return Client("weather", Pipe(load_fake(file, file.name)), limits)


def over_stdio(file, limits):
    config = fake_server(file, "weather", limits=limits)
    return Client("weather", start_stdio(config, os.environ), limits)


def conversation(client):
    """Everything that is said, results and failures, up to the end of the server."""
    said = [client.connect(), client.list_tools()]
    said += [client.call_tool("get_weather", {"city": city}) for city in ("Paris", "Rome")]
    for tool in ("get_weather", "die"):
        with pytest.raises(ServerFailed) as failed:
            client.call_tool(tool, {})
        said.append(failed.value.reason.partition("; last lines")[0])  # a process has a banner
    client.close()
    return [*said, client.notes]


def test_pipe_and_process_say_the_same(file):
    limits = Limits(start=20, idle=1.5)
    said = conversation(over_pipe(file, limits))
    assert said == conversation(over_stdio(file, limits))
    info, listed, paris, rome, silent, dead, notes = said
    assert info.instructions == "Ask for a city."
    assert [tool["name"] for tool in listed.tools] == ["get_weather", "die"]
    assert paris == {"content": [{"type": "text", "text": "18C"}]}
    assert rome["isError"] is True
    assert silent == "no answer to tools/call get_weather within 1.5 s (idle)"
    assert dead == "exited with code 7 (tools/call die)"
    assert notes == ()


def test_waiting_costs_no_time_over_a_pipe(file):
    pipe = Pipe(load_fake(file, file.name))
    client = Client("weather", pipe, Limits())
    for _ in range(2):
        client.call_tool("get_weather", {"city": "Paris"})
    with pytest.raises(ServerFailed, match="within 120 s"):
        client.call_tool("get_weather", {})
    assert pipe.now() == pytest.approx(120.0)
