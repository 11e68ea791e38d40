import json

import pytest

from skillctl.agent.assembly import assemble
from skillctl.agent.dialects.known import DIALECTS
from skillctl.agent.messages import AssistantMessage, UserMessage
from skillctl.scenario.body_parts import NoBody
from skillctl.scenario.body_text import FRAME, MESSAGES, body_snapshot, readable
from skillctl.scenario.snapshot import take
from skillctl.scenario.snapshot_changes import compare
from skillctl.settings import Settings
from tests.agent.views import EMPTY, skill, tool, view

SEEN = view([skill()], tools=[tool()])


def built(dialect, *said, seen=SEEN):
    messages = said or [UserMessage("Hi")]
    return assemble(seen, Settings(), messages, model="m", dialect=dialect)


@pytest.mark.parametrize("dialect", DIALECTS)
def test_a_body_tells_its_dialect_system_text_tools_and_messages(dialect):
    one = built(dialect, UserMessage("Hi"), AssistantMessage("Ho"), UserMessage("Go"))
    found = body_snapshot(one.body)
    assert found.dialects == (dialect,)
    assert found.files["system.txt"].decode() == one.system
    names = [name for name in found.files if name.startswith("tools/")]
    assert names == [f"tools/{one.name}.json" for one in one.tools]
    found, same = readable(found, found)
    assert found == same
    said = found.files[MESSAGES].decode()
    assert [said.count(f'"{text}"') for text in ("Hi", "Ho", "Go")] == [1, 1, 1]
    assert one.system not in json.loads(said)


@pytest.mark.parametrize("dialect", DIALECTS)
def test_bodies_are_compared_as_snapshots_are(dialect):
    other = view([skill()], tools=[tool(description="Other words")])
    bodies = [built(dialect).body, built(dialect, seen=other).body]
    (found,) = compare(*map(body_snapshot, bodies))
    whole = compare(*(take(seen, Settings(), [dialect]) for seen in (SEEN, other)))
    assert found in whole
    assert (found.item, found.path) == ("tools/mcp__weather__get", "$.description")


def test_a_snapshot_gets_what_is_said_and_the_frame_around_it_as_files():
    snapshot, _ = readable(*[take(EMPTY, Settings())] * 2)
    assert json.loads(snapshot.files[MESSAGES]) == [{"role": "user", "content": "snapshot"}]
    assert json.loads(snapshot.files[FRAME]) == {
        "model": "unset",
        "stream": True,
        "stream_options": {"include_usage": True},
        "tools": "…",
        "messages": [{"role": "system", "content": "…"}, "…"],
    }


@pytest.mark.parametrize("dialect", DIALECTS)
def test_the_frame_holds_no_text_that_has_its_own_file(dialect):
    one = built(dialect)
    frame, _ = (x.files[FRAME].decode() for x in readable(*[body_snapshot(one.body)] * 2))
    assert [word in frame for word in ("Hi", "weather", "Skills", '"…"')] == [*[False] * 3, True]


def test_a_tool_that_is_sent_otherwise_than_before_is_shown_as_it_is_sent():
    body = built("openai-chat").body
    other = body.replace(b'"type":"function"', b'"type":"function","x":1')
    old, new = readable(body_snapshot(body), body_snapshot(other))
    name = "tools/mcp__weather__get as sent.json"
    assert ('"x": 1' in old.files[name].decode(), '"x": 1' in new.files[name].decode()) == (0, 1)
    assert [n for n in readable(old, old)[0].files if n == name] == [name]
    fresh, _ = readable(body_snapshot(body), body_snapshot(body))
    assert name not in fresh.files


@pytest.mark.parametrize(
    ("body", "why"),
    [
        (b"{", "not a request body: Expecting property name"),
        (b"\xff", "not a request body: 'utf-8' codec"),
        (b"[]", "not a request body of openai-chat, "),
        (b'{"messages": 3}', "not a request body of openai-chat, "),
        (b"[" * 100_000, "not a request body: "),
        (b'{"messages": [], "tools": [3]}', "not a request body of openai-chat: "),
        (b'{"messages": [], "tools": [{}]}', "not a request body of openai-chat: "),
        (b'{"messages": [{"role": "system"}]}', "not a request body of openai-chat: "),
        (b'{"messages": [], "system": [3]}', "not a request body of anthropic-messages: "),
        (b'{"input": [], "instructions": 3}', "not a request body of openai-responses: "),
    ],
)
def test_what_is_no_body_is_said(body, why):
    with pytest.raises(NoBody) as raised:
        body_snapshot(body)
    assert str(raised.value).startswith(why)
