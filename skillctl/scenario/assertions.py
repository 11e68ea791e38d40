"""What must hold after the run: an assertion and what happened give a finding or nothing."""

from collections.abc import Mapping

from skillctl.findings import Finding
from skillctl.scenario import verdict
from skillctl.scenario.model import (
    Assertion,
    Exit,
    NotCalled,
    Order,
    SkillActivated,
    TextContains,
    ToolCalled,
)
from skillctl.scenario.names import fits
from skillctl.scenario.nearest import nearest
from skillctl.scenario.played import CallMade, Played, show_call, show_json
from skillctl.scenario.verdict import blame, quoted, short

SHOWN_CALLS = 12


def holds(assertion: Assertion, played: Played) -> Finding | None:
    """The finding of an assertion that does not hold, or None."""
    match assertion:
        case ToolCalled():
            return _tool_called(assertion, played)
        case NotCalled():
            return _not_called(assertion, played)
        case Order():
            return _order(assertion, played)
        case SkillActivated():
            return _skill_activated(assertion, played)
        case TextContains():
            return _text_contains(assertion, played)
        case Exit():
            return _exit(assertion, played)


def _tool_called(wanted: ToolCalled, played: Played) -> Finding | None:
    found = [call for call in played.calls if fits(wanted.tool, call.called)]
    matching = [call for call in found if _has_arguments(call, wanted)]
    if len(matching) == wanted.times or (wanted.times is None and matching):
        return None
    how = f"{_times(len(matching))}{_with_arguments(wanted)}"
    need = "at least once" if wanted.times is None else _times(wanted.times)
    message = f"the tool {quoted(wanted.tool)} was called {how}; wanted: {need}"
    return blame(verdict.TOOL_CALLED, wanted.place, message, _made(played))


def _with_arguments(wanted: ToolCalled) -> str:
    """The arguments that are asserted, in words that follow on "was called once"."""
    told = ((" with the arguments ", wanted.args), (" with at least ", wanted.args_subset))
    given = (f"{words}{short(show_json(value))}" for words, value in told if value is not None)
    return " and".join(given)


def _has_arguments(call: CallMade, wanted: ToolCalled) -> bool:
    exact = wanted.args is None or same(wanted.args, call.args)
    return exact and (wanted.args_subset is None or within(wanted.args_subset, call.args))


def _not_called(wanted: NotCalled, played: Played) -> Finding | None:
    found = next((c for c in played.calls if fits(wanted.pattern, c.called)), None)
    if found is None:
        return None
    message = f"the tool {quoted(found.called.name)} was called"
    return blame(verdict.NOT_CALLED, wanted.place, message, _made(played))


def _order(wanted: Order, played: Played) -> Finding | None:
    """The names must be a subsequence of the calls, other calls between them allowed."""
    calls = iter(played.calls)
    for number, name in enumerate(wanted.tools):
        if not any(fits(name, call.called) for call in calls):
            after = f" after {quoted(wanted.tools[number - 1])}" if number else ""
            message = f"the tool {quoted(name)} was not called{after}"
            return blame(verdict.ORDER, wanted.place, message, _made(played))
    return None


def _skill_activated(wanted: SkillActivated, played: Played) -> Finding | None:
    if wanted.skill in played.activated:
        return None
    message = f"the skill {quoted(wanted.skill)} was not activated"
    names = ", ".join(dict.fromkeys(played.activated)) or "none"
    return blame(verdict.SKILL_ACTIVATED, wanted.place, message, f"activated: {names}")


def _text_contains(wanted: TextContains, played: Played) -> Finding | None:
    if wanted.wanted in played.text:
        return None
    message = f"the final answer does not hold {quoted(wanted.wanted)}"
    shown = nearest(played.text.encode(), wanted.wanted.encode())
    return blame(verdict.TEXT_CONTAINS, wanted.place, message, f"final answer, {shown.told}")


def _exit(wanted: Exit, played: Played) -> Finding | None:
    if wanted.code == played.exit_code:
        return None
    message = f"the run ended with exit {played.exit_code}; wanted: {wanted.code}"
    evidence = (f"reason: {played.reason}",) if played.reason else ()
    return blame(verdict.EXIT, wanted.place, message, *evidence)


def same(wanted: object, found: object) -> bool:
    """Whether two JSON values are equal; unlike in Python, true is not 1."""
    if isinstance(wanted, bool) or isinstance(found, bool):
        return wanted is found
    if isinstance(wanted, Mapping) and isinstance(found, Mapping):
        return wanted.keys() == found.keys() and all(same(v, found[k]) for k, v in wanted.items())
    if isinstance(wanted, list) and isinstance(found, list):
        return len(wanted) == len(found) and all(map(same, wanted, found))
    return wanted == found


def within(wanted: object, found: object) -> bool:
    """Whether the found value has all that a wanted table names, tables inside it likewise."""
    if isinstance(wanted, Mapping) and isinstance(found, Mapping):
        return all(k in found and within(v, found[k]) for k, v in wanted.items())
    return same(wanted, found)


def _times(number: int) -> str:
    return "once" if number == 1 else f"{number} times"


def _made(played: Played) -> str:
    """The calls of the run, the first twelve of them."""
    rows = [f"{n}. {show_call(call)}" for n, call in enumerate(played.calls, 1)]
    more = len(rows) - SHOWN_CALLS
    shown = [*rows[:SHOWN_CALLS], *([f"and {more} more"] if more > 0 else ())]
    return "\n".join(("calls of the run:", *shown)) if rows else "calls of the run: none"
