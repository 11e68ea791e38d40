import json

import pytest

from skillctl.fakes.file import load_fake
from skillctl.fakes.pipe import Pipe
from skillctl.mcp.wire import Wire
from tests.conftest import golden_cases
from tests.fakes.lockstep import LoggedPipe, call, fake_file, notice, request, talk

SLOW = """
[[tool]]
name = "slow"
reply = [{ default = true, text = "S", delay_ms = 30000 }]
"""


def test_a_pipe_is_a_wire():
    wire: Wire = Pipe(fake_file(""))
    assert wire.now() == 0.0
    assert wire.exit_code() is None
    assert wire.stderr_tail() == ""
    members = {name for name in vars(Wire) if not name.startswith("_")}
    assert all(callable(getattr(Pipe, name)) for name in members)


def test_an_answer_can_be_read_at_once():
    pipe = Pipe(fake_file(""))
    pipe.write(request(1, "ping"))
    assert pipe.read(0.0) == b'{"jsonrpc":"2.0","id":1,"result":{}}\n'
    assert pipe.read(0.0) is None
    assert pipe.now() == 0.0


def test_waiting_costs_no_time_but_moves_the_clock():
    pipe = Pipe(fake_file(SLOW))
    pipe.write(call(1, "slow"))
    assert pipe.read(10.0) is None
    assert pipe.now() == 10.0
    assert b'"S"' in pipe.read(120.0)
    assert pipe.now() == 30.0
    assert pipe.read(120.0) is None
    assert pipe.now() == 120.0


def test_the_clock_never_goes_back():
    pipe = Pipe(fake_file(""))
    pipe.read(5.0)
    assert pipe.read(1.0) is None
    assert pipe.now() == 5.0


def test_after_an_exit_there_is_the_output_then_the_end():
    text = "[[fault]]\non = 'ping'\nexit = { code = 7, stderr = 'disk full', after_bytes = 4 }"
    pipe = Pipe(fake_file(text))
    pipe.write(request(1, "ping"))
    assert pipe.exit_code() == 7
    assert pipe.read(1.0) == b'{"js'
    assert pipe.read(1.0) == b""
    assert pipe.read(1.0) == b""
    assert pipe.stderr_tail() == "disk full\n"
    with pytest.raises(BrokenPipeError):
        pipe.write(request(2, "ping"))


def test_a_process_that_never_came_up():
    pipe = Pipe(fake_file("[process]\nexit_at_start = { code = 3 }"))
    assert (pipe.exit_code(), pipe.read(1.0)) == (3, b"")


def test_an_end_after_a_delay():
    pipe = Pipe(fake_file("[process]\nstart_delay_ms = 400\nexit_at_start = { code = 3 }"))
    assert pipe.exit_code() is None
    assert pipe.read(1.0) == b""
    assert (pipe.exit_code(), pipe.now()) == (3, 0.4)


def test_close_ends_it_once():
    pipe = Pipe(fake_file("[[expect]]\nmethod = 'ping'"))
    assert len(pipe.misses()) == 1
    pipe.close()
    pipe.close()
    assert pipe.exit_code() == 1
    assert pipe.stderr_tail() == "fake: line 3: expected ping; the client sent 0\n"
    assert pipe.read(1.0) == b""


def test_the_tail_of_stderr_has_64_kib():
    pipe = Pipe(fake_file(f"[process]\nstderr = ['{'x' * 70_000}', 'last']"))
    assert len(pipe.stderr_tail()) == 65_536
    assert pipe.stderr_tail().endswith("xx\nlast\n")


def test_calls_that_match_nothing_are_counted():
    pipe = LoggedPipe(fake_file("[[tool]]\nname = 'a'"))
    pipe.write(call(1, "a") + notice("notifications/initialized") + call(2, "a"))
    assert pipe.unmatched == 2
    assert [json.loads(line)["dir"] for line in pipe.wire_log.splitlines()] == [
        "in", "err", "out", "in", "in", "err", "out"
    ]  # fmt: skip


@pytest.mark.parametrize("case", golden_cases("fake"))
def test_golden_wire_log(case, golden):
    pipe = LoggedPipe(load_fake(case / "fake.toml", "fake.toml"))
    talk(pipe, (case / "in.jsonl").read_bytes().splitlines(keepends=True), 1.0)
    pipe.close()
    assert pipe.wire_log == golden("wire.jsonl")


def test_a_closed_output_has_an_end_while_the_process_lives():
    pipe = Pipe(fake_file("[[fault]]\non = 'ping'\nclose = 'stdout'"))
    pipe.write(request(1, "ping"))
    assert (pipe.read(5.0), pipe.exit_code(), pipe.now()) == (b"", None, 0.0)
    pipe.write(request(2, "tools/list"))
    assert pipe.read(5.0) == b""
    pipe.close()
    assert pipe.exit_code() == 0


def test_a_closed_input_takes_nothing_and_hears_no_end():
    pipe = Pipe(fake_file("[[fault]]\non = 'ping'\nclose = 'stdin'"))
    pipe.write(request(1, "ping"))
    assert pipe.read(5.0)
    with pytest.raises(BrokenPipeError):
        pipe.write(request(2, "ping"))
    pipe.close()
    assert pipe.exit_code() == -15


def test_what_a_process_does_is_taken_down():
    pipe = Pipe(fake_file("[process.helper]\nseconds = 5\n[process]\nignore = ['EOF', 'SIGTERM']"))
    (spawn,) = pipe.actions
    assert spawn.helper.seconds == 5
    pipe.close()
    assert pipe.exit_code() == -9
    assert Pipe(fake_file("")).actions == ()


def test_what_is_not_read_is_counted_and_how_it_ended_is_known():
    pipe = Pipe(fake_file("[[fault]]\non = 'ping'\nstop_reading = true"))
    pipe.write(request(1, "ping"))
    assert (pipe.unread(), pipe.queued()) == (0, 0)
    pipe.write(b"never read\n")
    assert (pipe.unread(), pipe.queued(), pipe.killed()) == (11, 0, False)
    pipe.close()
    assert not pipe.killed()
    stubborn = Pipe(fake_file("[process]\nignore = ['EOF', 'SIGTERM']"))
    stubborn.close()
    assert stubborn.killed()
