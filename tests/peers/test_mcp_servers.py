"""Real servers of others over our client (PEERS: npm and PyPI)."""

import json
import os
import subprocess
import sys

import pytest

from skillctl.mcp.client import RpcError
from skillctl.mcp.manager import Manager
from skillctl.mcp.stdio import start_stdio
from skillctl.tools.results import result_text
from tests.peers.programs import find_peer
from tests.server_configs import server_config

pytestmark = pytest.mark.peer

EVERYTHING = ("mcp-server-everything", "make peers")
TIME = ("mcp-server-time", "make peers")
SDK = ("python", "make peers")
SDK_SERVER = """
from mcp.server.mcpserver import MCPServer
server = MCPServer("sdk")

@server.tool()
def add(a: int, b: int) -> int:
    "Add two numbers."
    return a + b

@server.tool()
def fail() -> str:
    "Fail."
    raise ValueError("on purpose")

server.run()
"""


def tools_of(*command):
    """`skillctl mcp tools -- COMMAND` as a process of its own."""
    done = subprocess.run(
        [sys.executable, "-m", "skillctl", "mcp", "tools", "--format", "json", "--", *command],
        capture_output=True,
        text=True,
        env=os.environ,
        check=False,
        timeout=60,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    (server,) = json.loads(done.stdout)["servers"]
    return server, {tool["raw_name"]: tool for tool in server["tools"]}


def calling(folder, *command):
    """A manager of one server."""
    config = server_config(
        "peer",
        command=str(command[0]),
        args=tuple(map(str, command[1:])),
        cwd=folder,
    )
    return Manager([config], lambda wanted: start_stdio(wanted, os.environ))


def test_everything_lists_its_tools():
    server, tools = tools_of(find_peer(*EVERYTHING), "stdio")
    assert server["server"]["name"] == "mcp-servers/everything"
    assert {"echo", "get-sum", "get-tiny-image", "trigger-long-running-operation"} <= tools.keys()
    assert tools["echo"]["name"] == "mcp__server__echo"
    assert tools["get-sum"]["input_schema"]["required"] == ["a", "b"]
    assert [name for name in tools if "$schema" in tools[name]["input_schema"]] == []


def test_everything_answers_calls_of_every_kind(tmp_path):
    with calling(tmp_path, find_peer(*EVERYTHING), "stdio") as manager:

        def said(tool, **arguments):
            return result_text("peer", tool, manager.call("peer", tool, arguments))

        assert "Echo: grüße\u2028" in said("echo", message="grüße\u2028")[0]
        assert " 5" in said("get-sum", a=2, b=3)[0]
        image, _ = said("get-tiny-image")
        assert "[image image/png, " in image
        links, _ = said("get-resource-links", count=2)
        assert links.count("[link ") == 2
        structured, _ = said("get-structured-content", location="New York")
        assert "temperature" in structured
        long, _ = said("trigger-long-running-operation", duration=1, steps=4)
        assert "completed" in long.lower()
        text, is_error = said("get-sum", a="two")
        assert is_error
        assert "a" in text


def test_time(tmp_path):
    program = find_peer(*TIME)
    _, tools = tools_of(program)
    assert set(tools) == {"get_current_time", "convert_time"}
    with calling(tmp_path, program) as manager:
        result = manager.call("peer", "get_current_time", {"timezone": "Europe/Paris"})
        assert "Europe/Paris" in result_text("peer", "get_current_time", result)[0]


def test_a_server_of_the_official_sdk(tmp_path):
    python = find_peer(*SDK)
    (tmp_path / "server.py").write_text(SDK_SERVER)
    server, tools = tools_of(python, tmp_path / "server.py")
    assert server["server"]["name"] == "sdk"
    assert tools["add"]["description"] == "Add two numbers."
    with calling(tmp_path, python, "server.py") as manager:
        result = manager.call("peer", "add", {"a": 2, "b": 3})
        assert "5" in result_text("peer", "add", result)[0]
        text, is_error = result_text("peer", "fail", manager.call("peer", "fail", {}))
        assert is_error
        assert "fail" in text
        try:
            unknown = result_text("peer", "none", manager.call("peer", "none", {}))
        except RpcError as error:
            unknown = (error.text, True)
        assert unknown[1]
