"""`skillctl run`: the built-in agent (agent.md section 12)."""

import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from time import monotonic
from typing import Any

import typer

from skillctl.agent.approvals import Approvals, Asker, Mode
from skillctl.agent.dialects.known import spoken
from skillctl.agent.ground import Gathered
from skillctl.agent.limits import Limits
from skillctl.agent.log import Event, SessionLog
from skillctl.agent.messages import Provider
from skillctl.cli import options, run_options
from skillctl.cli.activating import Activating
from skillctl.cli.exact import put
from skillctl.cli.ground import (
    Standpoint,
    Wanted,
    gathered,
    request_of,
    standpoint,
    wanted_by,
)
from skillctl.cli.notice import say
from skillctl.cli.streams import forget_typed
from skillctl.cli.surroundings import Surroundings, surroundings
from skillctl.consent.opened import Consent
from skillctl.errors import EndpointFailed, SkillctlError
from skillctl.settings import RunSettings

run_app = typer.Typer()


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """What a run is to do, and how; `began` is when, by the monotonic clock."""

    task: str | None
    model: str
    dialect: str
    approvals: Approvals
    limits: Limits
    json: bool
    log: bool
    strict: bool
    activating: Activating
    began: float = field(default_factory=monotonic)


@run_app.command("run")
def run(
    task: run_options.Task = None,
    *,
    model: run_options.Model = None,
    approve: run_options.ApproveMode = None,
    max_turns: run_options.MaxTurns = None,
    max_tool_calls: run_options.MaxToolCalls = None,
    timeout: run_options.Timeout = None,
    tool_timeout: run_options.ToolTimeout = None,
    protocol: options.Protocol = None,
    strict_mcp: run_options.StrictMcp = False,
    json: run_options.Json = False,
    no_log: run_options.NoLog = False,
    dry_run: run_options.DryRun = False,
    skill: options.ActivatedSkill = None,
    arguments: options.SkillArguments = None,
    files: options.Files = None,
    fakes: options.Fakes = None,
    catalog_budget: options.CatalogBudget = 0,
    surface: options.Surface = None,
    no_config: options.NoConfig = False,
    dialect: options.Dialect = None,
    preset: options.Preset = None,
    project: options.Project = None,
    skills: options.Skills = None,
    mcp_config: options.McpConfig = None,
    consent_from: options.ConsentFrom = None,
) -> int:
    """Run the built-in agent on one task; only its final text goes to stdout.

    At a terminal you are first asked about each server and skill that waits for consent.
    """
    given, here = locals(), surroundings()
    wanted = wanted_by(project, preset, skills, mcp_config, consent_from, bare=no_config)
    wanted = wanted.about(files, catalog_budget).beside(fakes).on(surface)
    wanted = wanted.to_servers(protocol, tool_timeout)
    stand = standpoint(here, wanted)
    plan = _plan(given, stand.settings.run)
    if dry_run:
        return _dry_run(stand, wanted, plan)
    return _run(here, stand, wanted, plan)


def _plan(given: Mapping[str, Any], usual: RunSettings) -> Plan:
    """What the parameters of the command say, else the settings."""
    name = given["model"] or usual.model
    limits = (given[key] for key in ("max_turns", "max_tool_calls", "timeout"))
    return Plan(
        task=_task(given["task"], needed=given["skill"] is None),
        model=name,
        dialect=spoken(given["dialect"], name),
        approvals=Approvals(Mode(given["approve"] or usual.approve)),
        limits=_limits(usual, *limits),
        json=given["json"],
        log=not given["no_log"],
        strict=given["strict_mcp"],
        activating=Activating(given["skill"], given["arguments"]),
    )


def _run(here: Surroundings, stand: Standpoint, wanted: Wanted, plan: Plan) -> int:
    """Start what the plan needs and run it; its time counts from when nobody is asked any more."""
    provider, consent = _provider(here, plan.model), _ask(here, wanted)
    plan = replace(plan, began=monotonic())
    with gathered(stand, wanted, plan.limits.timeout, consent) as seen:
        return _play(here, stand, seen, plan, provider)


def _ask(here: Surroundings, wanted: Wanted) -> Consent | None:
    """Consent as it is after a person was asked about what waits; None if nobody is asked."""
    from skillctl.cli.consent_question import ask_before_run

    return ask_before_run(here, wanted) if here.terminal and not wanted.bare else None


def _task(given: str | None, *, needed: bool) -> str | None:
    """The task of the command line, else of stdin; a terminal is not read."""
    text = given
    if text is None and not sys.stdin.isatty():
        text = sys.stdin.read().removesuffix("\n")
    if not text or not text.strip():
        if not needed:
            return None
        raise SkillctlError(
            "there is no task", hint='give it as an argument or on stdin: skillctl run "TASK"'
        )
    return text


def _limits(
    usual: RunSettings, turns: int | None, calls: int | None, timeout: float | None
) -> Limits:
    """What the command line says, else the settings."""
    return Limits(
        usual.max_turns if turns is None else turns,
        usual.max_tool_calls if calls is None else calls,
        float(usual.timeout) if timeout is None else timeout,
    )


def _dry_run(stand: Standpoint, wanted: Wanted, plan: Plan) -> int:
    with gathered(stand, wanted) as seen:
        said = plan.activating.messages(seen.view.skills, plan.task)
        built = request_of(seen, stand.settings, said, dialect=plan.dialect, model=plan.model)
    put(built.body.decode())
    return 0


def _provider(here: Surroundings, model: str) -> Provider:
    """The model of that name; a script is read now, so that a bad one starts nothing."""
    from skillctl.agent.providers import ScriptedProvider, TestModel

    kind, _, rest = model.partition(":")
    if model == "test":
        return TestModel()
    if kind == "script" and rest:
        from skillctl.scenario.file import load_scenario, script_turns

        scenario = load_scenario(here.cwd / rest, rest)
        if scenario.assertions or any(turn.expectations for turn in scenario.turns):
            say([f"{rest}: its expectations are checked by skillctl test, not here"])
        return ScriptedProvider(script_turns(scenario))
    what = f"no model named {model!r}" if model else "no --model"
    raise SkillctlError(what, hint="known models: test, script:FILE")


def _play(
    here: Surroundings, stand: Standpoint, seen: Gathered, plan: Plan, provider: Provider
) -> int:
    """Run the plan and print how it ended; a strict one does not begin with a server amiss."""
    from skillctl.agent.activation import activated_names
    from skillctl.agent.callers import equip
    from skillctl.agent.deadline import deadline
    from skillctl.agent.loop import run_task
    from skillctl.mcp.signals import raise_on_signals
    from skillctl.policy.redaction import Redactor

    said = plan.activating.messages(seen.view.skills, plan.task)
    hidden = Redactor(seen.secrets).text
    _insist(seen, plan, hidden)
    log = _log(stand, seen, plan)
    toolbox = equip(
        *(seen, stand.settings, stand.ground.area),
        approvals=plan.approvals,
        asker=_asker(here),
        activated=activated_names(said),
    )
    raise_on_signals()
    ends = deadline(_left(plan), toolbox.asker.waited, seen.manager.close)
    try:
        with ends:
            outcome = run_task(
                *(seen.view, stand.settings, said, provider, toolbox, plan.limits, log),
                dialect=plan.dialect,
                began=plan.began,
            )
    finally:
        log.close()
    say(map(hidden, (*seen.manager.news(), *seen.manager.notes())))
    if outcome.exit_code:
        hint = f"\n  hint: {outcome.hint}" if outcome.hint else ""
        say([hidden(f"error: {outcome.reason}{hint}")])
    if outcome.text and not plan.json:
        put(outcome.text.removesuffix("\n") + "\n")
    if not outcome.exit_code:
        _insist(seen, plan, hidden)
    return outcome.exit_code


def _insist(seen: Gathered, plan: Plan, hidden: Callable[[str], str]) -> None:
    """Raise where a strict run has something to complain of."""
    from skillctl.agent.strict import complaints

    wrong = [hidden(line) for line in complaints(seen)] if plan.strict else []
    if wrong:
        words = "\n  ".join(wrong)
        raise EndpointFailed(f"--strict-mcp: servers are not as they should be:\n  {words}")


def _left(plan: Plan) -> float | None:
    """The seconds that are left of the run after its servers started."""
    timeout = plan.limits.timeout
    return None if timeout is None else timeout - (monotonic() - plan.began)


def _asker(here: Surroundings) -> Asker:
    """A person at the terminal, or nobody."""
    from skillctl.agent.approvals import Nobody, Person

    if not here.terminal:
        return Nobody()
    return Person(_write_error, sys.stdin.readline, monotonic, forget_typed)


def _write_error(text: str) -> None:
    sys.stderr.write(text)
    sys.stderr.flush()


def _log(stand: Standpoint, seen: Gathered, plan: Plan) -> SessionLog:
    """The session log under a new id; told on stderr, or on stdout as JSON."""
    from datetime import UTC, datetime
    from secrets import token_hex

    from skillctl.agent.session import session_id
    from skillctl.policy.redaction import Redactor

    name = session_id(datetime.now(UTC), token_hex(3))
    folder = stand.ground.sessions if plan.log else None
    if folder:
        say([f"session {name}"])
    log = SessionLog(
        name, folder=folder, redactor=Redactor(seen.secrets), listen=_listener(json=plan.json)
    )
    say(log.notices)
    return log


def _listener(*, json: bool) -> Callable[[Event], None]:
    from skillctl.agent.log import line
    from skillctl.agent.progress import progress_line

    def listen(event: Event) -> None:
        if json:
            sys.stdout.buffer.write(line(event))
            sys.stdout.buffer.flush()
        words = progress_line(event)
        if words is not None:
            say([words])

    return listen
