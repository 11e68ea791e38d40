"""What goes wrong on purpose: each effect of a fault changes what would have been done.

Effects compose in the order of this one table, whatever their order in the file. An answer that
no effect asks for is never worked out, so a fault beats replies and a call without one.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from skillctl.fakes.effects import Effect, Exit, Send, stderr_line
from skillctl.fakes.model import Fault, Leave

Change = Callable[[Iterable[Effect], Any, str], Iterator[Effect]]


def _no_reply(_effects: Iterable[Effect], _value: object, _cause: str) -> Iterator[Effect]:
    """Nothing is done: no progress, no answer, and a cancellation is not heard."""
    yield from ()


def _exit(effects: Iterable[Effect], leave: Leave, cause: str) -> Iterator[Effect]:
    """The first bytes of what would have been written, then the end."""
    yield from _first_bytes(effects, leave.after_bytes, cause)
    yield from leaving(leave, cause)


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


def leaving(leave: Leave, cause: str) -> Iterator[Effect]:
    """The end of the process with its last words."""
    if leave.stderr:
        yield stderr_line(leave.stderr, cause)
    yield Exit(leave.code)


CHANGES: Mapping[str, Change] = {
    "no_reply": _no_reply,
    "exit": _exit,
}


def apply(fault: Fault, effects: Iterable[Effect], cause: str) -> Iterable[Effect]:
    """What is done instead of these effects."""
    changed = effects
    for name, change in CHANGES.items():
        if name in fault.effects:
            changed = change(changed, fault.effects[name], cause)
    return changed
