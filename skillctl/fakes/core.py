"""The fake server without its transport: what it is told in, what it wants done out.

It never waits, reads no clock and touches no file: `step(event, now)` gives a list of effects, and
a driver carries them out (harness.md section 1).
"""

from collections import Counter
from collections.abc import Iterable, Iterator

from skillctl.fakes.answers import about
from skillctl.fakes.asked import LOG_LEVEL, Asked
from skillctl.fakes.effects import (
    Effect,
    Eof,
    Event,
    Exit,
    Remind,
    Send,
    Sleep,
    Spawn,
    Start,
    Stderr,
    StopReading,
    Timer,
    Withdraw,
    stderr_line,
)
from skillctl.fakes.eras import Eras
from skillctl.fakes.faults.ends import leaving
from skillctl.fakes.faults.table import apply
from skillctl.fakes.ledger import Ledger, Miss
from skillctl.fakes.methods import Methods
from skillctl.fakes.model import Elapsed, FakeFile, Fault, Happening, Leave, Moment
from skillctl.fakes.protocol import (
    METHOD_NOT_FOUND,
    Message,
    Refusal,
    Response,
    error,
    notification,
    read_message,
)
from skillctl.fakes.requests import Requests

CANCELLED = "notifications/cancelled"
_NAMED = {"tools/call": "name", "prompts/get": "name", "resources/read": "uri"}


class Fake:
    """One run of a fake server."""

    def __init__(self, file: FakeFile) -> None:
        self.file = file
        self._counts: Counter[tuple[str, str | None]] = Counter()
        self._eras = Eras(file.server)
        self._methods = Methods(file)
        self._requests = Requests(file.events)
        self._ledger = Ledger(file.expects, 0.0)
        self._ready = 0.0

    @property
    def unmatched(self) -> int:
        """How many requests matched no reply."""
        return self._methods.replies.unmatched

    def misses(self) -> tuple[Miss, ...]:
        """The expectations that the client has not met so far."""
        return (*self._ledger.misses(), *self._requests.misses())

    def step(self, event: Event, now: float) -> list[Effect]:
        """Take one event at a time in seconds, and say what is to be done."""
        if isinstance(event, Start):
            return list(self._start(now))
        if isinstance(event, Timer):
            return list(self._event(event.index, now))
        if isinstance(event, Eof):
            return list(self._end())
        wait = self._ready - now
        lead = [Sleep(wait)] if wait > 0 else []
        return [*lead, *self._line(event.data, now)]

    def _start(self, now: float) -> Iterator[Effect]:
        process = self.file.process
        self._ready = now + process.start_delay_ms / 1000
        self._ledger = Ledger(self.file.expects, now)
        for index, event in enumerate(self.file.events):
            if isinstance(event.after, Elapsed):
                yield Remind(event.after.ms / 1000, Timer(index))
        if process.stop_reading:
            yield StopReading()
        if process.start_delay_ms:
            yield Sleep(process.start_delay_ms / 1000)
        if process.helper:
            yield Spawn(process.helper)
        yield from (stderr_line(line, "process.stderr") for line in process.stderr)
        if process.stderr_bytes:
            yield Stderr(b"e" * process.stderr_bytes, "process.stderr_bytes")
        yield from (Send(data, "process.stdout_before") for data in process.stdout_before)
        yield from self._happen(None, self._ready)
        if process.exit_at_start is not None:
            yield from leaving(process.exit_at_start, "process.exit_at_start")

    def _end(self) -> Iterator[Effect]:
        """Say which expectations were missed; such a run fails."""
        misses = self.misses()
        for miss in misses:
            text = f"{self.file.server.name}: line {_line_of(miss)}: {miss.message}"
            yield stderr_line(text, "expect")
        yield Exit(1 if misses else 0)

    def _line(self, data: bytes, now: float) -> list[Effect]:
        message = read_message(data)
        if isinstance(message, Refusal):
            body = {"code": message.code, "message": message.text}
            return [Send(error(message.id, body), "protocol", message.id)]
        if isinstance(message, Response):
            self._requests.note(message, now)
        if not isinstance(message, Message):
            return []
        if message.id is not None:
            self._eras.decide(message)
        number = self._count(message)
        self._ledger.note(message, number, now)
        effects = list(self._changed_by_fault(message, self._answer(message)))
        delay = sum(effect.seconds for effect in effects if isinstance(effect, Sleep))
        at = max(now, self._ready) + delay
        return [*effects, *self._happen(Moment(message.method, number), at)]

    def _count(self, message: Message) -> int:
        """Count a message for its method, and for what it names."""
        self._counts[message.method, None] += 1
        tool = _called(message)
        if tool is not None:
            self._counts[message.method, tool] += 1
        return self._counts[message.method, None]

    def _changed_by_fault(self, message: Message, effects: Iterator[Effect]) -> Iterable[Effect]:
        """What is done under the first fault that this message meets."""
        self._methods.style = None
        for index, fault in enumerate(self.file.faults):
            if self._meets(message, fault):
                self._methods.style = fault.effects.get("cursor")
                return list(apply(fault, effects, f"fault[{index}]", message))
        return effects

    def _meets(self, message: Message, fault: Fault) -> bool:
        if fault.on != message.method or fault.tool not in (None, _called(message)):
            return False
        return fault.nth is None or self._counts[fault.on, fault.tool] in fault.nth

    def _answer(self, message: Message) -> Iterator[Effect]:
        if message.id is None:
            if message.method == CANCELLED:
                yield from self._cancel(message)
            return
        asked, refusal = self._asked(message, message.id), self._eras.refusal(message)
        if refusal:
            yield Send(error(asked.id, refusal), "era", asked.id)
        elif message.method in self._methods.known and self._eras.has(message.method):
            yield from self._methods.known[message.method](asked)
        elif self.file.server.unknown_method == "error":
            text = f"Method not found: {message.method}"
            yield asked.refuse(text, "unknown_method", METHOD_NOT_FOUND)
        elif self.file.server.unknown_method == "die":
            leave = Leave(code=1, stderr=f"unknown method {message.method}")
            yield from leaving(leave, "unknown_method")

    def _asked(self, message: Message, request_id: int | str) -> Asked:
        modern = bool(self._eras.modern)
        return Asked(
            message=message,
            id=request_id,
            number=self._counts[message.method, _called(message)],
            stamp=about(self.file.server) if modern else None,
            level=message.meta.get(LOG_LEVEL) if modern else self._methods.level,
        )

    def _cancel(self, message: Message) -> Iterator[Effect]:
        """Take a cancelled request at its word; a wrong id is ignored, as the protocol says."""
        request_id = message.params.get("requestId")
        if isinstance(request_id, int | str) and not isinstance(request_id, bool):
            self._methods.listeners.end(request_id)
            yield Withdraw(request_id)

    def _happen(self, moment: Moment | None, now: float) -> Iterator[Effect]:
        """What the events after this moment bring about, at the time at which they do."""
        for index, event in enumerate(self.file.events):
            if event.after == moment:
                yield from self._event(index, now)

    def _event(self, index: int, now: float) -> Iterator[Effect]:
        event, cause = self.file.events[index], f"event[{index}]"
        if event.set_tools is not None:
            self._methods.offering.set_tools(event.set_tools)
        yield from (stderr_line(line, cause) for line in event.stderr)
        if event.raw is not None:
            yield Send(event.raw.encode() + b"\n", cause)
        yield from self._notify(event, cause)
        if event.request is not None:
            yield Send(self._requests.write(index, now), cause)

    def _notify(self, event: Happening, cause: str) -> Iterator[Effect]:
        """In a session of the modern era only those hear of it who listen."""
        if event.notify is None:
            return
        if self._eras.modern:
            yield from self._methods.listeners.tell(event.notify, cause)
        else:
            yield Send(notification(event.notify), cause)


def _called(message: Message) -> str | None:
    """What a message is for: the name of a tool or prompt, the URI of a resource."""
    name = message.params.get(_NAMED.get(message.method, ""))
    return name if isinstance(name, str) else None


def _line_of(miss: Miss) -> int:
    return miss.location.start.line if miss.location.start else 1
