"""One scenario from its values to its findings: set up, run, judge."""

from collections.abc import Iterator, Sequence

from skillctl.agent.assembly import assemble
from skillctl.agent.limits import Limits
from skillctl.agent.log import SessionLog
from skillctl.agent.loop import run_task
from skillctl.agent.messages import Request, UserMessage
from skillctl.agent.providers import ScriptedProvider
from skillctl.agent.view import View
from skillctl.findings import Finding
from skillctl.report.plain import one_row
from skillctl.scenario.always import (
    all_bytes_have_a_source,
    fakes_content,
    nothing_left,
    script_used,
)
from skillctl.scenario.assertions import holds
from skillctl.scenario.bounded import child_processes
from skillctl.scenario.expect import judge
from skillctl.scenario.file import script_turns
from skillctl.scenario.model import Scenario
from skillctl.scenario.played import Played, calls_made, skills_activated
from skillctl.scenario.recorder import Recorder
from skillctl.scenario.stage import Stage, stage
from skillctl.scenario.verdict import Ran
from skillctl.settings import Settings


def run_scenario(scenario: Scenario) -> Ran:
    """Run one scenario; SkillctlError if something that it names is missing or wrong."""
    before = child_processes()
    with stage(scenario) as staged:
        found = tuple(_run(scenario, staged))
        output = _absences(staged.view)
    left = nothing_left(scenario.place, before, child_processes())
    return Ran((*found, *fakes_content(staged.fakes.misses()), *left), output)


def _run(scenario: Scenario, staged: Stage) -> Iterator[Finding]:
    task = UserMessage(scenario.prompt, scenario.path, scenario.place.number)
    provider = Recorder(ScriptedProvider(script_turns(scenario)))
    log = SessionLog("scenario")
    limits = _limits(scenario, staged.settings)
    view, settings = staged.view, staged.settings
    form = scenario.dialect
    outcome = run_task(view, settings, [task], provider, staged.toolbox, limits, log, dialect=form)
    played = Played(
        calls=calls_made(log.events),
        activated=skills_activated(log.events),
        text=outcome.text,
        exit_code=outcome.exit_code,
        reason=outcome.reason,
    )
    yield from _expectations(scenario, provider.requests)
    yield from script_used(scenario, provider.requests, outcome)
    yield from filter(None, (holds(assertion, played) for assertion in scenario.assertions))
    first = assemble(view, settings, [task], model=provider.name, dialect=form)
    yield from all_bytes_have_a_source(scenario.place, provider.requests, first)


def _limits(scenario: Scenario, settings: Settings) -> Limits:
    """Those of the scenario, else those of the settings; the time is the caller's to limit."""
    turns, calls = scenario.max_turns, scenario.max_tool_calls
    return Limits(
        max_turns=settings.run.max_turns if turns is None else turns,
        max_tool_calls=settings.run.max_tool_calls if calls is None else calls,
    )


def _expectations(scenario: Scenario, requests: Sequence[Request]) -> Iterator[Finding]:
    """What each turn expects of the request that it answers."""
    for turn, request in zip(scenario.turns, requests, strict=False):
        yield from filter(None, (judge(wanted, request) for wanted in turn.expectations))


def _absences(view: View) -> str:
    """What did not reach the model and why, one line each."""
    rows = (f"absent: {a.kind} {a.name}: {a.reason} ({a.detail})" for a in view.absences)
    return "\n".join(map(one_row, rows))
