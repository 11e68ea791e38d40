"""Everything that other programs read, against the schemas in docs/."""

import json

import pytest
from jsonschema import Draft202012Validator

from skillctl.agent.approvals import Approvals, Mode, Rule
from skillctl.agent.assembly import assemble
from skillctl.agent.limits import Limits
from skillctl.agent.log import SessionLog
from skillctl.agent.messages import ToolCall, UserMessage
from skillctl.agent.prepared import ToolResult
from skillctl.agent.printed import as_json
from skillctl.agent.session import EVENTS, Session
from skillctl.agent.session_list import as_json as sessions_json
from skillctl.agent.session_text import as_json as session_json
from skillctl.agent.tool_table import table
from skillctl.agent.tool_table_json import as_json as table_json
from skillctl.agent.view import Absence, Instruction
from skillctl.settings import Settings
from skillctl.tokens import ESTIMATE
from tests.agent.runs import call, of, play, say
from tests.agent.views import EMPTY, server, skill, tool, view
from tests.conftest import ROOT

SEEN = view(
    [skill()],
    [server(instructions="Hi." * 900, consent="granted", fingerprint="sha256:x")],
    [tool(digest="0" * 64), tool(raw="set", digest="1" * 64)],
    absences=(Absence(kind="tool", name="odd", reason="bad-schema"),),
    instructions=(Instruction(shown="AGENTS.md", text="Use tabs.", line=2, marker="\n[...]"),),
)


def validator(name):
    schema = json.loads((ROOT / "docs" / f"{name}.schema.json").read_text())
    Draft202012Validator.check_schema(schema)
    return Draft202012Validator(schema)


@pytest.mark.parametrize("seen", [EMPTY, SEEN])
def test_prompt(seen):
    built = assemble(seen, Settings(), [UserMessage("Hi")], model="m")
    validator("prompt").validate(json.loads(as_json(built, seen.hash)))


@pytest.mark.parametrize("seen", [EMPTY, SEEN, view(servers=[server("x", error="late")])])
def test_tools(seen):
    validator("tools").validate(
        json.loads(table_json(table(seen, Settings(), "openai-chat", ESTIMATE)))
    )


def test_documents_end_their_last_line():
    built = assemble(SEEN, Settings(), [], model="m")
    for text in (
        as_json(built, ""),
        table_json(table(SEEN, Settings(), "openai-chat", ESTIMATE)),
        sessions_json(()),
        session_json(Session("s1", ())),
    ):
        assert text.endswith("}\n")


EVENT = {
    "name": "notes",
    "act": "activated",
    "resource": "",
    "fingerprint": "sha256:notes",
    "by": "model",
}
TURNS = (
    say("", call(1, "mcp__weather__get", city="x" * 2000), call(2, "nope"), call(3, "glob")),
    say("", call(4, "skill", name="notes"), call(5, "mcp__weather__set", city="x")),
    say("", call(6, "read_file", path="/etc/passwd"), ToolCall("call_7", "list_dir", "{")),
    say("", call(8, "read_file", path="long.txt"), call(9, "write_file", path="a", content="b")),
    say("Done."),
)


def _interrupted(*_):
    raise KeyboardInterrupt


def test_every_event_of_every_kind_in_memory_and_on_disk(tmp_path):
    root = tmp_path.resolve() / "root"
    root.mkdir()
    (root / "long.txt").write_text(("x" * 100 + "\n") * 900)
    rules = (Rule("*__set", "deny"),)
    seen_kinds, cut = set(), set()
    for number, more in enumerate(
        (
            {"approvals": Approvals(Mode.ALL, rules)},
            {"limits": Limits(max_turns=2)},
            {"approvals": Approvals()},
        )
    ):
        log = SessionLog(f"s{number}", folder=tmp_path / "sessions")
        play(
            SEEN,
            root,
            *TURNS,
            log=log,
            skill_call=lambda _: ToolResult("BODY", event=EVENT),
            **more,
        )
        log.close()
        cut |= {event["cut"] for event in of(log, "tool.result")}
        lines = (tmp_path / "sessions" / f"s{number}.jsonl").read_text().splitlines()
        check = validator("session")
        for event in [*log.events, *map(json.loads, lines)]:
            check.validate(event)
            seen_kinds.add(event["e"])
    log = SessionLog("c")
    with pytest.raises(KeyboardInterrupt):
        play(SEEN, root, *TURNS, log=log, server_call=_interrupted)
    for event in log.events:
        check.validate(event)
        seen_kinds.add(event["e"])
    assert seen_kinds == EVENTS
    assert cut == {True, False}


def test_the_schema_knows_exactly_the_events_that_are_read():
    schema = json.loads((ROOT / "docs" / "session.schema.json").read_text())
    assert {row["$ref"].removeprefix("#/$defs/") for row in schema["oneOf"]} == EVENTS


@pytest.mark.parametrize(
    "event",
    [
        {"e": "dance", "n": 1, "v": {"time": "T"}},
        {"e": "limit", "n": 1, "name": "x", "value": 1, "time": "T", "v": {"time": "T"}},
        {"e": "limit", "n": 0, "name": "x", "value": 1, "v": {"time": "T"}},
    ],
)
def test_the_schema_refuses_what_is_no_event(event):
    assert not validator("session").is_valid(event)
