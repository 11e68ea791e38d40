"""Time in tests: costs by ratio, and a bound that only hanging breaks, also on a busy machine."""

import time

SOON = 30  # seconds; what is done in a fraction of one, unless it waits for a limit
SHARE = 8


def assert_linear(work, size, clock=time.process_time):
    """Fail if `work(size)` costs far more than eight times what an eighth of it costs.

    CPU time of this process counts, and a second that nobody notices is allowed in any case.
    """
    part = cost(work, size // SHARE, clock)
    whole = cost(work, size, clock)
    assert whole < 4 * SHARE * part + 1, (part, whole)


def cost(work, size, clock):
    begin = clock()
    work(size)
    return clock() - begin
