import threading
import time

import pytest

from skillctl.agent.deadline import deadline
from tests.timing import SOON


def test_what_is_waited_for_is_cancelled_in_time():
    cancelled = threading.Event()
    with deadline(0.05, lambda: 0.0, cancelled.set):
        assert cancelled.wait(SOON)


def test_a_block_that_ends_in_time_is_not_cancelled():
    cancelled = []
    with deadline(30, lambda: 0.0, lambda: cancelled.append(1)):
        pass
    assert cancelled == []
    assert "deadline" not in {thread.name for thread in threading.enumerate()}


def test_an_error_of_the_block_leaves_no_thread():
    with pytest.raises(KeyError), deadline(30, lambda: 0.0, lambda: None):
        raise KeyError
    assert "deadline" not in {thread.name for thread in threading.enumerate()}


def test_waiting_for_a_person_does_not_count():
    cancelled = threading.Event()
    answers = iter([0.0, 0.15])
    started = time.monotonic()
    with deadline(0.1, lambda: next(answers, 0.15), cancelled.set):
        assert cancelled.wait(SOON)
    assert time.monotonic() - started > 0.2


def test_without_a_limit_nothing_watches():
    before = threading.active_count()
    with deadline(None, lambda: 0.0, lambda: None):
        assert threading.active_count() == before
