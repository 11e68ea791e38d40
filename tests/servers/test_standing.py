import json
from datetime import UTC, datetime

import pytest

from skillctl.consent.opened import open_consent
from skillctl.consent.write import decide
from skillctl.servers.load import load_servers
from skillctl.servers.standing import servers_need_consent, stand
from tests.conftest import write_tree

SH = {"command": "/bin/sh"}


@pytest.fixture
def judged(tmp_path):
    """Judge the servers of project files, after a decision about the items that `decided` picks."""

    def judged(files, decided=(), decision="granted"):
        write_tree(tmp_path, files)
        root = tmp_path / "p"
        servers = load_servers(root, tmp_path / "conf", {"PATH": "/bin"})
        consent = open_consent(root, tmp_path / "conf", {})
        first = stand(servers, consent)
        items = [s.item for s in first if s.item and s.item.name in decided]
        now = datetime(2026, 1, 1, tzinfo=UTC)
        if items:
            decide(tmp_path / "conf", consent.place, items, decision=decision, at=now)
        return stand(servers, open_consent(root, tmp_path / "conf", {}))

    return judged


def servers(**entries):
    return json.dumps({"mcpServers": entries})


def test_a_server_of_the_user_is_exempt(judged):
    (one,) = judged({"conf/mcp.json": servers(a=SH), "p/x": ""})
    assert (one.state, one.consent, one.item, one.reason) == ("configured", "exempt", None, "")


def test_pending_until_granted(judged):
    (one,) = judged({"p/.mcp.json": servers(a=SH)})
    assert (one.state, one.consent) == ("pending", "missing")
    assert one.reason == "consent pending; look and grant with: skillctl consent grant a"
    (one,) = judged({}, decided=["a"])
    assert (one.state, one.consent, one.reason) == ("configured", "granted", "")


def test_a_swapped_command_is_changed(judged):
    judged({"p/.mcp.json": servers(a=SH)}, decided=["a"])
    (one,) = judged({"p/.mcp.json": servers(a={"command": "/bin/sh", "args": ["-c", "x"]})})
    assert (one.state, one.consent) == ("pending", "changed")
    assert "the server changed" in one.reason


def test_denied(judged):
    (one,) = judged({"p/.mcp.json": servers(a=SH)}, decided=["a"], decision="denied")
    assert (one.state, one.consent) == ("denied", "denied")


def test_consent_for_one_never_serves_another_of_that_name(judged):
    files = {"p/.mcp.json": servers(a=SH), "p/.gbs/mcp.json": servers(a={"command": "x"})}
    write = judged(files)
    assert [(s.config.source, s.state) for s in write] == [
        (".gbs/mcp.json", "pending"),
        (".mcp.json", "shadowed"),
    ]
    used, other = judged({}, decided=["a"])
    assert (used.state, other.state) == ("configured", "shadowed")
    used, other = judged({"p/.gbs/mcp.json": servers(a={"command": "y"})})
    assert (used.state, other.state, other.consent) == ("pending", "shadowed", "granted")


def test_disabled_unresolved_and_unpinnable(judged):
    text = '{"mcpServers": {"d": {"command": "x", "n": 1e999}, "b": {"command": "x"}, "b": {}, '
    text += '"a": {"command": "/bin/sh", "disabled": true}, "c": {"command": "${NO}"}}}'
    found = {s.config.name: s for s in judged({"p/.mcp.json": text}, decided="abcd")}
    states = {name: one.state for name, one in found.items()}
    assert states == {"a": "disabled", "b": "unresolved", "c": "unresolved", "d": "pending"}
    assert found["c"].reason == "command: variable NO is not set and has no default"
    assert "cannot be fingerprinted" in found["d"].reason


@pytest.mark.parametrize(
    ("entry", "state"),
    [
        ({"type": "http", "url": "https://x.example/mcp"}, "skipped"),
        ({"url": "https://x.example/mcp"}, "skipped"),
        ({"type": "sse", "url": "https://x.example/sse"}, "skipped"),
        ({"type": "http", "url": "https://x.example/${NO}"}, "skipped"),
        ({"type": "http", "url": "https://x.example/mcp", "disabled": True}, "disabled"),
        ({"type": "http", "command": "/bin/sh"}, "unresolved"),
        ({"command": "/bin/sh", "url": "https://x.example/mcp"}, "unresolved"),
        ({"args": []}, "unresolved"),
    ],
)
@pytest.mark.parametrize("decided", [(), ("a",)])
def test_what_this_version_cannot_start_is_skipped_before_anybody_is_asked(
    judged, entry, state, decided
):
    (one,) = judged({"p/.mcp.json": servers(a=entry)}, decided)
    assert one.state == state
    assert (one.reason == one.config.unspoken) is (state == "skipped")


def test_a_broken_user_file_blocks_what_the_repository_brings(judged):
    judged({"p/.mcp.json": servers(a=SH)}, decided=["a"])
    (one,) = judged({"conf/mcp.json": "{"})
    assert (one.state, one.consent) == ("unresolved", "granted")
    assert "the user's own file cannot be read" in one.reason


def test_only_servers_of_the_repository_need_consent(tmp_path):
    entry = servers(a=SH)
    write_tree(tmp_path, {"config/mcp.json": entry, "p/.mcp.json": "{}", "q/.mcp.json": entry})
    assert not servers_need_consent(load_servers(tmp_path / "p", tmp_path / "config", {}))
    assert servers_need_consent(load_servers(tmp_path / "q", tmp_path / "none", {}))
