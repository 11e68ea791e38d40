import os
import signal
import subprocess
import sys
import textwrap
import threading
import time

import pytest

from skillctl.mcp.signals import forget_signals, raise_on_signals
from tests.timing import SOON

USUAL = {
    signal.SIGINT: signal.default_int_handler,
    signal.SIGTERM: signal.SIG_DFL,
    signal.SIGHUP: signal.SIG_DFL,
}


@pytest.fixture(autouse=True)
def _as_it_was():
    before = {number: signal.signal(number, usual) for number, usual in USUAL.items()}
    yield
    for number, handler in before.items():
        signal.signal(number, handler)


def handlers():
    return {number: signal.getsignal(number) for number in USUAL}


@pytest.mark.parametrize(("number", "code"), [(signal.SIGTERM, 143), (signal.SIGHUP, 129)])
def test_a_signal_that_would_just_kill_raises(number, code):
    raise_on_signals()
    with pytest.raises(SystemExit) as ended:
        os.kill(os.getpid(), number)
    assert ended.value.code == code


def test_an_interrupt_stays_one():
    raise_on_signals()
    with pytest.raises(KeyboardInterrupt):
        os.kill(os.getpid(), signal.SIGINT)


def test_the_next_one_kills_and_no_later_one_counts(monkeypatch):
    done = []
    monkeypatch.setattr("skillctl.mcp.signals.kill_all", lambda: done.append("servers"))
    monkeypatch.setattr("skillctl.mcp.signals.os._exit", done.append)
    raise_on_signals()
    with pytest.raises(KeyboardInterrupt):
        os.kill(os.getpid(), signal.SIGINT)
    forget_signals()
    os.kill(os.getpid(), signal.SIGTERM)
    assert done == ["servers", 143]
    assert set(handlers().values()) == {signal.SIG_IGN}


def test_without_a_signal_all_is_as_before():
    raise_on_signals()
    assert all(handlers()[number] is not usual for number, usual in USUAL.items())
    forget_signals()
    assert handlers() == USUAL


def test_a_handler_of_somebody_else_stays():
    """Also `nohup`, which ignores HUP."""

    def own(number, frame):
        """Do nothing."""

    signal.signal(signal.SIGTERM, own)
    signal.signal(signal.SIGHUP, signal.SIG_IGN)
    raise_on_signals()
    for _ in range(2):
        assert signal.getsignal(signal.SIGTERM) is own
        assert signal.getsignal(signal.SIGHUP) is signal.SIG_IGN
        forget_signals()


def test_another_thread_changes_nothing():
    def both():
        raise_on_signals()
        forget_signals()

    thread = threading.Thread(target=both)
    thread.start()
    thread.join()
    assert handlers() == USUAL


PROGRAM = """
import os, signal, sys, time
from pathlib import Path
from skillctl.mcp import stdio
from skillctl.mcp.manager import Manager
from skillctl.mcp.process import Grace
from skillctl.mcp.stdio import start_stdio
signal.signal(signal.SIGHUP, signal.SIG_DFL)
if "patient" in sys.argv:
    stdio.GRACE = Grace(eof=300, rest=300, term=300)
from tests.mcp.servers import config_of, STUBBORN, HELLO
configs = [config_of(Path(sys.argv[1]), f"child({STUBBORN!r})\\n{HELLO}", key=k) for k in "abc"]
with Manager(configs, lambda c: start_stdio(c, os.environ)) as manager:
    manager.scan()
    print("ready", flush=True)
    time.sleep(60)
"""


@pytest.fixture
def program(tmp_path):
    """Start a program with three stubborn servers, and wait until they run."""
    running = []

    def start(*words):
        process = subprocess.Popen(
            [sys.executable, "-c", textwrap.dedent(PROGRAM), tmp_path, *words],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=os.environ,
            start_new_session=True,
        )
        running.append(process)
        assert process.stdout.readline() == b"ready\n"
        return process

    yield start
    for process in running:
        process.kill()
        process.communicate(timeout=SOON)


@pytest.mark.parametrize(
    ("number", "code"), [(signal.SIGTERM, 143), (signal.SIGINT, 130), (signal.SIGHUP, 129)]
)
def test_a_signal_ends_the_servers_too(program, number, code):
    process = program()
    process.send_signal(number)
    process.communicate(timeout=SOON)
    assert process.returncode in (code, -number)
    assert process.returncode != -signal.SIGHUP


def test_a_second_interrupt_does_not_wait(program):
    process = program("patient")
    process.send_signal(signal.SIGINT)
    time.sleep(1)
    process.send_signal(signal.SIGINT)
    process.communicate(timeout=SOON)  # not the five minutes of its patience
    assert process.returncode == 130


@pytest.mark.parametrize("numbers", [[signal.SIGINT], [signal.SIGTERM, signal.SIGHUP]])
def test_signals_that_do_not_stop_coming_leave_no_server_and_no_traceback(program, numbers):
    process = program("patient")
    until = time.monotonic() + SOON
    while process.poll() is None and time.monotonic() < until:
        for number in numbers:
            process.send_signal(number)
            time.sleep(0.033)
    _, errors = process.communicate(timeout=SOON)
    assert process.returncode in [128 + number for number in numbers]
    assert errors == b""
