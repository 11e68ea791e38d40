"""A recording without what is private, and with marks for what is volatile."""

from collections.abc import Sequence
from dataclasses import replace

from skillctl.fakes.recorder.model import Called, Recording
from skillctl.fakes.recorder.redaction import Redaction
from skillctl.fakes.recorder.volatile import Path, marked


def redacted(recording: Recording, redaction: Redaction) -> Recording:
    """The same with `[redacted:N]` in all of its texts."""
    return replace(
        recording,
        key=redaction.text(recording.key),
        hello=redaction.value(recording.hello),
        pages=[redaction.value(list(page)) for page in recording.pages],
        calls=[
            Called(
                tool=redaction.text(call.tool),
                arguments=redaction.value(call.arguments),
                answer=redaction.value(call.answer),
            )
            for call in recording.calls
        ],
    )


def settled(recording: Recording, paths: Sequence[Path]) -> Recording:
    """The same with a mark in each result in the place of what is volatile."""
    return replace(recording, calls=[_settled(call, paths) for call in recording.calls])


def _settled(call: Called, paths: Sequence[Path]) -> Called:
    if "result" not in call.answer or not paths:
        return call
    result = marked(call.answer["result"], paths)
    return replace(call, answer={**call.answer, "result": result})
