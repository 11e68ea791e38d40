"""Faults of which an earlier one takes the messages, or after which none comes any more."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from skillctl.errors import Location
from skillctl.fakes.model import Fault

LAST = {
    "exit": "ends the process",
    "hang": "hangs the process",
    "stop_reading": "stops reading",
}


class Unreachable(NamedTuple):
    """What is never reached, why, and what stands in the way, if it is a part of the file."""

    location: Location
    message: str
    behind: Location | None = None


def beaten(faults: Sequence[Fault]) -> Iterator[Unreachable]:
    """The faults that never happen, or not for all of their messages, in the order of the file."""
    for index, fault in enumerate(faults):
        for earlier in faults[:index]:
            why = _beaten(fault, earlier)
            if why:
                yield Unreachable(fault.location, f"fault[{index}] {why}", earlier.location)
                break


def _beaten(fault: Fault, earlier: Fault) -> str | None:
    """Why messages of a fault never get to it; None if all may."""
    wider = earlier.on == fault.on and earlier.tool in (None, fault.tool)
    if wider and earlier.nth is None:
        return "never happens: an earlier fault takes every such message"
    same = earlier.on == fault.on and earlier.tool == fault.tool
    if not same or earlier.nth is None or fault.nth is None:
        return None
    taken = fault.nth & earlier.nth
    if _last(earlier) and min(fault.nth) > min(earlier.nth):
        return f"never happens: an earlier fault {_last(earlier)} at {min(earlier.nth)}"
    if taken:
        never = "never happens" if taken == fault.nth else "never happens for these"
        return f"{never}: an earlier fault takes {', '.join(map(str, sorted(taken)))}"
    return None


def _last(fault: Fault) -> str | None:
    """How a fault keeps every later message away, if it does."""
    if fault.effects.get("close") == "stdin":
        return "closes the input"
    return next((words for effect, words in LAST.items() if effect in fault.effects), None)
