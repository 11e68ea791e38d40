from skillctl.agent.messages import UserMessage
from skillctl.agent.provenance import Origin, Piece, Traced


def test_a_model_reads_the_text_and_the_hint_below_it():
    assert UserMessage("Hi").whole == "Hi"
    hint = Traced((Piece("\n\nx", Origin("hint")), Piece("y", Origin("hint"))))
    message = UserMessage("Hi", hint=hint)
    assert (message.text, message.whole) == ("Hi", "Hi\n\nxy")
