"""Effects on whether and when there is an answer, and on the life of the process."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import NamedTuple

from skillctl.fakes.effects import (
    Close,
    Effect,
    Exit,
    Hang,
    Late,
    Repeat,
    Send,
    Sleep,
    StopReading,
    stderr_line,
)
from skillctl.fakes.model import Leave
from skillctl.fakes.protocol import progress


class Beat(NamedTuple):
    """Progress of a request every so many seconds; without a token the client wants none."""

    seconds: float
    request: int | str | None
    token: int | str | None


def no_reply(_effects: Iterable[Effect], _value: object, _cause: str) -> Iterator[Effect]:
    """Nothing is done: no progress, no answer, and a cancellation is not heard."""
    yield from ()


def delay(effects: Iterable[Effect], milliseconds: int, _cause: str) -> Iterator[Effect]:
    """Everything so much later."""
    yield Sleep(milliseconds / 1000)
    yield from effects


def late(effects: Iterable[Effect], _value: object, cause: str) -> Iterator[Effect]:
    """The answer comes when the client has cancelled its request, and never before."""
    for effect in effects:
        if isinstance(effect, Send) and effect.request is not None and not effect.early:
            yield Late(replace(effect, cause=cause))
        else:
            yield effect


def progress_only(_effects: Iterable[Effect], beat: Beat, cause: str) -> Iterator[Effect]:
    """Progress again and again, and no answer."""
    yield from beating(beat, cause)


def beating(beat: Beat, cause: str) -> Iterator[Effect]:
    """Progress 1, 2, 3 … without an end, if the client asked for it."""
    token = beat.token
    if token is not None:
        yield Sleep(beat.seconds)
        yield Repeat(lambda number: progress(token, number), beat.seconds, cause, beat.request)


def hang(_effects: Iterable[Effect], _value: object, _cause: str) -> Iterator[Effect]:
    """The process does nothing more."""
    yield Hang()


def stop_reading(effects: Iterable[Effect], _value: object, _cause: str) -> Iterator[Effect]:
    """The answer, and nothing more is read."""
    yield StopReading()
    yield from effects


def close(effects: Iterable[Effect], stream: str, _cause: str) -> Iterator[Effect]:
    """A stream is closed before the answer, which then is lost if it was the output."""
    yield Close(stream)
    yield from effects


def end(effects: Iterable[Effect], leave: Leave, cause: str) -> Iterator[Effect]:
    """The first bytes of what would have been written, then the end."""
    yield from _first_bytes(effects, leave.after_bytes, cause)
    yield from leaving(leave, cause)


def leaving(leave: Leave, cause: str) -> Iterator[Effect]:
    """The end of the process with its last words."""
    if leave.stderr:
        yield stderr_line(leave.stderr, cause)
    yield Exit(leave.code)


def _first_bytes(effects: Iterable[Effect], left: int, cause: str) -> Iterator[Effect]:
    """The effects up to so many written bytes."""
    for effect in effects if left else ():
        if isinstance(effect, Send):
            yield replace(effect, data=effect.data[:left], cause=cause)
            left -= min(left, len(effect.data))
            if not left:
                return
        else:
            yield effect
