"""A bound on time that only a blow-up breaks, also on a busy machine."""

import time
from contextlib import contextmanager

SECONDS = 5


@contextmanager
def linear():
    """Fail if the block takes so long that its cost cannot be linear in its small input."""
    begin = time.process_time()
    yield
    assert time.process_time() - begin < SECONDS
