import subprocess
import sys
import threading
import time

import pytest

from skillctl.scenario.bounded import child_processes, within_seconds


def test_the_result_comes_back():
    assert within_seconds(lambda: 3, 5) == 3
    assert within_seconds(lambda: None, 5) is None


def test_what_is_raised_comes_back():
    with pytest.raises(KeyError, match="x"):
        within_seconds(lambda: {}["x"], 5)


def test_work_that_takes_too_long_is_given_up():
    stop = threading.Event()
    with pytest.raises(TimeoutError):
        within_seconds(stop.wait, 0.05)
    stop.set()


@pytest.mark.skipif(sys.platform != "linux", reason="/proc is there on Linux only")
def test_running_children_are_named_and_ended_ones_are_not():
    before = child_processes()
    code = "import sys; print(flush=True); sys.stdin.read()"
    child = subprocess.Popen(
        [sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    try:
        child.stdout.readline()
        new = child_processes().keys() - before.keys()
        assert new == {child.pid}
        assert child_processes()[child.pid].startswith("python")
        child.stdin.close()
        child.stdout.read()
        for _ in range(100):
            if child.pid not in child_processes():  # a zombie until it is waited for
                break
            time.sleep(0.01)
        assert child.pid not in child_processes()
    finally:
        child.kill()
        child.wait()
        child.stdout.close()


def test_where_proc_tells_nothing_there_are_none(tmp_path):
    assert child_processes(tmp_path) == {}


def test_a_program_name_may_hold_anything(tree):
    proc = tree(
        {"self/task/1/children": "7 8 9 ", "7/stat": "7 (a) (b)) S 1", "8/stat": "8 (z) Z 1"}
    )
    assert child_processes(proc) == {7: "a) (b)"}
