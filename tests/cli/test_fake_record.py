"""`skillctl fake record`, of servers in this process, of processes, and of real ones."""

import json
import os
import subprocess
import sys
import tomllib
from functools import partial

import pytest

from skillctl.fakes.file import parse_fake
from skillctl.fakes.pipe import Pipe
from skillctl.source.file import decode
from tests.cli.mcp_workspace import DYING, make_workspace, user_server
from tests.conftest import ROOT
from tests.mcp.leftovers import no_process_left  # noqa: F401 # an autouse fixture
from tests.mcp.servers import HELLO
from tests.peers.programs import find_peer

FAKE = """
schema = "skillctl.fake/1"
server = { name = "weather", page_size = 1 }
[[tool]]
name = "today"
[[tool.reply]]
when = { city = "Paris" }
text = "18 degrees"
[[tool.reply]]
default = true
error = "no such city"
[[tool]]
definition = { name = "b", "x-new" = true, inputSchema = "wrong" }
"""
CALLS = '{"tool": "today", "arguments": {"city": "Paris"}}\n\n{"name": "today"}\n'


@pytest.fixture
def workspace(tree, monkeypatch):
    return partial(make_workspace, tree, monkeypatch)


@pytest.fixture
def record(skillctl, monkeypatch, tmp_path):
    """Record the fake, which runs in this process, with files of the folder beside it."""
    file = parse_fake(decode("weather.toml", FAKE.encode()))
    monkeypatch.setattr("skillctl.cli.mcp_ground._process", lambda *_: lambda _: Pipe(file))
    (tmp_path / "calls.jsonl").write_text(CALLS)
    return lambda *words: skillctl("fake", "record", *words, "--", "a-server", cwd=tmp_path)


def test_a_recording_answers_alike(record, tmp_path, skillctl):
    done = record("weather", "--calls", "calls.jsonl", "--out", "w.toml")
    assert (done.code, done.out) == (0, "")
    assert done.err == "w.toml: 2 tools, 2 calls; it answers alike\n"
    text = (tmp_path / "w.toml").read_text()
    assert text.startswith('# Recorded by skillctl from the server "weather" (weather 1.0.0).\n')
    table = tomllib.loads(text)
    assert table["server"]["page_size"] == 1
    assert table["tool"][1]["definition"] == {"name": "b", "x-new": True, "inputSchema": "wrong"}
    assert [reply["when"] for reply in table["tool"][0]["reply"]] == [{"city": "Paris"}, {}]
    assert skillctl("fake", "check", "w.toml", cwd=tmp_path).code == 0


def test_without_a_file_it_is_printed(record):
    done = record()
    assert done.code == 0
    assert 'schema = "skillctl.fake/1"' in done.out
    assert done.err == "the fake: 2 tools, 0 calls; it answers alike\n"


def test_a_file_is_never_replaced_unasked(record, tmp_path):
    (tmp_path / "w.toml").write_text("mine")
    done = record("--out", "w.toml")
    assert done.code == 2
    assert "w.toml: error: the file is there already and was not changed" in done.err
    assert (tmp_path / "w.toml").read_text() == "mine"
    assert record("--out", "w.toml", "--force").code == 0
    assert (tmp_path / "w.toml").read_text() != "mine"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--calls", "none.jsonl"], "none.jsonl: error: the calls cannot be read"),
        (["--calls", "bad.jsonl"], "bad.jsonl:2: error: this line is no call"),
        (["--calls", "list.jsonl"], "list.jsonl:1: error: this line is no call"),
        (["--redact", "("], "--redact '(' is no regular expression"),
        (["--volatile", "x"], "--volatile 'x' is no path: a path begins with $"),
        (["--command", "x"], "there are two commands"),
        (["--out", "no/such/w.toml"], "the fake cannot be written"),
    ],
)
def test_what_is_wrong_is_said_before_anything_starts(record, tmp_path, words, said):
    (tmp_path / "bad.jsonl").write_text('{"tool": "a"}\n{"arguments": {}}\n')
    (tmp_path / "list.jsonl").write_text('{"tool": "a", "arguments": []}\n')
    done = record(*words)
    assert done.code == 2
    assert said in done.err


def test_a_command_in_one_word(skillctl, tmp_path):
    (tmp_path / "w.toml").write_text(FAKE)
    line = f"'{sys.executable}' -m skillctl fake serve w.toml"
    done = skillctl("fake", "record", "--command", line, cwd=tmp_path)
    assert done.code == 0
    assert '"server" (weather 1.0.0)' in done.out
    done = skillctl("fake", "record", "--command", "'", cwd=tmp_path)
    assert (done.code, "--command is no command line" in done.err) == (2, True)


def test_no_server_is_named(workspace, skillctl, tmp_path):
    project = workspace(user={"own": user_server(tmp_path, HELLO)})
    done = skillctl("fake", "record", cwd=project)
    assert done.code == 2
    assert "no server is named" in done.err
    assert skillctl("fake", "record", "own", cwd=project).code == 0


def test_consent_and_failures(workspace, skillctl, tmp_path):
    project = workspace(user={"dead": user_server(tmp_path, DYING)}, good=HELLO)
    done = skillctl("fake", "record", "good", "--out", "x.toml", cwd=project)
    assert (done.code, "consent" in done.err) == (4, True)
    done = skillctl("fake", "record", "dead", "--out", "x.toml", cwd=project)
    assert (done.code, "no database" in done.err) == (5, True)
    assert not (project / "x.toml").exists()


ECHO = """
secret = os.environ["NOTES_TOKEN"]
tools = [{"name": "show", "description": os.environ["HOME"] + "/notes of " + secret,
          "inputSchema": {"type": "object"}}]
for line in iter(sys.stdin.readline, ""):
    m = json.loads(line)
    if m["method"] == "tools/list":
        answer(m["id"], {"tools": tools})
    elif m["method"] == "tools/call":
        answer(m["id"], text(f"{secret} 555-1234 " + str(time.monotonic_ns())))
    elif m["method"] == "initialize":
        answer(m["id"], {"protocolVersion": "2025-11-25", "capabilities": {"tools": {}},
                         "serverInfo": {"name": "s", "version": "1"}, "instructions": secret})
"""


def test_what_is_private_is_not_written(workspace, skillctl, tmp_path, home):
    own = user_server(tmp_path, ECHO) | {"env": {"NOTES_TOKEN": "hush-hush-value"}}
    project = workspace(user={"own": own})
    calls = '{"tool": "show"}\n{"tool": "show", "arguments": {"a": "hush-hush-value"}}\n'
    (project / "calls.jsonl").write_text(calls)
    words = ("--calls", "calls.jsonl", "--redact", r"\d{3}-\d{4}")
    done = skillctl("fake", "record", "own", *words, cwd=project)
    assert done.code == 0
    assert "hush-hush" not in done.out + done.err
    assert str(home) not in done.out
    assert "555-1234" not in done.out
    assert "# [redacted:1] stands for the value of NOTES_TOKEN of its entry\n" in done.out
    assert "# [redacted:2] stands for the home folder\n" in done.out
    assert "# [redacted:3] stands for a match of --redact " in done.out
    done = skillctl("fake", "record", "own", *words, "--volatile", "$.content[0].text", cwd=project)
    assert done.code == 0
    assert 'text = "{{volatile.content.0.text}}"\ntemplate = true\n' in done.out


def test_a_difference_is_exit_1_and_the_file_stays(record, tmp_path, monkeypatch):
    module = "skillctl.cli.fake_recording"
    monkeypatch.setattr(f"{module}.differences", lambda *_: ["call 1 (today) gets 2, not 1"])
    done = record("--out", "w.toml")
    assert done.code == 1
    assert done.err == "w.toml: 2 tools, 0 calls; it differs:\ncall 1 (today) gets 2, not 1\n"
    assert (tmp_path / "w.toml").exists()


EVERY_CALL = [
    {"tool": "echo", "arguments": {"message": "hello"}},
    {"tool": "echo"},
    {"tool": "get-sum", "arguments": {"a": 2, "b": 3}},
    {"tool": "get-tiny-image"},
    {"tool": "get-structured-content", "arguments": {"location": "New York"}},
    {"tool": "get-annotated-message", "arguments": {"messageType": "error", "includeImage": True}},
    {"tool": "get-resource-links", "arguments": {"count": 2}},
]
TIME_CALLS = [
    {"tool": "get_current_time", "arguments": {"timezone": "Europe/Paris"}},
    {"tool": "get_current_time", "arguments": {"timezone": "nowhere"}},
    {"tool": "convert_time", "arguments": {"source_timezone": "Europe/Paris", "time": "12:00",
                                           "target_timezone": "Asia/Tokyo"}},
]  # fmt: skip


@pytest.mark.peer
@pytest.mark.parametrize(
    ("name", "calls", "tools", "more"),
    [
        ("mcp-server-everything", EVERY_CALL, 13, ()),
        ("mcp-server-time", TIME_CALLS, 2,
         ("--volatile", "$.content[0].text", "--volatile", "$.structuredContent.datetime")),
    ],
    ids=["everything", "time"],
)  # fmt: skip
def test_real_servers(tmp_path, name, calls, tools, more):
    """Recorded, then the fake of it as a process, recorded again: the same answers, twice."""
    command = [str(find_peer(name, "make peers"))]
    (tmp_path / "calls.jsonl").write_text("".join(f"{json.dumps(call)}\n" for call in calls))
    own = [sys.executable, "-m", "skillctl"]
    for out, server in (
        ("first.toml", command),
        ("again.toml", [*own, "fake", "serve", "first.toml"]),
    ):
        words = ("real", "--calls", "calls.jsonl", "--out", out, *more, "--", *server)
        done = subprocess.run(
            [*own, "fake", "record", *words], cwd=tmp_path, capture_output=True, text=True,
            timeout=60, check=False, env={**os.environ, "PYTHONPATH": str(ROOT)},
        )  # fmt: skip
        assert done.returncode == 0, done.stderr
        assert f"{out}: {tools} tools, {len(calls)} calls; it answers alike" in done.stderr
    first, again = ((tmp_path / name).read_text() for name in ("first.toml", "again.toml"))
    assert first == again
