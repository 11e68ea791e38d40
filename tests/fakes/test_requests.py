import json

import pytest

from skillctl.fakes.protocol import Response
from skillctl.fakes.requests import Requests
from tests.fakes.lockstep import fake_file

RESULT = {"result": {}}
DECLINED = {"result": {"action": "decline"}}
CANCELLED = {"result": {"action": "cancel"}}
REJECTED = {"error": {"code": -1, "message": "no"}}
UNKNOWN = {"error": {"code": -32601, "message": "no"}}
OTHER = {"error": {"code": -32603, "message": "no"}}
ODD = {"error": "no"}


def run(expect, body=None, within=None, at=1.0, written=0.0, number="event-0"):
    more = "" if within is None else f"within_ms = {within}\n"
    text = f"[[event]]\nafter = 'start'\nrequest = 'elicitation/create'\nexpect = '{expect}'\n"
    requests = Requests(fake_file(text + more).events)
    if written is not None:
        requests.write(0, written)
    if body is not None:
        requests.note(Response(number, body), at)
    return [miss.message.partition("; ")[2] for miss in requests.misses()]


@pytest.mark.parametrize(
    ("expect", "bodies"),
    [
        ("result", [RESULT, DECLINED, CANCELLED]),
        ("decline", [DECLINED, CANCELLED, REJECTED]),
        ("method_not_found", [UNKNOWN]),
        ("none", [None]),
    ],
)
def test_what_is_expected_and_what_is_not(expect, bodies):
    every = [RESULT, DECLINED, CANCELLED, REJECTED, UNKNOWN, OTHER, ODD, None]
    assert [body for body in every if not run(expect, body)] == bodies


@pytest.mark.parametrize(
    ("body", "said"),
    [
        (None, "the client sent no answer"),
        (RESULT, "the client sent a result"),
        (DECLINED, "the client sent that it is declined"),
        (OTHER, "the client sent error -32603"),
        (ODD, "the client sent error None"),
    ],
)
def test_a_miss_says_what_came(body, said):
    assert run("method_not_found", body) == [said]


def test_an_answer_has_its_time():
    assert run("result", RESULT, within=1000, at=3.0, written=2.0) == []
    assert run("result", RESULT, within=999, at=3.0, written=2.0) == [
        "the client sent a result after 1000 ms"
    ]
    assert run("none", RESULT, within=999, at=3.0, written=2.0) == []
    assert run("none", RESULT, within=1000, at=3.0, written=2.0) == [
        "the client sent a result after 1000 ms"
    ]


def test_only_the_first_answer_to_this_request_counts():
    text = "[[event]]\nafter = 'start'\nrequest = 'ping'\nexpect = 'result'\n"
    requests = Requests(fake_file(text * 2).events)
    assert json.loads(requests.write(0, 0.0)) == {
        "jsonrpc": "2.0",
        "id": "event-0",
        "method": "ping",
    }
    requests.note(Response("event-0", OTHER), 1.0)
    requests.note(Response("event-0", RESULT), 1.0)
    requests.note(Response("event-1", RESULT), 1.0)
    one, two = requests.misses()
    assert one.message == "expected a result to ping; the client sent error -32603"
    assert one.location.start.line == 3
    assert two.message == "expected a result to ping; it was never written"


def test_an_answer_to_nobody_is_no_answer():
    assert run("none", RESULT, number=0) == []
    assert run("none", RESULT, number=None) == []
