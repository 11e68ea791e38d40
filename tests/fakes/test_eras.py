import pytest

from skillctl.fakes.eras import VERSION, Eras, agreed, supported
from skillctl.fakes.model import Server
from skillctl.fakes.protocol import Message

ENVELOPE = {VERSION: "2026-07-28", "io.modelcontextprotocol/clientCapabilities": {}}


def request(method="tools/list", meta=None, **params):
    return Message(method, 1, params | ({} if meta is None else {"_meta": meta}))


def eras(era, first=None, **more):
    made = Eras(Server(era=era, **more))
    if first:
        made.decide(first)
    return made


def test_the_file_says_the_era_or_the_first_request():
    assert eras("handshake", request(meta=ENVELOPE)).modern is False
    assert eras("modern", request("initialize")).modern is True
    assert eras("both").modern is None
    assert eras("both", request("initialize", ENVELOPE)).modern is False
    assert eras("both", request()).modern is False
    session = eras("both", request(meta=ENVELOPE))
    session.decide(request("initialize"))
    assert session.modern is True


@pytest.mark.parametrize("method", ["initialize", "ping", "logging/setLevel"])
def test_methods_of_the_handshake_are_gone_later(method):
    assert eras("handshake").has(method)
    assert not eras("modern").has(method)


@pytest.mark.parametrize("method", ["server/discover", "subscriptions/listen"])
def test_methods_of_the_modern_era_are_not_there_before(method):
    assert eras("modern").has(method)
    assert not eras("handshake").has(method)
    assert eras("handshake").has("tools/list")
    assert eras("modern").has("tools/list")


@pytest.mark.parametrize(
    ("meta", "code", "words"),
    [
        (None, -32602, "_meta lacks io.modelcontextprotocol/protocolVersion, io.model"),
        ({VERSION: "2026-07-28"}, -32602, "_meta lacks io.modelcontextprotocol/clientCap"),
        (ENVELOPE | {VERSION: 5}, -32602, "is not a string"),
        (ENVELOPE | {VERSION: "2025-11-25"}, -32022, "Unsupported protocol version"),
    ],
)
def test_the_modern_era_demands_an_envelope(meta, code, words):
    error = eras("modern").refusal(request(meta=meta))
    assert error["code"] == code
    assert words in error["message"]
    assert eras("modern").refusal(request(meta=ENVELOPE)) is None


def test_a_version_that_is_not_spoken_names_those_that_are():
    error = eras("modern", answer="2999-01-01").refusal(request(meta=ENVELOPE))
    assert error["data"] == {"supported": ["2999-01-01"], "requested": "2026-07-28"}
    error = eras("modern").refusal(request("initialize", protocolVersion="2025-11-25"))
    assert (error["code"], error["data"]) == (
        -32022,
        {"supported": ["2026-07-28"], "requested": "2025-11-25"},
    )
    assert eras("modern").refusal(request("initialize"))["data"] == {"supported": ["2026-07-28"]}


def test_a_session_with_a_handshake_takes_no_envelopes_where_both_are_spoken():
    assert eras("both", request()).refusal(request(meta=ENVELOPE))["code"] == -32600
    assert eras("both", request()).refusal(request()) is None
    assert eras("handshake").refusal(request(meta=ENVELOPE)) is None


def test_versions():
    assert supported(Server()) == ["2026-07-28"]
    assert supported(Server(protocol=("2025-11-25",))) == ["2026-07-28"]
    assert supported(Server(answer="x")) == ["x"]
    assert agreed(Server(protocol=("2026-07-28",)), "2025-03-26") == "2025-03-26"
    assert agreed(Server(protocol=("2026-07-28", "2025-06-18")), "2025-03-26") == "2025-06-18"
    assert agreed(Server(answer="x"), "2025-03-26") == "x"
