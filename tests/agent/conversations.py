"""A small conversation for the tests of the dialects, and what each body of it says."""

from skillctl.agent.dialects.known import DIALECTS
from skillctl.agent.dialects.model import Conversation, Options
from skillctl.agent.messages import AssistantMessage, Opaque, ToolCall, ToolMessage, UserMessage
from skillctl.agent.provenance import Origin, Piece, Traced
from skillctl.agent.writer import spans, written
from skillctl.toolspec import ToolSpec

SYSTEM = Traced((Piece("Be kind.", Origin("base")),))
GET = ToolSpec(
    name="mcp__w__get",
    description="Gets.",
    input_schema={"type": "object", "required": ["b"], "properties": {"b": {}, "a": {}}},
    server="w",
    raw_name="get",
    digest="d1",
)
ONE = ToolCall("call_1", "mcp__w__get", '{ "b": 1e0, "a": "é" }')
TWO = ToolCall("call_2", "mcp__w__get", '{"b":')
ROUND = (
    UserMessage("Hi"),
    AssistantMessage("Looking.", (ONE, TWO)),
    ToolMessage("call_1", "mcp__w__get", "18C"),
    ToolMessage("call_2", "mcp__w__get", "not JSON", is_error=True),
    AssistantMessage("It is 18C."),
    UserMessage("Thanks"),
)
REASONING = {"type": "reasoning", "id": "rs_1", "summary": [], "encrypted_content": "Zm9v"}
THINKING = {"type": "thinking", "thinking": "Hm.", "signature": "c2ln"}


def between(dialect, *items):
    """A reply with one text, two calls, and opaque items by their places."""
    return AssistantMessage(
        "Looking.", (ONE, TWO), tuple(Opaque(dialect, place, item) for place, item in items)
    )


def conversation(*messages, tools=(), options=None):
    return Conversation(
        model="m", system=SYSTEM, tools=tools, messages=messages, options=options or Options()
    )


def body(dialect, *messages, **more):
    return written(DIALECTS[dialect].body(conversation(*messages, **more)))[0].decode()


def origins(dialect, *messages, **more):
    """The origin of each run of bytes, by its text."""
    tree = DIALECTS[dialect].body(conversation(*messages, **more))
    data = written(tree)[0]
    return {data[s.start : s.end].decode(): s.origin for s in spans(tree)}
