import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from skillctl.mcp import launch as module
from skillctl.mcp.launch import SETPRIV, can_warn, launch, warned
from tests.mcp.leftovers import bearers
from tests.timing import SOON

needs_setpriv = pytest.mark.skipif(
    not can_warn(), reason="no setpriv that knows --pdeathsig (util-linux 2.33, Linux)"
)
BEFORE = [SETPRIV, "--pdeathsig", "TERM", "--"]


def ended(process):
    process.communicate(timeout=SOON)
    return process.returncode


def script(folder, text):
    path = folder / "program"
    path.write_text(text)
    path.chmod(0o755)
    return str(path)


@needs_setpriv
def test_a_program_is_warned(tmp_path):
    assert warned([sys.executable, "a b"], {}) == [*BEFORE, sys.executable, "a b"]
    shell = script(tmp_path, "#!/bin/sh -e\n")
    assert warned([shell], {}) == [*BEFORE, shell]
    spaced = script(tmp_path, "#! /usr/bin/env sh\n")
    assert warned([spaced, "--", "-x"], {}) == [*BEFORE, spaced, "--", "-x"]


@pytest.mark.parametrize("text", ["#!/none/such\n", "#!\n", "#!", "echo no first line\n", ""])
def test_what_the_kernel_does_not_start_is_left_to_say_so_itself(tmp_path, text):
    argv = [script(tmp_path, text)]
    assert warned(argv, {}) == argv
    with pytest.raises(OSError, match="program"):
        ended(launch(argv, None, os.environ))


@pytest.mark.parametrize("argv", [["python3"], ["./x"], ["/none/such"], ["/etc/passwd"], ["/"]])
def test_what_is_no_whole_path_of_a_program_is_started_as_it_is(argv):
    assert warned(argv, {}) == argv


def test_a_program_that_may_be_run_but_not_read(tmp_path, monkeypatch):
    def refuse(*_):
        raise PermissionError

    argv = [script(tmp_path, "#!/bin/sh\n")]
    with monkeypatch.context() as patch:
        patch.setattr(Path, "open", refuse)
        assert warned(argv, {}) == argv


def test_nothing_is_preloaded_into_the_program_in_between():
    argv = [sys.executable]
    assert warned(argv, {"LD_LIBRARY_PATH": "/lib"}) == argv


@pytest.mark.parametrize("setpriv", ["/none/such", "/bin/false"])
def test_a_machine_that_cannot(monkeypatch, setpriv):
    monkeypatch.setattr(module, "SETPRIV", setpriv)
    assert not can_warn.__wrapped__()


def test_another_system(monkeypatch):
    monkeypatch.setattr(sys, "platform", "darwin")
    assert not can_warn.__wrapped__()


def test_arguments_environment_folder_and_exit_code_are_as_they_would_be(tmp_path):
    code = "import os, sys; print(sys.argv, dict(os.environ), os.getcwd()); sys.exit(7)"
    words = [sys.executable, "-I", "-c", code, "--", "-x", "", "a\nb", "é"]
    environment = {"A": "1", "LC_ALL": "C.UTF-8", "É": "è"}
    process = launch(words, tmp_path, environment)
    out, _ = process.communicate(timeout=SOON)
    plain = subprocess.run(words, cwd=tmp_path, env=environment, capture_output=True, check=False)
    assert (out, process.returncode) == (plain.stdout, plain.returncode)
    assert process.returncode == 7


def test_it_outlives_the_thread_that_asked_for_it():
    """The kernel sends the signal at the end of a thread, not only of a process."""
    started = []

    def ask():
        code = "import sys; print('ready', flush=True); sys.stdin.read(); sys.exit(5)"
        started.append(launch([sys.executable, "-c", code], None, os.environ))

    thread = threading.Thread(target=ask)
    thread.start()
    thread.join()
    (process,) = started
    assert process.stdout.readline() == b"ready\n"
    time.sleep(0.05)
    assert process.poll() is None
    assert ended(process) == 5


def test_a_program_that_is_not_there():
    with pytest.raises(FileNotFoundError):
        launch(["/none/such"], None, os.environ)
    with pytest.raises(ValueError, match="null"):
        launch(["a\0b"], None, os.environ)
    assert ended(launch([sys.executable, "-c", ""], None, os.environ)) == 0


@pytest.mark.parametrize("works", [True, False])
def test_an_interrupt_while_it_starts_leaves_nothing(works):
    begun = []

    def start():
        os.kill(os.getpid(), signal.SIGINT)
        time.sleep(0.1)
        if not works:
            raise FileNotFoundError
        argv = [sys.executable, "-c", "import time; time.sleep(60)"]
        begun.append(subprocess.Popen(argv, stdin=subprocess.PIPE))
        return begun[0]

    with pytest.raises(KeyboardInterrupt):
        module.STARTER.run(start)
    assert [process.returncode for process in begun] == [-signal.SIGKILL] * works


def test_a_forked_process_starts_servers_too():
    pid = os.fork()
    if not pid:
        os._exit(ended(launch([sys.executable, "-c", "exit(4)"], None, os.environ)))
    assert os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == 4


DEAF = """
import os, sys, time
print(os.getpid(), flush=True)
while True:
    time.sleep(60)
"""
PARENT = f"""
import os, sys, threading
from skillctl.mcp.launch import launch
process = launch([sys.executable, "-c", {DEAF!r}], None, os.environ)
sys.stdout.buffer.write(process.stdout.readline())
sys.stdout.flush()
threading.Event().wait()
"""


@needs_setpriv
@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGABRT])
def test_one_that_ignores_the_end_of_its_input_is_told_when_skillctl_dies(number, no_process_left):
    parent = subprocess.Popen([sys.executable, "-c", PARENT], stdout=subprocess.PIPE)
    server = int(parent.stdout.readline())
    assert bearers(no_process_left) >= {parent.pid, server}
    parent.send_signal(number)
    parent.communicate(timeout=SOON)
    until = time.monotonic() + SOON
    while server in bearers(no_process_left) and time.monotonic() < until:
        time.sleep(0.01)
    assert server not in bearers(no_process_left)
