import os
import signal
import subprocess
import sys
import threading
import time
from functools import partial
from traceback import format_exception

import pytest

from skillctl.errors import SkillctlError
from skillctl.findings import Case
from skillctl.rules.find.found import Record, Target
from skillctl.rules.parts import Part
from skillctl.rules.rule import Crash
from skillctl.rules.workers import CHUNK, parts, start_method

TARGETS = [Target(f"/w/{number:04}", f"{number:04}") for number in range(3 * CHUNK + 1)]


class OddError(Exception):
    """An error that cannot be sent: it is not built from one text."""

    def __init__(self, one, two):
        super().__init__(f"{one} and {two}")


def cases(targets):
    found = tuple(Case(kind="skill", name=t.shown, path=t.shown) for t in targets)
    records = tuple(Record("skills", (target.shown,), target) for target in targets)
    return Part(found, records)


def odd(target):
    raise OddError(target.shown, 2)


def crashing(targets):
    crashes = []
    for target in targets:
        if target.shown.endswith("7"):
            try:
                odd(target)
            except OddError as error:
                crashes.append(Crash("SK999", target.shown, error))
    return Part((), (), tuple(crashes))


def bug(_targets):
    raise ZeroDivisionError


def interrupted(parent, _targets):
    os.kill(parent, signal.SIGINT)
    time.sleep(60)


def killed(_targets):
    os.kill(os.getpid(), signal.SIGKILL)


@pytest.mark.parametrize("count", [1, 2, 5])
def test_what_comes_of_files_is_in_their_order(count):
    found = list(parts(cases, TARGETS, count))
    whole = cases(TARGETS)
    assert tuple(case for part in found for case in part.results) == whole.results
    assert tuple(record for part in found for record in part.records) == whole.records


def test_a_crash_is_told_as_in_one_process():
    crashes = [crash for part in parts(crashing, TARGETS, 2) for crash in part.crashes]
    here = crashing(TARGETS).crashes
    assert [crash[:2] for crash in crashes] == [crash[:2] for crash in here]
    assert [str(crash.error) for crash in crashes] == [str(crash.error) for crash in here]
    assert {type(crash.error).__name__ for crash in crashes} == {"OddError"}
    kept = "".join(format_exception(crashes[0].error))
    assert "raise OddError(target.shown, 2)" in kept
    assert "in crashing" in kept


def test_a_bug_of_the_work_itself_is_raised():
    with pytest.raises(ZeroDivisionError):
        list(parts(bug, TARGETS, 2))


def test_a_worker_that_is_killed_ends_the_command_in_words():
    with pytest.raises(SkillctlError, match="ended from outside") as raised:
        list(parts(killed, TARGETS, 2))
    assert "--jobs 1" in raised.value.hint


def children():
    from multiprocessing import active_children

    return active_children()


def test_an_interrupt_ends_the_workers_at_once():
    started = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        list(parts(partial(interrupted, os.getpid()), TARGETS, 2))
    assert time.monotonic() - started < 20
    assert children() == []


def test_a_process_with_threads_is_not_copied(monkeypatch):
    monkeypatch.setattr(threading, "active_count", lambda: 2)
    assert start_method() == "spawn"
    monkeypatch.setattr(threading, "active_count", lambda: 1)
    assert start_method() == ("fork" if sys.platform == "linux" else "spawn")
    monkeypatch.setattr(sys, "platform", "darwin")
    assert start_method() == "spawn"


ORPHAN = """
import os, sys, time
from skillctl.rules.find.found import Target
from skillctl.rules.workers import parts

def work(targets):
    print(os.getpid(), flush=True)
    time.sleep(60)

list(parts(work, [Target("x", "x")], 1))
"""


@pytest.mark.skipif(sys.platform != "linux", reason="looks at /proc")
def test_workers_end_when_the_first_process_is_killed():
    with subprocess.Popen([sys.executable, "-c", ORPHAN], stdout=subprocess.PIPE) as process:
        worker = int(process.stdout.readline())
        process.kill()
        process.wait()
    deadline = time.monotonic() + 20
    while os.path.exists(f"/proc/{worker}") and time.monotonic() < deadline:  # noqa: PTH110 # a text
        time.sleep(0.02)
    assert not os.path.exists(f"/proc/{worker}")  # noqa: PTH110 # as above
