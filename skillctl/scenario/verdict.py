"""What a run of a scenario can be blamed for: codes, names, and the finding made of them."""

from dataclasses import dataclass
from typing import NamedTuple

from skillctl.findings import Finding, Severity
from skillctl.scenario.model import Place


class Verdict(NamedTuple):
    """A code with its name and what follows from it."""

    code: str
    name: str
    consequence: str


UNEXPECTED_CALL = Verdict("ST001", "unexpected-call", "the script has no reply to this model call")
UNUSED_TURN = Verdict("ST002", "unused-turn", "the script says more than the run came to ask")
SPANS = Verdict("ST003", "spans", "some bytes of the request have no source")
LEFT_OVER = Verdict("ST004", "left-over", "a process outlives the run that started it")
ENDED = Verdict("ST005", "ended", "the run did not end as the scenario says")
TIMEOUT = Verdict("ST006", "timeout", "the run was given up")
SETUP = Verdict("ST007", "setup", "the scenario cannot be run")
FAKE_EXPECT = Verdict("ST008", "fake-expect", "the client did not do what the fake expects")
_READ = "the model would not have read what the scenario says"
_OFFERED = "the model would not have been offered what the scenario says"
_DONE = "the run did not do what the scenario says"
EXPECTATIONS = {
    "body_contains": Verdict("ST101", "body-contains", _READ),
    "body_not_contains": Verdict("ST102", "body-not-contains", "the model would have read it"),
    "system_contains": Verdict("ST103", "system-contains", _READ),
    "last_result_contains": Verdict("ST104", "last-result-contains", _READ),
    "tools_include": Verdict("ST105", "tools-include", _OFFERED),
    "tools_exclude": Verdict("ST106", "tools-exclude", "the model would have been offered it"),
}
TOOL_CALLED = Verdict("ST201", "tool-called", _DONE)
NOT_CALLED = Verdict("ST202", "not-called", _DONE)
ORDER = Verdict("ST203", "order", _DONE)
SKILL_ACTIVATED = Verdict("ST204", "skill-activated", _DONE)
TEXT_CONTAINS = Verdict("ST205", "text-contains", _DONE)
EXIT = Verdict("ST206", "exit", _DONE)


@dataclass(frozen=True, slots=True)
class Ran:
    """What a run is blamed for, and what a reader of the report should know of its view."""

    findings: tuple[Finding, ...]
    output: str = ""


LONGEST_QUOTE = 80


def quoted(text: str) -> str:
    """A wanted text inside a message: whole, or its beginning."""
    return f'"{text}"' if len(text) <= LONGEST_QUOTE else f'"{text[: LONGEST_QUOTE - 1]}…"'


def blame(verdict: Verdict, place: Place, message: str, *evidence: str) -> Finding:
    """The finding that a run gives at a place of its scenario file."""
    return Finding(
        code=verdict.code,
        name=verdict.name,
        severity=Severity.ERROR,
        message=message,
        consequence=verdict.consequence,
        location=place.location,
        kind="scenario",
        line=place.line or None,
        evidence=evidence,
    )
