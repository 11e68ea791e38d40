import json
import os
import sys
import threading
import time
from dataclasses import replace
from pathlib import Path

import pytest

from skillctl.mcp.client import ServerFailed
from skillctl.mcp.process import Grace
from skillctl.mcp.stdio import start_stdio
from skillctl.mcp.wire import ProcessWire
from skillctl.servers.model import Limits
from tests.mcp.leftovers import TOKEN
from tests.mcp.servers import HELLO, STUBBORN, config_of, started
from tests.timing import SOON


@pytest.fixture(autouse=True)
def _little_patience(monkeypatch):
    monkeypatch.setattr("skillctl.mcp.stdio.GRACE", Grace(eof=0.4, rest=0.05, term=0.4))


@pytest.fixture
def server(tmp_path):
    """`server(body)` starts a client of a small server; closed at the end."""
    clients = []

    def start(body=HELLO, **options):
        clients.append(started(config_of(tmp_path, body, key=f"s{len(clients)}", **options)))
        return clients[-1]

    yield start
    for client in clients:
        client.close()


def text_of(result):
    return result["content"][0]["text"]


def failure_of(call, *arguments):
    with pytest.raises(ServerFailed) as failed:
        call(*arguments)
    return failed.value


def test_a_whole_conversation(server):
    client = server()
    assert client.connect().name == "tiny"
    assert [tool["name"] for tool in client.list_tools().tools] == ["hello", "env"]
    assert text_of(client.call_tool("hello", {})) == "hi"
    assert client.notes == ()


def test_the_environment_of_a_server_is_what_the_policy_says(server, monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", "secret")
    environment = json.loads(text_of(server(TOKEN_OF="entry").call_tool("env", {})))
    given = set(environment) - {"LC_CTYPE"}  # Python itself sets this one
    assert {"PATH", "HOME", "TOKEN_OF", "SKILLCTL_SERVER_ID"} <= given
    assert given <= {
        *("PATH", "HOME", "LANG", "TMPDIR", "XDG_CONFIG_HOME", "XDG_STATE_HOME"),
        *("XDG_DATA_HOME", "XDG_CACHE_HOME", "TOKEN_OF", "SKILLCTL_SERVER_ID", TOKEN),
    }


def test_each_start_has_a_token_of_its_own(server):
    ids = [
        json.loads(text_of(server().call_tool("env", {})))["SKILLCTL_SERVER_ID"] for _ in range(2)
    ]
    assert ids[0] != ids[1]


def test_more_names_are_inherited_when_asked(tmp_path):
    wire = start_stdio(config_of(tmp_path), {**os.environ, "MORE": "1"}, inherit=["MORE"])
    assert isinstance(wire, ProcessWire)
    wire.close()


def test_case_55_banner_on_stdout(server):
    client = server(
        'print("=== Demo ==="); print("{not json}"); print(""); sys.stdout.flush()\n'
        'serve(hello=lambda a: print("calling...") or text("hi"))'
    )
    assert text_of(client.call_tool("hello", {})) == "hi"
    assert client.notes == (
        (
            'server "s0": 4 lines on stdout are not JSON-RPC:\n'
            "  === Demo ===\n  {not json}\n  (empty line)\n  calling..."
        ),
    )


def test_case_56_stderr_flood(server):
    client = server(
        'def noise():\n    sys.stderr.write("x" * 262144); sys.stderr.flush()\n'
        'noise()\nserve(hello=lambda a: noise() or text("hi"))'
    )
    client.connect()
    assert text_of(client.call_tool("hello", {})) == "hi"


def test_stderr_ring(tmp_path):
    body = 'sys.stderr.write("y" * 200_000 + "end"); sys.stderr.flush()\nsys.exit(3)'
    wire = start_stdio(config_of(tmp_path, body), os.environ)
    assert wire.read(wire.now() + 5) == b""
    assert wire.read(wire.now() + 5) == b""
    assert wire.exit_code() == 3
    tail = wire.stderr_tail()
    assert len(tail) == 65_536
    assert tail.endswith("yend")
    wire.close()
    wire.close()
    with pytest.raises(BrokenPipeError):
        wire.write(b"x")
    assert wire.unread() == 0


def test_case_58_a_server_that_dies_or_hangs_in_a_call(server):
    client = server(
        'def die(a):\n    sys.stderr.write("disk on fire\\n"); sys.stderr.flush(); os._exit(3)\n'
        'serve(die=die, hang=lambda a: None, hello=lambda a: text("hi"))',
        limits=Limits(start=20, listing=20, idle=1.5, hard=40),
    )
    client.connect()
    assert failure_of(client.call_tool, "hang", {}).reason.startswith(
        "no answer to tools/call hang within 1.5 s (idle)"
    )
    assert text_of(client.call_tool("hello", {})) == "hi"
    failed = failure_of(client.call_tool, "die", {})
    assert failed.reason == (
        "exited with code 3 (tools/call die); last lines of its stderr:\n  disk on fire"
    )
    assert failure_of(client.call_tool, "hello", {}).unwritten


@pytest.mark.parametrize("held_open", [False, True])
def test_an_exit_at_start_is_told_soon_even_if_a_child_holds_the_output(server, held_open):
    code = "import sys, time; time.sleep(30)"
    hold = f"subprocess.Popen([sys.executable, '-c', {code!r}])\n" if held_open else ""
    failed = failure_of(server(f"{hold}sys.stdin.readline(); sys.exit(4)").connect)
    assert failed.reason == "exited with code 4 (start)", "not that it did not answer in time"


def test_a_server_that_closes_its_output_and_lives_on_is_ended(server):
    client = server("sys.stdin.readline(); os.close(1); time.sleep(60)")
    failed = failure_of(client.connect)
    assert failed.reason == "closed its output but keeps running (start)"
    assert client.gone


def test_an_end_of_output_that_was_heard_between_calls_is_not_forgotten(server):
    client = server("serve(shut=lambda a: (answer(3, text('last')), os.close(1), time.sleep(60)))")
    client.connect()
    client.list_tools()
    assert text_of(client.call_tool("shut", {})) == "last"
    for _ in range(20):
        assert not client.tools_changed()
        time.sleep(0.02)
    failure = failure_of(client.call_tool, "shut", {})
    assert failure.reason.startswith("closed its output but keeps running")


def appears(path):
    until = time.monotonic() + SOON
    while not path.exists() and time.monotonic() < until:
        time.sleep(0.01)
    return path.exists()


def test_a_ping_is_answered_while_nobody_waits_for_anything(server, tmp_path):
    pong = tmp_path / "pong"
    body = f"""
def ask(a):
    answer(3, text("asked"))
    send({{"jsonrpc": "2.0", "id": "p", "method": "ping"}})
    got = json.loads(sys.stdin.readline())
    if got == {{"jsonrpc": "2.0", "id": "p", "result": {{}}}}:
        open({str(pong)!r}, "w").close()

serve(ask=ask)
"""
    client = server(body)
    client.connect()
    client.list_tools()
    assert text_of(client.call_tool("ask", {})) == "asked"
    assert appears(pong)
    assert client.notes == ()


def test_output_between_calls_is_drained_however_much_it_is(server, tmp_path, monkeypatch):
    monkeypatch.setattr("skillctl.mcp.stdio.OUTPUT_AHEAD", 100_000)
    done = tmp_path / "done"
    body = f"""
def flood(a):
    answer(3, text("now"))
    for _ in range(20_000):
        send({{"jsonrpc": "2.0", "method": "notifications/x", "params": {{"data": "x" * 50}}}})
    open({str(done)!r}, "w").close()

serve(flood=flood, hello=lambda a: text("hi"))
"""
    client = server(body)
    client.connect()
    client.list_tools()
    assert text_of(client.call_tool("flood", {})) == "now"
    assert appears(done)
    assert text_of(client.call_tool("hello", {})) == "hi"


def test_a_server_that_reads_nothing(server):
    client = server("time.sleep(60)", limits=Limits(start=0.3))
    assert failure_of(client.connect).reason == (
        "no answer to initialize within 0.3 s: the server does not read its input"
    )


def test_a_message_larger_than_the_pipe_is_written_as_it_is_read(server):
    client = server("serve(size=lambda a: time.sleep(0.2) or text(str(len(a['x']))))")
    client.connect()
    assert text_of(client.call_tool("size", {"x": "y" * 3_000_000})) == "3000000"


def test_a_message_that_nobody_reads_does_not_keep_a_server_from_being_stopped(tmp_path):
    wire = start_stdio(config_of(tmp_path, "time.sleep(60)"), os.environ)
    wire.write(b"x" * 1_000_000)
    wire.write(b"y")
    assert wire.unread() == 1_000_001
    assert wire.queued() == 2
    wire.close()


def test_a_message_that_is_cut_off_by_the_end_of_its_reader(tmp_path):
    wire = start_stdio(config_of(tmp_path, "sys.stdin.read(10)\n"), os.environ)
    wire.write(b"x" * 1_000_000)
    while wire.exit_code() is None:
        time.sleep(0.01)
    time.sleep(0.15)
    with pytest.raises(BrokenPipeError):
        wire.write(b"y")
    wire.close()


def test_output_far_ahead_makes_the_server_wait(tmp_path, monkeypatch):
    monkeypatch.setattr("skillctl.mcp.stdio.OUTPUT_AHEAD", 100_000)
    body = 'for _ in range(100): sys.stdout.write("z" * 10_000)\nsys.stdout.flush()\n'
    wire = start_stdio(config_of(tmp_path, body), os.environ)
    time.sleep(0.3)
    total = 0
    while data := wire.read(wire.now() + 5):
        total += len(data)
    assert total == 1_000_000
    wire.close()


def test_stopping_does_not_wait_for_output_far_ahead(tmp_path, monkeypatch):
    monkeypatch.setattr("skillctl.mcp.stdio.OUTPUT_AHEAD", 1000)
    body = 'while True: sys.stdout.write("z" * 10_000)\n'
    wire = start_stdio(config_of(tmp_path, body), os.environ)
    assert wire.read(wire.now() + 5)
    wire.close()


def test_a_wait_ends_when_another_thread_closes(tmp_path):
    wire = start_stdio(config_of(tmp_path, "sys.stdin.read()"), os.environ)
    seen = []
    thread = threading.Thread(target=lambda: seen.append(wire.read(wire.now() + 30)))
    thread.start()
    wire.close()
    thread.join(5)
    assert seen == [b""]


def test_a_grandchild_that_ignores_all_is_gone_and_the_note_says_how(server):
    client = server(f"child({STUBBORN!r})\n" + HELLO, OWN="1")
    client.connect()
    client.close()
    assert client.notes == ('server "s0": had to be killed',)


def refusal(config, environment=None):
    with pytest.raises(ServerFailed) as refused:
        start_stdio(config, os.environ if environment is None else environment)
    assert refused.value.exit_code == 5
    assert refused.value.kind == "start"
    return refused.value.message


def test_a_program_that_is_not_there(tmp_path):
    config = replace(config_of(tmp_path), command="no-such-program-anywhere")
    words = refusal(config)
    assert words.startswith('server "tiny": not started: program "no-such-program-anywhere" not')
    assert "PATH" in words


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (Path.is_file, "does not exist"),
        (lambda path: path.mkdir(), "is a folder"),
        (lambda path: path.write_text("x"), "is not executable"),
    ],
)
def test_a_program_that_cannot_be_run(tmp_path, make, words):
    make(tmp_path / "prog")
    message = refusal(replace(config_of(tmp_path), command="./prog"))
    assert f"program {tmp_path / 'prog'} {words}" in message


def test_a_missing_cwd_is_not_told_as_a_missing_program(tmp_path):
    config = replace(config_of(tmp_path), cwd=tmp_path / "none")
    assert refusal(config) == (
        f'server "tiny": not started: cwd {tmp_path / "none"} does not exist'
    )


def test_a_missing_interpreter_and_a_file_that_is_no_program(tmp_path):
    script = tmp_path / "prog"
    script.write_text("#!/none/such\n")
    script.chmod(0o755)
    config = replace(config_of(tmp_path), command="./prog")
    assert "names an interpreter that does not exist" in refusal(config)
    script.write_bytes(b"\x00\x01\x02")
    assert "cannot be started: Exec format error" in refusal(config)
    config = replace(config, entry={"command": "${PROG}"})
    assert 'program "${PROG}" cannot be started: Exec format error' in refusal(config)


def test_a_nul_in_the_arguments(tmp_path):
    config = replace(config_of(tmp_path), args=("a\0b",))
    assert "holds a NUL character" in refusal(config)


def test_the_path_of_the_entry_counts(tmp_path):
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin" / "prog").symlink_to(sys.executable)
    config = config_of(tmp_path, PATH="bin")
    wire = start_stdio(replace(config, command="prog"), os.environ)
    wire.close()
    assert wire.exit_code() == 0


def test_no_thread_or_descriptor_is_left(tmp_path):
    def open_now():
        return len(list(Path("/proc/self/fd").iterdir())), threading.active_count()

    started(config_of(tmp_path)).close()
    before = open_now()
    for _ in range(3):
        client = started(config_of(tmp_path))
        client.connect()
        client.close()
    assert open_now() == before
