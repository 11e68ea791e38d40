"""Our own client against fakes, over both drivers: what one serves, the other understands."""

import json
import sys
import threading
from pathlib import Path

import pytest

from skillctl.fakes.file import load_fake
from skillctl.fakes.pipe import Pipe
from skillctl.mcp.client import Client, RpcError, ServerFailed
from skillctl.mcp.stdio import start_stdio
from skillctl.servers.model import Limits
from tests.conftest import GOLDEN
from tests.fakes.lockstep import HEAD, LoggedPipe, fake_file
from tests.server_configs import fake_server

LIMITS = Limits(start=20, listing=20, idle=20, hard=20)
IMPATIENT = Limits(start=20, listing=20, idle=1.5, hard=20)


def over_pipe(path):
    return Pipe(load_fake(path, path.name))


def over_stdio(path):
    config = fake_server(path, program=Path(sys.executable))
    return start_stdio(config, {"PATH": "/usr/bin:/bin"})


@pytest.fixture(params=[over_pipe, over_stdio])
def client(request):
    """Connect to a file: `client(path)`."""
    made = []

    def connect(path, limits=LIMITS):
        made.append(Client("fake", request.param(path), limits))
        made[-1].connect()
        return made[-1]

    yield connect
    for one in made:
        one.close()


def golden(name):
    return GOLDEN / "fake" / name / "fake.toml"


def test_handshake_list_and_calls(client):
    weather = client(golden("happy-path"))
    info = weather.connect()
    assert (info.name, info.protocol) == ("weather", "2025-11-25")
    assert info.instructions == "Ask for a city."
    (tool,) = weather.list_tools().tools
    assert tool["name"] == "get_weather"
    paris = weather.call_tool("get_weather", {"city": "Paris"})
    assert paris["content"] == [{"type": "text", "text": "18°C"}]
    oslo = weather.call_tool("get_weather", {"city": "Oslo"})
    assert oslo["structuredContent"] == {"city": "Oslo", "celsius": -3.5, "hours": [1, 2]}
    assert weather.call_tool("get_weather", {"city": "x"})["isError"] is True
    assert weather.notes == ()


def test_all_pages(client):
    tools = client(golden("paging")).list_tools().tools
    assert [tool["name"] for tool in tools] == [f"tool_{n}" for n in "abcde"]


def test_a_call_that_matches_nothing(client):
    weather = client(golden("no-match"))
    with pytest.raises(RpcError) as caught:
        weather.call_tool("get_weather", {"city": "Paris"})
    assert caught.value.code == -32602
    assert "nearest is reply[0]: unit is missing" in caught.value.message


def test_an_end_in_the_middle_of_an_answer(client):
    weather = client(golden("exit-mid-answer"))
    for _ in range(2):
        weather.call_tool("get_weather", {"city": "a"})
    with pytest.raises(ServerFailed) as caught:
        weather.call_tool("get_weather", {"city": "a"})
    assert "exited with code 7" in caught.value.message
    assert "disk full" in caught.value.message


def test_a_call_without_an_answer_is_cancelled_and_others_go_on(client):
    slow = client(golden("no-reply"), IMPATIENT)
    with pytest.raises(ServerFailed) as caught:
        slow.call_tool("slow", {})
    assert "no answer to tools/call slow" in caught.value.message
    assert slow.call_tool("slow", {})["content"] == [{"type": "text", "text": "done"}]


def test_the_cancellation_names_the_call():
    pipe = over_pipe(golden("no-reply"))
    client = Client("fake", pipe, LIMITS)
    client.connect()
    with pytest.raises(ServerFailed):
        client.call_tool("slow", {})
    assert [miss.message for miss in pipe.misses()] == [
        "expected notifications/cancelled of tools/call#3; the client sent 0"
    ]
    client.close()


def test_noise_before_the_first_answer(client, tmp_path):
    path = tmp_path / "fake.toml"
    path.write_text(HEAD + "[process]\nstdout_before = ['listening', { hex = 'fffe0a' }]\n")
    assert "2 lines on stdout are not JSON-RPC" in " ".join(client(path).notes)


def test_a_server_that_lies_about_the_protocol(client):
    with pytest.raises(ServerFailed) as caught:
        client(golden("start-and-lies"))
    assert "offers protocol 1999-01-01" in caught.value.message


def test_calls_of_several_threads_over_a_pipe():
    text = """
    [[tool]]
    name = "a"
    reply = [{ default = true, text = "{{n}}", template = true, delay_ms = 100 }]
    """
    pipe = LoggedPipe(fake_file(text))
    client = Client("fake", pipe, Limits())
    client.connect()
    found = {}

    def call(number):
        result = client.call_tool("a", {"n": str(number)})
        found[number] = result["content"][0]["text"]

    threads = [threading.Thread(target=call, args=(number,)) for number in range(20)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(10)
    client.close()
    assert found == {number: str(number) for number in range(20)}
    entries = list(map(json.loads, pipe.wire_log.splitlines()))
    assert [entry["n"] for entry in entries] == list(range(1, len(entries) + 1))
