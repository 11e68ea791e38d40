"""A request on its way, and what the end of the server or of its time means for it."""

from dataclasses import dataclass, replace

from skillctl.mcp.connecting import DISCOVER, INITIALIZE
from skillctl.mcp.events import Begin, Fail
from skillctl.mcp.steps import Ask, Failure


@dataclass(slots=True)
class Pending:
    """A request, and the operation that waits for it."""

    request: Begin
    ask: Ask
    hard_at: float
    idle_at: float | None

    @property
    def starts(self) -> bool:
        """Whether it is a first request, which may not be cancelled."""
        return self.ask.method in (INITIALIZE, DISCOVER)


def exit_words(code: int) -> str:
    """How a process ended."""
    return f"exited with code {code}" if code >= 0 else f"ended by signal {-code}"


def lost(pending: Pending, failure: Failure) -> Fail:
    """What the failure of the server means for one request."""
    doing = "start" if pending.starts else pending.ask.label
    words = f"{failure.text} ({doing})"
    return Fail(pending.request.ticket, replace(failure, text=words))


def overdue(pending: Pending, now: float) -> Failure | None:
    """Which limit a request has reached; the hard one of an operation covers all its requests."""
    words, request = f"no answer to {pending.ask.label}", pending.request
    if now >= pending.hard_at:
        kind = "" if request.idle is None else " (hard limit)"
        return Failure("limit", f"{words} within {request.hard:g} s{kind}")
    if request.idle is not None and pending.idle_at is not None and now >= pending.idle_at:
        return Failure("idle", f"{words} within {request.idle:g} s (idle)")
    return None
