"""Servers of the official SDK, in both eras: a judge that knows nothing of this project."""

import os

import pytest

from skillctl.mcp.client import Client, ServerFailed
from skillctl.mcp.server import ManagedServer
from skillctl.mcp.stdio import start_stdio
from skillctl.servers.model import Limits
from tests.conftest import ROOT
from tests.peers.programs import find_python
from tests.server_configs import server_config

NEW = "2026-07-28"
LIMITS = Limits(start=30, listing=30, idle=1.5, hard=20)

pytestmark = pytest.mark.peer


@pytest.fixture(scope="module")
def python():
    return find_python(["mcp", "mcp_server_time"], "make peers")


@pytest.fixture
def sdk(python):
    """`sdk("dual", protocol)` gives a client of a server that was started."""
    clients = []

    def start(mode, protocol="auto"):
        config = configured(python, mode)
        clients.append(Client("sdk", start_stdio(config, os.environ), LIMITS, protocol))
        return clients[-1]

    yield start
    for client in clients:
        client.close()


def configured(python, mode, **members):
    script = str(ROOT / "tests" / "mcp" / "sdk_server.py")
    return server_config(
        "sdk", command=str(python), args=(script, mode), cwd=ROOT, limits=LIMITS, **members
    )


@pytest.mark.parametrize(
    ("mode", "protocol", "spoken"),
    [
        ("dual", "auto", "2025-11-25"),
        ("dual", "handshake", "2025-11-25"),
        ("dual", NEW, NEW),
        ("modern", "auto", NEW),
        ("modern", NEW, NEW),
    ],
)
def test_each_era_lists_and_calls(sdk, mode, protocol, spoken):
    client = sdk(mode, protocol)
    info = client.connect()
    assert (info.protocol, info.name, info.version) == (spoken, "sdk", "2.3")
    assert info.instructions == "Ask for sums."
    names = [tool["name"] for tool in client.list_tools().tools]
    assert names == ["add", "work", "sleep", "ask", "grow"]
    assert client.call_tool("add", {"a": 2, "b": 3})["structuredContent"] == {"result": 5}
    client.close()
    assert client.notes == ()


def test_a_server_without_handshake_refuses_one(sdk):
    with pytest.raises(ServerFailed, match=r'sdk": offers protocol 2026-07-28; only 2024-'):
        sdk("modern", "handshake").connect()


def test_progress_keeps_a_call_alive_and_silence_ends_it(sdk):
    client = sdk("modern", NEW)
    client.connect()
    assert client.call_tool("work", {})["content"][0]["text"] == "done"
    with pytest.raises(ServerFailed, match=r"no answer to tools/call sleep within 1.5 s \(idle\)"):
        client.call_tool("sleep", {})
    assert client.call_tool("add", {"a": 2, "b": 3})["structuredContent"] == {"result": 5}


def test_a_call_that_asks_for_input_is_an_error_of_the_tool(sdk):
    client = sdk("modern", NEW)
    client.connect()
    result = client.call_tool("ask", {})
    words = "the server asks for input (elicitation/create); not supported in this run"
    assert result == {"content": [{"type": "text", "text": words}], "isError": True}


@pytest.mark.parametrize("mode", ["dual", "modern"])
def test_a_managed_server_remembers_its_era(python, mode):
    managed = ManagedServer(configured(python, mode), lambda c: start_stdio(c, os.environ))
    assert managed.call("add", {"a": 1, "b": 1})["structuredContent"] == {"result": 2}
    assert managed.status().notes == ()
    managed.close()


def test_a_change_is_heard_without_a_handshake(sdk):
    client = sdk("modern", NEW)
    client.connect()
    assert not client.tools_changed()
    client.call_tool("grow", {})
    client.call_tool("add", {"a": 1, "b": 1})
    assert client.tools_changed()
    assert "grown" in [tool["name"] for tool in client.list_tools().tools]


@pytest.mark.parametrize(("protocol", "spoken"), [("auto", "2025-11-25"), (NEW, NEW)])
def test_a_published_server_in_each_era(python, protocol, spoken):
    config = server_config("time", command=str(python), args=("-m", "mcp_server_time"), cwd=ROOT)
    client = Client("time", start_stdio(config, os.environ), Limits(), protocol)
    assert client.connect().protocol == spoken
    names = [tool["name"] for tool in client.list_tools().tools]
    assert names == ["get_current_time", "convert_time"]
    result = client.call_tool("get_current_time", {"timezone": "UTC"})
    assert '"timezone": "UTC"' in result["content"][0]["text"]
    client.close()
    assert client.notes == ()
