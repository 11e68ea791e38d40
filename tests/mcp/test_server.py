import threading

import pytest

from skillctl.mcp.client import RpcError, ServerFailed
from skillctl.mcp.server import ManagedServer
from skillctl.mcp.steps import Failure
from tests.mcp.tape import TapeWire, answer, polite
from tests.server_configs import server_config


def config(name="tape", **members):
    return server_config(name, **members)


class Starts:
    """Hands out prepared wires, one per start; an exception is raised instead."""

    def __init__(self, *wires):
        self.wires = list(wires)
        self.used = []

    def __call__(self, _config):
        wire = self.wires.pop(0)
        if isinstance(wire, Exception):
            raise wire
        self.used.append(wire)
        return wire


def server(*wires, clock=lambda: 0.0, **members):
    starts = Starts(*wires)
    return ManagedServer(config(**members), starts, clock), starts


def dying(message):
    """Dies in every call."""
    return [("exit", 3)] if message.get("method") == "tools/call" else polite(message)


def failure_of(call, *arguments):
    with pytest.raises(ServerFailed) as failed:
        call(*arguments)
    return failed.value


def test_nothing_starts_by_itself():
    managed, starts = server(TapeWire())
    assert managed.status().state == "configured"
    assert starts.used == []


def test_open_starts_once():
    managed, starts = server(TapeWire())
    managed.open()
    managed.open()
    status = managed.status()
    assert (status.state, status.reason, status.info.name) == ("ready", "", "tape")
    assert [tool["name"] for tool in status.tools.tools] == ["a", "b"]
    assert len(starts.used) == 1


def test_a_call_starts_it():
    managed, starts = server(TapeWire())
    assert managed.call("a", {})["content"] == []
    assert managed.status().state == "ready"
    managed.close()
    assert starts.used[0].closed == 1
    assert managed.status().state == "stopped"
    assert failure_of(managed.call, "a", {}).reason == "is stopped"


def test_a_start_that_fails_is_not_tried_again():
    refused = ServerFailed("tape", Failure("start", 'not started: program "x" not found'))
    managed, starts = server(refused, TapeWire())
    managed.open()
    managed.open()
    assert managed.status().state == "failed"
    words = 'server "tape": not started: program "x" not found'
    assert managed.status().reason == words
    assert str(failure_of(managed.call, "a", {})) == words
    assert starts.used == []


def test_what_others_find_odd_is_kept_and_told_once():
    managed, _ = server(TapeWire())
    managed.open()
    for _ in range(2):
        managed.note("is odd")
    assert managed.status().notes == ('server "tape": is odd',)


def test_failed_listing_stops_child():
    def no_list(message):
        error = {"code": -32603, "message": "broken"}
        failed = {"jsonrpc": "2.0", "id": message.get("id"), "error": error}
        return [failed] if message.get("method") == "tools/list" else polite(message)

    managed, starts = server(TapeWire(no_list))
    managed.open()
    assert managed.status().reason == 'server "tape": refused tools/list: MCP error -32603: broken'
    assert starts.used[0].closed == 1


def test_a_handshake_that_fails_stops_the_child():
    managed, starts = server(TapeWire(lambda m: [answer(m, {"protocolVersion": "1999-01-01"})]))
    managed.open()
    assert "offers protocol 1999-01-01" in managed.status().reason
    assert starts.used[0].closed == 1


def test_after_a_crash_the_next_call_starts_it_again_with_the_first_list():
    def other_list(message):
        listing = message.get("method") == "tools/list"
        return [answer(message, {"tools": []})] if listing else polite(message)

    managed, starts = server(TapeWire(dying), TapeWire(other_list))
    failed = failure_of(managed.call, "a", {})
    assert failed.reason == "exited with code 3 (tools/call a)"
    assert managed.status().state == "ready"
    assert managed.call("a", {})["content"] == []
    assert starts.used[0].closed == 1
    assert starts.used[1].methods() == ["initialize", "notifications/initialized", "tools/call"]
    assert len(managed.status().tools.tools) == 2


def test_three_crashes_in_ten_minutes_are_a_failure():
    times = iter([0.0, 100.0, 599.0])
    managed, starts = server(*(TapeWire(dying) for _ in range(3)), clock=lambda: next(times))
    for _ in range(3):
        failure_of(managed.call, "a", {})
    failed = failure_of(managed.call, "a", {})
    assert failed.reason == "ended 3 times within 10 minutes; not started again"
    assert managed.status().state == "failed"
    assert failure_of(managed.call, "a", {}).reason == failed.reason
    assert len(starts.used) == 3


def test_crashes_long_ago_do_not_count():
    times = iter([0.0, 100.0, 650.0])
    managed, _ = server(*(TapeWire(dying) for _ in range(3)), TapeWire(), clock=lambda: next(times))
    for _ in range(3):
        failure_of(managed.call, "a", {})
    assert managed.call("a", {})["content"] == []


def test_a_restart_that_fails_is_a_failure():
    managed, _ = server(TapeWire(dying), ServerFailed("tape", Failure("start", "not started: x")))
    failure_of(managed.call, "a", {})
    assert failure_of(managed.call, "a", {}).reason == "not started: x"
    assert managed.status().state == "failed"


NEW = "2026-07-28"


def new_era(message):
    """Knows no handshake: dies of it, as of anything it does not know."""
    result = {
        "server/discover": {"supportedVersions": [NEW], "capabilities": {"tools": {}}},
        "tools/list": {"tools": [{"name": "a"}]},
        "tools/call": {"content": []},
    }.get(message["method"])
    return [("exit", 3)] if result is None else [answer(message, result)]


def test_a_server_that_dies_of_the_handshake_is_started_once_more_without_it():
    managed, starts = server(TapeWire(new_era), TapeWire(new_era))
    managed.open()
    status = managed.status()
    assert (status.state, status.info.protocol) == ("ready", NEW)
    assert [wire.methods()[0] for wire in starts.used] == ["initialize", "server/discover"]
    assert starts.used[0].closed == 1
    words = "did not survive initialize; started once more, without a handshake"
    assert status.notes == (f'server "tape": {words}',)


def test_a_server_that_dies_anyway_is_started_twice_and_told_by_its_first_end():
    managed, starts = server(
        TapeWire(lambda _: [("exit", 3)], stderr="no key"),
        TapeWire(lambda _: [("exit", 4)], stderr="other"),
    )
    managed.open()
    assert managed.status().reason == (
        'server "tape": exited with code 3 (start); last lines of its stderr:\n  no key'
    )
    assert [wire.closed for wire in starts.used] == [1, 1]


@pytest.mark.parametrize("protocol", ["handshake", NEW])
def test_a_server_of_a_known_era_is_started_once(protocol):
    managed, starts = server(TapeWire(lambda _: [("exit", 3)]), TapeWire(), protocol=protocol)
    managed.open()
    assert managed.status().state == "failed"
    assert len(starts.used) == 1


def test_after_a_crash_the_era_is_known():
    def dies_in_calls(message):
        return [("exit", 7)] if message["method"] == "tools/call" else new_era(message)

    managed, starts = server(TapeWire(new_era), TapeWire(dies_in_calls), TapeWire(new_era))
    failure_of(managed.call, "a", {})
    assert managed.call("a", {})["content"] == []
    assert starts.used[2].methods()[0] == "server/discover"


class Closed(TapeWire):
    """Takes the handshake, then no call at all, though it seems to live."""

    def write(self, data):
        if b"tools/call" in data:
            raise BrokenPipeError
        super().write(data)


def test_retry_only_where_no_byte_was_written():
    managed, starts = server(Closed(), TapeWire())
    assert managed.call("a", {})["content"] == []
    assert len(starts.used) == 2


def test_no_retry_after_bytes():
    managed, starts = server(TapeWire(dying), TapeWire())
    failure_of(managed.call, "a", {})
    assert len(starts.used) == 1


def test_a_retry_happens_once():
    managed, starts = server(Closed(), Closed(), TapeWire())
    failed = failure_of(managed.call, "a", {})
    assert failed.unwritten
    assert len(starts.used) == 2


def test_an_error_answer_is_no_failure_of_the_server():
    def error(message):
        failed = {"jsonrpc": "2.0", "id": message.get("id"), "error": {"code": 1, "message": "m"}}
        return [failed] if message.get("method") == "tools/call" else polite(message)

    managed, starts = server(TapeWire(error))
    for _ in range(2):
        with pytest.raises(RpcError):
            managed.call("a", {})
    assert (managed.status().state, len(starts.used)) == ("ready", 1)


@pytest.mark.parametrize(
    ("transport", "words"),
    [
        ("sse", "SSE transport is deprecated; use streamable HTTP"),
        ("http", "transport http is not supported by this version; only stdio is"),
    ],
)
def test_other_transports_are_skipped_and_say_so(transport, words):
    managed, starts = server(TapeWire(), transport=transport)
    managed.open()
    assert managed.status().state == "skipped"
    assert managed.status().reason == f'server "tape": {words}'
    assert failure_of(managed.call, "a", {}).reason == words
    assert starts.used == []


def test_notes_of_all_starts_are_kept():
    def noisy(message):
        return [b"banner\n", *dying(message)]

    managed, _ = server(TapeWire(noisy), TapeWire())
    failure_of(managed.call, "a", {})
    managed.call("a", {})
    (note,) = managed.status().notes
    assert note.startswith('server "tape": 4 lines on stdout are not JSON-RPC:\n  banner')


class Slow(TapeWire):
    """Answers nothing until it is closed."""

    def __init__(self):
        super().__init__(lambda _: [])
        self.reading, self.over = threading.Event(), threading.Event()

    def read(self, _):
        self.reading.set()
        self.over.wait(10)
        return b""

    def close(self):
        super().close()
        self.code = -15
        self.over.set()


def test_closing_in_the_midst_of_the_start():
    managed, starts = server(Slow())
    thread = threading.Thread(target=managed.open)
    thread.start()
    while not starts.used:
        pass
    assert starts.used[0].reading.wait(5)
    assert managed.status().state == "starting"
    managed.close()
    thread.join(5)
    assert managed.status().state == "stopped"
    assert starts.used[0].closed
    assert failure_of(managed.call, "a", {}).reason == "is stopped"


def test_a_wire_that_comes_after_the_closing_is_closed():
    begun, go = threading.Event(), threading.Event()
    wire = TapeWire()

    def late(_config):
        begun.set()
        go.wait(5)
        return wire

    managed = ManagedServer(config(), late)
    thread = threading.Thread(target=managed.open)
    thread.start()
    assert begun.wait(5)
    managed.close()
    go.set()
    thread.join(5)
    assert wire.closed
    assert managed.status().state == "stopped"


CHANGED = {"jsonrpc": "2.0", "method": "notifications/tools/list_changed"}


def listing(*pages):
    """Lists other tools each time; an exception of a page is what listing then comes to."""
    left = list(pages)

    def server(message):
        if message.get("method") != "tools/list":
            return polite(message)
        page = left.pop(0)
        if isinstance(page, str):
            error = {"code": -32603, "message": page}
            return [{"jsonrpc": "2.0", "id": message["id"], "error": error}]
        return [answer(message, {"tools": [{"name": name} for name in page]})]

    return server


def names(managed):
    return [tool["name"] for tool in managed.status().tools.tools]


def at_boundary(managed):
    managed.between_messages()
    due = managed.due
    managed.renew()
    return due


def test_a_list_that_changed_is_taken_at_a_boundary_only():
    wire = TapeWire(listing(["a"], ["b"]))
    managed, _ = server(wire)
    managed.open()
    wire.items.append(CHANGED)
    managed.call("a", {})
    managed.open()
    assert names(managed) == ["a"]
    assert at_boundary(managed)
    assert names(managed) == ["b"]
    assert not at_boundary(managed)
    assert wire.methods().count("tools/list") == 2


def test_a_server_that_ended_between_messages_is_started_again_with_the_list_it_has_now():
    first = TapeWire(listing(["a"]))
    managed, starts = server(first, TapeWire(listing(["b"])))
    managed.open()
    first.items.append(("exit", 0))
    assert at_boundary(managed)
    assert (managed.status().state, names(managed)) == ("ready", ["b"])
    assert first.closed == 1
    assert managed.status().notes == ('server "tape": had ended; started again',)
    assert len(starts.used) == 2
    assert not at_boundary(managed)


def test_after_a_restart_in_a_run_the_list_is_taken_at_the_next_boundary():
    managed, _ = server(TapeWire(dying), TapeWire(listing(["new"])))
    managed.open()
    failure_of(managed.call, "a", {})
    managed.call("a", {})
    assert names(managed) == ["a", "b"]
    assert at_boundary(managed)
    assert names(managed) == ["new"]


def test_three_ends_between_messages_are_a_failure_too():
    wires = [TapeWire() for _ in range(3)]
    managed, starts = server(*wires, TapeWire())
    managed.open()
    for wire in wires:
        wire.items.append(("exit", 0))
        at_boundary(managed)
    words = 'server "tape": ended 3 times within 10 minutes; not started again'
    assert (managed.status().state, managed.status().reason) == ("failed", words)
    assert len(starts.used) == 3


def test_a_list_that_cannot_be_taken_again_stays_and_is_told():
    wire = TapeWire(listing(["a"], "not now", ["b"]))
    managed, _ = server(wire)
    managed.open()
    wire.items.append(CHANGED)
    assert at_boundary(managed)
    assert (managed.status().state, names(managed)) == ("ready", ["a"])
    words = "its list of tools is as before, since asking for it again failed"
    (note,) = managed.status().notes
    assert note == f'server "tape": {words}: refused tools/list: MCP error -32603: not now'
    assert not at_boundary(managed)


@pytest.mark.parametrize("wires", [(), (ServerFailed("tape", Failure("start", "no")),)])
def test_a_boundary_changes_nothing_where_nothing_runs(wires):
    managed, _ = server(*wires)
    for _ in wires:
        managed.open()
    state = managed.status().state
    managed.between_messages()
    assert managed.status().state == state
    assert managed.due is (state == "configured")
    managed.close()
    assert not managed.due
