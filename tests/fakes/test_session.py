import json

from skillctl.fakes.effects import Exit, Send
from skillctl.fakes.session import Session
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
