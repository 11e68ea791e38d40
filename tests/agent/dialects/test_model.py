from skillctl.agent.dialects.model import message_origin, present, tool_origin, user_text
from skillctl.agent.messages import AssistantMessage, ToolMessage, UserMessage
from skillctl.agent.provenance import Origin, Piece, Traced
from tests.agent.conversations import GET


def test_what_is_absent_does_not_stand_in_a_body():
    found = present({"b": None, "z": 0, "a": [], "s": "", "f": False})
    assert list(found.items()) == [("z", 0), ("a", []), ("s", ""), ("f", False)]


def test_everybody_is_the_origin_of_what_they_say():
    assert message_origin(UserMessage("x", "a.toml", 3)) == Origin("task", "a.toml", 3)
    assert message_origin(UserMessage("x")) == Origin("task", "command line")
    assert message_origin(AssistantMessage("x")) == Origin("reply", "model")
    assert message_origin(ToolMessage("c", "get", "x")) == Origin("result", "tool", item="get")
    assert tool_origin(GET) == Origin("tools", "w/get", item="mcp__w__get", fingerprint="d1")


def test_the_text_of_a_user_and_what_stands_below_it():
    hint = Traced((Piece("\n\nhint", Origin("hint")),))
    assert user_text(UserMessage("x")).pieces == (Piece("x", Origin("task", "command line")),)
    assert user_text(UserMessage("x", hint=hint)).pieces[1:] == hint.pieces
