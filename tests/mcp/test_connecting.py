from dataclasses import replace

import pytest

from skillctl.mcp import modern
from skillctl.mcp.connecting import connect
from skillctl.mcp.notes import Note
from skillctl.mcp.operations import ServerInfo
from skillctl.mcp.steps import Ask, Failure, Speak, Tell
from skillctl.version import VERSION
from tests.mcp.play import failure_of, play

NEW = "2026-07-28"
HANDSHAKE = "2025-11-25"
CLIENT = {"name": "skillctl", "version": VERSION}
UNKNOWN = Failure("rpc", "Method not found", -32601)
GONE = Failure("exited", "exited with code 3 (start)")


def initialized(**members):
    return {
        "protocolVersion": HANDSHAKE,
        "capabilities": {"tools": {}},
        "serverInfo": {"name": "n", "version": "1"},
        **members,
    }


def discovered(**members):
    """As the official SDK 2.3 answers server/discover."""
    return {
        "resultType": "complete",
        "supportedVersions": [NEW],
        "capabilities": {"tools": {"listChanged": True}},
        "_meta": {"io.modelcontextprotocol/serverInfo": {"name": "n", "version": "1"}},
        "ttlMs": 0,
        "cacheScope": "private",
        **members,
    }


def unsupported(*versions, data=None):
    named = {"supported": list(versions), "requested": "x"}
    return Failure("rpc", "Unsupported protocol version", -32022, data=data or named)


def asked(said):
    return [step.method for step in said if isinstance(step, Ask)]


def initialize(version=HANDSHAKE):
    params = {"protocolVersion": version, "capabilities": {}, "clientInfo": CLIENT}
    return Ask("initialize", params, "initialize")


DISCOVER = Ask("server/discover", {}, "server/discover")


def test_the_handshake_offers_its_newest_version_and_says_that_it_is_done():
    said, info = play(connect(), initialized(instructions="Ask."))
    assert said == [Speak(HANDSHAKE), initialize(), Tell("notifications/initialized")]
    assert info == ServerInfo(
        name="n", version="1", protocol=HANDSHAKE, instructions="Ask.", has_tools=True
    )


@pytest.mark.parametrize("version", ["2024-11-05", "2025-03-26", "2025-06-18", HANDSHAKE])
@pytest.mark.parametrize("protocol", ["auto", "handshake"])
def test_the_four_versions_of_the_handshake_are_spoken(version, protocol):
    said, info = play(connect(protocol), initialized(protocolVersion=version))
    assert (info.protocol, asked(said)) == (version, ["initialize"])


@pytest.mark.parametrize(
    ("version", "shown"),
    [("1999-01-01", "1999-01-01"), ("", "no version at all"), (None, "missing or null"), (3, "3")],
)
@pytest.mark.parametrize("protocol", ["auto", "handshake"])
def test_another_version_is_refused(version, shown, protocol):
    assert failure_of(connect(protocol), initialized(protocolVersion=version)) == Failure(
        "protocol", f"offers protocol {shown}; skillctl speaks 2024-11-05 … 2026-07-28"
    )


@pytest.mark.parametrize("refusal", [UNKNOWN, unsupported(NEW), unsupported(data=["odd"])])
def test_a_server_that_does_not_know_initialize_is_discovered(refusal):
    said, info = play(connect(), refusal, discovered(instructions="Ask."))
    assert said == [Speak(HANDSHAKE), initialize(), Speak(NEW), DISCOVER]
    assert (info.name, info.version, info.protocol) == ("n", "1", NEW)
    assert (info.instructions, info.has_tools, info.announces) == ("Ask.", True, True)


def test_the_new_version_alone_is_discovered_at_once():
    said, info = play(connect(NEW), discovered())
    assert said == [Speak(NEW), DISCOVER]
    assert info.protocol == NEW


def test_a_server_that_was_to_shake_hands_is_not_discovered():
    failed = failure_of(connect("handshake"), UNKNOWN)
    words = "refused initialize: MCP error -32601: Method not found"
    asked_for = "; only 2024-11-05 … 2025-11-25 was asked for"
    assert failed == Failure("protocol", words + asked_for)


@pytest.mark.parametrize("code", [-32601, -32602])  # as servers of the SDKs 1.x answer
def test_a_server_that_knows_only_the_handshake_is_not_asked_for_it(code):
    failed = failure_of(connect(NEW), Failure("rpc", "no", code))
    words = f"refused server/discover: MCP error {code}: no; only 2026-07-28 was asked for"
    assert failed == Failure("protocol", words)


@pytest.mark.parametrize(
    ("failure", "words"),
    [
        (Failure("rpc", "no", -32603), "refused initialize: MCP error -32603: no"),
        (Failure("rpc", "malformed error 3"), "refused initialize: MCP error: malformed error 3"),
        (GONE, "exited with code 3 (start)"),
    ],
)
def test_other_failures_say_nothing_of_an_era(failure, words):
    assert failure_of(connect(), failure).text == words


def test_an_answer_that_is_no_object():
    assert failure_of(connect(), [1]).text == "answered initialize with [1]"
    assert failure_of(connect(NEW), None).text == "answered server/discover with missing or null"


def test_who_refuses_both_is_told_with_both():
    assert failure_of(connect(), UNKNOWN, UNKNOWN) == Failure(
        "protocol",
        "refused server/discover: MCP error -32601: Method not found; "
        "before that it refused initialize: MCP error -32601: Method not found",
    )
    silent = Failure("limit", "no answer to server/discover within 30 s")
    failed = failure_of(connect(), UNKNOWN, silent)
    assert (failed.kind, failed.text.partition("; ")[0]) == ("limit", silent.text)


def test_only_newer_versions_that_nobody_knows_yet():
    words = "offers protocol 2027-01-01, 2028-01-01; skillctl speaks 2024-11-05 … 2026-07-28"
    failed = failure_of(connect(), unsupported("2027-01-01", "2028-01-01"))
    assert failed == Failure("protocol", words)
    assert failure_of(connect(NEW), unsupported("2027-01-01", "2028-01-01")).text == words
    listed = discovered(supportedVersions=["2027-01-01", 5])
    assert failure_of(connect(NEW), listed).text == words.replace("2028-01-01", "5")
    assert failure_of(connect(NEW), discovered(supportedVersions=[])).text == (
        "offers protocol no version at all; skillctl speaks 2024-11-05 … 2026-07-28"
    )


def test_another_modern_version_is_tried_if_both_speak_it(monkeypatch):
    versions = (NEW, "2027-01-01")
    monkeypatch.setattr(modern, "VERSIONS", versions)
    monkeypatch.setattr("skillctl.mcp.connecting._ALLOWED", {"auto": (HANDSHAKE, *versions)})
    said, info = play(
        connect(), UNKNOWN, unsupported(NEW), discovered(supportedVersions=[NEW, "2099-01-01"])
    )
    assert asked(said) == ["initialize", "server/discover", "server/discover"]
    assert [s.protocol for s in said if isinstance(s, Speak)] == [HANDSHAKE, "2027-01-01", NEW]
    assert info.protocol == NEW


@pytest.mark.parametrize("code", [-32022, -32602])  # the second as in the MCP specification
def test_a_server_that_names_an_older_version_gets_it(code):
    refusal = replace(unsupported("2025-06-18", "2024-11-05"), code=code)
    said, info = play(connect(), refusal, initialized(protocolVersion="2025-06-18"))
    assert [step for step in said if isinstance(step, Ask)] == [
        initialize(),
        initialize("2025-06-18"),
    ]
    assert info.protocol == "2025-06-18"


def test_an_answer_to_initialize_that_names_the_new_version_is_taken_at_its_word():
    said, info = play(connect(), initialized(protocolVersion=NEW), discovered())
    assert asked(said) == ["initialize", "server/discover"]
    assert info.protocol == NEW


def test_no_version_is_tried_twice():
    refusal = unsupported(NEW)
    failed = failure_of(connect(), refusal, refusal)
    assert failed.text.startswith("refused server/discover: MCP error -32022: Unsupported")
    failed = failure_of(connect(), unsupported(HANDSHAKE))
    assert failed.text == "refused initialize: MCP error -32022: Unsupported protocol version"


@pytest.mark.parametrize(
    ("protocol", "answer", "words"),
    [
        (NEW, unsupported(HANDSHAKE), f"offers protocol {HANDSHAKE}; only {NEW} was asked for"),
        (NEW, discovered(supportedVersions=[HANDSHAKE]),
         f"offers protocol {HANDSHAKE}; only {NEW} was asked for"),
        ("handshake", unsupported(NEW),
         f"offers protocol {NEW}; only 2024-11-05 … {HANDSHAKE} was asked for"),
    ],
)  # fmt: skip
def test_a_version_that_is_spoken_but_was_not_asked_for(protocol, answer, words):
    assert failure_of(connect(protocol), answer) == Failure("protocol", words)


def test_what_is_odd_in_the_answer_to_initialize_is_noted_and_does_no_harm():
    answer = {"protocolVersion": HANDSHAKE, "capabilities": [], "instructions": ["x"]}
    said, info = play(connect(), answer)
    assert info == ServerInfo(name="", version="", protocol=HANDSHAKE, instructions="")
    assert [step.kind for step in said if isinstance(step, Note)] == [
        "the answer to initialize has no serverInfo",
        "the capabilities in the answer to initialize are no object",
        "the instructions in the answer to initialize are no string, ignored",
    ]


def test_what_is_odd_in_the_answer_to_discover_is_noted_and_does_no_harm():
    said, info = play(connect(NEW), {"_meta": 3, "instructions": 5})
    assert info == ServerInfo(name="", version="", protocol=NEW, instructions="")
    assert [step.kind for step in said if isinstance(step, Note)] == [
        "the answer to server/discover does not list its supportedVersions",
        "the capabilities in the answer to server/discover are no object",
        "the instructions in the answer to server/discover are no string, ignored",
    ]


def test_a_first_answer_that_asks_for_input():
    asks = {"resultType": "input_required", "inputRequests": {"a": {"method": "roots/list"}}}
    assert failure_of(connect(NEW), asks).text == (
        "answered server/discover: the server asks for input (roots/list); "
        "not supported in this run"
    )
