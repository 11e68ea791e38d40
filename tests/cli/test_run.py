import io
import json
import os
import pty
import re
import select
import signal
import subprocess
import sys
import time
import tomllib

import pytest

from skillctl.agent.session import read_session
from skillctl.cli.streams import forget_typed
from tests.agent.fixtures import full, project
from tests.agent.projects import CRASH, FAKE, FULL
from tests.conftest import write_tree

__all__ = ["full", "project"]

HEAD = 'schema = "skillctl.scenario/1"\nname = "x"\nprompt = "Hi"\n'


def script(project, *turns, name="s.scenario.toml"):
    """Write a scenario whose turns are given as text; gives the word for --model."""
    project.write({name: HEAD + "".join(f"[[turn]]\n{turn}\n" for turn in turns)})
    return f"script:{name}"


def calls(*pairs):
    rows = ", ".join(f'{{ tool = "{tool}", args = {args} }}' for tool, args in pairs)
    return f"call = [{rows}]"


PARIS = calls(("mcp__weather__get", '{ city = "Paris" }'))
DONE = 'say = "It is 18C."'
APPROVED = ("--approve", "all")


def events(project, name="*"):
    (path,) = project.sessions.glob(f"{name}.jsonl")
    return list(read_session(path).events)


def results(found):
    return [e["text"] for e in found if e["e"] == "tool.result"]


def test_a_run_over_a_real_server_prints_the_answer_alone(full, skillctl):
    model = script(full, calls(("skill", '{ name = "notes" }')), PARIS, DONE)
    run = skillctl("run", "Weather?", "--model", model, "--approve", "all", cwd=full.root)
    assert (run.code, run.out) == (0, "It is 18C.\n")
    assert [line for line in run.err.splitlines() if not line.startswith("session ")] == [
        "server weather: ready, 1 tool",
        'call skill {"name":"notes"}',
        "skill notes: activated",
        'call mcp__weather__get {"city":"Paris"}',
    ]
    found = events(full)
    assert "Read the file first." in results(found)[0]
    assert results(found)[1] == ('<mcp_result server="weather" tool="get">\n18C\n</mcp_result>')
    assert found[-1]["exit"] == 0


def test_the_first_request_is_what_prompt_and_dry_run_print(full, skillctl):
    model = script(full, DONE)
    words = ("Weather?", "--model", model)
    printed = skillctl("prompt", "--format", "body", *words, cwd=full.root).out
    dry = skillctl("run", *words, "--dry-run", cwd=full.root)
    assert (dry.code, dry.out) == (0, printed)
    assert not full.sessions.exists()
    assert skillctl("run", *words, cwd=full.root).code == 0
    shown = skillctl("session", "show", "last", "--request", "1", "--body", cwd=full.root)
    assert (shown.code, shown.err, shown.out) == (0, "", printed)


def test_nobody_there_means_exit_4_and_the_tool_never_ran(full, skillctl):
    model = script(full, calls(("write_file", '{ path = "a.txt", content = "x" }')), DONE)
    run = skillctl("run", "Write.", "--model", model, cwd=full.root)
    assert (run.code, run.out) == (4, "")
    assert "tool write_file needs approval, and nobody is there to ask" in run.err
    assert "at a terminal you are asked; --approve all lets it run unasked" in run.err
    assert "listed" not in run.err
    assert not (full.root / "a.txt").exists()
    assert 'call write_file {"path":"a.txt","content":"x"}\n  error: not run' in run.err
    assert [e["attempts"] for e in events(full) if e["e"] == "tool.result"] == [0]


@pytest.mark.parametrize("mode", ["none", "read-only", "listed"])
def test_a_hint_of_a_server_approves_nothing(full, skillctl, mode):
    model = script(full, PARIS, DONE)
    run = skillctl("run", "Hi", "--model", model, "--approve", mode, cwd=full.root)
    assert run.code == 4


def test_all_approves_writing(full, skillctl):
    model = script(full, calls(("write_file", '{ path = "a.txt", content = "x" }')), DONE)
    run = skillctl("run", "Write.", "--model", model, "--approve", "all", cwd=full.root)
    assert run.code == 0
    assert (full.root / "a.txt").read_text() == "x"


def test_no_flag_lifts_a_guard(full, skillctl):
    full.write({".env": "A=1\n"})
    model = script(full, calls(("read_file", '{ path = ".env" }')), DONE)
    run = skillctl("run", "Read.", "--model", model, "--approve", "all", cwd=full.root)
    assert run.code == 4
    assert "no flag does" in run.err
    outside = script(full, calls(("read_file", '{ path = "../x" }')), DONE, name="o.scenario.toml")
    run = skillctl("run", "Read.", "--model", outside, "--approve", "all", cwd=full.root)
    assert run.code == 0
    assert "outside the workspace" in run.err


def test_an_unused_turn_and_a_missing_one_are_exit_6(full, skillctl):
    run = skillctl("run", "Hi", "--model", script(full, DONE, DONE), cwd=full.root)
    assert (run.code, run.out) == (6, "")
    assert "1 of 2 turns left unused; the first is turn 2 (line 6)" in run.err
    run = skillctl("run", "Hi", "--model", script(full, calls(("list_dir", "{}"))), cwd=full.root)
    assert run.code == 6
    assert "unexpected model call 2" in run.err
    assert "last message (result of list_dir)" in run.err


def test_limits_are_exit_3(full, skillctl):
    model = script(full, calls(("list_dir", "{}")), DONE)
    for words in (("--max-turns", "1"), ("--max-tool-calls", "0"), ("--timeout", "0.001")):
        run = skillctl("run", "Hi", "--model", model, *words, cwd=full.root)
        assert (run.code, run.out) == (3, ""), words
        assert words[0] in run.err


def test_settings_set_the_limits_too(full, skillctl):
    full.write({"skillctl.toml": "[run]\nmax-turns = 1\n"})
    model = script(full, calls(("list_dir", "{}")), DONE)
    run = skillctl("run", "Hi", "--model", model, cwd=full.root)
    assert run.code == 3


def test_a_server_that_crashes_is_a_tool_error_and_the_run_goes_on(full, skillctl):
    full.write({"fakes/weather.toml": FULL["fakes/weather.toml"] + CRASH}).grant()
    model = script(full, calls(("mcp__weather__crash", "{}")), PARIS, DONE)
    run = skillctl("run", "Hi", "--model", model, "--approve", "all", cwd=full.root)
    assert (run.code, run.out) == (0, "It is 18C.\n")
    first, second = results(events(full))
    assert 'server "weather": exited with code 7' in first
    assert "disk full" in first
    assert "18C" in second


def test_a_server_that_is_not_there_hides_its_tools_and_the_run_goes_on(full, skillctl):
    servers = {"weather": {"command": "skillctl-no-such-program"}}
    full.write({".mcp.json": json.dumps({"mcpServers": servers})}).grant()
    run = skillctl("run", "Hi", "--model", script(full, PARIS, DONE), cwd=full.root)
    assert run.code == 0
    assert 'no tool named "mcp__weather__get"' in run.err


def test_the_test_model_calls_everything_once(full, skillctl):
    run = skillctl("run", "Hi", "--model", "test", "--approve", "all", cwd=full.root)
    assert (run.code, run.out) == (0, "Every tool was called once.\n")
    called = [e["tool"] for e in events(full) if e["e"] == "tool.call"]
    assert called == ["read_file", "list_dir", "glob", "write_file", "skill", "mcp__weather__get"]


def test_each_error_stands_under_its_own_call(full, skillctl):
    bad = calls(("write_file", '{ path = "", content = "" }'), ("nope", "{}"), ("list_dir", "{}"))
    run = skillctl("run", "Hi", "--model", script(full, bad, DONE), cwd=full.root)
    assert [line for line in run.err.splitlines() if "call" in line or "error" in line] == [
        *('call write_file {"path":"","content":""}', "  error: . is a folder"),
        *("call nope {}", '  error: no tool named "nope"', "call list_dir {}"),
    ]
    shown = skillctl("session", "show", "last", cwd=full.root).out
    for number in (1, 2, 3):
        assert f"\ncall call_{number}: " in shown
        assert f"\nresult call_{number}: " in shown


def test_the_task_may_come_on_stdin(full, skillctl):
    run = skillctl("run", "--model", script(full, DONE), cwd=full.root, stdin="Weather?\n")
    assert run.code == 0
    assert next(e for e in events(full) if e["e"] == "message")["text"] == "Weather?"


@pytest.mark.parametrize("stdin", ["", " \n"])
def test_no_task_is_exit_2(full, skillctl, stdin):
    run = skillctl("run", "--model", "test", cwd=full.root, stdin=stdin)
    assert (run.code, run.out) == (2, "")
    assert "there is no task" in run.err


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ((), "no --model\n  hint: known models: test, script:FILE"),
        (("--model", "gpt"), "no model named 'gpt'\n  hint: known models: test, script:FILE"),
        (("--model", "script:"), "no model named 'script:'"),
        (("--model", "script:none.toml"), "none.toml"),
        (("--model", "script:bad.toml"), "bad.toml:1:"),
        (("--model", "test", "--dialect", "morse"), "no dialect named 'morse'"),
        (("--model", "test", "--approve", "some"), "some"),
    ],
)
def test_what_cannot_be_run_starts_nothing(full, skillctl, words, message):
    full.write({"bad.toml": "= 1\n"})
    run = skillctl("run", "Hi", *words, cwd=full.root)
    assert (run.code, run.out) == (2, "")
    assert message in run.err
    assert not full.sessions.exists()


def test_json_is_the_log_on_stdout(full, skillctl):
    run = skillctl("run", "Hi", "--model", script(full, DONE), "--json", "--no-log", cwd=full.root)
    found = [json.loads(line) for line in run.out.splitlines()]
    assert [e["e"] for e in found] == [
        *("session.start", "server", "catalog", "message", "request", "response", "session.end"),
    ]
    assert not full.sessions.exists()
    assert "session " not in run.err


def test_no_value_of_a_server_reaches_the_log(full, skillctl):
    entry = json.loads(FULL[".mcp.json"])["mcpServers"]["weather"]
    servers = {"weather": {**entry, "env": {"TOKEN": "canary-1"}}}
    full.write({".mcp.json": json.dumps({"mcpServers": servers}), "a.txt": "canary-1\n"}).grant()
    model = script(full, calls(("read_file", '{ path = "a.txt" }')), DONE)
    run = skillctl("run", "canary-1", "--model", model, "--json", cwd=full.root)
    assert run.code == 0
    kept = b"".join(p.read_bytes() for p in full.sessions.rglob("*") if p.is_file())
    assert "[redacted:TOKEN]" in run.out
    assert "canary" not in run.out + run.err
    assert b"canary" not in kept
    shown = skillctl("session", "show", "last", "--request", "2", "--body", cwd=full.root)
    assert shown.code == 1
    assert "not the bytes that were sent: they hold [redacted:TOKEN]" in shown.err


def test_a_state_folder_that_cannot_be_written_is_said(full, skillctl):
    full.sessions.parent.mkdir(parents=True)
    full.sessions.touch()
    run = skillctl("run", "Hi", "--model", "test", cwd=full.root)
    assert (run.code, run.out) == (2, "")
    assert "no session log can be written" in run.err
    assert "--no-log" in run.err


def test_expectations_of_a_script_are_said_to_be_unchecked(full, skillctl):
    note = "s.scenario.toml: its expectations are checked by skillctl test, not here\n"
    expecting = 'expect.system_contains = "nowhere"\n' + DONE
    run = skillctl("run", "Hi", "--model", script(full, expecting), cwd=full.root)
    assert (run.code, run.err.count(note)) == (0, 1)
    asserting = DONE + '\n[[assert]]\ntext_contains = "nowhere"'
    run = skillctl("run", "Hi", "--model", script(full, asserting), cwd=full.root)
    assert (run.code, run.err.count(note)) == (0, 1)
    run = skillctl("run", "Hi", "--model", script(full, DONE), cwd=full.root)
    assert "expectations" not in run.err
    assert "expectations only skillctl test" in squeezed(skillctl("run", "--help").out)


def squeezed(help_text):
    """A help text without its frame, on one line."""
    return " ".join(re.sub("[│╭╮╰╯─]", " ", help_text).split())


def test_the_help_says_what_each_mode_lets_through(skillctl):
    words = squeezed(skillctl("run", "--help").out)
    for part in ("none: built-in tools", "read-only: no more than", "listed: also", "all: every"):
        assert part in words


def start(project, *words, **more):
    """The program in a process of its own."""
    return subprocess.Popen(
        [sys.executable, "-m", "skillctl", *words],
        cwd=project.root,
        stdout=subprocess.PIPE,
        **more,
    )


SLOW = FULL["fakes/weather.toml"].replace('text = "18C"', 'text = "18C"\ndelay_ms = 60000')


def test_the_time_of_a_run_ends_also_a_call_that_is_on_its_way(full, skillctl):
    full.write({"fakes/weather.toml": SLOW}).grant()
    started = time.monotonic()
    words = ("--model", script(full, PARIS, DONE), "--approve", "all", "--timeout", "1.5")
    run = skillctl("run", "Hi", *words, cwd=full.root)
    assert (run.code, run.out) == (3, "")
    assert "limit timeout reached: 1.5" in run.err
    assert time.monotonic() - started < 40
    (result,) = results(events(full))
    assert result.startswith("the run's time limit of 1.5 s was reached")


@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_an_interrupt_ends_run_and_server(full, number, code):
    full.write({"fakes/weather.toml": SLOW}).grant()
    model = script(full, PARIS, DONE)
    words = ("run", "Hi", "--model", model, "--approve", "all")
    with start(full, *words, stderr=subprocess.PIPE, stdin=subprocess.DEVNULL) as process:
        for line in process.stderr:
            if line.startswith(b"call "):
                break
        process.send_signal(number)
        rest = process.stderr.read()
        assert process.wait(20) == code
        assert process.stdout.read() == b""
    assert b"Traceback" not in rest
    found = events(full)
    assert (found[-1]["e"], found[-1]["exit"]) == ("session.end", code)
    assert [e["e"] for e in found[-3:]] == ["tool.result", "cancel", "session.end"]
    assert (found[-3]["text"], found[-3]["attempts"]) == ("cancelled; it may have acted", 1)


def at_a_terminal(project, answer, *words, consent=()):
    """Run with a terminal for stdin and stderr; gives exit code, stdout and what was shown.

    `answer` is for each card of a call, `consent` the words for each question of consent in turn.
    """
    ours, theirs = pty.openpty()
    decisions = iter(consent)
    with start(project, *words, stdin=theirs, stderr=theirs) as process:
        os.close(theirs)
        shown, until = b"", time.monotonic() + 20
        while time.monotonic() < until and select.select([ours], [], [], 20)[0]:
            try:
                shown += os.read(ours, 4096)
            except OSError:
                break
            if shown.endswith(b"= no: "):
                os.write(ours, answer)
                shown += b"\n"
            elif shown.endswith(b"Enter = not now: "):
                os.write(ours, next(decisions))
                shown += b"\n"
        out = process.stdout.read()
        code = process.wait(20)
    os.close(ours)
    return code, out, shown.decode()


WRITE = calls(("write_file", '{ path = "a.txt", content = "new\\n" }'))


def test_a_person_is_asked_and_may_say_yes(full):
    model = script(full, WRITE, DONE)
    code, out, shown = at_a_terminal(full, b"y\n", "run", "Hi", "--model", model)
    assert (code, out) == (0, b"It is 18C.\n")
    assert "tool       write_file" in shown
    assert "| +new" in shown
    assert (full.root / "a.txt").read_text() == "new\n"


def test_a_person_may_say_no_and_why(full):
    model = script(full, WRITE, DONE)
    code, out, _ = at_a_terminal(full, b"n not now\n", "run", "Hi", "--model", model)
    assert (code, out) == (0, b"It is 18C.\n")
    assert not (full.root / "a.txt").exists()
    assert results(events(full)) == ["denied by the user: not now; the call was not made"]


def decided(project):
    """What the store holds, by kind."""
    path = project.config_dir / "consent.toml"
    items = tomllib.loads(path.read_text())["item"] if path.exists() else []
    return {item["kind"]: item["decision"] for item in items}


RUN = ("run", "Hi", "--model")


def test_a_person_is_asked_for_consent_before_the_first_message(project):
    project.write(FULL)
    model = script(project, PARIS, DONE)
    words = (*RUN, model, "--approve", "all")
    code, out, shown = at_a_terminal(project, b"", *words, consent=[b"y\n", b"y\n"])
    assert (code, out) == (0, b"It is 18C.\n")
    assert decided(project) == {"server": "granted", "skill": "granted"}
    assert shown.startswith("2 items of this repository wait for consent; unless you say yes, ")
    server, skill, rest = shown.split("May it be used?")
    assert 'server "weather" of .mcp.json\r\nstatus: missing\r\n' in server
    assert 'argument 4: "fakes/weather.toml"\r\n' in server
    assert 'file "fakes/weather.toml": sha256:' in server
    assert 'description: "Takes notes. Use when asked."' in skill
    assert "server weather: ready, 1 tool" in rest
    assert "18C" in results(events(project))[0]
    code, _, shown = at_a_terminal(project, b"", *words)
    assert "May it be used?" not in shown


def test_no_is_stored_not_now_is_not_and_the_run_goes_on(project):
    project.write(FULL)
    model = script(project, DONE)
    code, out, shown = at_a_terminal(project, b"", *RUN, model, consent=[b"n\n", b"\n"])
    assert (code, out) == (0, b"It is 18C.\n")
    assert decided(project) == {"server": "denied"}
    assert "ready" not in shown
    code, _, shown = at_a_terminal(project, b"", *RUN, model, consent=[b"\n"])
    assert (code, shown.count("May it be used?")) == (0, 1)
    assert "1 item of this repository waits for consent" in shown


def test_only_what_changed_is_asked_again_and_the_change_comes_first(full):
    full.write({"fakes/weather.toml": FULL["fakes/weather.toml"].replace("18C", "19C")})
    model = script(full, DONE)
    code, _, shown = at_a_terminal(full, b"", *RUN, model, consent=[b"y\n"])
    assert code == 0
    assert "status: changed\r\nchanged: fakes/weather.toml: content changed\r\n" in shown
    assert "server weather: ready" in shown


def test_what_cannot_be_used_anyway_is_not_asked_about(project):
    off = {"disabled": True, **json.loads(FULL[".mcp.json"])["mcpServers"]["weather"]}
    project.write({".mcp.json": json.dumps({"mcpServers": {"weather": off}})})
    code, out, _ = at_a_terminal(project, b"", *RUN, script(project, DONE))
    assert (code, out) == (0, b"It is 18C.\n")


def test_no_config_and_a_dry_run_ask_nobody(project):
    project.write(FULL)
    for more in ("--no-config", "--dry-run"):
        code, _, shown = at_a_terminal(project, b"", *RUN, script(project, DONE), more)
        assert (code, "May it be used?" in shown) == (0, False)


def test_a_broken_store_stops_a_run_only_where_something_needs_it(project):
    model = script(project, DONE)
    write_tree(project.config_dir, {"consent.toml": "not TOML"})
    assert at_a_terminal(project, b"", *RUN, model)[0] == 0
    project.write(FULL)
    code, _, shown = at_a_terminal(project, b"", *RUN, model)
    assert (code, "not changed; fix or move it" in shown) == (2, True)


def test_without_a_terminal_nobody_is_asked_and_how_to_grant_is_said(project, skillctl):
    project.write(FULL)
    run = skillctl(*RUN, script(project, DONE), cwd=project.root)
    assert (run.code, run.out) == (0, "It is 18C.\n")
    assert "look and grant with: skillctl consent grant weather" in run.err
    assert "1 project skill waits for consent: notes" in run.err
    assert "May it be used?" not in run.err


def test_that_nobody_reads_stderr_stops_nothing(full):
    model = script(full, calls(("list_dir", "{}")), DONE)
    with start(full, "run", "Hi", "--model", model, stderr=subprocess.PIPE) as process:
        process.stderr.close()
        assert process.stdout.read() == b"It is 18C.\n"
        assert process.wait(20) == 0
    assert events(full)[-1]["exit"] == 0


def test_what_was_typed_before_a_card_is_dropped(monkeypatch):
    person, terminal = pty.openpty()
    try:
        with open(terminal, encoding="utf-8", closefd=False) as stdin:
            monkeypatch.setattr(sys, "stdin", stdin)
            os.write(person, b"y\n")
            assert select.select([terminal], [], [], 5)[0]
            forget_typed()
            assert not select.select([terminal], [], [], 0)[0]
    finally:
        os.close(person)
        os.close(terminal)


def test_without_a_terminal_nothing_is_dropped(monkeypatch):
    monkeypatch.setattr(sys, "stdin", io.StringIO("y\n"))
    forget_typed()
    assert sys.stdin.read() == "y\n"


def with_fault(project, fault):
    """The server of a project with a fault."""
    return project.write({"fakes/weather.toml": f"{FAKE}\n[[fault]]\n{fault}\n"}).grant()


ODD = 'on = "tools/call"\nid = "string"'
ODD_WORDS = 'server "weather": an answer whose id came back as another JSON type: "3"'
BANNER = "on = 'initialize'\nbefore = ['banner']"
BANNER_WORDS = 'server "weather": 1 line on stdout is not JSON-RPC:\n  banner'


def test_what_was_odd_about_a_server_is_told_at_the_end(full, skillctl):
    with_fault(full, ODD)
    run = skillctl("run", "Hi", "--model", script(full, PARIS, DONE), *APPROVED, cwd=full.root)
    assert (run.code, run.out) == (0, "It is 18C.\n")
    assert run.err.endswith(f"{ODD_WORDS}\n")


def test_a_strict_run_ends_with_5_where_a_server_was_odd(full, skillctl):
    with_fault(full, ODD)
    words = ("--model", script(full, PARIS, DONE), *APPROVED, "--strict-mcp")
    run = skillctl("run", "Hi", *words, cwd=full.root)
    assert (run.code, run.out) == (5, "It is 18C.\n")
    assert f"error: --strict-mcp: servers are not as they should be:\n  {ODD_WORDS}" in run.err


def test_a_strict_run_does_not_begin_where_a_server_is_odd(full, skillctl):
    with_fault(full, BANNER)
    words = ("--model", script(full, PARIS, DONE), *APPROVED, "--strict-mcp")
    run = skillctl("run", "Hi", *words, cwd=full.root)
    assert (run.code, run.out) == (5, "")
    assert BANNER_WORDS in run.err
    assert not full.sessions.exists()


def test_a_strict_run_over_a_good_server_is_a_run(full, skillctl):
    words = ("--model", script(full, PARIS, DONE), *APPROVED, "--strict-mcp")
    run = skillctl("run", "Hi", *words, cwd=full.root)
    assert (run.code, run.out) == (0, "It is 18C.\n")


def test_how_long_a_call_may_be_silent(full, skillctl):
    with_fault(full, 'on = "tools/call"\nno_reply = true')
    words = ("--model", script(full, PARIS, DONE), *APPROVED, "--tool-timeout", "0.5")
    run = skillctl("run", "Hi", *words, cwd=full.root)
    assert (run.code, run.out) == (0, "It is 18C.\n")
    (text,) = results(events(full))
    assert "no answer to tools/call get within 0.5 s (idle)" in text


def test_the_protocol_of_a_run(full, skillctl):
    words = ("--model", script(full, DONE), "--protocol", "2026-07-28")
    run = skillctl("run", "Hi", *words, cwd=full.root)
    assert "offers protocol" in run.err or "server/discover" in run.err
