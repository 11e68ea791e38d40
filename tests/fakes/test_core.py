import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from skillctl.fakes.core import Fake
from skillctl.fakes.effects import (
    Eof,
    Exit,
    Line,
    Remind,
    Send,
    Sleep,
    Start,
    Stderr,
    StopReading,
    Timer,
    Withdraw,
)
from tests.fakes.lockstep import call, fake_file, notice, request

TWO = """
[[tool]]
name = "a"
reply = [{ default = true, text = "A" }]
[[tool]]
name = "b"
hidden = true
reply = [{ when_call = 1, text = "one" }, { default = true, text = "more" }]
"""
INITIALIZE = request(0, "initialize", protocolVersion="2025-11-25")


def started(text):
    fake = Fake(fake_file(text))
    fake.step(Start(), 0.0)
    return fake


def step(fake, line, now=1.0):
    return fake.step(Line(line.rstrip(b"\n")), now)


def message(effects):
    (effect,) = effects
    assert isinstance(effect, Send)
    return json.loads(effect.data)


def texts(effects):
    sent = [json.loads(e.data) for e in effects if isinstance(e, Send)]
    return [m["result"]["content"][0]["text"] for m in sent if "result" in m]


def names(fake, **params):
    result = message(step(fake, request(9, "tools/list", **params)))["result"]
    return [tool["name"] for tool in result["tools"]]


def test_initialize():
    effects = step(started(""), INITIALIZE)
    assert message(effects)["result"] == {
        "protocolVersion": "2025-11-25",
        "capabilities": {"tools": {}},
        "serverInfo": {"name": "fake", "version": "1.0.0"},
    }
    assert effects[0].cause == "initialize"


@pytest.mark.parametrize("params", [{}, {"protocolVersion": 5}, {"protocolVersion": None}])
def test_initialize_wants_a_version(params):
    error = message(step(started(""), request(0, "initialize", **params)))["error"]
    assert error == {"code": -32602, "message": '"protocolVersion" is not a string'}


@pytest.mark.parametrize(
    ("event", "changes"),
    [
        ("set_tools = ['a']", True),
        ("notify = 'notifications/tools/list_changed'", True),
        ("notify = 'notifications/prompts/list_changed'", False),
    ],
)
def test_a_list_that_changes_is_announced(event, changes):
    fake = started(f"{TWO}[[event]]\nafter = 'ping#1'\n{event}")
    capabilities = message(step(fake, INITIALIZE))["result"]["capabilities"]
    assert capabilities == {"tools": {"listChanged": True} if changes else {}}


def test_ping():
    effects = step(started(""), request("p", "ping"))
    assert message(effects) == {"jsonrpc": "2.0", "id": "p", "result": {}}


def test_hidden_tools_are_neither_listed_nor_called():
    fake = started(TWO)
    assert names(fake) == ["a"]
    assert message(step(fake, call(1, "b")))["error"]["message"] == "Unknown tool: b"


def test_pages():
    text = "[server]\npage_size = 2\n" + "".join(f"[[tool]]\nname = '{n}'\n" for n in "vwxyz")
    fake = started(text)
    assert names(fake) == ["v", "w"]
    assert names(fake, cursor="2") == ["x", "y"]
    assert names(fake, cursor="4") == ["z"]
    error = message(step(fake, request(1, "tools/list", cursor="3")))["error"]
    assert error == {"code": -32602, "message": "Invalid cursor"}


@pytest.mark.parametrize("word", ["error", "silent", "die"])
def test_unknown_methods(word):
    fake = started(f"[server]\nunknown_method = '{word}'")
    effects = step(fake, request(1, "prompts/list"))
    if word == "error":
        assert message(effects)["error"] == {
            "code": -32601,
            "message": "Method not found: prompts/list",
        }
    else:
        last = [Stderr(b"unknown method prompts/list\n", "unknown_method"), Exit(1)]
        assert effects == (last if word == "die" else [])
    assert step(fake, notice("notifications/nothing")) == []


@pytest.mark.parametrize("line", [b"", b'{"jsonrpc":"2.0","id":1,"result":{}}'])
def test_what_needs_no_answer_gets_none(line):
    assert step(started(""), line) == []


def test_what_is_no_message_is_refused():
    effects = step(started(""), b"hello")
    assert message(effects)["error"]["code"] == -32700
    assert message(effects)["id"] is None
    assert effects[0].cause == "protocol"


def test_calls_are_numbered_from_one_for_each_tool():
    fake = started(TWO.replace("hidden = true", ""))
    step(fake, call(1, "a"))
    assert texts(step(fake, call(2, "b"))) == ["one"]
    assert texts(step(fake, call(3, "b"))) == ["more"]


def test_a_start_says_and_writes_and_waits():
    fake = Fake(
        fake_file(
            "[process]\nstart_delay_ms = 500\nstderr = ['up']\nstdout_before = ['log']\n"
            "[[event]]\nafter = 'start'\nstderr = ['ready']"
        )
    )
    assert fake.step(Start(), 10.0) == [
        Sleep(0.5),
        Stderr(b"up\n", "process.stderr"),
        Send(b"log\n", "process.stdout_before"),
        Stderr(b"ready\n", "event[0]"),
    ]
    sleep, send = step(fake, request(1, "ping"), 10.25)
    assert sleep == Sleep(0.25)
    assert json.loads(send.data)["id"] == 1
    assert len(step(fake, request(2, "ping"), 10.5)) == 1


def test_an_end_at_the_start():
    fake = Fake(fake_file("[process]\nexit_at_start = { code = 3, stderr = 'no disk' }"))
    assert fake.step(Start(), 0.0) == [Stderr(b"no disk\n", "process.exit_at_start"), Exit(3)]


FAULTS = """
[[fault]]
on = "tools/call"
tool = "a"
nth = [1, 3]
no_reply = true
[[fault]]
on = "tools/call"
nth = 4
exit = { code = 7 }
"""


def test_faults_count_for_the_tool_if_one_is_named_else_for_the_method():
    fake = started(TWO.replace("hidden = true", "") + FAULTS)
    assert step(fake, call(1, "a")) == []
    assert texts(step(fake, call(2, "b"))) == ["one"]
    assert texts(step(fake, call(3, "a"))) == ["A"]
    assert step(fake, call(4, "b")) == [Exit(7)]
    assert step(fake, call(5, "a")) == []
    assert texts(step(fake, call(6, "a"))) == ["A"]


def test_the_first_fault_beats_the_later_ones():
    both = "[[fault]]\non = 'ping'\nno_reply = true\n[[fault]]\non = 'ping'\nexit = { }"
    assert step(started(both), request(1, "ping")) == []


def test_a_fault_names_itself_as_the_cause():
    text = "[[fault]]\non = 'ping'\nnth = 1\nexit = { after_bytes = 5 }"
    assert step(started(text), request(1, "ping")) == [Send(b'{"jso', "fault[0]", 1), Exit(0)]


def test_a_notification_can_end_the_process():
    text = "[[fault]]\non = 'notifications/initialized'\nexit = { code = 9 }"
    assert step(started(text), notice("notifications/initialized")) == [Exit(9)]


def test_a_call_under_a_fault_matches_nothing_and_is_not_counted():
    fake = started("[[tool]]\nname = 'x'\n[[fault]]\non = 'tools/call'\nnth = 1\nno_reply = true")
    assert step(fake, call(1, "x")) == []
    assert fake.unmatched == 0
    step(fake, call(2, "x"))
    assert fake.unmatched == 1


EVENT = """
[[event]]
after = "tools/call#1"
set_tools = ["b"]
notify = "notifications/tools/list_changed"
[[event]]
after = "initialized"
stderr = ["hello"]
"""


def test_an_event_lists_other_tools_after_the_answer():
    fake = started(TWO + EVENT)
    assert names(fake) == ["a"]
    answer, change = step(fake, call(1, "a"))
    assert texts([answer]) == ["A"]
    assert change == Send(
        b'{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}\n', "event[0]"
    )
    assert names(fake) == ["b"]
    assert texts(step(fake, call(2, "b"))) == ["one"]


def test_an_event_after_a_notification_happens_once():
    fake = started(TWO + EVENT)
    assert step(fake, notice("notifications/initialized")) == [Stderr(b"hello\n", "event[1]")]
    assert step(fake, notice("notifications/initialized")) == []


def test_an_event_at_the_start_may_list_all_or_nothing():
    both = started(TWO + "[[event]]\nafter = 'start'\nset_tools = ['b', 'a']")
    assert names(both) == ["b", "a"]
    assert names(started(TWO + "[[event]]\nafter = 'start'\nset_tools = []")) == []


def test_of_two_tools_with_one_name_the_first_answers():
    text = "".join(
        f"[[tool]]\nname = 'a'\nreply = [{{ default = true, text = '{n}' }}]\n" for n in (1, 2)
    )
    fake = started(text)
    assert names(fake) == ["a", "a"]
    assert texts(step(fake, call(1, "a"))) == ["1"]
    changed = started(text + "[[event]]\nafter = 'start'\nset_tools = ['a']")
    assert texts(step(changed, call(1, "a"))) == ["1"]


def test_a_cancelled_request_is_withdrawn():
    fake = started("")
    assert step(fake, notice("notifications/cancelled", requestId=4)) == [Withdraw(4)]
    assert step(fake, notice("notifications/cancelled", requestId="x")) == [Withdraw("x")]
    for wrong in (None, True, [], {}, 1.5):
        assert step(fake, notice("notifications/cancelled", requestId=wrong)) == []


def test_the_end_of_the_client_is_the_end():
    assert started("").step(Eof(), 5.0) == [Exit(0)]


def test_a_missed_expectation_fails_the_run():
    fake = started("[server]\nname = 'w'\n[[expect]]\nmethod = 'ping'")
    assert [miss.location.start.line for miss in fake.misses()] == [5]
    said, end = fake.step(Eof(), 5.0)
    assert said == Stderr(b"w: line 5: expected ping; the client sent 0\n", "expect")
    assert end == Exit(1)


def test_a_met_expectation():
    fake = started("[[expect]]\nmethod = 'ping'\nwithin_ms = 2000")
    step(fake, request(1, "ping"), 1.0)
    assert fake.misses() == ()
    assert fake.step(Eof(), 5.0) == [Exit(0)]


BUSY = TWO + FAULTS + EVENT + "[[expect]]\nmethod = 'notifications/cancelled'\nof = 'tools/call#1'"
METHODS = ["initialize", "ping", "tools/list", "tools/call", "notifications/cancelled", "x", 5]
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.sampled_from("ab"),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=6,
)
PARAMS = st.dictionaries(
    st.sampled_from(["name", "arguments", "cursor", "protocolVersion", "_meta", "requestId"]), JSON
)
MESSAGES = st.fixed_dictionaries(
    {"jsonrpc": st.just("2.0"), "method": st.sampled_from(METHODS)},
    optional={"id": JSON, "params": PARAMS | JSON},
)
LINES = st.binary(max_size=60) | MESSAGES.map(json.dumps).map(str.encode)


@settings(deadline=None)
@given(st.lists(LINES, max_size=8))
def test_no_line_of_a_client_breaks_the_core(lines):
    fake = started(BUSY)
    for line in lines:
        for effect in step(fake, line):
            if isinstance(effect, Send):
                json.loads(effect.data.decode())
    assert fake.step(Eof(), 2.0)[-1].code in (0, 1)


VERSION = "io.modelcontextprotocol/protocolVersion"
ENVELOPE = {VERSION: "2026-07-28", "io.modelcontextprotocol/clientCapabilities": {}}
MODERN = "[server]\nera = 'modern'\n"


def modern(number, method, meta=(), **params):
    return request(number, method, _meta={**ENVELOPE, **dict(meta)}, **params)


def test_a_modern_session_begins_without_a_handshake():
    fake = started(MODERN + TWO)
    found = message(step(fake, modern(1, "server/discover")))["result"]
    assert found["supportedVersions"] == ["2026-07-28"]
    assert found["resultType"] == "complete"
    assert message(step(fake, INITIALIZE))["error"]["code"] == -32022
    assert message(step(fake, request(2, "tools/list")))["error"]["code"] == -32602
    assert message(step(fake, modern(3, "ping")))["error"]["code"] == -32601
    assert texts(step(fake, modern(4, "tools/call", name="a", arguments={}))) == ["A"]


def test_the_first_request_decides_even_if_a_fault_takes_its_answer():
    text = "[server]\nera = 'both'\n[[fault]]\non = 'server/discover'\nno_reply = true\n" + TWO
    fake = started(text)
    assert step(fake, modern(1, "server/discover")) == []
    assert message(step(fake, INITIALIZE))["error"]["code"] == -32022
    fake = started(text)
    step(fake, notice("notifications/initialized"))
    assert "result" in message(step(fake, INITIALIZE))


def test_a_modern_client_hears_of_changes_where_it_listens():
    event = "[[event]]\nafter = 'tools/call#{}'\nnotify = 'notifications/tools/list_changed'\n"
    fake = started(MODERN + TWO + event.format(1) + event.format(2) + event.format(3))
    assert len(step(fake, modern(1, "tools/call", name="a"))) == 1
    flags = {"toolsListChanged": True, "promptsListChanged": True}
    ack = message(step(fake, modern("s", "subscriptions/listen", notifications=flags)))
    assert ack["params"]["notifications"] == {"toolsListChanged": True}
    _, changed = step(fake, modern(2, "tools/call", name="a"))
    assert json.loads(changed.data)["params"]["_meta"] == {
        "io.modelcontextprotocol/subscriptionId": "s"
    }
    assert step(fake, notice("notifications/cancelled", requestId="s")) == [Withdraw("s")]
    assert len(step(fake, modern(3, "tools/call", name="a"))) == 1


def test_a_modern_client_gets_the_log_messages_that_it_asks_for():
    logs = "[[tool]]\nname = 'l'\nreply = [{ default = true, text = 'x', logs = ['a'] }]\n"
    fake = started(MODERN + logs)
    assert len(step(fake, modern(1, "tools/call", name="l"))) == 1
    level = {"io.modelcontextprotocol/logLevel": "debug"}
    assert len(step(fake, modern(2, "tools/call", level, name="l"))) == 2


def test_the_level_of_log_messages_is_set_once_in_a_handshake_session():
    logs = "[[tool]]\nname = 'l'\nreply = [{ default = true, text = 'x', logs = ['a'] }]\n"
    fake = started(logs)
    assert message(step(fake, request(1, "logging/setLevel", level="error")))["result"] == {}
    assert len(step(fake, call(2, "l"))) == 1
    assert message(step(fake, request(3, "logging/setLevel", level=5)))["error"]["code"] == -32602
    error = message(step(started(TWO), request(1, "logging/setLevel", level="error")))["error"]
    assert error["code"] == -32601


def test_what_a_file_does_not_hold_is_an_unknown_method():
    for method in ("resources/list", "resources/templates/list", "resources/read", "prompts/get"):
        assert message(step(started(TWO), request(1, method)))["error"]["code"] == -32601
    listed = "[list]\nresource_templates = { raw = 'x' }\n"
    (sent,) = step(started(listed), request(1, "resources/templates/list"))
    assert sent.data == b"x\n"
    one = "[[resource]]\nuri = 'a:b'\ntext = 'x'\n[[prompt]]\nname = 'p'\ntext = 'hi'\n"
    fake = started(one)
    assert message(step(fake, request(1, "resources/templates/list")))["result"] == {
        "resourceTemplates": []
    }
    assert message(step(fake, request(2, "prompts/get", name="p")))["result"]["messages"]
    assert message(step(fake, request(3, "resources/read", uri="a:b")))["result"]["contents"]


def test_an_event_may_write_a_raw_line_and_a_request_and_wants_an_answer():
    text = "[[event]]\nafter = 'initialized'\nraw = 'é{'\nrequest = 'ping'\nexpect = 'result'\n"
    fake = started(text)
    raw, ping = step(fake, notice("notifications/initialized"))
    assert (raw.data, raw.cause) == ("é{\n".encode(), "event[0]")
    assert json.loads(ping.data) == {"jsonrpc": "2.0", "id": "event-0", "method": "ping"}
    assert len(fake.misses()) == 1
    assert step(fake, b'{"jsonrpc":"2.0","id":"event-0","result":{}}') == []
    assert fake.misses() == ()
    assert fake.step(Eof(), 2.0) == [Exit(0)]


def test_a_time_after_the_start_is_waited_for_outside():
    fake = Fake(fake_file("[[event]]\nafter = 'ms:250'\nstderr = ['x']"))
    assert fake.step(Start(), 5.0) == [Remind(0.25, Timer(0))]
    assert fake.step(Timer(0), 5.25) == [Stderr(b"x\n", "event[0]")]


def test_a_process_that_never_reads_says_so_at_once():
    text = "[process]\nstop_reading = true\nstart_delay_ms = 5\nstderr_bytes = 2"
    assert started(text).file.process.stop_reading
    assert Fake(fake_file(text)).step(Start(), 0.0) == [
        StopReading(),
        Sleep(0.005),
        Stderr(b"ee", "process.stderr_bytes"),
    ]


def test_requests_are_counted_by_what_they_name():
    text = """
    [[resource]]
    uri = "a:b"
    reply = [{ when_call = 2, text = "second" }, { default = true, text = "other" }]
    [[resource]]
    uri = "a:c"
    text = "c"
    """
    fake = started(text)
    found = [
        message(step(fake, request(n, "resources/read", uri=uri)))["result"]["contents"][0]["text"]
        for n, uri in enumerate(["a:b", "a:c", "a:b", "a:b"])
    ]
    assert found == ["other", "c", "second", "other"]


@pytest.mark.parametrize("limit", [0, 999])
def test_the_time_for_an_answer_begins_when_the_request_is_written(limit):
    text = f"""
    [process]
    start_delay_ms = 2000
    [[tool]]
    name = "a"
    [[tool.reply]]
    default = true
    text = "A"
    delay_ms = 3000
    progress = [1, 2]
    progress_every_ms = 500
    [[event]]
    after = "tools/call#1"
    request = "ping"
    expect = "result"
    within_ms = {limit}
    """
    for late, missed in ((limit / 1000, 0), (limit / 1000 + 0.001, 1)):
        fake = Fake(fake_file(text))
        fake.step(Start(), 10.0)
        step(fake, call(1, "a"), 11.0)
        step(fake, b'{"jsonrpc":"2.0","id":"event-0","result":{}}', 12.0 + 4.0 + late)
        assert len(fake.misses()) == missed
