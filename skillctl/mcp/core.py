"""The client's side of JSON-RPC with one server, without input and output (mcp.md section 5).

`step(event, now)` takes what happened and gives what is to be done; time comes from outside, so
that every fault of a server is a pure test.
"""

import json
from collections import deque
from collections.abc import Iterator

from skillctl.mcp.envelope import encoded, our_number, outcome_of, reply, rpc_failure
from skillctl.mcp.events import (
    Begin,
    Cancel,
    Deliver,
    Effect,
    Event,
    Exited,
    Fail,
    InputClosed,
    OutputEnded,
    Send,
    ToolsChanged,
)
from skillctl.mcp.lines import Line, LongLine
from skillctl.mcp.modern import envelope, in_words
from skillctl.mcp.notes import RAW_CHARACTERS, Note
from skillctl.mcp.pending import Pending, exit_words, lost, overdue
from skillctl.mcp.reading import Fault, Message, MessageReader, Reading
from skillctl.mcp.steps import Ask, Failed, Failure, Speak, Steps, Tell

EXIT_GRACE = 0.5
ABANDONED_KEPT = 1000  # of which a late answer is known as one


class Core:
    """All that is known about one server's conversation."""

    def __init__(self) -> None:
        self._reader = MessageReader()
        self._pending: dict[int, Pending] = {}
        self._abandoned: deque[int] = deque(maxlen=ABANDONED_KEPT)
        self._last_id = 0
        self._closes_at: float | None = None
        self._gone: Failure | None = None
        self._meta: dict[str, object] = {}  # of every request; nothing in the handshake era

    def step(self, event: Event, now: float) -> list[Effect]:
        """What follows from an event at a time (monotonic seconds)."""
        begins = isinstance(event, Begin)  # not in a conversation that is over by now
        effects = list(self._expire(now)) if begins else []
        return [*effects, *self._handle(event, now), *self._expire(now)]

    def deadline(self) -> float | None:
        """When something falls due even if nothing happens."""
        times = [p.hard_at for p in self._pending.values()]
        times += [p.idle_at for p in self._pending.values() if p.idle_at is not None]
        times += [self._closes_at] if self._closes_at is not None else []
        return min(times, default=None)

    @property
    def gone(self) -> bool:
        """Whether the server can answer nothing any more."""
        return self._gone is not None

    def _handle(self, event: Event, now: float) -> Iterator[Effect]:
        match event:
            case Line(data):
                yield from self._read(self._reader.read(data), now)
            case LongLine(head):
                yield from self._read(self._reader.too_long(head), now)
            case Begin():
                yield from self._begin(event, now)
            case Cancel(reason, ticket):
                yield from self._cancel(reason, ticket)
            case _:
                yield from self._end(event, now)

    def _end(self, event: Event, now: float) -> Iterator[Effect]:
        """One of the ways in which a server stops taking part."""
        match event:
            case Exited(code):
                yield from self._lose(Failure("exited", exit_words(code)))
            case OutputEnded():  # told again: nothing is left to wait for
                self._closes_at = now + EXIT_GRACE if self._closes_at is None else now
            case InputClosed(ticket, code):
                yield from self._refuse(ticket, code)

    def _begin(self, request: Begin, now: float) -> Iterator[Effect]:
        if self._gone:
            text = self._gone.text if self._last_id else f"{self._gone.text} (start)"
            yield Fail(request.ticket, Failure(self._gone.kind, text, unwritten=True))
            return
        yield from self._advance(request, None, now, now + request.hard)

    def _advance(
        self, request: Begin, answer: object, now: float, hard_at: float
    ) -> Iterator[Effect]:
        """Let an operation go on with an answer (or a failure) to its next request or its end."""
        try:
            step = _resume(request.steps, answer)
            while not isinstance(step, Ask):
                yield from self._say(step)
                step = next(request.steps)
            yield self._ask(request, step, now, hard_at)
        except StopIteration as done:
            yield Deliver(request.ticket, done.value)
        except Failed as failed:
            yield Fail(request.ticket, failed.failure)

    def _say(self, step: Tell | Note | Speak) -> Iterator[Effect]:
        match step:
            case Tell(method):
                yield Send(encoded(method=method))
            case Note():
                yield step
            case Speak(protocol):
                self._meta = envelope(protocol)

    def _ask(self, request: Begin, ask: Ask, now: float, hard_at: float) -> Send:
        self._last_id += 1
        token = {"progressToken": self._last_id} if ask.progress else {}
        meta = {**self._meta, **token}
        params = {**ask.params, "_meta": meta} if meta else dict(ask.params)
        try:
            data = encoded(id=self._last_id, method=ask.method, params=params)
        except (ValueError, RecursionError):
            raise Failed(Failure("protocol", f"{ask.label} cannot be written as JSON")) from None
        idle_at = None if request.idle is None else now + request.idle
        self._pending[self._last_id] = Pending(request, ask, hard_at, idle_at)
        return Send(data, request.ticket)

    def _read(self, reading: Reading, now: float) -> Iterator[Effect]:
        yield from reading.notes
        for message in reading.messages:
            yield from self._message(message, now)
        if reading.fault:
            yield from self._fault(reading.fault, now)

    def _message(self, message: Message, now: float) -> Iterator[Effect]:
        method = message.get("method")
        if not isinstance(method, str):
            yield from self._answer(message, now)
        elif message.get("id") is not None:
            yield self._asked(method, message["id"])
        elif method == "notifications/progress":
            self._progress(message.get("params"), now)
        elif method == "notifications/tools/list_changed":
            yield ToolsChanged()

    def _asked(self, method: str, given: object) -> Effect:
        """A request of the server; without a handshake there are none, and no responses to them."""
        if self._meta:
            return Note("request", method)
        if not isinstance(given, str | int | float) or len(str(given)) > RAW_CHARACTERS:
            return Note("request-id", json.dumps(given)[:RAW_CHARACTERS])
        return Send(reply(method, given), is_reply=True)

    def _progress(self, params: object, now: float) -> None:
        token = params.get("progressToken") if isinstance(params, dict) else None
        pending = self._pending.get(our_number(token) or 0)
        if pending and pending.request.idle is not None:
            pending.idle_at = now + pending.request.idle

    def _answer(self, message: Message, now: float) -> Iterator[Effect]:
        given = message.get("id")
        if given is None and "error" in message:
            yield from self._error_without_id(message["error"], now)
            return
        number = our_number(given)
        pending = self._pending.pop(number, None) if number is not None else None
        if number is None or pending is None:
            yield self._unwanted(number, given)
            return
        if type(given) is not int:
            yield Note("id-type", json.dumps(given))
        outcome, notes = outcome_of(message)
        yield from notes
        if self._meta and isinstance(outcome, Failed):
            outcome = Failed(in_words(outcome.failure))
        yield from self._advance(pending.request, outcome, now, pending.hard_at)

    def _unwanted(self, number: int | None, given: object) -> Note:
        """Name an answer that nobody waits for."""
        if number is None or not 0 < number <= self._last_id:
            return Note("unknown-id", json.dumps(given)[:RAW_CHARACTERS])
        return Note("late" if number in self._abandoned else "second")

    def _error_without_id(self, error: object, now: float) -> Iterator[Effect]:
        """An error for nobody fails the only request on its way; with several it is just noted."""
        failure, notes = rpc_failure(error)
        yield from notes
        waiting = self._waited_for()
        if len(waiting) == 1:
            pending = self._pending.pop(waiting[0])
            yield from self._advance(pending.request, Failed(failure), now, pending.hard_at)
        else:
            code = "" if failure.code is None else f"{failure.code} "
            yield Note("error-without-id", f"{code}{failure.text}")

    def _fault(self, fault: Fault, now: float) -> Iterator[Effect]:
        """A message that cannot be read fails the request it answers, or all if that is unknown."""
        shown = our_number(fault.id)
        waiting = self._waited_for() if shown is None else [shown]
        if fault.asks or not waiting:
            yield Note("unreadable", fault.words)
            return
        for number in waiting:
            pending = self._pending.pop(number, None)
            if pending is None:
                yield self._unwanted(number, fault.id)
                continue
            failure = Failure("protocol", fault.words)
            yield from self._advance(pending.request, Failed(failure), now, pending.hard_at)

    def _waited_for(self) -> list[int]:
        """The requests of which somebody wants the answer."""
        return [number for number, p in self._pending.items() if not p.request.background]

    def _cancel(self, reason: str, ticket: int | None) -> Iterator[Effect]:
        for number, pending in list(self._pending.items()):
            if ticket in (None, pending.request.ticket):
                words = f"{pending.ask.label} was cancelled: {reason}"
                yield from self._abandon(number, reason, Failure("cancelled", words))

    def _abandon(self, number: int, reason: str, failure: Failure) -> Iterator[Effect]:
        """Stop waiting and tell the server so, once; the first request may not be cancelled."""
        pending = self._pending.pop(number)
        self._abandoned.append(number)
        if not pending.starts:
            params = {"requestId": number, "reason": reason}
            yield Send(encoded(method="notifications/cancelled", params=params))
        pending.request.steps.close()
        yield Fail(pending.request.ticket, failure)

    def _refuse(self, ticket: int | None, code: int | None) -> Iterator[Effect]:
        """Nothing more can be sent; what was sent before may still be answered."""
        if code is None:
            failure = Failure("closed", "takes no more input", unwritten=True)
        else:
            failure = Failure("exited", exit_words(code), unwritten=True)
        self._gone = self._gone or failure
        for number, pending in list(self._pending.items()):
            if pending.request.ticket == ticket:
                del self._pending[number]
                yield lost(pending, failure)

    def _lose(self, failure: Failure) -> Iterator[Effect]:
        """The server is gone: everything on its way fails with the reason."""
        self._gone = self._gone or failure
        self._closes_at = None
        pending, self._pending = list(self._pending.values()), {}
        for one in pending:
            yield lost(one, failure)

    def _expire(self, now: float) -> Iterator[Effect]:
        if self._closes_at is not None and now >= self._closes_at:
            yield from self._lose(Failure("closed", "closed its output but keeps running"))
        for number, pending in list(self._pending.items()):
            failure = overdue(pending, now)
            if failure:
                yield from self._abandon(number, failure.text, failure)


def _resume(steps: Steps[object], answer: object) -> Ask | Tell | Note | Speak:
    if isinstance(answer, Failed):
        return steps.throw(answer)
    return steps.send(answer)
