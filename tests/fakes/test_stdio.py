import json
import os
import signal
import subprocess
import sys
import threading
import time

import pytest

from skillctl.fakes.file import load_fake
from skillctl.fakes.stdio import Parent, Streams, serve
from tests.conftest import golden_cases
from tests.fakes.lockstep import (
    LoggedPipe,
    Process,
    call,
    fake_file,
    ids,
    request,
    talk,
    without_times,
)
from tests.timing import SOON

SLOW = """
[[tool]]
name = "slow"
reply = [{ default = true, text = "S", delay_ms = 200 }]
"""


class InProcess:
    """`serve` in a thread, between two real pipes."""

    def __init__(self, text, parent=None):
        self.log, self.errors = [], b""
        self.reader, self.writer = os.pipe()
        self.output, self.end = os.pipe()
        streams = Streams(
            read=lambda: os.read(self.reader, 65_536),
            write=lambda data: os.write(self.end, data),
            write_error=self.say,
        )
        self.code = None
        self.thread = threading.Thread(
            target=self.run, args=(fake_file(text), streams, parent or Parent())
        )
        self.thread.start()

    def say(self, data):
        self.errors += data

    def run(self, file, streams, parent):
        self.code = serve(file, streams, self.log.append, parent)
        os.close(self.end)

    def write(self, data):
        os.write(self.writer, data)

    def read_all(self):
        """Everything it writes until it ends."""
        self.thread.join(SOON)
        with os.fdopen(self.output, "rb") as stream:
            return stream.read()

    def close(self):
        os.close(self.writer)
        self.writer = None

    def clean(self):
        if self.writer is not None:
            os.close(self.writer)


@pytest.fixture
def start():
    started = []

    def make(text, **options):
        started.append(InProcess(text, **options))
        return started[-1]

    yield make
    for one in started:
        one.clean()
        one.thread.join(SOON)
        assert not one.thread.is_alive()


def test_it_answers_and_ends_with_its_input(start):
    fake = start("")
    fake.write(request(1, "ping") + request(2, "ping"))
    fake.close()
    assert ids(fake.read_all()) == {1, 2}
    assert fake.code == 0
    assert len(fake.log) == 4


def test_delays_take_real_time_and_hold_up_nothing(start):
    fake = start(SLOW)
    begin = time.monotonic()
    fake.write(call(1, "slow") + request(2, "ping"))
    lines = b""
    while lines.count(b"\n") < 2:
        lines += os.read(fake.output, 65_536)
    slow = time.monotonic() - begin
    fake.close()
    fake.read_all()
    assert [ids(line) for line in lines.splitlines()] == [{2}, {1}]
    assert slow >= 0.2


def test_it_ends_as_its_file_says_while_the_input_is_open(start):
    fake = start("[[fault]]\non = 'ping'\nexit = { code = 7, stderr = 'full', after_bytes = 3 }")
    fake.write(request(1, "ping"))
    assert fake.read_all() == b'{"j'
    assert (fake.code, fake.errors) == (7, b"full\n")


def test_it_ends_when_its_parent_is_another_process(start):
    parents = iter([100, 100])
    fake = start("", parent=Parent(lambda: next(parents, 1)))
    assert fake.read_all() == b""
    assert fake.code == 0


def test_a_broken_input_is_the_end():
    def read():
        raise OSError

    streams = Streams(read=read, write=lambda _: None, write_error=lambda _: None)
    assert serve(fake_file(""), streams, lambda _: None, Parent()) == 0


def test_a_closed_stderr_is_no_reason_to_end():
    def refuse(_):
        raise BrokenPipeError

    chunks = [request(1, "ping"), b""]
    written = []
    streams = Streams(read=lambda: chunks.pop(0), write=written.append, write_error=refuse)
    assert serve(fake_file("[process]\nstderr = ['up']"), streams, lambda _: None, Parent()) == 0
    assert ids(b"".join(written)) == {1}


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (BrokenPipeError(), b""),
        (OSError(28, "No space left"), b"skillctl: the output cannot be written: No space left\n"),
    ],
)
def test_an_output_that_takes_no_more_is_the_end(error, said):
    def refuse(_):
        raise error

    hold = threading.Event()
    chunks = iter([request(1, "ping")])
    errors = []
    streams = Streams(
        read=lambda: next(chunks, None) or (hold.wait(5) and b""),
        write=refuse,
        write_error=errors.append,
    )
    assert serve(fake_file(""), streams, lambda _: None, Parent()) == 0
    assert b"".join(errors) == said
    hold.set()


@pytest.mark.parametrize("case", golden_cases("fake"))
def test_both_drivers_write_the_same_bytes(case, tmp_path):
    lines = (case / "in.jsonl").read_bytes().splitlines(keepends=True)
    pipe = LoggedPipe(load_fake(case / "fake.toml", "fake.toml"))
    process = Process(case / "fake.toml", tmp_path / "wire.jsonl")
    written = talk(pipe, lines, 1.0)
    pipe.close()
    while data := pipe.read(pipe.now()):
        written += data
    received = talk(process, lines, 1.0)
    assert process.close(pipe.exit_code()) == pipe.exit_code()
    assert received + process.rest == written
    assert without_times(process.wire_log) == without_times(pipe.wire_log)
    assert process.banner.startswith("skillctl: fake server ")
    assert process.errors == pipe.stderr_tail()


def test_it_does_not_outlive_the_process_that_started_it(tmp_path):
    """The parent is killed while somebody else still holds the input open."""
    fake = tmp_path / "fake.toml"
    fake.write_text('schema = "skillctl.fake/1"\n')
    code = (
        "import subprocess, sys, time\n"
        f"p = subprocess.Popen([sys.executable, '-m', 'skillctl', 'fake', 'serve', {str(fake)!r}],"
        " stdin=0, stderr=subprocess.PIPE)\n"
        "p.stderr.readline()\nprint(p.pid, flush=True)\ntime.sleep(30)\n"
    )
    reader, writer = os.pipe()
    with subprocess.Popen(
        [sys.executable, "-c", code], stdin=reader, stdout=subprocess.PIPE, text=True
    ) as parent:
        child = int(parent.stdout.readline())
        parent.send_signal(signal.SIGKILL)
        limit = time.monotonic() + SOON
        while alive(child) and time.monotonic() < limit:
            time.sleep(0.05)
    assert not alive(child)
    os.close(reader)
    os.close(writer)


def alive(pid):
    """Whether a process runs; one that has ended but was not waited for does not."""
    try:
        with open(f"/proc/{pid}/stat") as stat:  # noqa: PTH123 # no path object needed here
            return stat.read().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


def test_a_run_of_a_whole_conversation_by_shell(tmp_path):
    fake = tmp_path / "fake.toml"
    fake.write_text('schema = "skillctl.fake/1"\n[[tool]]\nname = "a"\n')
    done = subprocess.run(
        [sys.executable, "-m", "skillctl", "fake", "serve", str(fake)],
        input=request(1, "initialize", protocolVersion="2025-06-18") + request(2, "tools/list"),
        capture_output=True,
        check=True,
        timeout=30,
    )
    one, two = map(json.loads, done.stdout.splitlines())
    assert one["result"]["protocolVersion"] == "2025-06-18"
    assert [tool["name"] for tool in two["result"]["tools"]] == ["a"]
    assert done.stderr == b'skillctl: fake server "fake" with 1 tool; ends with its client\n'


def in_turn(text, *answers, parent=None):
    """Serve with a stream that can be waited for: what it is asked for, wrote, closed, started."""
    chunks, done = list(answers), {"read": 0, "closed": [], "started": [], "written": b""}

    def read():
        done["read"] += 1
        chunk = chunks.pop(0)
        if isinstance(chunk, Exception):
            raise chunk
        return chunk

    def write(data):
        done["written"] += data

    streams = Streams(
        read=read,
        ready=lambda _seconds: bool(chunks),
        write=write,
        write_error=lambda _: None,
        close=done["closed"].append,
        start=done["started"].append,
    )
    parents = iter([100] * 4)
    gone = Parent(lambda: next(parents, 1)) if parent is None else parent
    return serve(fake_file(text), streams, lambda _: None, gone), done


def test_a_stream_that_can_be_waited_for_is_read_without_a_thread():
    before = threading.active_count()
    code, done = in_turn("", request(1, "ping"), b"", parent=Parent())
    assert (code, ids(done["written"]), done["read"]) == (0, {1}, 2)
    assert threading.active_count() == before


@pytest.mark.parametrize("error", [OSError(), ValueError()])
def test_a_stream_that_breaks_is_the_end(error):
    assert in_turn("", error, parent=Parent())[0] == 0


def test_after_the_end_that_it_ignores_nothing_is_read_until_the_parent_is_gone():
    code, done = in_turn("[process]\nignore = ['EOF']", request(1, "ping"), b"", b"never read")
    assert (code, ids(done["written"]), done["read"]) == (0, {1}, 2)


def test_what_a_file_closes_and_starts_is_closed_and_started():
    text = "[process.helper]\nseconds = 7\n[[fault]]\non = 'ping'\nclose = 'stdin'"
    code, done = in_turn(text, request(1, "ping"), b"never read")
    assert (code, done["closed"], done["read"]) == (0, ["stdin"], 1)
    assert [helper.seconds for helper in done["started"]] == [7]
    _, done = in_turn("[[fault]]\non = 'ping'\nclose = 'stdout'", request(1, "ping"), b"")
    assert (done["closed"], done["written"]) == (["stdout"], b"")


def test_without_a_way_to_close_nothing_is_closed():
    streams = Streams(read=bytes, write=lambda _: None, write_error=lambda _: None)
    assert streams.close("stdin") is None


def test_sigterm_is_ignored_by_the_process_that_serves():
    usual = signal.getsignal(signal.SIGTERM)
    try:
        assert in_turn("[process]\nignore = ['SIGTERM']", b"", parent=Parent())[0] == 0
        assert signal.getsignal(signal.SIGTERM) == signal.SIG_IGN
    finally:
        signal.signal(signal.SIGTERM, usual)


def test_a_helper_that_outlives_its_fake_ends_by_itself(tmp_path):
    fake = tmp_path / "fake.toml"
    fake.write_text(
        'schema = "skillctl.fake/1"\n[process.helper]\n'
        'group = "session"\noutlive = true\nseconds = 2\n'
    )
    process = Process(fake)
    process.write(request(1, "ping"))
    assert process.read(process.now() + 10)
    (child,) = children(process.child.pid)
    process.child.stdin.close()
    assert process.child.wait(SOON) == 0
    assert alive(child)
    limit = time.monotonic() + SOON
    while alive(child) and time.monotonic() < limit:
        time.sleep(0.05)
    assert not alive(child)
    process.child.stdout.close()
    process.child.stderr.close()


@pytest.mark.parametrize("ignore", ["", "ignore = ['SIGTERM']\n"])
def test_a_helper_ends_with_its_fake(tmp_path, ignore):
    fake = tmp_path / "fake.toml"
    fake.write_text(f'schema = "skillctl.fake/1"\n[process.helper]\ngroup = "own"\n{ignore}')
    process = Process(fake)
    process.write(request(1, "ping"))
    assert process.read(process.now() + 10)
    (child,) = children(process.child.pid)
    process.child.kill()
    process.child.wait()
    limit = time.monotonic() + SOON
    while alive(child) and time.monotonic() < limit:
        time.sleep(0.05)
    assert not alive(child)
    for stream in (process.child.stdin, process.child.stdout, process.child.stderr):
        stream.close()


def children(pid):
    with open(f"/proc/{pid}/task/{pid}/children") as file:  # noqa: PTH123 # as below
        return list(map(int, file.read().split()))


def test_it_ends_with_its_parent_whatever_it_ignores(tmp_path):
    fake = tmp_path / "fake.toml"
    fake.write_text('schema = "skillctl.fake/1"\n[process]\nignore = ["EOF", "SIGTERM"]\n')
    code = (
        "import subprocess, sys, time\n"
        f"p = subprocess.Popen([sys.executable, '-m', 'skillctl', 'fake', 'serve', {str(fake)!r}],"
        " stdin=0, stderr=subprocess.PIPE)\n"
        "p.stderr.readline()\nprint(p.pid, flush=True)\ntime.sleep(30)\n"
    )
    reader, writer = os.pipe()
    with subprocess.Popen(
        [sys.executable, "-c", code], stdin=reader, stdout=subprocess.PIPE, text=True
    ) as parent:
        child = int(parent.stdout.readline())
        os.close(writer)
        time.sleep(0.3)
        os.kill(child, signal.SIGTERM)
        time.sleep(0.3)
        assert alive(child)
        parent.send_signal(signal.SIGKILL)
        limit = time.monotonic() + SOON
        while alive(child) and time.monotonic() < limit:
            time.sleep(0.05)
    assert not alive(child)
    os.close(reader)
