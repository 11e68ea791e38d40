"""The fault table of mcp.md section 5.4 on the core alone, with a virtual clock."""

import json
import math

import pytest

from skillctl.mcp.connecting import connect
from skillctl.mcp.core import Core
from skillctl.mcp.events import (
    Begin,
    Cancel,
    Deliver,
    Exited,
    Fail,
    InputClosed,
    OutputEnded,
    Send,
    Tick,
    ToolsChanged,
)
from skillctl.mcp.lines import Line, LongLine
from skillctl.mcp.notes import Note
from skillctl.mcp.operations import call_tool, listen
from skillctl.mcp.steps import Failure
from skillctl.version import VERSION

DONE = {"content": []}


class Talk:
    """A core with a clock and all that it wanted done."""

    def __init__(self):
        self.core = Core()
        self.now = 1000.0
        self.effects = []
        self.tickets = 0

    def step(self, event, after=0.0):
        self.now += after
        self.effects += (found := self.core.step(event, self.now))
        return found

    def begin(self, steps, hard=600.0, idle=120.0):
        self.tickets += 1
        self.step(Begin(self.tickets, steps, hard, idle))
        return self.tickets

    def call(self, name="t", **limits):
        return self.begin(call_tool(name, {}), **limits)

    def says(self, *messages, after=0.0):
        """Each message on a line of its own; text and bytes go as they are."""
        for message in messages:
            text = json.dumps(message) if isinstance(message, dict | list) else message
            self.step(Line(text if isinstance(text, bytes) else text.encode()), after)

    def answers(self, number, result=None, **members):
        body = {"result": DONE if result is None else result} if "error" not in members else {}
        self.says({"jsonrpc": "2.0", "id": number, **body, **members})

    def of(self, kind):
        return [effect for effect in self.effects if isinstance(effect, kind)]

    def sent(self, method=None):
        messages = [json.loads(effect.data) for effect in self.of(Send)]
        return [m for m in messages if method is None or m.get("method") == method]

    def outcome(self, ticket):
        """The value or the failure of an operation, or None while it is on its way."""
        (found,) = [e for e in self.of(Deliver) + self.of(Fail) if e.ticket == ticket] or [None]
        if isinstance(found, Fail):
            return found.failure
        return found.value if found else None

    def notes(self):
        return [note.kind for note in self.of(Note)]


@pytest.fixture
def talk():
    return Talk()


INITIALIZED = {
    "protocolVersion": "2025-11-25",
    "capabilities": {"tools": {}},
    "serverInfo": {"name": "n", "version": "1"},
}


def test_handshake(talk):
    ticket = talk.begin(connect(), hard=30.0, idle=None)
    (asked,) = talk.sent()
    assert (asked["id"], asked["method"]) == (1, "initialize")
    assert "_meta" not in asked["params"]
    talk.answers(1, INITIALIZED)
    assert talk.outcome(ticket).protocol == "2025-11-25"
    assert talk.sent()[1:] == [{"jsonrpc": "2.0", "method": "notifications/initialized"}]


def test_a_call_carries_a_progress_token(talk):
    ticket = talk.call("get")
    assert talk.sent() == [
        {
            "jsonrpc": "2.0",
            "id": 1,
            "method": "tools/call",
            "params": {"name": "get", "arguments": {}, "_meta": {"progressToken": 1}},
        }
    ]
    talk.answers(1, {"content": []})
    assert talk.outcome(ticket) == {"content": []}
    assert talk.notes() == []


def test_answers_in_any_order(talk):
    first, second = talk.call("a"), talk.call("b")
    talk.answers(2, {"content": ["b"]})
    talk.answers(1, {"content": ["a"]})
    assert talk.outcome(first) == {"content": ["a"]}
    assert talk.outcome(second) == {"content": ["b"]}


# ---- log text on stdout


def test_stray_lines_are_noted_and_the_answer_read(talk):
    ticket = talk.call()
    talk.says("=== banner ===", "", '{"level":"info"}', "7", "[]")
    talk.answers(1)
    assert talk.outcome(ticket) == DONE
    assert talk.notes() == ["stray"] * 5


def test_text_before_a_message(talk):
    ticket = talk.call()
    talk.says('LOG {"jsonrpc": "2.0", "id": 1, "result": {"content": []}}')
    assert talk.outcome(ticket) == DONE
    assert talk.of(Note) == [Note("glued", "LOG ")]


def test_bad_bytes_a_mark_and_separators(talk):
    ticket = talk.call()
    talk.says(
        b'\xef\xbb\xbf{"jsonrpc":"2.0","id":1,"result":{"content":[],"a":"\xff\xe2\x80\xa8"}}'
    )
    assert talk.outcome(ticket) == {**DONE, "a": "\ufffd\u2028"}
    assert talk.notes() == ["bom", "utf8"]


def test_a_message_over_lines_fails_what_is_asked_after_its_second_line(talk):
    ticket = talk.call()
    talk.says("{")
    assert talk.outcome(ticket) is None
    talk.says('  "jsonrpc": "2.0",', '  "id": 1,', '  "result": {}', "}")
    assert talk.outcome(ticket) == Failure("protocol", "splits messages over lines")


# ---- envelopes


@pytest.mark.parametrize("number", ["1", 1.0])
def test_an_id_of_another_type(talk, number):
    ticket = talk.call()
    talk.answers(number)
    assert talk.outcome(ticket) == DONE
    assert talk.of(Note) == [Note("id-type", json.dumps(number))]


def test_a_batch_and_a_missing_jsonrpc(talk):
    a, b = talk.call("a"), talk.call("b")
    talk.says([{"id": 1, "result": DONE}, {"jsonrpc": "2.0", "id": 2, "result": DONE}])
    assert talk.outcome(a) == talk.outcome(b) == DONE
    assert talk.notes() == ["batch", "no-jsonrpc"]


def test_error_null_beside_a_result(talk):
    ticket = talk.call()
    talk.answers(1, result={}, error=None)
    talk.says({"jsonrpc": "2.0", "id": 1, "result": {}, "error": None})
    assert talk.outcome(ticket).kind == "rpc"  # an error alone, even null, is no result
    ticket = talk.call()
    talk.says({"jsonrpc": "2.0", "id": 2, "result": DONE, "error": None})
    assert talk.outcome(ticket) == DONE
    assert "error-null" in talk.notes()


def test_a_json_rpc_error(talk):
    ticket = talk.call()
    talk.answers(1, error={"code": -32602, "message": "bad argument q"})
    assert talk.outcome(ticket) == Failure("rpc", "bad argument q", -32602)


def test_an_error_without_id_fails_the_only_request(talk):
    ticket = talk.call()
    talk.answers(None, error={"code": -32700, "message": "Parse error"})
    assert talk.outcome(ticket) == Failure("rpc", "Parse error", -32700)


def test_an_error_without_id_is_only_noted_where_several_wait(talk):
    a, b = talk.call("a"), talk.call("b")
    talk.answers(None, error={"code": -32700, "message": "Parse error"})
    talk.answers(None, error="odd")
    assert (talk.outcome(a), talk.outcome(b)) == (None, None)
    assert talk.of(Note) == [
        Note("error-without-id", "-32700 Parse error"),
        Note("odd-error", '"odd"'),
        Note("error-without-id", 'malformed error "odd"'),
    ]


def test_a_malformed_error_fails_with_its_raw_text(talk):
    ticket = talk.call()
    talk.answers(1, error={"code": "E1", "message": "m"})
    assert talk.outcome(ticket).text == 'malformed error {"code": "E1", "message": "m"}'
    assert talk.notes() == ["odd-error"]


def test_deep_and_long_answers_fail_at_once_and_the_next_line_is_read(talk):
    deep, long, other = talk.call("a"), talk.call("b"), talk.call("c")
    talk.says('{"jsonrpc":"2.0","id":1,"result":' + "[" * 400 + "]" * 400 + "}")
    talk.step(LongLine(b'{"jsonrpc":"2.0","id":2,"result":{"text":"aaaa'))
    assert talk.outcome(deep) == Failure("protocol", "an answer is nested deeper than 256")
    assert talk.outcome(long) == Failure("protocol", "an answer is larger than 32 MiB")
    assert talk.outcome(other) is None
    talk.answers(3)
    assert talk.outcome(other) == DONE


def test_an_unreadable_answer_without_id_fails_all_and_one_for_nobody_none(talk):
    a, b = talk.call("a"), talk.call("b")
    talk.step(LongLine(b'{"jsonrpc":"2.0","id":77,"result":'))
    assert (talk.outcome(a), talk.outcome(b)) == (None, None)
    talk.step(LongLine(b"xxxx"))
    assert talk.outcome(a).text == talk.outcome(b).text == "an answer is larger than 32 MiB"
    assert talk.notes() == ["unknown-id"]


def test_an_unreadable_message_that_nobody_waits_for_is_noted(talk):
    talk.step(LongLine(b"xxxx"))
    assert talk.of(Note) == [Note("unreadable", "an answer is larger than 32 MiB")]


def test_unknown_second_and_late_answers_are_dropped_and_told_apart(talk):
    ticket = talk.call(idle=1.0)
    for number in (9, 0, -1, "x", True, [1], None):
        talk.answers(number)
    assert talk.of(Note)[0] == Note("unknown-id", "9")
    assert talk.notes() == ["unknown-id"] * 7
    talk.step(Tick(), after=1.0)
    talk.answers(1)
    assert talk.notes()[7:] == ["late"]
    assert talk.outcome(ticket).kind == "idle"
    ticket = talk.call()
    talk.answers(2)
    talk.answers(2, {"other": 1})
    assert talk.notes()[8:] == ["second"]
    assert talk.outcome(ticket) == DONE


def test_an_unreadable_message_that_answers_nothing_fails_nothing(talk):
    a, b = talk.call("a"), talk.call("b")
    talk.step(LongLine(b'{"jsonrpc":"2.0","method":"notifications/message","params":{"data":"x'))
    talk.step(LongLine(b'{"jsonrpc":"2.0","id":1,"method":"sampling/createMessage","params":{"x'))
    assert (talk.outcome(a), talk.outcome(b)) == (None, None)
    assert talk.of(Note) == [Note("unreadable", "a message is larger than 32 MiB")] * 2


# ---- time


def test_no_answer_to_initialize(talk):
    ticket = talk.begin(connect(), hard=30.0, idle=None)
    assert talk.core.deadline() == talk.now + 30.0
    talk.step(Tick(), after=29.9)
    assert talk.outcome(ticket) is None
    talk.step(Tick(), after=0.1)
    assert talk.outcome(ticket) == Failure("limit", "no answer to initialize within 30 s")
    assert talk.sent("notifications/cancelled") == []
    assert talk.core.deadline() is None


def test_timeout_sends_cancelled_once_and_the_others_go_on(talk):
    slow = talk.call("slow")
    talk.now += 100
    other = talk.call("other")
    talk.step(Tick(), after=20.0)
    words = "no answer to tools/call slow within 120 s (idle)"
    assert talk.outcome(slow) == Failure("idle", words)
    assert talk.sent("notifications/cancelled") == [
        {
            "jsonrpc": "2.0",
            "method": "notifications/cancelled",
            "params": {"requestId": 1, "reason": words},
        }
    ]
    talk.step(Cancel("stopped"), after=1.0)
    assert [m["params"]["requestId"] for m in talk.sent("notifications/cancelled")] == [1, 2]
    assert talk.outcome(other) == Failure("cancelled", "tools/call other was cancelled: stopped")


def test_cancel_text():
    """Who stops a call reads that it was stopped, who waited too long that it took too long."""
    stopped, late = Talk(), Talk()
    first, second = stopped.call("work"), late.call("work")
    stopped.step(Cancel("stopped by the user"), after=5.0)
    late.step(Tick(), after=120.0)
    words = "tools/call work was cancelled: stopped by the user"
    assert stopped.outcome(first) == Failure("cancelled", words)
    words = "no answer to tools/call work within 120 s (idle)"
    assert late.outcome(second) == Failure("idle", words)
    reasons = [talk.sent("notifications/cancelled")[0]["params"] for talk in (stopped, late)]
    assert reasons == [
        {"requestId": 1, "reason": "stopped by the user"},
        {"requestId": 1, "reason": words},
    ]


def progress(token, **params):
    params = {"progressToken": token, "progress": 1, **params}
    return {"jsonrpc": "2.0", "method": "notifications/progress", "params": params}


@pytest.mark.parametrize("token", [1, "1"])
def test_progress_resets_the_idle_clock_but_never_the_hard_one(talk, token):
    ticket = talk.call("work")
    for _ in range(5):
        talk.says(progress(token), after=119.0)
        assert talk.outcome(ticket) is None
    talk.says(progress(token), after=5.0)
    words = "no answer to tools/call work within 600 s (hard limit)"
    assert talk.outcome(ticket) == Failure("limit", words)


@pytest.mark.parametrize(
    "message",
    [
        progress(2),
        progress(None),
        {"jsonrpc": "2.0", "method": "notifications/progress"},
        {"jsonrpc": "2.0", "method": "notifications/message", "params": {}},
        "a stray line",
    ],
)
def test_nothing_else_resets_the_idle_clock(talk, message):
    ticket = talk.call()
    talk.says(message, after=119.0)
    talk.step(Tick(), after=1.0)
    assert talk.outcome(ticket).kind == "idle"


def test_progress_for_an_operation_without_idle_limit_is_nothing(talk):
    ticket = talk.begin(connect(), hard=30.0, idle=None)
    talk.says(progress(1), after=29.0)
    talk.step(Tick(), after=1.0)
    assert talk.outcome(ticket).kind == "limit"


def test_an_answer_in_time_counts_even_if_it_is_read_at_the_limit(talk):
    ticket = talk.call()
    talk.now += 120.0
    talk.answers(1)
    assert talk.outcome(ticket) == DONE


def test_one_operation_can_be_cancelled_alone(talk):
    a, b = talk.call("a"), talk.call("b")
    talk.step(Cancel("interrupted", a))
    assert talk.outcome(a).kind == "cancelled"
    assert talk.outcome(b) is None
    assert [m["params"] for m in talk.sent("notifications/cancelled")] == [
        {"requestId": 1, "reason": "interrupted"}
    ]


# ---- requests of the server


@pytest.mark.parametrize("number", [1, "abc", 0])
def test_ping_is_answered(talk, number):
    talk.says({"jsonrpc": "2.0", "id": number, "method": "ping"})
    assert talk.sent() == [{"jsonrpc": "2.0", "id": number, "result": {}}]


@pytest.mark.parametrize(
    "method", ["roots/list", "sampling/createMessage", "elicitation/create", "x/unknown"]
)
def test_other_requests_are_declined_and_do_not_touch_ours(talk, method):
    ticket = talk.call()
    talk.says({"jsonrpc": "2.0", "id": 1, "method": method, "params": {}})
    assert talk.sent()[1:] == [
        {"jsonrpc": "2.0", "id": 1, "error": {"code": -32601, "message": "Method not found"}}
    ]
    assert talk.outcome(ticket) is None


@pytest.mark.parametrize("number", ["x" * 201, [1], {"a": 1}])
def test_a_request_with_an_id_that_is_none_is_not_answered(talk, number):
    talk.says({"jsonrpc": "2.0", "id": number, "method": "ping"})
    assert talk.sent() == []
    assert talk.notes() == ["request-id"]


def test_unknown_notifications_are_ignored(talk):
    for _ in range(20_000):
        talk.says('{"jsonrpc":"2.0","method":"notifications/whatever"}')
    assert talk.effects == []


# ---- the era without a handshake


NEW = "2026-07-28"
ENVELOPE = {
    "io.modelcontextprotocol/protocolVersion": NEW,
    "io.modelcontextprotocol/clientInfo": {"name": "skillctl", "version": VERSION},
    "io.modelcontextprotocol/clientCapabilities": {},
}


def discover(talk, number=1):
    result = {"resultType": "complete", "supportedVersions": [NEW], "capabilities": {"tools": {}}}
    talk.answers(number, result)


@pytest.fixture
def modern(talk):
    """A conversation that was begun without a handshake."""
    talk.begin(connect(NEW), hard=30.0, idle=None)
    discover(talk)
    return talk


def test_every_request_carries_the_envelope_and_nothing_else_is_sent(modern):
    modern.call("get")
    assert modern.sent() == [
        {"jsonrpc": "2.0", "id": 1, "method": "server/discover", "params": {"_meta": ENVELOPE}},
        {
            "jsonrpc": "2.0",
            "id": 2,
            "method": "tools/call",
            "params": {
                "name": "get",
                "arguments": {},
                "_meta": {**ENVELOPE, "progressToken": 2},
            },
        },
    ]


def test_a_server_that_does_not_know_initialize_gets_the_envelope_from_then_on(talk):
    ticket = talk.begin(connect(), hard=30.0, idle=None)
    talk.answers(1, error={"code": -32601, "message": "Method not found"})
    discover(talk, 2)
    assert talk.outcome(ticket).protocol == NEW
    assert ["_meta" in message["params"] for message in talk.sent()] == [False, True]


@pytest.mark.parametrize("method", ["ping", "roots/list", "sampling/createMessage", "x/unknown"])
def test_no_response_is_ever_written_without_a_handshake(modern, method):
    modern.says({"jsonrpc": "2.0", "id": 7, "method": method, "params": {}})
    assert [message["method"] for message in modern.sent()] == ["server/discover"]
    assert modern.of(Note) == [Note("request", method)]


def test_a_call_is_cancelled_without_a_handshake_too(modern):
    ticket = modern.call("slow")
    modern.step(Tick(), after=120.0)
    assert modern.outcome(ticket).kind == "idle"
    assert [m["params"]["requestId"] for m in modern.sent("notifications/cancelled")] == [2]


def test_discover_is_never_cancelled(talk):
    ticket = talk.begin(connect(NEW), hard=30.0, idle=None)
    talk.step(Tick(), after=30.0)
    words = "no answer to server/discover within 30 s"
    assert talk.outcome(ticket) == Failure("limit", words)
    assert talk.sent("notifications/cancelled") == []


def test_a_server_that_dies_of_discover_did_not_start(talk):
    ticket = talk.begin(connect(NEW), hard=30.0, idle=None)
    talk.step(Exited(3))
    assert talk.outcome(ticket).text == "exited with code 3 (start)"


def test_both_ways_to_start_share_one_limit(talk):
    ticket = talk.begin(connect(), hard=30.0, idle=None)
    talk.now += 20.0
    talk.answers(1, error={"code": -32601, "message": "Method not found"})
    talk.step(Tick(), after=10.0)
    assert talk.outcome(ticket).text.startswith("no answer to server/discover within 30 s")


def test_an_error_code_of_this_era_becomes_words(modern):
    ticket = modern.call("ask")
    data = {"requiredCapabilities": {"elicitation": {}}}
    modern.answers(2, error={"code": -32021, "message": "Missing", "data": data})
    words = "the server needs a capability that this client does not have (elicitation): Missing"
    assert modern.outcome(ticket).text == words


def test_the_same_code_means_nothing_after_a_handshake(talk):
    ticket = talk.call("ask")
    talk.answers(1, error={"code": -32021, "message": "own"})
    assert talk.outcome(ticket) == Failure("rpc", "own", -32021)


# ---- the end


@pytest.mark.parametrize(
    ("code", "words"),
    [(3, "exited with code 3"), (0, "exited with code 0"), (-9, "ended by signal 9")],
)
def test_an_exit_fails_all_that_wait(talk, code, words):
    start, call = talk.begin(connect(), hard=30.0, idle=None), talk.call("die")
    talk.step(Exited(code))
    assert talk.outcome(start) == Failure("exited", f"{words} (start)")
    assert talk.outcome(call) == Failure("exited", f"{words} (tools/call die)")
    later = talk.call("next")
    assert talk.outcome(later) == Failure("exited", words, unwritten=True)
    assert talk.core.gone
    assert len(talk.sent()) == 2


def test_output_that_ends_while_the_server_lives(talk):
    ticket = talk.call()
    talk.step(OutputEnded())
    assert talk.outcome(ticket) is None
    assert talk.core.deadline() == talk.now + 0.5
    talk.step(Tick(), after=0.5)
    assert talk.outcome(ticket) == Failure(
        "closed", "closed its output but keeps running (tools/call t)"
    )
    assert talk.core.gone
    assert talk.core.deadline() is None


def test_a_call_after_the_end_of_the_output_writes_nothing(talk):
    talk.step(OutputEnded())
    talk.now += 1.0
    ticket = talk.call()
    words = "closed its output but keeps running (start)"
    assert talk.outcome(ticket) == Failure("closed", words, unwritten=True)
    assert talk.sent() == []


def test_output_that_is_told_to_have_ended_twice(talk):
    ticket = talk.call()
    talk.step(OutputEnded())
    talk.step(OutputEnded())
    assert talk.outcome(ticket).kind == "closed"


def test_output_that_ends_because_the_server_exited(talk):
    ticket = talk.call()
    talk.step(OutputEnded())
    talk.step(Exited(3), after=0.1)
    assert talk.outcome(ticket).text == "exited with code 3 (tools/call t)"


@pytest.mark.parametrize(
    ("code", "words", "kind"),
    [(None, "takes no more input", "closed"), (3, "exited with code 3", "exited")],
)
def test_a_request_of_which_nothing_was_written_says_so(talk, code, words, kind):
    first, second = talk.call("a"), talk.call("b")
    talk.step(InputClosed(second, code))
    assert talk.outcome(first) is None
    assert talk.outcome(second) == Failure(kind, f"{words} (tools/call b)", unwritten=True)
    talk.answers(1)
    assert talk.outcome(first) == DONE


def test_an_operation_whose_request_is_no_json(talk):
    ticket = talk.begin(call_tool("t", {"x": float("nan")}))
    assert talk.outcome(ticket) == Failure("protocol", "tools/call t cannot be written as JSON")
    assert talk.sent() == []


def test_notes_of_an_operation_are_handed_on(talk):
    ticket = talk.call("t")
    talk.says({"jsonrpc": "2.0", "id": 1, "result": [1]})
    assert talk.outcome(ticket) == {"content": [], "structuredContent": [1]}
    assert talk.of(Note) == [Note("the result of tools/call t is no object", "[1]")]


# ---- changes


CHANGED = {"jsonrpc": "2.0", "method": "notifications/tools/list_changed"}


def test_a_list_that_changed_is_announced(talk):
    talk.says(CHANGED)
    talk.says({**CHANGED, "method": "notifications/prompts/list_changed"})
    assert talk.of(ToolsChanged) == [ToolsChanged()]


def listening(talk):
    talk.step(Begin(0, listen(), math.inf, background=True))
    return talk


def test_the_stream_of_changes_waits_for_ever_and_is_cancelled_at_the_end(modern):
    listening(modern)
    asked = modern.sent("subscriptions/listen")[0]
    assert asked["params"] == {"notifications": {"toolsListChanged": True}, "_meta": ENVELOPE}
    modern.step(Tick(), after=1e9)
    assert modern.outcome(0) is None
    modern.step(Cancel("the client is closing"))
    assert [m["params"]["requestId"] for m in modern.sent("notifications/cancelled")] == [2]


def test_a_refused_stream_of_changes_is_noted(modern):
    listening(modern)
    modern.answers(2, error={"code": -32601, "message": "Method not found"})
    words = "refused subscriptions/listen, so its changes are not heard"
    assert modern.of(Note) == [Note(words, "Method not found")]


def test_no_answer_without_an_id_is_for_the_stream_of_changes(modern):
    listening(modern)
    modern.step(LongLine(b"xxxx"))
    assert modern.notes() == ["unreadable"]
    ticket = modern.call()
    modern.answers(None, error={"code": -32700, "message": "Parse error"})
    assert modern.outcome(ticket) == Failure("rpc", "Parse error", -32700)
    assert modern.outcome(0) is None
