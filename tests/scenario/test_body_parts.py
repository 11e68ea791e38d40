"""Request bodies taken apart; what is none is told in test_body_text.py."""

import json

import pytest

from skillctl.agent.assembly import assemble
from skillctl.agent.dialects.known import DIALECTS
from skillctl.agent.messages import AssistantMessage, UserMessage
from skillctl.scenario.body_parts import NoBody, parts_of
from skillctl.settings import Settings
from tests.agent.views import skill, tool, view

SEEN = view([skill()], tools=[tool()])


@pytest.mark.parametrize("dialect", DIALECTS)
def test_a_body_by_its_parts(dialect):
    said = [UserMessage("Hi"), AssistantMessage("Ho")]
    built = assemble(SEEN, Settings(), said, model="m", dialect=dialect)
    parts = parts_of(built.body)
    assert (parts.dialect, parts.system) == (dialect, built.system)
    assert list(parts.tools) == [one.name for one in built.tools]
    assert [json.dumps(one).count("Hi") for one in parts.messages] == [1, 0]
    assert list(parts.frame) == list(json.loads(built.body))
    assert parts.frame["model"] == "m"


def test_the_mark_on_the_system_text_is_of_the_frame():
    built = assemble(SEEN, Settings(), [UserMessage("Hi")], model="m", dialect="anthropic-messages")
    frame = parts_of(built.body).frame
    assert frame["system"] == [
        {"type": "text", "text": "…", "cache_control": {"type": "ephemeral"}}
    ]


def test_a_body_without_tools_and_system_text():
    parts = parts_of(b'{"messages": [{"role": "user", "content": "a"}], "instructions": null}')
    assert (parts.system, parts.tools, len(parts.messages)) == ("", {}, 1)
    assert parts.frame == {"messages": ["…"], "instructions": None}


def test_no_body():
    with pytest.raises(NoBody):
        parts_of(b"{}")
