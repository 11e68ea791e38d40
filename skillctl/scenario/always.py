"""What every scenario is held to without saying so (harness.md section 2)."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from skillctl.agent.assembly import Assembly
from skillctl.agent.loop import Outcome
from skillctl.agent.messages import Request
from skillctl.agent.provenance import Span
from skillctl.agent.providers import describe
from skillctl.errors import Denied
from skillctl.fakes.ledger import Miss
from skillctl.findings import Finding
from skillctl.scenario import verdict
from skillctl.scenario.model import Exit, Scenario, ScenarioPlace
from skillctl.scenario.verdict import blame

NEEDS_APPROVAL = (
    'say what may run: approvals = { default = "allow" }, or a rule for this tool; '
    "what a guard asks about needs a person in any case"
)


def script_used(
    scenario: Scenario, requests: Sequence[Request], outcome: Outcome
) -> Iterator[Finding]:
    """One reply per model call and one model call per reply; and the end that was asked for."""
    turns = scenario.turns
    last = turns[min(len(turns), len(requests)) - 1].place if turns and requests else scenario.place
    if len(requests) > len(turns):
        count = f"{len(turns)} turn{'' if len(turns) == 1 else 's'}"
        message = f"model call {len(requests)} is unexpected: the script has {count}"
        yield blame(verdict.UNEXPECTED_CALL, last, message, describe(requests[-1]))
    elif len(requests) < len(turns):
        yield _unused(scenario, len(requests), outcome)
    elif outcome.exit_code and not _asks_for_exit(scenario):
        message = f"the run ended with exit {outcome.exit_code}, and no assertion says so"
        yield _explained(blame(verdict.ENDED, last, message), outcome)


def _unused(scenario: Scenario, used: int, outcome: Outcome) -> Finding:
    left = len(scenario.turns) - used
    more = f" (and {left - 1} more)" if left > 1 else ""
    ended = f"after {used} model call{'' if used == 1 else 's'}"
    message = f"turn {used + 1}{more} was never used: the run ended {ended}"
    return _explained(blame(verdict.UNUSED_TURN, scenario.turns[used].place, message), outcome)


def _asks_for_exit(scenario: Scenario) -> bool:
    return any(isinstance(assertion, Exit) for assertion in scenario.assertions)


def _explained(found: Finding, outcome: Outcome) -> Finding:
    """Add why the run ended as it did, and which key of the scenario gives an approval."""
    if not outcome.exit_code:
        return found
    advice = NEEDS_APPROVAL if outcome.exit_code == Denied.exit_code else None
    reason = f"exit {outcome.exit_code}: {outcome.reason}"
    return replace(found, evidence=(reason,), advice=advice)


def all_bytes_have_a_source(
    place: ScenarioPlace, requests: Sequence[Request], first: Assembly
) -> Iterator[Finding]:
    """Made again with its sources, each body is the same, and its spans tile it."""
    for request in requests:
        again = first.with_messages(request.messages)
        gap = untiled(again.spans(), len(request.body))
        if again.body != request.body:
            message = f"the body of request {request.index} cannot be made again"
            yield blame(verdict.SPANS, place, message)
        elif gap is not None:
            message = f"byte {gap} of request {request.index} has no source, or more than one"
            yield blame(verdict.SPANS, place, message)


def untiled(spans: Sequence[Span], size: int) -> int | None:
    """The first byte that is not in exactly one span, or None."""
    at = 0
    for span in spans:
        if span.start != at or span.end <= span.start:
            return min(at, span.start)
        at = span.end
    return None if at == size else min(at, size)


def fakes_content(misses: Sequence[Miss]) -> Iterator[Finding]:
    """What the files of the fakes expect of their client, at its place there."""
    for miss in misses:
        yield blame(verdict.FAKE_EXPECT, ScenarioPlace(miss.location, ""), miss.message)


def nothing_left(
    place: ScenarioPlace, before: Mapping[int, str], after: Mapping[int, str]
) -> Iterator[Finding]:
    """No process that was not there before the run."""
    for number in sorted(after.keys() - before.keys()):
        message = f"process {number} ({after[number]}) is still running"
        yield blame(verdict.LEFT_OVER, place, message)
