"""Nothing that a test starts may outlive it: every process bears a token in its environment."""

import os
import time
from uuid import uuid4

import pytest

from skillctl.mcp.survey import bearing, living
from tests.timing import SOON

TOKEN = "LC_SKILLCTL_TEST"  # servers inherit LC_*


def bearers(token):
    return bearing(token.encode(), living()) - {os.getpid()}


@pytest.fixture(autouse=True)
def no_process_left(monkeypatch):
    """Fail a test that leaves a process behind; holds wherever this name is imported."""
    token = uuid4().hex
    monkeypatch.setenv(TOKEN, token)
    yield token
    until = time.monotonic() + SOON
    while bearers(token) and time.monotonic() < until:
        time.sleep(0.01)
    assert bearers(token) == set()
