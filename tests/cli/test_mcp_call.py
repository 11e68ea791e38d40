"""`skillctl mcp call` as an author of a server meets it."""

import json
import sys
from functools import partial

import pytest

from skillctl.cli.mcp_call import Heard
from skillctl.cli.surroundings import Surroundings
from skillctl.fakes.file import parse_fake
from skillctl.fakes.pipe import Pipe
from skillctl.mcp.tap import IN, OUT
from skillctl.source.file import decode
from tests.cli.mcp_workspace import DYING, grant_all, make_workspace, user_server
from tests.mcp.leftovers import no_process_left  # noqa: F401 # an autouse fixture
from tests.mcp.servers import HELLO

FAKE = """
schema = "skillctl.fake/1"
[server]
name = "weather"
[process]
stdout_before = ["hello"]
[[tool]]
name = "today"
input_schema.type = "object"
input_schema.required = ["city"]
input_schema.properties = { city = { type = "string" }, path = { type = "string" } }
[[tool.reply]]
when = { city = "Paris" }
text = "18 degrees"
[[tool.reply]]
when = { city = "Rome" }
rpc_error = { code = -32000, message = "no roads" }
[[tool.reply]]
when = { city = "Pompeii" }
crash = { code = 79, stderr = "ashes" }
[[tool.reply]]
default = true
error = "no such city"
[[tool]]
name = "list.all"
[[tool.reply]]
default = true
text = "all"
[[tool]]
definition = { name = "bad", inputSchema = 3 }
"""
ALL = ("--approve", "all")


@pytest.fixture
def call(skillctl, monkeypatch, tmp_path):
    """Call a tool of the fake, which runs in this process."""
    file = parse_fake(decode("weather.toml", FAKE.encode()))
    monkeypatch.setattr("skillctl.cli.mcp_ground._process", lambda *_: lambda _: Pipe(file))
    return lambda *words, stdin="": skillctl(
        *("mcp", "call", *words, "--", "a-server"), cwd=tmp_path, stdin=stdin
    )


@pytest.fixture
def workspace(tree, monkeypatch):
    return partial(make_workspace, tree, monkeypatch)


def test_the_result_as_a_model_gets_it(call):
    done = call("today", '{"city": "Paris"}', *ALL)
    text = '<mcp_result server="server" tool="today">\n18 degrees\n</mcp_result>\n'
    assert (done.code, done.out) == (0, text)
    assert "1 line on stdout is not JSON-RPC:\n  hello\n" in done.err


@pytest.mark.parametrize("name", ["list.all", "mcp__weather__list_all", "weather/list.all"])
def test_a_tool_by_each_of_its_names(call, name):
    done = call("weather", name, *ALL)
    assert (done.code, "\nall\n" in done.out) == (0, True)


def test_arguments_of_stdin(call):
    assert "18 degrees" in call("today", "-", *ALL, stdin='{"city": "Paris"}').out


@pytest.mark.parametrize(
    ("city", "code", "words"),
    [
        ("Oslo", 1, "no such city"),
        ("Rome", 1, "MCP error -32000: no roads"),
        ("Pompeii", 5, "exited with code 79"),
    ],
)
def test_what_goes_wrong_at_the_server(call, city, code, words):
    done = call("today", json.dumps({"city": city}), *ALL)
    assert done.code == code
    assert words in done.out + done.err


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ("{}", "$.city: missing"),
        ('{"city": 4}', "$.city: expected string, got number"),
        ("{", "not valid JSON"),
        ("[1]", "expected object, got array"),
        ('{"city": "Paris", "city": "Rome"}', "stands twice"),
    ],
)
def test_wrong_arguments_do_not_reach_the_server(call, arguments, words):
    done = call("weather", "today", arguments, "--wire", *ALL)
    assert done.code == 2
    assert "it was not called" in done.err
    assert words in done.err
    assert "tools/call" not in done.out


def test_unknown_tools(call):
    done = call("toady", *ALL)
    assert done.code == 2
    assert 'no tool is named "toady"\n  hint: did you mean "today"?' in done.err
    assert "it offers: list.all, today" in call("xxxxx", *ALL).err
    assert 'tool "bad" is left out: /inputSchema' in call("bad", *ALL).err


def test_nobody_to_ask(call):
    done = call("today", '{"city": "Paris"}', "--wire")
    assert done.code == 4
    assert "mcp__server__today was not called (nobody is there to ask)" in done.err
    assert "--approve all" in done.err
    assert "tools/call" not in done.out


def test_a_person_is_asked(call, monkeypatch):
    monkeypatch.setattr(Surroundings, "terminal", property(lambda _: True))
    done = call("today", '{"city": "Paris"}', stdin="y\n")
    assert (done.code, "18 degrees" in done.out) == (0, True)
    assert done.err.startswith("You are about to call a tool:\n  tool       mcp__server__today\n")
    done = call("today", '{"city": "Paris"}', stdin="n too cold\n")
    assert done.code == 4
    assert "was not called (too cold)" in done.err
    assert "hint" not in done.err


def test_guards_come_before_any_approval(call, home):
    (home / ".ssh").mkdir()
    (home / ".ssh" / "id_rsa").write_text("x")
    done = call("today", json.dumps({"city": "Paris", "path": "~/.ssh/id_rsa"}), "--wire", *ALL)
    assert done.code == 4
    assert "refused: " in done.err
    assert "tools/call" not in done.out


def test_the_wire(call):
    done = call("today", '{"city": "Paris"}', "--wire", *ALL)
    lines = done.out.splitlines()
    assert [line[:2] for line in lines] == ["> ", "< ", "< ", "> ", "> ", "< ", "> ", "< "]
    assert lines[1] == "< hello"
    sent = [json.loads(line[2:]) for line in lines if line.startswith("> ")]
    assert [message["method"] for message in sent] == [
        "initialize", "notifications/initialized", "tools/list", "tools/call"
    ]  # fmt: skip
    assert json.loads(lines[-1].removeprefix("< "))["result"]["content"][0]["text"] == "18 degrees"
    assert "<mcp_result" not in done.out


def test_the_wire_of_a_call_that_failed_is_printed_too(call):
    done = call("today", '{"city": "Pompeii"}', "--wire", *ALL)
    assert done.code == 5
    assert '"Pompeii"' in done.out.splitlines()[-1]


def test_bytes_of_a_wire_that_are_no_text():
    heard = Heard(hidden=lambda text: text.replace("key", "[redacted]"))
    heard.hear(OUT, b"a key")
    heard.hear(IN, b"\xff\x1b[2J")
    assert heard.text() == "> a [redacted]\n< \\xff\\x1b[2J\n"


def test_configured_servers(workspace, skillctl, tmp_path):
    own = user_server(tmp_path, HELLO) | {"env": {"TOKEN": "hush-hush-value"}}
    project = grant_all(skillctl, workspace(user={"own": own}, dead=DYING))
    done = skillctl("mcp", "call", "own", "env", *ALL, cwd=project)
    assert done.code == 0
    assert "[redacted:TOKEN]" in done.out
    done = skillctl("mcp", "call", "own", "env", "--wire", *ALL, cwd=project)
    assert "[redacted:TOKEN]" in done.out
    assert "hush-hush" not in done.out + done.err
    done = skillctl("mcp", "call", "dead", "x", cwd=project)
    assert done.code == 5
    assert "exited with code 4" in done.err
    assert "no database" in done.err
    assert skillctl("mcp", "call", "none", "x", cwd=project).code == 2


def test_without_consent_nothing_starts(workspace, skillctl):
    done = skillctl("mcp", "call", "good", "hello", *ALL, cwd=workspace(good=HELLO))
    assert done.code == 4
    assert "consent" in done.err


def test_filtered_tools_are_not_called(workspace, skillctl, tmp_path):
    own = user_server(tmp_path, HELLO) | {"disabledTools": ["env"]}
    done = skillctl("mcp", "call", "own", "env", *ALL, cwd=workspace(user={"own": own}))
    assert done.code == 2
    assert 'tool "env" is filtered by the entry of its server' in done.err


def test_a_real_process(skillctl, tmp_path):
    (tmp_path / "w.toml").write_text(FAKE)
    command = (sys.executable, "-m", "skillctl", "fake", "serve", "w.toml")
    done = skillctl("mcp", "call", "today", '{"city":"Paris"}', *ALL, "--", *command, cwd=tmp_path)
    assert (done.code, "18 degrees" in done.out) == (0, True)
