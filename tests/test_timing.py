"""The judge of costs is judged itself, by a clock of its own."""

import pytest

from tests.timing import assert_linear


class Work:
    """Work whose cost in seconds is a function of its size."""

    def __init__(self, seconds):
        self.seconds = seconds
        self.now = 0.0

    def __call__(self, size):
        self.now += self.seconds(size)

    def clock(self):
        return self.now


@pytest.mark.parametrize("seconds", [lambda n: n / 1000, lambda n: 3 * n, lambda _: 0.9])
def test_what_grows_with_its_input_is_fine(seconds):
    work = Work(seconds)
    assert_linear(work, 800, work.clock)


@pytest.mark.parametrize("seconds", [lambda n: n * n / 100_000, lambda n: n**3])
def test_what_grows_faster_is_not(seconds):
    work = Work(seconds)
    with pytest.raises(AssertionError):
        assert_linear(work, 800, work.clock)
