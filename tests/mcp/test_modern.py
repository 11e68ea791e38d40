import pytest

from skillctl.mcp.modern import envelope, in_words, input_asked, result_type, versions_in
from skillctl.mcp.steps import Failure
from skillctl.version import VERSION


def test_the_envelope_of_a_request():
    assert envelope("2026-07-28") == {
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientInfo": {"name": "skillctl", "version": VERSION},
        "io.modelcontextprotocol/clientCapabilities": {},
    }


@pytest.mark.parametrize("version", ["", "2025-11-25", "2024-11-05"])
def test_the_handshake_era_has_no_envelope(version):
    assert envelope(version) == {}


def test_a_result_without_a_type_is_complete():
    assert result_type({}) == "complete"
    assert result_type({"resultType": "input_required"}) == "input_required"


@pytest.mark.parametrize(
    ("result", "words"),
    [
        ({"inputRequests": {"n": {"method": "elicitation/create"}, "m": {"method": "roots/list"},
                            "o": {"method": "roots/list"}}}, "elicitation/create, roots/list"),
        ({"requestState": "x"}, "it does not say which"),
        ({"inputRequests": {"n": {"method": 5}, "m": 7}}, "it does not say which"),
        ({"inputRequests": ["elicitation/create"]}, "it does not say which"),
    ],
)  # fmt: skip
def test_a_result_that_asks_for_input(result, words):
    said = input_asked({"resultType": "input_required", **result})
    assert said == f"the server asks for input ({words}); not supported in this run"


@pytest.mark.parametrize(
    ("code", "data", "versions"),
    [
        (-32022, {"supported": ["2026-07-28", 5]}, ("2026-07-28",)),
        (-32022, {"supported": []}, ()),
        (-32022, {"supported": "2026-07-28"}, None),
        (-32022, None, None),
        (-32602, {"supported": ["2024-11-05"], "requested": "2025-11-25"}, ("2024-11-05",)),
        (-32602, None, None),
        (-32601, {"supported": ["2024-11-05"]}, None),
    ],
)
def test_the_versions_that_an_error_names(code, data, versions):
    assert versions_in(Failure("rpc", "no", code, data=data)) == versions


@pytest.mark.parametrize(
    ("code", "data", "words"),
    [
        (-32020, None, "the headers of the request do not fit the request: no"),
        (-32021, {"requiredCapabilities": {"sampling": {}, "roots": {}}},
         "the server needs a capability that this client does not have (sampling, roots): no"),
        (-32021, "odd", "the server needs a capability that this client does not have: no"),
        (-32022, {"supported": ["2027-01-01"]},
         "the server does not speak this version, but 2027-01-01: no"),
        (-32022, None, "the server does not speak this version: no"),
        (-32602, None, "no"),
        (None, None, "no"),
    ],
)  # fmt: skip
def test_the_errors_of_this_era_become_words(code, data, words):
    assert in_words(Failure("rpc", "no", code, data=data)).text == words
