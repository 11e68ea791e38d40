"""Nothing that a test starts may outlive it: every process bears a token in its environment."""

import os
import sys
import time
from pathlib import Path
from uuid import uuid4

import pytest

from skillctl.mcp.survey import bearing, living
from tests.timing import SOON

TOKEN = "LC_SKILLCTL_TEST"  # servers inherit LC_*
LOAD = Path("/proc/loadavg")


def bearers(token):
    return bearing(token.encode(), living()) - {os.getpid(), _bookkeeper()}


def _bookkeeper():
    """The process of Python's own that ends with this one, once workers were used."""
    module = sys.modules.get("multiprocessing.resource_tracker")
    return module and module._resource_tracker._pid  # noqa: SLF001 # nobody else tells


def youngest():
    """The number that the machine gave last to a process; where it is the same, none began."""
    return LOAD.read_text().split()[-1] if LOAD.exists() else None


def all_gone(token, seconds=SOON):
    """Wait until nobody bears a token, and give who still does."""
    until = time.monotonic() + seconds
    while (left := bearers(token)) and time.monotonic() < until:
        time.sleep(0.01)
    return left


@pytest.fixture(autouse=True)
def no_process_left(environment, monkeypatch):
    """Fail a test that leaves a child, a grandchild, or one in a session of its own behind."""
    del environment  # it clears away variables, ours among them
    token, before = uuid4().hex, youngest()
    monkeypatch.setenv(TOKEN, token)
    yield token
    if youngest() != before:
        assert all_gone(token) == set()
