"""The end of a run's time, also while a call is on its way (agent.md section 9, `--timeout`)."""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager


@contextmanager
def deadline(
    seconds: float | None, waited: Callable[[], float], cancel: Callable[[], object]
) -> Iterator[None]:
    """Call `cancel`, in a thread of its own, once the block has run for so long.

    `waited` gives the seconds spent waiting for a person, which do not count. What the block was
    waiting for then fails, and its next look at the clock ends it.
    """
    if seconds is None:
        yield
        return
    done = threading.Event()
    thread = threading.Thread(
        target=_watch, args=(seconds, waited, cancel, done), name="deadline", daemon=True
    )
    thread.start()
    try:
        yield
    finally:
        done.set()
        thread.join()


def _watch(
    seconds: float,
    waited: Callable[[], float],
    cancel: Callable[[], object],
    done: threading.Event,
) -> None:
    started = time.monotonic()
    while (left := seconds - (time.monotonic() - started - waited())) > 0:
        if done.wait(left):
            return
    cancel()
