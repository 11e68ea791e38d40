import os
import signal
import subprocess
import sys
import threading
import time

import pytest

from skillctl.mcp import process as module
from skillctl.mcp.process import Grace, ServerProcess, stop_all
from skillctl.mcp.survey import living
from tests.mcp.servers import HEAD, STUBBORN
from tests.timing import SOON

QUICK = Grace(eof=0.3, rest=0.05, term=0.3, kill=1.0)
BY_EOF = Grace(eof=SOON, rest=0.05, term=0.3, kill=1.0)  # for one that ends with its input
BY_TERM = Grace(eof=0.3, rest=0.05, term=SOON, kill=1.0)  # for one that ends by TERM


def start(body, **environment):
    """Run a body as a server and wait until it has said something."""
    env = {**os.environ, "SKILLCTL_SERVER_ID": f"test-{time.monotonic_ns()}", **environment}
    process = ServerProcess([sys.executable, "-c", HEAD + body], None, env)
    assert process.stdout.readline() == b"ready\n"
    return process


def stopped(process, grace=QUICK):
    """Stop it, and give how long that took."""
    begun = time.monotonic()
    process.stop(grace)
    process.stdout.close()
    process.stderr.close()
    return time.monotonic() - begun


READY = "print('ready', flush=True)\n"


def test_a_server_that_ends_with_its_input():
    process = start(f"{READY}sys.stdin.read(); sys.exit(7)")
    assert process.exit_code() is None
    assert stopped(process, BY_EOF) < SOON
    assert process.exit_code() == 7
    assert not process.killed
    process.stop()


def test_exit_codes_before_it_is_reaped():
    process = start(f"{READY}os.kill(os.getpid(), 9)")
    while process.exit_code() is None:
        time.sleep(0.005)
    assert process.exit_code() == -9
    assert stopped(process, BY_EOF) < SOON
    assert process.exit_code() == -9


def test_it_runs_in_a_session_of_its_own():
    process = start(f"{READY}sys.stdin.read()")
    (pid,) = [p.pid for p in living().values() if p.parent == os.getpid() and p.group == p.pid]
    assert os.getsid(pid) == pid
    stopped(process)


def test_term_for_one_that_ignores_the_end_of_its_input():
    process = start(f"{READY}time.sleep(60)")
    assert 0.3 <= stopped(process, BY_TERM) < SOON
    assert process.exit_code() == -signal.SIGTERM
    assert not process.killed


def test_term_is_sent_once():
    body = """
count = 0
def handler(*_):
    global count
    count += 1
    time.sleep(0.15)
    sys.stderr.write(f"TERM {count}\\n")
    sys.exit(0)
signal.signal(signal.SIGTERM, handler)
print("ready", flush=True)
time.sleep(60)
"""
    process = start(body)
    process.stop(BY_TERM)
    assert process.stderr.read() == b"TERM 1\n"
    assert process.exit_code() == 0
    stopped(process)


def test_kill_for_one_that_ignores_all():
    process = start(f"signal.signal(signal.SIGTERM, signal.SIG_IGN)\n{READY}time.sleep(60)")
    assert 0.6 <= stopped(process) < SOON
    assert process.exit_code() == -signal.SIGKILL
    assert process.killed


@pytest.mark.parametrize("own_session", [False, True])
def test_a_stubborn_child_of_a_leader_that_exits_first(own_session):
    """The group is signalled after a clean exit; a session of its own does not help."""
    own = {"OWN": "1"} if own_session else {}
    process = start(f"child({STUBBORN!r})\n{READY}sys.stdin.read()", **own)
    assert stopped(process, BY_EOF) < SOON
    assert process.exit_code() == 0
    assert process.killed


def test_a_child_that_has_lost_parent_and_group_is_found_by_its_token():
    body = f"""
code = '''
import os, subprocess, sys
child = subprocess.Popen([sys.executable, "-c", {STUBBORN!r}], start_new_session=True,
                         stdin=subprocess.DEVNULL, stdout=subprocess.PIPE)
child.stdout.readline()
'''
subprocess.run([sys.executable, "-c", code], check=True)
{READY}
"""
    process = start(body)
    while process.exit_code() is None:
        time.sleep(0.005)
    stopped(process)
    assert process.killed


def test_a_child_without_environment_is_found_through_its_parent():
    body = f"""
p = subprocess.Popen([sys.executable, "-c", {STUBBORN!r}], env={{}}, start_new_session=True,
                     stdin=subprocess.DEVNULL, stdout=subprocess.PIPE)
p.stdout.readline()
print("ready", flush=True)
sys.stderr.write(f"{{p.pid}}\\n")
sys.stderr.flush()
sys.stdin.read()
"""
    process = start(body)
    pid = int(process.stderr.readline())
    assert pid in living()
    stopped(process)
    assert pid not in living()


def test_a_stranger_in_our_group_is_left_alone():
    stranger = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)
    process = start(f"{READY}time.sleep(60)")
    stopped(process)
    assert stranger.poll() is None
    stranger.communicate(b"\n", timeout=SOON)


def test_an_interrupt_while_stopping_ends_it_at_once():
    process = start(f"signal.signal(signal.SIGTERM, signal.SIG_IGN)\n{READY}time.sleep(60)")
    timer = threading.Timer(0.2, lambda: os.kill(os.getpid(), signal.SIGINT))
    timer.start()
    begun = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        process.stop(Grace(eof=10 * SOON))
    assert time.monotonic() - begun < SOON
    assert process.exit_code() == -signal.SIGKILL
    stopped(process)


def test_where_processes_cannot_be_seen_the_group_is_signalled(monkeypatch):
    process = start(f"child({STUBBORN!r})\n{READY}sys.stdin.read()")
    children = [p.pid for p in living().values() if p.group == process.pid]
    assert len(children) == 2
    monkeypatch.setattr(module, "SURVEYED", False)
    monkeypatch.setattr(module, "living", dict)
    stopped(process)
    monkeypatch.undo()
    time.sleep(0.05)
    assert not set(children) & living().keys()


def test_without_waitid_the_exit_code_is_polled(monkeypatch):
    monkeypatch.delattr(os, "waitid")
    process = start(f"{READY}sys.stdin.read(); sys.exit(3)")
    assert process.exit_code() is None
    stopped(process, BY_EOF)
    assert process.exit_code() == 3


def test_a_child_that_somebody_else_reaped():
    process = start(f"{READY}sys.stdin.read()")
    process.stdin.close()
    os.waitpid(process.pid, 0)
    assert process.exit_code() == 0
    stopped(process)


def test_the_last_resort_at_the_end_of_the_program():
    process = start(f"{READY}time.sleep(60)")
    stop_all()
    assert process.exit_code() is not None
    stopped(process)


def test_a_program_that_ends_in_a_hurry_leaves_nothing():
    code = (
        "import os, sys\n"
        "from skillctl.mcp.process import ServerProcess\n"
        "env = {**os.environ, 'SKILLCTL_SERVER_ID': 'hurry'}\n"
        "ServerProcess([sys.executable, '-c', 'import time; time.sleep(60)'], None, env)\n"
        "raise SystemExit(3)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], env=os.environ, timeout=SOON, check=False)
    assert done.returncode == 3


@pytest.mark.parametrize("argv", [["/none/such"], ["a\0b"]])
def test_what_cannot_be_started(argv):
    with pytest.raises((OSError, ValueError)):
        ServerProcess(argv, None, {"SKILLCTL_SERVER_ID": "x"})
