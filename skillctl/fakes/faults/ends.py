"""Effects on whether and when there is an answer, and on the life of the process."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from skillctl.fakes.effects import Effect, Exit, Send, Sleep, stderr_line
from skillctl.fakes.model import Leave


def no_reply(_effects: Iterable[Effect], _value: object, _cause: str) -> Iterator[Effect]:
    """Nothing is done: no progress, no answer, and a cancellation is not heard."""
    yield from ()


def delay(effects: Iterable[Effect], milliseconds: int, _cause: str) -> Iterator[Effect]:
    """Everything so much later."""
    yield Sleep(milliseconds / 1000)
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
