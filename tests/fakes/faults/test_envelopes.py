import json

import pytest

from skillctl.fakes.core import Fake
from skillctl.fakes.effects import Line
from skillctl.fakes.faults.envelopes import IDS
from tests.fakes.faults.answers import PLAIN, TOOLS, called
from tests.fakes.lockstep import call, fake_file

RESULT = json.loads(PLAIN)["result"]


def envelope(fault):
    message = json.loads(called(fault))
    return {key: value for key, value in message.items() if value != RESULT}


@pytest.mark.parametrize(
    ("form", "start"),
    [
        ("string", b'{"jsonrpc":"2.0","id":"7",'),
        ("float", b'{"jsonrpc":"2.0","id":7.0,'),
        ("null", b'{"jsonrpc":"2.0","id":null,'),
        ("wrong", b'{"jsonrpc":"2.0","id":4000000000,'),
        ("missing", b'{"jsonrpc":"2.0","result":'),
    ],
)
def test_the_id_in_another_form(form, start):
    assert called(f"id = '{form}'").startswith(start)
    assert form in IDS


def test_an_id_that_is_text_has_a_number_of_its_own_as_a_float():
    fake = Fake(fake_file(f"{TOOLS}[[fault]]\non = 'tools/call'\nid = 'float'"))
    line = call(1, "say").replace(b'"id": 1', b'"id": "a"').rstrip(b"\n")
    (done,) = fake.step(Line(line), 0.0)
    assert json.loads(done.data)["id"] == 4_000_000_000.0


def test_twice():
    assert called("twice = true") == PLAIN + PLAIN


def test_without_the_version():
    assert envelope("no_jsonrpc = true") == {"id": 7}


def test_an_error_that_is_null_beside_the_result():
    message = json.loads(called("error_null = true"))
    assert message == json.loads(PLAIN) | {"error": None}


def test_an_error_whose_code_is_text():
    error = envelope("error_code = 'E42'")["error"]
    assert error["code"] == "E42"
    assert isinstance(error["message"], str)


def test_an_error_that_is_text():
    assert envelope("error_text = 'boom'") == {"jsonrpc": "2.0", "id": 7, "error": "boom"}


def test_a_result_and_an_error():
    message = json.loads(called("result_and_error = true"))
    assert message["result"] == RESULT
    assert message["error"]["code"] == -32603
    both = json.loads(called("result_and_error = true", "last"))
    assert (both["result"], both["error"]["code"]) == ({}, -32000)


def test_a_result_without_its_type_and_an_error_that_has_none():
    modern = "on = 'tools/call'\nno_result_type = true\n[server]\nera = 'modern'"
    fake = Fake(fake_file(f"{TOOLS}[[fault]]\n{modern}"))
    meta = {
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientCapabilities": {},
    }
    for tool, has_result in (("say", True), ("last", False)):
        (send,) = fake.step(Line(call(1, tool, meta).rstrip(b"\n")), 0.0)
        message = json.loads(send.data)
        assert ("result" in message) is has_result
        assert "resultType" not in message.get("result", {})
