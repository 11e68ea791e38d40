"""What happened in a run, as its session log tells it, in the words of the assertions."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import pairwise

from skillctl.scenario.names import Called


@dataclass(frozen=True, slots=True)
class CallMade:
    """A call that was carried out, with its arguments as JSON values."""

    called: Called
    args: object


@dataclass(frozen=True, slots=True, kw_only=True)
class Played:
    """The calls and activated skills of a run in their order, and how it ended."""

    calls: tuple[CallMade, ...] = ()
    activated: tuple[str, ...] = ()
    text: str = ""
    exit_code: int = 0
    reason: str = ""


def calls_made(events: Iterable[Mapping[str, object]]) -> tuple[CallMade, ...]:
    """The calls whose result counts an attempt; the others were refused (agent.md section 10)."""
    kept = [event for event in events if event["e"] in ("tool.call", "tool.result")]
    return tuple(_call(call) for call, result in pairwise(kept) if result.get("attempts"))


def skills_activated(events: Iterable[Mapping[str, object]]) -> tuple[str, ...]:
    """The skills whose instructions were loaded, by the `skill` events (agent.md section 10)."""
    found = (e for e in events if e["e"] == "skill" and e["act"] == "activated")
    return tuple(str(event["name"]) for event in found)


def _call(event: Mapping[str, object]) -> CallMade:
    server = event.get("server")
    source = f"{server}/{event.get('raw')}" if server is not None else ""
    return CallMade(Called(str(event["tool"]), source), event["args"])


def show_call(call: CallMade) -> str:
    """A call on one line."""
    return f"{call.called.name} {show_json(call.args)}"


def show_json(value: object) -> str:
    """A JSON value on one line."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
