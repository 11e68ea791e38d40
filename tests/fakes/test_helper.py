import os
import signal
import subprocess
import sys
import time
from contextlib import suppress

import pytest

from skillctl.fakes.helper import command, start_helper
from skillctl.fakes.model import Helper
from tests.timing import SOON


def stat(pid):
    """State, parent, group and session of a process; none once it is gone."""
    try:
        with open(f"/proc/{pid}/stat") as file:  # noqa: PTH123 # no path object needed here
            state, parent, group, session = file.read().rpartition(")")[2].split()[:4]
    except FileNotFoundError:
        return None
    return None if state == "Z" else (int(parent), int(group), int(session))


def gone_soon(pid):
    limit = time.monotonic() + SOON
    while stat(pid) and time.monotonic() < limit:
        time.sleep(0.02)
    return stat(pid) is None


@pytest.fixture
def started():
    made = []

    def start(**options):
        made.append(start_helper(Helper(**options)))
        return made[-1]

    yield start
    for pid in made:
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
        with suppress(ChildProcessError):
            os.waitpid(pid, 0)


def test_the_command_is_our_own_program_and_nothing_else():
    words = command(Helper(seconds=5, outlive=True, ignore=frozenset({"SIGTERM"})), 77)
    assert words[:3] == [sys.executable, "-I", "-S"]
    assert words[3].endswith("skillctl/fakes/sleeper.py")
    assert words[4:] == ["77", "5", "1", "1"]
    assert command(Helper(), 77)[4:] == ["77", "30", "0", "0"]


@pytest.mark.parametrize("group", ["same", "own", "session"])
def test_the_group_and_session_it_is_in(started, group):
    pid = started(group=group)
    parent, of_group, of_session = stat(pid)
    assert parent == os.getpid()
    assert of_group == (os.getpgid(0) if group == "same" else pid)
    assert of_session == (pid if group == "session" else os.getsid(0))


def test_it_ends_by_itself_after_its_seconds(started):
    assert gone_soon(started(seconds=1))


PARENT = """
import sys
from skillctl.fakes.helper import start_helper
from skillctl.fakes.model import Helper
print(start_helper(Helper(seconds=2, outlive=sys.argv[1] == "1", group="session")), flush=True)
"""


@pytest.mark.parametrize("outlive", [False, True])
def test_it_outlives_the_fake_only_if_it_is_told_to(outlive):
    child = subprocess.Popen(
        [sys.executable, "-c", PARENT, str(int(outlive))], stdout=subprocess.PIPE, text=True
    )
    pid = int(child.stdout.readline())
    child.wait(SOON)
    time.sleep(0.5)
    assert (stat(pid) is not None) is outlive
    assert gone_soon(pid)
    child.stdout.close()
