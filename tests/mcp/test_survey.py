import os
import subprocess
import sys

from skillctl.mcp.survey import Process, bearing, below, living


def stat(proc, pid, parent, *, group=1, state="S", name="x"):
    """A made-up `stat` line: field 22 is the start time (proc(5))."""
    folder = proc / str(pid)
    folder.mkdir(parents=True)
    fields = [state, parent, group, *range(6, 22), 77, 0, 0]
    (folder / "stat").write_text(f"{pid} ({name}) {' '.join(map(str, fields))}\n")
    (folder / "environ").write_bytes(f"A=1\0ID={pid}\0".encode())


def test_processes_are_read_whatever_their_name(tmp_path):
    stat(tmp_path, 10, 1, group=10, name="a) S 5 (b")
    stat(tmp_path, 11, 10, state="Z")
    (tmp_path / "12").mkdir()
    (tmp_path / "self").mkdir()
    assert living(tmp_path) == {10: Process(10, 1, 10, 77)}


def test_without_proc_nobody_is_seen(tmp_path):
    assert living(tmp_path / "none") == {}


def test_descendants(tmp_path):
    for pid, parent in [(10, 1), (11, 10), (12, 11), (13, 1), (14, 13)]:
        stat(tmp_path, pid, parent)
    alive = living(tmp_path)
    assert below([10], alive) == {11, 12}
    assert below([10, 13], alive) == {11, 12, 14}
    assert below([99], alive) == set()


def test_a_circle_ends(tmp_path):
    stat(tmp_path, 10, 11)
    stat(tmp_path, 11, 10)
    assert below([10], living(tmp_path)) == {10, 11}


def test_bearers_of_a_token(tmp_path):
    stat(tmp_path, 10, 1)
    stat(tmp_path, 11, 1)
    alive = {**living(tmp_path), 99: Process(99, 1, 1, 1)}
    assert bearing(b"\0ID=11\0", alive, tmp_path) == {11}


def test_this_machine():
    child = subprocess.Popen(
        [sys.executable, "-c", "input()"],
        stdin=subprocess.PIPE,
        env={"TOKEN": "of this test"},
        start_new_session=True,
    )
    alive = living()
    assert alive[child.pid].parent == os.getpid()
    assert alive[child.pid].group == child.pid
    assert child.pid in below([os.getpid()], alive)
    child.communicate(b"\n", timeout=30)
    assert child.pid not in living()
