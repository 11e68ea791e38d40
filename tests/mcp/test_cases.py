"""The cases of the shared data that this layer decides, each with its own server."""

import os
from dataclasses import replace

import pytest

from skillctl.mcp.client import Client, RpcError, ServerFailed
from skillctl.mcp.stdio import start_stdio
from skillctl.servers.model import Limits
from skillctl.tools.results import result_text, rpc_error_text
from tests.mcp.servers import config_of


@pytest.fixture
def case(shared, tmp_path):
    """`case(55)` starts the server of that case; ended at the end."""
    clients = []

    def start(number, limits=None):
        (folder,) = (shared / "cases").glob(f"{number}-*")
        config = replace(config_of(tmp_path), name="demo", args=(str(folder / "server.py"),))
        wire = start_stdio(config, os.environ)
        clients.append(Client("demo", wire, limits or config.limits))
        return clients[-1]

    yield start
    for client in clients:
        client.close()


def body(client, tool):
    """The text inside the element that a model gets, and whether it is an error."""
    try:
        text, is_error = result_text("demo", tool, client.call_tool(tool, {}))
    except RpcError as error:
        text, is_error = rpc_error_text("demo", tool, error.code, error.text)
    return "\n".join(text.splitlines()[1:-1]), is_error


def test_55_banner_on_stdout(case):
    client = case(55)
    assert [tool["name"] for tool in client.list_tools().tools] == ["hello"]
    assert body(client, "hello") == ("hi", False)
    (note,) = client.notes
    assert note == (
        'server "demo": 4 lines on stdout are not JSON-RPC:\n'
        "  === Demo server 🚀 ===\n  {not json}\n  (empty line)\n  calling..."
    )


def test_56_stderr_flood(case):
    client = case(56)
    client.list_tools()
    assert body(client, "hello") == ("hi", False)
    assert client.notes == ()


def test_58_crash_in_call(case):
    client = case(58, Limits(idle=1.5))
    client.connect()
    with pytest.raises(ServerFailed, match=r"no answer to tools/call hang within 1.5 s \(idle\)"):
        client.call_tool("hang", {})
    assert body(client, "hello") == ("hi", False)
    with pytest.raises(ServerFailed) as failed:
        client.call_tool("die", {})
    assert "exited with code 3" in str(failed.value)
    assert str(failed.value).endswith("\n  disk on fire")


@pytest.mark.slow
def test_59_progress_keeps_alive(case):
    assert body(case(59, Limits(idle=1.0, hard=6.0)), "slow") == ("late but fine", False)
    with pytest.raises(ServerFailed, match=r"within 1.5 s \(hard limit\)"):
        case(59, Limits(idle=1.0, hard=1.5)).call_tool("forever", {})


@pytest.mark.parametrize(
    ("tool", "text"),
    [
        ("only", '{"answer":42}'),
        ("both", '2 rows\n{"rows":[1,2]}'),
        ("none", "(no content)"),
        ("missing", "(no content)"),
    ],
)
def test_61_structured_content_only(case, tool, text):
    assert body(case(61), tool) == (text, False)


def test_62_error_results(case):
    client = case(62)
    assert body(client, "soft") == ('quota used up\n{"retry":30}', True)
    assert body(client, "rpc") == ("MCP error -32602: bad argument q", True)
    assert body(client, "text") == ("Error: none found", False)
