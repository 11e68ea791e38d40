import json

import pytest

from skillctl.fakes.effects import Send, Stderr
from skillctl.fakes.faults.floods import REQUESTED
from tests.fakes.faults.answers import PLAIN, effects
from tests.fakes.lockstep import call, notice


def before_the_answer(fault):
    *first, answer = effects(f"on = 'tools/call'\n{fault}", call(7, "say"))
    assert answer.data == PLAIN
    return first


def test_bytes_on_stderr_without_a_line_end():
    (flood,) = before_the_answer("stderr_bytes = 200000")
    assert isinstance(flood, Stderr)
    assert len(flood.data) == 200_000
    assert b"\n" not in flood.data


def test_many_notifications_each_one_message():
    lines = before_the_answer("notify = 300")
    messages = [json.loads(line.data) for line in lines]
    assert len(messages) == 300
    assert {message["method"] for message in messages} == {"notifications/message"}
    assert all("id" not in message for message in messages)


def test_a_notification_that_nobody_knows():
    (line,) = before_the_answer("unknown_notify = true")
    assert json.loads(line.data).keys() == {"jsonrpc", "method"}


@pytest.mark.parametrize("method", REQUESTED)
def test_a_request_to_the_client(method):
    (line,) = before_the_answer(f"request = '{method}'")
    message = json.loads(line.data)
    assert message["id"] == "fault"
    assert message["method"] == ("fault/unknown" if method == "unknown" else method)


@pytest.mark.parametrize("fault", ["notify = 2", "request = 'ping'", "stderr_bytes = 9"])
def test_a_flood_after_a_notification_of_the_client(fault):
    done = effects(
        f"on = 'notifications/initialized'\n{fault}", notice("notifications/initialized")
    )
    assert done
    assert all(isinstance(effect, Send | Stderr) and effect.cause == "fault[0]" for effect in done)
