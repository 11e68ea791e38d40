import pytest

from skillctl.agent.limits import Limits, Meter, Reached


class Clock:
    now = 100.0

    def __call__(self):
        return self.now


def test_defaults_are_those_of_the_table():
    assert Limits() == Limits(max_turns=20, max_tool_calls=100, timeout=None)


def test_requests_and_calls_are_counted_before_they_are_made():
    meter = Meter(Limits(max_turns=2, max_tool_calls=1), Clock())
    meter.request()
    meter.request()
    with pytest.raises(Reached) as caught:
        meter.request()
    assert (caught.value.name, caught.value.value, caught.value.at) == ("max_turns", 2, 2)
    assert caught.value.exit_code == 3
    assert caught.value.message == "limit max_turns reached: 2"
    assert caught.value.hint == "--max-turns sets it for this run"
    meter.call()
    with pytest.raises(Reached, match="limit max_tool_calls reached: 1"):
        meter.call()
    assert (meter.requests, meter.calls) == (2, 1)


def test_nothing_is_allowed_at_zero():
    with pytest.raises(Reached):
        Meter(Limits(max_turns=0), Clock()).request()


def test_the_time_of_the_run_counts_but_not_the_waiting_for_a_person():
    clock, waited = Clock(), [0.0]
    meter = Meter(Limits(timeout=5), clock, lambda: waited[0])
    clock.now += 4.9
    meter.request()
    clock.now += 60
    waited[0] = 60.0
    meter.call()
    clock.now += 0.1
    with pytest.raises(Reached) as caught:
        meter.call()
    assert (caught.value.name, caught.value.value, caught.value.at) == ("timeout", 5, 5.0)
    with pytest.raises(Reached):
        meter.request()


def test_without_a_timeout_time_does_not_count():
    clock = Clock()
    meter = Meter(Limits(), clock)
    clock.now += 1e9
    meter.request()


def test_the_time_counts_from_when_the_run_began():
    clock = Clock()
    meter = Meter(Limits(timeout=5), clock, began=96.0)
    assert not meter.over()
    clock.now += 1
    assert meter.over()
    with pytest.raises(Reached):
        meter.request()
    assert not Meter(Limits(), clock, began=0.0).over()


def test_requests_count_per_user_message_and_are_numbered_through():
    meter = Meter(Limits(max_turns=2), lambda: 0.0)
    for _ in range(2):
        meter.request()
    with pytest.raises(Reached):
        meter.request()
    meter.message()
    for _ in range(2):
        meter.request()
    assert meter.requests == 4
    with pytest.raises(Reached) as error:
        meter.request()
    assert (error.value.value, error.value.at) == (2, 2)
