"""Conversations and their exact bytes in each dialect: golden/dialect."""

import json

import pytest

from skillctl.agent.base import BASE, base_only, builtin_tools
from skillctl.agent.dialects.known import DIALECTS
from skillctl.agent.dialects.model import Conversation, Options
from skillctl.agent.messages import AssistantMessage, Opaque, ToolCall, ToolMessage, UserMessage
from skillctl.agent.writer import spans, written
from tests.conftest import GOLDEN, golden_cases


def message(row):
    if "user" in row:
        return UserMessage(row["user"])
    if "result" in row:
        return ToolMessage(*row["result"], is_error=row.get("is_error", False))
    calls = tuple(ToolCall(*one) for one in row.get("calls", ()))
    return AssistantMessage(
        row["assistant"], calls, tuple(Opaque(*one) for one in row.get("opaque", ()))
    )


def conversation(case):
    about = json.loads((case / "case.json").read_text())
    return Conversation(
        model="unset",
        system=BASE,
        tools=builtin_tools(),
        messages=tuple(map(message, about["messages"])),
        options=Options(**about.get("options", {})),
    )


@pytest.mark.parametrize("case", golden_cases("dialect"))
def test_golden(case, golden):
    said = conversation(case)
    for name, dialect in DIALECTS.items():
        assert written(dialect.body(said))[0] == golden(f"body.{name}.json")


@pytest.mark.parametrize("name", DIALECTS)
@pytest.mark.parametrize("case", golden_cases("dialect"))
def test_spans_tile_the_body(case, name):
    tree = DIALECTS[name].body(conversation(case))
    found = spans(tree)
    assert [s.start for s in found] == [0, *(s.end for s in found[:-1])]
    assert found[-1].end == len(written(tree)[0])


@pytest.mark.parametrize("name", DIALECTS)
def test_the_first_request_is_the_baseline(name):
    wanted = (GOLDEN / "dialect" / "first-request" / f"body.{name}.json").read_bytes()
    assert base_only("Say hello.", "unset", dialect=name) == wanted
