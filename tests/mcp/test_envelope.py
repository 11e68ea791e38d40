import json

import pytest

from skillctl.mcp.envelope import encoded, our_number, outcome_of, reply, rpc_failure
from skillctl.mcp.notes import Note
from skillctl.mcp.steps import Failed, Failure


def test_a_message_is_one_line_of_compact_json():
    assert encoded(id=1, method="a", params={"text": "é\n\u2028"}) == (
        '{"jsonrpc":"2.0","id":1,"method":"a","params":{"text":"é\\n\u2028"}}\n'.encode()
    )


def test_a_lone_surrogate_is_written_as_u_fffd():
    line = encoded(method="a\ud800b")
    assert json.loads(line)["method"] == "a\ufffdb"


def test_what_is_no_json_is_refused():
    with pytest.raises(ValueError, match="not JSON compliant"):
        encoded(params={"x": float("nan")})


@pytest.mark.parametrize(
    ("given", "wanted"),
    [
        (1, 1),
        ("12", 12),
        (2.0, 2),
        (2.5, None),
        (True, None),
        (None, None),
        ("x", None),
        ("-1", None),
        ("²", None),
        ("1" * 16, None),
        ([1], None),
    ],
)
def test_our_ids_in_any_json_type(given, wanted):
    assert our_number(given) == wanted


def test_answers_to_requests_of_a_server():
    assert json.loads(reply("ping", "a")) == {"jsonrpc": "2.0", "id": "a", "result": {}}
    for method in ("roots/list", "sampling/createMessage", "elicitation/create", "x"):
        assert json.loads(reply(method, 7)) == {
            "jsonrpc": "2.0",
            "id": 7,
            "error": {"code": -32601, "message": "Method not found"},
        }


ERROR = {"code": -32602, "message": "bad"}


def test_outcomes():
    assert outcome_of({"result": None}) == (None, [])
    assert outcome_of({"result": {}, "error": None}) == ({}, [Note("error-null")])
    failed, notes = outcome_of({"error": ERROR})
    assert (failed.failure, notes) == (Failure("rpc", "bad", -32602), [])
    failed, notes = outcome_of({"error": ERROR, "result": {}})
    assert (failed.failure.code, notes) == (-32602, [Note("result-and-error")])
    failed, notes = outcome_of({})
    assert isinstance(failed, Failed)
    assert failed.failure == Failure("protocol", "answered with neither result nor error")


@pytest.mark.parametrize(
    "error",
    ["text", None, {"code": "-1", "message": "m"}, {"code": 1}, {"code": True, "message": "m"}, []],
)
def test_an_error_of_another_shape_keeps_its_raw_text(error):
    raw = json.dumps(error)
    assert rpc_failure(error) == (
        Failure("rpc", f"malformed error {raw}"),
        [Note("odd-error", raw)],
    )


def test_raw_text_is_cut_at_200_characters():
    failure, _ = rpc_failure("x" * 500)
    assert failure.text == 'malformed error "' + "x" * 199
