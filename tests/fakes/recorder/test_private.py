from skillctl.fakes.recorder.private import redacted, settled
from skillctl.fakes.recorder.redaction import Redaction
from skillctl.fakes.recorder.volatile import parse_path
from tests.fakes.recorder.recordings import HELLO, called, failed, recording, text


def test_every_text_is_without_what_is_private():
    secret = "hush-hush"
    tool = {"name": secret, "inputSchema": {secret: [secret]}}
    made = recording(
        tool,
        key=secret,
        hello={**HELLO, "instructions": secret},
        calls=[called(text(secret), tool=secret, a=secret), failed(1, secret)],
    )
    kept = redacted(made, Redaction({"A": secret}))
    assert secret not in repr(kept)
    assert kept.calls[0].arguments == {"a": "[redacted:1]"}


def test_results_are_settled_and_errors_stay():
    made = recording(calls=[called(text("12:01")), failed(1, "no")])
    first, second = settled(made, [parse_path("$.content[0].text")]).calls
    assert first.answer["result"] == text("{{volatile.content.0.text}}")
    assert second == made.calls[1]
    assert settled(made, []) == made
