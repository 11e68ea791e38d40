import json

import pytest

from skillctl.agent.assembly import assemble
from skillctl.agent.dialects.known import DIALECTS
from skillctl.agent.messages import AssistantMessage, UserMessage
from skillctl.scenario.body_text import MESSAGES, NoBody, body_snapshot, read_body, with_messages
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
    assert read_body(one.body)[0] == dialect
    found = body_snapshot(one.body)
    assert found.dialects == (dialect,)
    assert found.files["system.txt"].decode() == one.system
    names = [name for name in found.files if name.startswith("tools/")]
    assert names == [f"tools/{one.name}.json" for one in one.tools]
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


def test_a_snapshot_gets_its_messages_as_a_file():
    snapshot = with_messages(take(EMPTY, Settings()))
    assert json.loads(snapshot.files[MESSAGES]) == [{"role": "user", "content": "snapshot"}]


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
