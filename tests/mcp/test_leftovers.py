"""What is left of servers when skillctl ends, in whatever way: of most ways, nothing."""

import os
import signal
import subprocess
import sys
import time

import pytest

from skillctl.mcp.launch import can_warn
from tests.conftest import ROOT
from tests.mcp.leftovers import all_gone, bearers
from tests.mcp.servers import STUBBORN, write_server
from tests.timing import SOON

needs_setpriv = pytest.mark.skipif(
    not can_warn(), reason="no setpriv that knows --pdeathsig (util-linux 2.33, Linux)"
)
# never lists its tools: so skillctl still waits for it when its end comes
MUTE = """
for line in iter(sys.stdin.readline, ""):
    message = json.loads(line)
    if message.get("method") == "initialize":
        answer(message["id"], {"protocolVersion": "2025-11-25", "capabilities": {"tools": {}},
                               "serverInfo": {"name": "mute", "version": "1"}})
        open("started", "w").close()
"""
DEAF = MUTE + "time.sleep(60)\n"  # the end of its input is nothing to it
FAMILY = f"child({STUBBORN!r})\nos.environ['OWN'] = '1'\nchild({STUBBORN!r})\n{MUTE}"
FAKE = """
schema = "skillctl.fake/1"
[server]
name = "left"
[process]
ignore = ["EOF", "SIGTERM"]
[process.helper]
group = "session"
ignore = ["SIGTERM"]
seconds = 60
[[fault]]
on = "tools/list"
hang = true
"""


@pytest.fixture
def running(tmp_path, no_process_left):
    """Start `skillctl mcp tools` over a server, and wait until so many processes are there."""
    started = []

    def run(words, processes):
        command = [sys.executable, "-m", "skillctl", "mcp", "tools", "--", sys.executable, *words]
        pipe = subprocess.PIPE
        process = subprocess.Popen(command, cwd=tmp_path, stdout=pipe, stderr=pipe)
        started.append(process)
        until = time.monotonic() + SOON
        while len(bearers(no_process_left)) < processes and time.monotonic() < until:
            time.sleep(0.01)
        return process

    yield run
    for process in started:
        process.kill()
        process.communicate(timeout=SOON)


def told(folder):
    """Wait until a server has been met."""
    until = time.monotonic() + SOON
    while not (folder / "started").exists() and time.monotonic() < until:
        time.sleep(0.01)


def end_of(process, number):
    process.send_signal(number)
    _, errors = process.communicate(timeout=SOON)
    assert b"Traceback" not in errors
    return process.returncode


@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_a_signal_leaves_neither_child_nor_grandchild_nor_a_session_of_its_own(
    running, tmp_path, no_process_left, number, code
):
    process = running([str(write_server(tmp_path, FAMILY))], 4)
    told(tmp_path)
    assert end_of(process, number) == code
    assert all_gone(no_process_left, 0) == set()


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGABRT, signal.SIGSEGV])
@pytest.mark.parametrize("body", [MUTE, pytest.param(DEAF, marks=needs_setpriv)])
def test_a_death_leaves_no_server_that_honours_the_end_of_input_or_term(
    running, tmp_path, no_process_left, number, body
):
    process = running([str(write_server(tmp_path, body))], 2)
    told(tmp_path)
    assert end_of(process, number) == -number
    assert all_gone(no_process_left) == set()


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL, signal.SIGABRT])
def test_a_fake_that_ignores_all_and_its_helper_end_with_whoever_started_it(
    running, tmp_path, no_process_left, number
):
    (tmp_path / "left.toml").write_text(FAKE)
    process = running(["-m", "skillctl", "fake", "serve", "left.toml"], 3)
    assert len(bearers(no_process_left)) == 3
    assert end_of(process, number) in (128 + number, -number)
    assert all_gone(no_process_left) == set()


CRASH = """
import os, sys
from pathlib import Path
from skillctl.mcp.manager import Manager
from skillctl.mcp.stdio import start_stdio
from tests.mcp.servers import config_of
from tests.mcp.test_leftovers import STUBBORN
config = config_of(Path(sys.argv[1]), f"child({STUBBORN!r})\\nserve()\\n", OWN="1")
with Manager([config], lambda c: start_stdio(c, os.environ)) as manager:
    manager.scan()
    raise ZeroDivisionError("a bug")
"""


def test_a_bug_of_ours_leaves_nothing(tmp_path, no_process_left):
    words = [sys.executable, "-c", CRASH, tmp_path]
    done = subprocess.run(words, capture_output=True, env=os.environ, check=False, timeout=SOON)
    assert b"ZeroDivisionError: a bug" in done.stderr
    assert all_gone(no_process_left, 0) == set()


WORKER = """
import os, signal
from tests.mcp.servers import config_of, started

def test_dies(tmp_path):
    client = started(config_of(tmp_path))
    client.connect()
    open(os.environ["LC_MET"], "w").close()
    os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.mark.slow
def test_a_worker_of_the_tests_that_is_killed_leaves_no_server(
    tmp_path, monkeypatch, no_process_left
):
    path, met = tmp_path / "test_dies.py", tmp_path / "met"
    path.write_text(WORKER)
    monkeypatch.setenv("LC_MET", str(met))
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    words = ["-m", "pytest", "-n", "1", "-p", "no:cacheprovider", "--max-worker-restart", "0"]
    done = subprocess.run(
        [sys.executable, *words, "--rootdir", tmp_path, "--basetemp", tmp_path / "base", path],
        cwd=tmp_path,
        capture_output=True,
        check=False,
        timeout=3 * SOON,
    )
    assert b"crashed" in done.stdout
    assert met.exists()
    assert all_gone(no_process_left) == set()


def test_who_is_left_is_seen_wherever_it_hides(no_process_left):
    """What the fixture itself rests on."""
    code = "import sys; sys.stdin.read()"
    pipe = subprocess.PIPE
    hidden = subprocess.Popen([sys.executable, "-c", code], stdin=pipe, start_new_session=True)
    assert all_gone(no_process_left, 0) == {hidden.pid}
    hidden.communicate(timeout=SOON)
    assert all_gone(no_process_left, 0) == set()
