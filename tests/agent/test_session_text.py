import json

import pytest

from skillctl.agent.approvals import Approvals, Mode, Rule
from skillctl.agent.limits import Limits
from skillctl.agent.log import SessionLog
from skillctl.agent.prepared import ToolResult
from skillctl.agent.session import Session
from skillctl.agent.session_text import as_json, render_session
from skillctl.agent.view import Absence
from skillctl.errors import StoreError
from skillctl.version import VERSION
from tests.agent.runs import call, play, say
from tests.agent.views import server, skill, tool, view

ABSENCE = Absence(kind="skill", name="gone", reason="pending")
SEEN = view(
    [skill()],
    [server(), server("b", error="exited")],
    [tool(), tool(raw="set")],
    absences=(ABSENCE,),
)


def session(tmp_path, *turns, **more):
    event = {"name": "notes", "act": "activated", "resource": "", "by": "model"}
    log = play(
        SEEN,
        tmp_path.resolve(),
        *turns,
        skill_call=lambda _: ToolResult("BODY", event=event),
        **more,
    )[1]
    return Session("s1", tuple(log.events))


TURNS = (
    say("Hm.", call(1, "mcp__weather__get", city="Paris"), call(2, "nope")),
    say("", call(3, "skill", name="notes"), call(4, "mcp__weather__set", city="x")),
    say("18C.\nReally."),
)


def test_everything_in_its_order(tmp_path):
    approvals = Approvals(Mode.ALL, (Rule("*__set", "deny"),))
    text = render_session(session(tmp_path, *TURNS, approvals=approvals))
    lines = [line for line in text.splitlines() if not line.startswith("request")]
    assert lines == [
        f"session s1: model script, dialect openai-chat, preset p, skillctl {VERSION}",
        "server weather: ready, 2 tools",
        "server b: ready, 0 tools: exited",
        "skills: notes",
        "tools: read_file, list_dir, glob, write_file, skill, mcp__weather__get, mcp__weather__set",
        "absent: gone (pending)",
        "user (typed):",
        "    Do it.",
        "response 1 (tool_calls):",
        "    Hm.",
        '    -> mcp__weather__get {"city": "Paris"}',
        "    -> nope {}",
        "approval call_1: allow by mode (all)",
        'call call_1: mcp__weather__get [weather/get] {"city":"Paris"}',
        "result call_1: 21 bytes",
        '    get {"city": "Paris"}',
        "call call_2: nope {}",
        "result call_2: 20 bytes, error",
        '    no tool named "nope"',
        "response 2 (tool_calls):",
        '    -> skill {"name": "notes"}',
        '    -> mcp__weather__set {"city": "x"}',
        'call call_3: skill {"name":"notes"}',
        "skill notes: activated by model",
        "result call_3: 4 bytes",
        "    BODY",
        "approval call_4: deny by rule (*__set)",
        'call call_4: mcp__weather__set [weather/set] {"city":"x"}',
        "result call_4: 46 bytes, error",
        "    denied by rule '*__set'; the call was not made",
        "response 3 (stop):",
        "    18C.",
        "    Really.",
        "end: exit 0, done",
    ]


def test_a_request_line_names_bytes_tokens_prefix_and_digest(tmp_path):
    found = session(tmp_path, *TURNS)
    event = next(found.of("request"))
    line = next(x for x in render_session(found).splitlines() if x.startswith("request 1"))
    assert line == (
        f"request 1: {event['bytes']} bytes, ~{event['tokens']['n']:,} tokens (bytes/4), "
        f"the first 0 as in the request before, sha256 {event['body_sha256'][:12]}"
    )


def test_one_request_alone(tmp_path):
    text = render_session(session(tmp_path, *TURNS), 2)
    assert text.startswith("request 2: ")
    assert "response 2" in text
    assert "response 1" not in text
    assert "end:" not in text


@pytest.mark.parametrize("render", [render_session, as_json])
def test_a_request_that_was_not_made_is_an_error_and_not_nothing(tmp_path, render):
    with pytest.raises(StoreError, match="session s1 has no request 9") as caught:
        render(session(tmp_path, *TURNS), 9)
    assert caught.value.hint == "it has 3 requests"


def test_why_a_run_stopped(tmp_path):
    limited = session(tmp_path, *TURNS, limits=Limits(max_turns=1))
    text = render_session(limited)
    assert "limit max_turns reached: 1\nend: exit 3, limit max_turns reached: 1\n" in text
    short = render_session(session(tmp_path, *TURNS[:1]))
    assert "error ScriptMismatch:\n    unexpected model call 2" in short
    assert short.splitlines()[-1].startswith("end: exit 6, unexpected model call 2")
    stopped = render_session(session(tmp_path, *TURNS, approvals=Approvals()))
    assert "result call_1: 29 bytes, error, not run" in stopped


def test_a_call_that_was_cancelled_is_not_one_that_was_not_run(tmp_path):
    def interrupted(*_):
        raise KeyboardInterrupt

    log = SessionLog("s1")
    with pytest.raises(KeyboardInterrupt):
        play(SEEN, tmp_path.resolve(), *TURNS, log=log, server_call=interrupted)
    lines = render_session(Session("s1", tuple(log.events))).splitlines()
    assert "result call_1: 28 bytes, error, cancelled" in lines
    assert "result call_2: 29 bytes, error, not run" in lines
    assert lines[-2:] == ["cancelled by signal (stage 1)", "end: exit 130, interrupted"]


def test_long_texts_are_counted(tmp_path):
    text = render_session(session(tmp_path, say("x\n" * 20)))
    assert "    [8 more lines; --format json has all]\n" in text


def test_controls_do_not_reach_the_terminal(tmp_path):
    text = render_session(session(tmp_path, say("\x1b[2J\u202e")))
    assert r"\x1b[2J\u{202E}" in text


def test_json_has_all_events(tmp_path):
    found = session(tmp_path, *TURNS)
    value = json.loads(as_json(found))
    assert (value["schema"], value["id"], value["notices"]) == ("skillctl.session/1", "s1", [])
    assert value["events"] == json.loads(json.dumps(found.events))
    assert {e["e"] for e in json.loads(as_json(found, 1))["events"]} == {
        *("request", "response", "approval", "tool.call", "tool.result"),
    }


def test_no_name_forges_a_line_and_last_words_stand_below_their_server():
    bad = "a\nFORGED\tb\u3164"
    events = (
        {"e": "server", "key": bad, "state": "failed", "tools": 0, "error": "exited\n  no\n  db"},
        {"e": "skill", "name": bad, "act": "activated", "resource": bad, "by": "model"},
        {"e": "catalog", "skills": [{"name": bad}], "tools": [{"name": bad}], "absent": []},
        {"e": "error", "kind": bad, "message": "x"},
    )
    shown = r"a\nFORGED\tb\u{3164}"
    assert render_session(Session("s1", events)).splitlines() == [
        f"server {shown}: failed, 0 tools: exited",
        "    no",
        "    db",
        f"skill {shown}: activated {shown} by model",
        f"skills: {shown}",
        f"tools: {shown}",
        f"error {shown}:",
        "    x",
    ]
