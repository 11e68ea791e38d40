import json

from skillctl.fakes.effects import Close, Exit, Hang, Send, Spawn, Stderr, StopReading
from skillctl.fakes.session import KILL, TERM, Session
from tests.fakes.lockstep import call, fake_file, notice, request

SLOW = """
[server]
name = "slow"
[[tool]]
name = "quick"
reply = [{ default = true, text = "Q" }]
[[tool]]
name = "slow"
reply = [{ default = true, text = "S", delay_ms = 1000, progress = [0.5] }]
"""


class Run:
    """A session with its log, told a time for each step."""

    def __init__(self, text, start=0.0):
        self.log = []
        self.session = Session(fake_file(text), start, self.log.append)

    def feed(self, data, now):
        self.session.feed(data)
        return self.due(now)

    def end(self, now):
        self.session.end()
        return self.due(now)

    def due(self, now):
        found = []
        while effect := self.session.next_effect(now):
            found.append(effect)
        return found

    def entries(self):
        return [json.loads(line) for line in self.log]


def ids(effects):
    return [json.loads(e.data).get("id") for e in effects if isinstance(e, Send)]


def test_bytes_become_lines_wherever_they_are_cut():
    line = request(1, "ping")
    run = Run("")
    assert run.feed(line[:10], 0.0) == []
    assert run.feed(line[10:-1], 0.0) == []
    assert ids(run.feed(line[-1:] + request(2, "ping") + line[:3], 0.0)) == [1, 2]
    assert ids(run.feed(line[3:], 0.0)) == [1]


def test_the_end_of_a_line_may_be_a_crlf():
    assert ids(Run("").feed(request(1, "ping")[:-1] + b"\r\n", 0.0)) == [1]


def test_a_last_line_without_its_end_is_taken_at_the_end():
    run = Run("")
    assert run.feed(request(1, "ping")[:-1], 0.0) == []
    effects = run.end(0.0)
    assert ids(effects) == [1]
    assert effects[-1] == Exit(0)


def test_each_line_is_answered_before_the_next_one_is_taken():
    run = Run("")
    run.feed(request(1, "ping") + request(2, "ping"), 0.0)
    assert [entry["dir"] for entry in run.entries()] == ["in", "out", "in", "out"]


def test_a_delayed_answer_holds_up_nothing_else():
    run = Run(SLOW)
    token = {"progressToken": "t"}
    assert len(run.feed(call(1, "slow", token), 0.0)) == 1
    assert run.session.next_time() == 1.0
    assert ids(run.feed(call(2, "quick"), 0.5)) == [2]
    assert run.due(0.9) == []
    assert ids(run.due(1.0)) == [1]
    assert run.session.next_time() is None


def test_a_cancelled_answer_is_never_sent():
    run = Run(SLOW)
    run.feed(call(1, "slow") + call("1", "slow"), 0.0)
    run.feed(notice("notifications/cancelled", requestId=1), 0.5)
    assert ids(run.due(5.0)) == ["1"]


def test_an_answer_that_is_still_due_when_the_client_leaves_is_named():
    run = Run(SLOW)
    run.feed(call(1, "slow") + call(2, "slow"), 0.0)
    said, end = run.end(0.5)
    assert said.data == b"slow: the client left; 2 delayed lines not sent\n"
    assert end == Exit(0)
    assert run.entries()[-1]["cause"] == "eof"


def test_nothing_happens_after_the_end():
    run = Run("[[fault]]\non = 'ping'\nexit = { code = 7 }")
    assert run.feed(request(1, "ping") + request(2, "ping"), 0.0) == [Exit(7)]
    assert run.session.exit_code == 7
    assert run.feed(request(3, "ping"), 0.0) == []
    assert run.end(0.0) == []
    assert run.session.next_time() is None
    assert len(run.entries()) == 1


def test_a_delay_at_the_start_delays_everything():
    run = Run("[process]\nstart_delay_ms = 250\nstderr = ['up']", start=10.0)
    assert run.feed(request(1, "ping"), 10.0) == []
    assert run.session.next_time() == 10.25
    assert [entry["dir"] for entry in run.entries()] == ["in"]
    assert len(run.due(10.25)) == 2
    assert [entry["dir"] for entry in run.entries()] == ["in", "err", "out"]


def test_the_log_has_numbers_causes_and_times():
    run = Run(SLOW, start=100.0)
    run.feed(call(1, "slow"), 100.25)
    run.due(101.25)
    one, two = run.entries()
    assert (one["n"], one["dir"], one["cause"], one["v"]) == (1, "in", None, {"ms": 250})
    assert (two["n"], two["dir"], two["cause"]) == (2, "out", "tool.slow.reply[0]")
    assert two["v"] == {"ms": 1250}
    assert one["line"].encode() + b"\n" == call(1, "slow")


def test_a_very_long_line_is_taken_in_one_piece():
    run = Run("")
    line = request(1, "ping", pad="x" * 3_000_000)
    for start in range(0, len(line), 65_536):
        effects = run.feed(line[start : start + 65_536], 0.0)
    assert ids(effects) == [1]


QUICK = SLOW + "[[fault]]\non = 'ping'\n"


def progress(effects):
    return [json.loads(effect.data)["params"]["progress"] for effect in effects]


def test_progress_without_an_end_keeps_its_beat_until_it_is_cancelled():
    run = Run(QUICK + "progress_only = 200")
    assert run.feed(request(1, "ping", _meta={"progressToken": 5}), 0.0) == []
    assert progress(run.due(0.2)) == [1]
    assert run.session.next_time() == 0.4
    assert progress(run.due(0.85)) == [2, 3, 4]
    assert run.session.next_time() == 1.0
    run.feed(notice("notifications/cancelled", requestId=2), 0.9)
    assert run.session.next_time() == 1.0
    assert run.feed(notice("notifications/cancelled", requestId=1), 0.9) == []
    assert run.session.next_time() is None
    assert run.end(1.0) == [Exit(0)]


def test_progress_that_goes_on_is_not_missed_when_the_client_leaves():
    run = Run(QUICK + "progress_only = 200")
    run.feed(request(1, "ping", _meta={"progressToken": 5}), 0.0)
    assert run.end(0.1) == [Exit(0)]


def test_a_late_answer_waits_for_its_cancellation_and_for_its_delay():
    run = Run(SLOW + "[[fault]]\non = 'tools/call'\nlate = true")
    run.feed(call(1, "slow") + call(2, "quick") + call(3, "quick"), 0.0)
    assert run.due(60.0) == []
    assert ids(run.feed(notice("notifications/cancelled", requestId=2), 60.0)) == [2]
    assert run.feed(notice("notifications/cancelled", requestId=2), 60.0) == []
    early = Run(SLOW + "[[fault]]\non = 'tools/call'\nlate = true")
    early.feed(call(1, "slow") + notice("notifications/cancelled", requestId=1), 0.0)
    assert early.due(0.9) == []
    assert ids(early.due(1.0)) == [1]


def test_nothing_is_written_to_a_closed_output_but_all_is_read():
    run = Run(QUICK + "close = 'stdout'")
    assert run.feed(request(1, "ping") + call(2, "quick"), 0.0) == [Close("stdout")]
    assert run.session.closed("stdout")
    assert run.session.listening
    assert [entry["dir"] for entry in run.entries()] == ["in", "in"]
    assert run.end(0.0) == [Exit(0)]


def test_nothing_is_read_from_a_closed_input_and_its_end_is_not_heard():
    run = Run(QUICK + "close = 'stdin'")
    close, answer = run.feed(request(1, "ping") + call(2, "quick"), 0.0)
    assert close == Close("stdin")
    assert ids([answer]) == [1]
    assert not run.session.listening
    assert run.feed(call(3, "quick"), 0.0) == []
    assert run.end(0.0) == []
    run.session.abandon()
    assert run.due(0.0) == [Exit(0)]


def test_reading_stops_after_the_answer():
    run = Run(QUICK + "stop_reading = true")
    stop, answer = run.feed(request(1, "ping") + call(2, "quick"), 0.0)
    assert (stop, ids([answer])) == (StopReading(), [1])
    assert run.feed(call(3, "quick"), 0.0) == []
    assert run.end(0.0) == []
    assert run.session.actions == [StopReading()]


def test_a_process_that_hangs_forgets_what_was_to_come():
    run = Run(QUICK + "hang = true")
    assert run.feed(call(1, "slow") + request(2, "ping") + call(3, "quick"), 0.0) == [Hang()]
    assert run.due(9.0) == []
    assert run.session.next_time() is None
    assert run.end(9.0) == []
    run.session.abandon()
    assert run.due(9.0) == [Exit(0)]


def test_the_end_of_the_input_may_be_ignored_but_not_the_loss_of_the_parent():
    run = Run("[process]\nignore = ['EOF']\n" + SLOW + "[[expect]]\nmethod = 'ping'")
    run.feed(call(1, "slow") + request(2, "prompts/get")[:-1], 0.0)
    assert ids(run.end(0.0)) == [2]
    assert ids(run.due(1.0)) == [1]
    assert not run.session.listening
    run.session.abandon()
    said, end = run.due(2.0)
    assert b"expected ping" in said.data
    assert end == Exit(1)


def test_who_does_not_end_is_killed():
    for text, code in (("", TERM), ("[process]\nignore = ['SIGTERM']", KILL)):
        run = Run(text)
        run.session.kill()
        assert run.session.exit_code == code
        run.session.kill()
    run = Run("")
    run.end(0.0)
    run.session.kill()
    assert run.session.exit_code == 0


def test_every_line_and_the_first_byte_may_be_odd():
    run = Run("[process]\nbom = true\ncrlf = true\nstdout_before = ['up']\nstderr = ['e']")
    said, up = run.due(0.0)
    assert said == Stderr(b"e\n", "process.stderr")
    assert up.data == b"\xef\xbb\xbfup\r\n"
    (answer,) = run.feed(request(1, "ping"), 0.0)
    assert answer.data == b'{"jsonrpc":"2.0","id":1,"result":{}}\r\n'
    assert [entry["bytes"] for entry in run.entries()][1:] == [7, len(request(1, "ping")), 38]


def test_a_child_process_is_started_once_after_the_delay():
    run = Run("[process]\nstart_delay_ms = 100\n[process.helper]\nseconds = 5")
    assert run.due(0.0) == []
    (spawn,) = run.due(0.1)
    assert isinstance(spawn, Spawn)
    assert spawn.helper.seconds == 5
    assert run.session.listening


def test_an_event_comes_at_its_time_after_the_start():
    text = "[[event]]\nafter = 'ms:500'\nstderr = ['now']\nset_tools = ['slow']\n"
    run = Run(SLOW + text, start=10.0)
    assert run.session.next_time() == 10.5
    before = json.loads(run.feed(request(1, "tools/list"), 10.4)[0].data)
    (said,) = run.due(10.5)
    after = json.loads(run.feed(request(2, "tools/list"), 10.5)[0].data)
    assert said == Stderr(b"now\n", "event[0]")
    assert [len(found["result"]["tools"]) for found in (before, after)] == [2, 1]
