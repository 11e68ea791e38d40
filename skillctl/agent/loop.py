"""The loop of the agent: ask the model, do what it calls, in order, until it is done.

agent.md section 9. Every call gets exactly one result; an error goes to the model and the run goes
on; what ends a run early becomes an exit code and words.
"""

import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass

from skillctl.agent.approvals import Answer, Approvals, modes_that_allow
from skillctl.agent.assembly import Assembly, assemble
from skillctl.agent.dialects.known import DEFAULT_DIALECT
from skillctl.agent.journal import Journal
from skillctl.agent.limits import Limits, Meter
from skillctl.agent.log import SessionLog
from skillctl.agent.messages import (
    AssistantMessage,
    Message,
    Provider,
    Reply,
    Request,
    ToolCall,
    ToolMessage,
    UserMessage,
)
from skillctl.agent.prepared import Refused, ToolError, ToolResult
from skillctl.agent.toolbox import Ready, Toolbox
from skillctl.agent.view import View
from skillctl.errors import Denied, SkillctlError
from skillctl.policy.text import clean
from skillctl.report.plain import one_row
from skillctl.settings import Settings

INTERRUPTED = 130
NOT_RUN = ToolResult("not run: the run stopped here", is_error=True)
CANCELLED = ToolResult("cancelled; it may have acted", is_error=True)


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a run ended: the final text (empty if there is none), the exit code, and why."""

    text: str
    exit_code: int
    reason: str
    hint: str | None = None


def run_task(  # noqa: PLR0913, PLR0917 # the parts of a run, each made by its owner
    view: View,
    settings: Settings,
    task: str | Sequence[UserMessage],
    provider: Provider,
    toolbox: Toolbox,
    limits: Limits,
    log: SessionLog,
    *,
    dialect: str = DEFAULT_DIALECT,
    clock: Callable[[], float] = time.monotonic,
    began: float | None = None,
) -> Outcome:
    """Run one user message to its end; only an interrupt and a bug leave as exceptions.

    It may come with others before it: the skills that the user activates. The time of the run
    counts from `began` by the clock, or from now.
    """
    said = [UserMessage(task)] if isinstance(task, str) else task
    meter = Meter(limits, clock, toolbox.asker.waited, began)
    first = assemble(view, settings, said, model=provider.name, dialect=dialect)
    loop = Loop(provider, toolbox, meter, Journal(log), first)
    try:
        loop.start(view, settings)
        text = loop.converse(view.hash)
        provider.finish()
    except SkillctlError as error:
        return loop.stopped(error)
    except KeyboardInterrupt:
        loop.cancelled(INTERRUPTED, "interrupted")
        raise
    except SystemExit as stop:
        loop.cancelled(int(stop.code or 0), "terminated")
        raise
    loop.end(0, "done")
    return Outcome(text, 0, "done")


class Loop:
    """A conversation: what was said so far, and what may still be done."""

    def __init__(
        self, provider: Provider, toolbox: Toolbox, meter: Meter, journal: Journal, first: Assembly
    ) -> None:
        self.provider = provider
        self.toolbox = toolbox
        self.meter = meter
        self.journal = journal
        self.first = first
        self.messages: list[Message] = list(first.messages)

    def start(self, view: View, settings: Settings) -> None:
        """Log what the first request is made of."""
        self.journal.start(settings, self.provider.name, self.first, self.toolbox.area.root)
        self.journal.view(view, self.first)
        for message in self.messages:
            if isinstance(message, UserMessage):
                self.journal.message(message)

    def go_on(self, toolbox: Toolbox, fresh: Assembly, changed: View | None) -> None:
        """Take another user message, the end of `fresh`, under a view that may have `changed`."""
        said = fresh.messages[len(self.messages) :]
        self.toolbox, self.first, self.messages = toolbox, fresh, list(fresh.messages)
        self.meter.message()
        if changed:
            self.journal.view(changed, fresh)
        for message in said:
            if isinstance(message, UserMessage):
                self.journal.message(message)

    def converse(self, view: str) -> str:
        """Requests and calls in turn, until a reply calls nothing: its text."""
        while True:
            reply = self.ask(view)
            self.messages.append(AssistantMessage(reply.text, reply.calls, reply.opaque))
            if not reply.calls:
                return reply.text
            self.do_all(reply.calls)

    def ask(self, view: str) -> Reply:
        """Make one request under a view, which is named by its hash."""
        self.meter.request()
        assembly = self.first.with_messages(self.messages)
        index = self.meter.requests
        self.journal.request(assembly, index, view)
        started = self.meter.clock()
        reply = self.provider.reply(
            Request(index, assembly.body, assembly.system, assembly.messages, assembly.tools)
        )
        self.journal.response(reply, index, self.milliseconds(started))
        return reply

    def do_all(self, calls: Sequence[ToolCall]) -> None:
        """Do calls in order; if the run stops at one, that and the later ones are told so."""
        for done, call in enumerate(calls):
            try:
                self.meter.call()
                started = self.meter.clock()
                result = self.attempt(call)
            except (SkillctlError, KeyboardInterrupt, SystemExit):
                for left in calls[done:]:
                    self.journal.result(left, CANCELLED if self.journal.begun(left) else NOT_RUN)
                raise
            self.journal.result(call, result, self.milliseconds(started))
            self.messages.append(ToolMessage(call.id, call.name, result.text, result.is_error))

    def attempt(self, call: ToolCall) -> ToolResult:
        """Do one call; whatever keeps it from being done is an error for the model."""
        try:
            ready = self.toolbox.prepare(call)
            self.allow(ready)
            self.journal.call(ready)
            return self.done(ready)
        except Refused as refusal:
            answer = Answer(allowed=False, by="guard", rule=str(refusal))
            self.journal.approval(call, answer, None)
            return failed(refusal)
        except ToolError as error:
            return failed(error)

    def done(self, ready: Ready) -> ToolResult:
        """Do a call; one of a server that the end of the time cut short says so."""
        try:
            return ready.question.prepared.run()
        except ToolError:
            if ready.tool.server is None or not self.meter.over():
                raise
        words = f"the run's time limit of {self.meter.limits.timeout:g} s was reached"
        return ToolResult(f"{words} during this call; it may have acted", is_error=True)

    def allow(self, ready: Ready) -> None:
        """Get an answer if one is needed: ToolError if it is no, Denied if there is none."""
        answer = self.toolbox.answer(ready)
        if answer is None:
            return
        self.journal.approval(ready.call, answer, ready.question.arguments)
        if answer.by == "nobody":
            raise unanswered(ready, answer, self.toolbox.approvals)
        if not answer.allowed:
            reason = f": {answer.reason}" if answer.reason else ""
            who = "the user" if answer.by == "person" else f"rule {answer.rule!r}"
            raise ToolError(f"denied by {who}{reason}; the call was not made")

    def stopped(self, error: SkillctlError) -> Outcome:
        """Log why a run ends early and turn it into an outcome."""
        with suppress(SkillctlError):  # a log that cannot be written has said so already
            self.journal.stop(error)
            self.journal.end(error.exit_code, error.message)
        return Outcome("", error.exit_code, error.message, error.hint)

    def cancelled(self, exit_code: int, reason: str) -> None:
        """Log that a signal ended the run: the first one, so at its first stage."""
        with suppress(SkillctlError):
            self.journal.cancel()
            self.journal.end(exit_code, reason)

    def end(self, exit_code: int, reason: str) -> None:
        """Log how the session ended."""
        with suppress(SkillctlError):
            self.journal.end(exit_code, reason)

    def milliseconds(self, started: float) -> int:
        """The time that went by since then."""
        return round((self.meter.clock() - started) * 1000)


def failed(error: ToolError) -> ToolResult:
    """A failure as a result; its words may quote foreign text, which is cleaned like any other."""
    return ToolResult(clean(str(error)).text, is_error=True)


def unanswered(ready: Ready, answer: Answer, approvals: Approvals) -> Denied:
    """Why a run stops at a question that nobody answers, and which flags would answer it."""
    modes = modes_that_allow(ready.question, approvals)
    if modes:
        flags = " or ".join(f"--approve {mode}" for mode in modes)
        hint = f"at a terminal you are asked; {flags} lets it run unasked"
    else:
        why = one_row(ready.question.prepared.verdict.reason) or "a rule asks for one"
        hint = f"only a person at a terminal can allow it ({why}); no flag does"
    return Denied(f"tool {ready.name} needs approval, and {answer.reason}", hint=hint)
