"""A jump of the wall clock changes no timeout: nothing that waits looks at it."""

import ast
import itertools
import time

import pytest

from skillctl.mcp.client import ServerFailed
from skillctl.servers.model import Limits
from tests.conftest import ROOT
from tests.mcp.servers import config_of, started

DATES = {  # where a date is written down, and nothing is measured
    "agent/gather.py",
    "agent/log.py",
    "cli/consent_question.py",
    "cli/run.py",
    "skills/memory.py",  # compares with the times of files
}
WALL = ("time.time", "time.time_ns", "datetime.now", "datetime.utcnow", "datetime.today")


def wall_clocks(path):
    """What a module asks of the wall clock; a name that is imported from `time` counts too."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module == "time":
            yield from (f"time.{name.name}" for name in node.names)
        elif isinstance(node, ast.Attribute):
            yield ast.unparse(node)


def test_only_dates_come_from_the_wall_clock():
    package = ROOT / "skillctl"
    readers = {
        path.relative_to(package).as_posix()
        for path in package.rglob("*.py")
        if any(words in WALL for words in wall_clocks(path))
    }
    assert readers == DATES


@pytest.fixture
def _jumping(monkeypatch):
    """A wall clock that a day is added to, or taken from, each time somebody looks."""
    days = itertools.cycle([86_400, -86_400])
    monkeypatch.setattr(time, "time", lambda: next(days))


@pytest.mark.usefixtures("_jumping")
def test_limits_hold_while_the_wall_clock_jumps(tmp_path):
    body = "serve(slow=lambda a: time.sleep(0.2) or text('done'), hang=lambda a: time.sleep(60))"
    client = started(config_of(tmp_path, body, limits=Limits(start=20, listing=20, idle=2)))
    client.connect()
    assert client.call_tool("slow", {})["content"][0]["text"] == "done"
    begun = time.monotonic()
    with pytest.raises(ServerFailed, match="no answer to tools/call hang within 2 s"):
        client.call_tool("hang", {})
    assert time.monotonic() - begun >= 2
    client.close()
