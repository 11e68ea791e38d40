import os

import pytest

from skillctl.rules.parts import processes


@pytest.mark.parametrize(
    ("jobs", "files", "count"),
    [(0, 299, 1), (4, 299, 1), (1, 300, 1), (1, 10**6, 1), (4, 300, 4), (0, 300, 3), (9, 300, 9)],
)
def test_how_many_processes(jobs, files, count, monkeypatch):
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: {0, 1, 5}, raising=False)
    assert processes(jobs, files) == count


def test_not_more_than_eight_by_itself(monkeypatch):
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: set(range(64)), raising=False)
    assert processes(0, 1000) == 8


def test_where_nobody_tells_the_cores_of_a_process(monkeypatch):
    monkeypatch.delattr(os, "sched_getaffinity", raising=False)
    monkeypatch.setattr(os, "cpu_count", lambda: 2)
    assert processes(0, 1000) == 2
    monkeypatch.setattr(os, "cpu_count", lambda: None)
    assert processes(0, 1000) == 1
