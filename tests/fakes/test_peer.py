"""The official SDK as a client of our fakes: a judge that knows nothing of this project."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import GOLDEN, ROOT

PEERS = Path(os.environ.get("SKILLCTL_PEERS") or ROOT / ".venv-peers")
REQUIRED = os.environ.get("SKILLCTL_REQUIRE_PEERS") == "1"
INSTALL = f"python3 -m venv {PEERS.name} && {PEERS.name}/bin/pip install 'mcp>=2.3,<3'"

pytestmark = pytest.mark.peer


@pytest.fixture(scope="module")
def sdk():
    """Let the SDK talk to a golden fake: `sdk(case, [tool, arguments], …)` gives what it saw."""
    python = PEERS / "bin" / "python"
    found = (
        python.exists() and not subprocess.run([python, "-c", "import mcp"], check=False).returncode
    )
    if not found:
        missing = f"the mcp SDK is not installed; {INSTALL}"
        pytest.fail(missing) if REQUIRED else pytest.skip(missing)

    def talk(case, *calls):
        fake = GOLDEN / "fake" / case / "fake.toml"
        command = [sys.executable, "-m", "skillctl", "fake", "serve", str(fake)]
        order = json.dumps({"command": command, "calls": calls})
        script = ROOT / "tests" / "fakes" / "sdk_client.py"
        done = subprocess.run(
            [python, script, order], capture_output=True, timeout=60, check=True, cwd=ROOT
        )
        return json.loads(done.stdout)

    return talk


def texts(seen):
    return [result["content"][0]["text"] for result in seen["results"] if "content" in result]


def test_handshake_list_and_calls(sdk):
    seen = sdk(
        "happy-path",
        ["get_weather", {"city": "Paris"}],
        ["get_weather", {"city": "Oslo"}],
        ["get_weather", {"city": "Atlantis"}],
        ["no_such_tool", {}],
    )
    assert seen["hello"]["serverInfo"] == {
        "name": "weather",
        "title": "Weather",
        "version": "1.0.0",
    }
    assert seen["hello"]["instructions"] == "Ask for a city."
    assert [tool["name"] for tool in seen["pages"][0]] == ["get_weather"]
    assert texts(seen)[0] == "18°C"
    assert seen["results"][1]["structuredContent"] == {
        "city": "Oslo",
        "celsius": -3.5,
        "hours": [1, 2],
    }
    assert seen["results"][2]["isError"] is True
    assert seen["results"][3] == {"raised": "MCPError", "text": "Unknown tool: no_such_tool"}
    assert seen["progress"] == [0.3, 0.6]


def test_all_pages(sdk):
    seen = sdk("paging")
    assert [[tool["name"] for tool in page] for page in seen["pages"]] == [
        ["tool_a", "tool_b"],
        ["tool_c", "tool_d"],
        ["tool_e"],
    ]


def test_a_call_that_matches_nothing(sdk):
    (result,) = sdk("no-match", ["get_weather", {"city": "Bonn"}])["results"]
    assert result["raised"] == "MCPError"
    assert "nearest is reply[1]" in result["text"]


def test_an_end_in_the_middle_of_an_answer_is_an_error_there_too(sdk):
    city = {"city": "a"}
    seen = sdk("exit-mid-answer", *[["get_weather", city]] * 3)
    assert texts(seen) == ["18C", "18C"]
    assert "raised" in seen["results"][2]


def test_a_call_without_an_answer_leaves_the_next_one_alone(sdk):
    seen = sdk("no-reply", ["slow", {}], ["slow", {}])
    assert "raised" in seen["results"][0]
    assert texts(seen) == ["done"]


def test_a_tool_list_that_changes(sdk):
    seen = sdk("hidden-tool-event", ["get_weather", {}], ["get_weather_v2", {}])
    assert texts(seen) == ["old", "new"]
