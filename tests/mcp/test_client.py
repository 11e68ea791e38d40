import threading

import pytest

from skillctl.errors import EndpointFailed
from skillctl.mcp.client import Client, RpcError, ServerFailed
from skillctl.mcp.steps import Failure
from skillctl.servers.model import Limits
from tests.mcp.tape import LIMITS, TapeWire, answer, polite


def client(server=polite, key="tape", **options):
    wire = TapeWire(server, **options)
    return Client(key, wire, LIMITS), wire


def on_call(*items):
    """A server that does this on a call, with `None` standing for the answer to it."""

    def server(message):
        if message.get("method") != "tools/call":
            return polite(message)
        return [answer(message, {"content": []}) if i is None else i for i in items]

    return server


def failure_of(call, *arguments):
    with pytest.raises(ServerFailed) as failed:
        call(*arguments)
    return failed.value


def test_connect_list_and_call():
    talk, wire = client()
    info = talk.connect()
    assert (info.name, info.version, info.protocol) == ("tape", "1", "2025-11-25")
    assert talk.connect() is info
    assert talk.list_tools().tools == ({"name": "a"}, {"name": "b"})
    result = talk.call_tool("a", {"x": "é"})
    assert result["structuredContent"]["arguments"] == {"x": "é"}
    assert wire.methods() == [
        "initialize",
        "notifications/initialized",
        "tools/list",
        "tools/call",
    ]
    assert talk.notes == ()
    assert not talk.gone
    talk.close()
    assert wire.closed == 1


def test_listing_connects_first():
    talk, wire = client()
    talk.list_tools()
    assert wire.methods()[0] == "initialize"


def test_a_silent_call_costs_its_limit_and_is_cancelled_while_others_go_on():
    def server(message):
        hanging = message.get("params", {}).get("name") == "hang"
        return [] if hanging else polite(message)

    talk, wire = client(server)
    talk.connect()
    failed = failure_of(talk.call_tool, "hang", {})
    assert str(failed) == ('server "tape": no answer to tools/call hang within 120 s (idle)')
    assert failed.kind == "idle"
    assert wire.clock == pytest.approx(120.0)
    assert wire.written[-1]["method"] == "notifications/cancelled"
    assert talk.call_tool("hello", {})["content"] == []


def progress(message):
    token = message["params"]["_meta"]["progressToken"]
    params = {"progressToken": token, "progress": 1}
    return {"jsonrpc": "2.0", "method": "notifications/progress", "params": params}


@pytest.mark.parametrize(("count", "works"), [(6, True), (40, False)])
def test_case_59_progress_keeps_a_call_alive_up_to_the_hard_limit(count, works):
    def server(message):
        if message.get("method") != "tools/call":
            return polite(message)
        steps = [item for _ in range(count) for item in (0.5, progress(message))]
        return [*steps, answer(message, {"content": ["late but fine"]})]

    wire = TapeWire(server)
    talk = Client("tape", wire, Limits(idle=1.0, hard=6.0))
    if works:
        assert talk.call_tool("slow", {}) == {"content": ["late but fine"]}
    else:
        words = "no answer to tools/call forever within 6 s (hard limit)"
        assert str(failure_of(talk.call_tool, "forever", {})) == f'server "tape": {words}'
        assert wire.clock == pytest.approx(6.0)


def test_an_answer_in_small_pieces():
    text = b'{"jsonrpc":"2.0","id":1,"result":{"content":[]}}\n'
    pieces = [item for n in range(len(text)) for item in (0.1, text[n : n + 1])]
    talk, wire = client(on_call(*pieces))
    assert talk.call_tool("a", {}) == {"content": []}
    assert wire.clock == pytest.approx(0.1 * len(text))


def test_an_answer_whose_line_end_is_missing_at_the_end():
    talk, _ = client(on_call(b'{"jsonrpc":"2.0","id":1,"result":{"content":[]}}', ("exit", 0)))
    assert talk.call_tool("a", {}) == {"content": []}


def test_case_58_an_exit_in_a_call_is_told_with_its_code_and_last_words():
    lines = "\n".join(f"line {n}" for n in range(9)) + "\n\x1b[31mdisk on fire\n\n"
    talk, wire = client(on_call(("exit", 3)), stderr=lines)
    talk.connect()
    failed = failure_of(talk.call_tool, "die", {})
    assert str(failed) == (
        'server "tape": exited with code 3 (tools/call die); last lines of its stderr:\n'
        "  line 5\n  line 6\n  line 7\n  line 8\n  \\x1b[31mdisk on fire"
    )
    assert (failed.server, failed.kind, failed.unwritten) == ("tape", "exited", False)
    assert wire.clock < 1.0
    assert talk.gone


def test_an_exit_at_start():
    talk, _ = client(lambda _: [("exit", -9)], key="a\x07b")
    assert str(failure_of(talk.connect)) == 'server "a\\x07b": ended by signal 9 (start)'


def test_an_exit_that_is_seen_while_the_output_stays_open():
    wire = TapeWire(lambda _: [])
    talk = Client("tape", wire, LIMITS)
    wire.exit_code = lambda: 5
    assert "exited with code 5 (start)" in str(failure_of(talk.connect))
    assert wire.clock <= 1.0


def test_output_closed_while_the_server_lives():
    talk, wire = client(on_call(("close",)))
    talk.connect()
    failed = failure_of(talk.call_tool, "a", {})
    assert failed.reason == "closed its output but keeps running (tools/call a)"
    assert wire.closed == 1


def test_after_the_end_nothing_of_a_call_is_written():
    talk, wire = client(on_call(("exit", 3)))
    talk.connect()
    failure_of(talk.call_tool, "die", {})
    count = len(wire.written)
    failed = failure_of(talk.call_tool, "next", {})
    assert (failed.kind, failed.unwritten) == ("exited", True)
    assert len(wire.written) == count


@pytest.mark.parametrize("code", [None, 4])
def test_a_request_that_cannot_be_written_says_so(code):
    talk, wire = client()
    talk.connect()

    def refuse(_):
        raise BrokenPipeError

    wire.write = refuse
    wire.exit_code = lambda: code
    failed = failure_of(talk.call_tool, "a", {})
    assert failed.unwritten
    words = "takes no more input" if code is None else "exited with code 4"
    assert failed.reason == f"{words} (tools/call a)"


def test_a_json_rpc_error():
    def server(message):
        error = {"code": -32602, "message": "bad argument\u200b q"}
        failed = {"jsonrpc": "2.0", "id": message.get("id"), "error": error}
        return [failed] if message.get("method") == "tools/call" else polite(message)

    talk, _ = client(server)
    talk.connect()
    with pytest.raises(RpcError) as failed:
        talk.call_tool("rpc", {})
    assert (failed.value.code, failed.value.text) == (-32602, "bad argument\u200b q")
    assert str(failed.value) == 'server "tape": MCP error -32602: bad argument\\u{200B} q'
    assert isinstance(failed.value, EndpointFailed)
    assert not talk.gone


def test_a_malformed_error_has_no_code():
    assert str(RpcError("s", None, "malformed error 3")) == (
        'server "s": MCP error: malformed error 3'
    )


def test_initialize_without_answer():
    talk, wire = client(lambda _: [], stderr="waiting for a database\n")
    assert str(failure_of(talk.connect)) == (
        'server "tape": no answer to initialize within 30 s; last lines of its stderr:\n'
        "  waiting for a database"
    )
    assert wire.methods() == ["initialize"]


class Deaf(TapeWire):
    """A process that reads nothing and has to be killed."""

    def unread(self):
        return 170

    def queued(self):
        return 0

    def killed(self):
        return True


def test_a_server_that_reads_nothing():
    talk = Client("deaf", Deaf(lambda _: []), LIMITS)
    assert str(failure_of(talk.connect)) == (
        'server "deaf": no answer to initialize within 30 s: the server does not read its input'
    )
    talk.close()
    assert talk.notes == ('server "deaf": had to be killed',)


class Reader(Deaf):
    """A process that has read all but what was sent to end a request."""

    def unread(self):
        return 90 if self.methods()[-1] == "notifications/cancelled" else 0


def test_a_server_that_reads_but_does_not_answer_is_not_said_to_read_nothing():
    def silent(message):
        return [] if message.get("method") == "tools/list" else polite(message)

    talk = Client("slow", Reader(silent), LIMITS)
    failed = failure_of(talk.list_tools)
    assert str(failed) == 'server "slow": no answer to tools/list within 15 s'


class Flood(Deaf):
    """A process that asks on and on and reads no answer."""

    def queued(self):
        return sum("method" not in message for message in self.written)


def test_a_server_that_asks_on_and_reads_no_answer_gets_no_more_of_them():
    pings = b'{"jsonrpc":"2.0","id":"p","method":"ping"}\n' * 1500

    def server(message):
        return (
            [pings, *polite(message)] if message.get("method") == "tools/list" else polite(message)
        )

    wire = Flood(server)
    talk = Client("flood", wire, LIMITS)
    assert len(talk.list_tools().tools) == 2
    assert wire.queued() == 1000
    (note,) = talk.notes
    assert note == (
        'server "flood": a request that was not answered, since it does not read 1,000 messages '
        "(500 times)"
    )


def test_notes_are_said_with_the_name_of_the_server():
    talk, _ = client(on_call(b"banner\n", {"jsonrpc": "2.0", "id": 99, "result": {}}, None))
    talk.call_tool("a", {})
    assert talk.notes == (
        'server "tape": 1 line on stdout is not JSON-RPC:\n  banner',
        'server "tape": an answer to an id that was not asked, dropped: 99',
    )


def test_notes_of_a_listing():
    def server(message):
        page = {"tools": [{"name": "a"}], "nextCursor": "x"}
        listing = message.get("method") == "tools/list"
        return [answer(message, page)] if listing else polite(message)

    talk, _ = client(server)
    listed = talk.list_tools()
    assert listed.tools == ({"name": "a"},)
    assert listed.notes == ('server "tape": list does not end: cursor repeats',)


def test_a_ping_between_is_answered():
    ping = {"jsonrpc": "2.0", "id": "p", "method": "ping"}
    talk, wire = client(on_call(ping, 0.1, None))
    talk.call_tool("a", {})
    assert wire.written[-1] == {"jsonrpc": "2.0", "id": "p", "result": {}}


@pytest.mark.parametrize("signalled", [KeyboardInterrupt, SystemExit(143)])
def test_an_interrupt_cancels_the_call_and_leaves_the_client_usable(signalled):
    talk, wire = client()
    talk.connect()
    read, wire.server = wire.read, lambda _: []

    def interrupted(until):
        if until > wire.clock:
            raise signalled

    wire.read = interrupted
    with pytest.raises((KeyboardInterrupt, SystemExit)):
        talk.call_tool("a", {})
    assert wire.written[-1]["params"] == {"requestId": 2, "reason": "interrupted"}
    wire.read, wire.server = read, polite
    assert talk.call_tool("b", {})["content"] == []


class Gate(TapeWire):
    """A wire that waits in real time until the test lets something through."""

    def __init__(self):
        super().__init__()
        self.hold = threading.Event()
        self.waiting = threading.Event()

    def read(self, until):
        if not self.hold.is_set():
            self.waiting.set()
            self.hold.wait(5)
        return super().read(until)


def test_calls_from_many_threads_each_get_their_own_answer():
    wire = Gate()
    talk = Client("tape", wire, LIMITS)
    results = {}

    def call(number):
        result = talk.call_tool("a", {"n": number})
        results[number] = result["structuredContent"]["arguments"]["n"]

    threads = [threading.Thread(target=call, args=(n,)) for n in range(12)]
    for thread in threads:
        thread.start()
    assert wire.waiting.wait(5)
    wire.hold.set()
    for thread in threads:
        thread.join(5)
    assert results == {n: n for n in range(12)}


def test_closing_fails_what_another_thread_waits_for():
    wire = Gate()
    talk = Client("tape", wire, LIMITS)
    failures = []

    def call():
        failures.append(failure_of(talk.call_tool, "a", {}))

    thread = threading.Thread(target=call)
    thread.start()
    assert wire.waiting.wait(5)
    talk.close()
    wire.hold.set()
    thread.join(5)
    (failed,) = failures
    assert failed.kind == "cancelled"
    assert failed.reason == "tools/call a was cancelled: the client is closing"


def test_failures_show_what_is_hidden():
    failed = ServerFailed("s", Failure("protocol", "offers protocol \u202e1"))
    assert str(failed) == 'server "s": offers protocol \\u{202E}1'
    assert failed.exit_code == 5


def test_a_call_that_is_not_even_read_says_so():
    class Busy(Deaf):
        def unread(self):
            return 90 if "tools/call" in self.methods() else 0

    def silent(message):
        return [] if message.get("method") == "tools/call" else polite(message)

    talk = Client("busy", Busy(silent), LIMITS)
    talk.connect()
    assert failure_of(talk.call_tool, "a", {}).reason == (
        "no answer to tools/call a within 120 s (idle): the server does not read its input"
    )


# ---- changes of the list of tools


CHANGED = {"jsonrpc": "2.0", "method": "notifications/tools/list_changed"}


def test_a_change_is_heard_also_if_nobody_waits_and_told_once():
    talk, wire = client(on_call(CHANGED, None))
    talk.call_tool("a", {})
    assert talk.tools_changed()
    assert not talk.tools_changed()
    wire.items.append(CHANGED)
    clock = wire.clock
    assert talk.tools_changed()
    assert wire.clock == clock


def test_a_peer_that_has_ended_has_changed_nothing():
    talk, wire = client()
    talk.connect()
    wire.items.append(("exit", 0))
    assert not talk.tools_changed()
    assert talk.gone
    failed = failure_of(talk.call_tool, "a", {})
    assert (failed.reason, failed.unwritten) == ("exited with code 0", True)


NEW = "2026-07-28"


def new_era(tools):
    """A server without a handshake whose capability is this."""

    def server(message):
        result = {
            "server/discover": {"supportedVersions": [NEW], "capabilities": {"tools": tools}},
            "tools/call": {"content": []},
        }.get(message["method"])
        return [] if result is None else [answer(message, result)]

    return server


@pytest.mark.parametrize(
    ("tools", "asked"),
    [({"listChanged": True}, ["subscriptions/listen"]), ({"listChanged": 1}, []), ({}, [])],
)
def test_only_who_announces_changes_is_listened_to(tools, asked):
    wire = TapeWire(new_era(tools))
    talk = Client("tape", wire, LIMITS, NEW)
    talk.connect()
    talk.connect()
    assert wire.methods() == ["server/discover", *asked]
    assert talk.call_tool("a", {}) == {"content": []}
    talk.close()
    assert wire.methods()[len(asked) + 2 :] == ["notifications/cancelled"] * len(asked)
    assert talk.notes == ()


def test_after_a_handshake_changes_come_by_themselves():
    def server(message):
        result = polite(message)
        if message.get("method") == "initialize":
            result[0]["result"] = {
                **result[0]["result"],
                "capabilities": {"tools": {"listChanged": True}},
            }
        return result

    talk, wire = client(server)
    assert talk.connect().announces
    assert wire.methods() == ["initialize", "notifications/initialized"]
