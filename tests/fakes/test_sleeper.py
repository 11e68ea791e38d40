import os
import runpy
import signal
import subprocess
import sys
import time

import pytest

from skillctl.fakes import sleeper


def test_it_ends_with_another_parent_or_when_its_time_is_over():
    begin = time.monotonic()
    sleeper.main(os.getppid() + 1, 5, outlive=False, deaf=False)
    assert time.monotonic() - begin < 1
    sleeper.main(os.getppid() + 1, 0, outlive=True, deaf=False)
    sleeper.main(os.getppid(), 0, outlive=False, deaf=False)


@pytest.mark.parametrize("deaf", [False, True])
def test_sigterm_ends_it_unless_it_ignores_that(deaf):
    words = [sys.executable, "-I", "-S", sleeper.__file__, str(os.getpid()), "5", "0"]
    child = subprocess.Popen([*words, str(int(deaf))])
    time.sleep(0.3)
    child.send_signal(signal.SIGTERM)
    time.sleep(0.1)
    assert (child.poll() is None) is deaf
    child.kill()
    assert child.wait() == (-signal.SIGKILL if deaf else -signal.SIGTERM)


def test_it_waits_step_by_step(monkeypatch):
    steps = []
    monkeypatch.setattr(time, "sleep", steps.append)
    usual = signal.getsignal(signal.SIGTERM)
    clock = iter([0.0, 0.0, 0.1, 2.0])
    monkeypatch.setattr(time, "monotonic", lambda: next(clock))
    sleeper.main(os.getppid(), 1, outlive=False, deaf=True)
    assert steps == [0.1, 0.1]
    assert signal.getsignal(signal.SIGTERM) == signal.SIG_IGN
    signal.signal(signal.SIGTERM, usual)


def test_it_is_a_program(monkeypatch):
    monkeypatch.setattr(sys, "argv", ["sleeper.py", "0", "0", "1", "0"])
    runpy.run_path(sleeper.__file__, run_name="__main__")
