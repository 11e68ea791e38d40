"""The fake server without its transport: what it is told in, what it wants done out.

It never waits, reads no clock and touches no file: `step(event, now)` gives a list of effects, and
a driver carries them out (harness.md section 1).
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from skillctl.fakes.answers import handshake, page, refused
from skillctl.fakes.calls import Calls
from skillctl.fakes.effects import (
    Effect,
    Eof,
    Event,
    Exit,
    Send,
    Sleep,
    Start,
    Withdraw,
    stderr_line,
)
from skillctl.fakes.faults.ends import leaving
from skillctl.fakes.faults.table import apply
from skillctl.fakes.ledger import Ledger, Miss
from skillctl.fakes.model import FakeFile, Fault, Happening, Leave, Moment, Tool
from skillctl.fakes.protocol import (
    METHOD_NOT_FOUND,
    Message,
    Refusal,
    error,
    notification,
    read_message,
    result,
)

Handler = Callable[[Message, int | str], Iterator[Effect]]
CANCELLED = "notifications/cancelled"
TOOLS_CHANGED = "notifications/tools/list_changed"


class Fake:
    """One run of a fake server."""

    def __init__(self, file: FakeFile) -> None:
        self.file = file
        self._counts: Counter[tuple[str, str | None]] = Counter()
        self._listed: tuple[Tool, ...] = tuple(tool for tool in file.tools if not tool.hidden)
        self._calls = Calls(file.server)
        self._ledger = Ledger(file.expects, 0.0)
        self._ready = 0.0
        self._handlers: Mapping[str, Handler] = {
            "initialize": self._initialize,
            "ping": self._ping,
            "tools/list": self._list_tools,
            "tools/call": self._call_tool,
        }

    @property
    def unmatched(self) -> int:
        """How many calls matched no reply."""
        return self._calls.unmatched

    def misses(self) -> tuple[Miss, ...]:
        """The expectations that the client has not met so far."""
        return tuple(self._ledger.misses())

    def step(self, event: Event, now: float) -> list[Effect]:
        """Take one event at a time in seconds, and say what is to be done."""
        if isinstance(event, Start):
            return list(self._start(now))
        if isinstance(event, Eof):
            return list(self._end())
        wait = self._ready - now
        lead = [Sleep(wait)] if wait > 0 else []
        return [*lead, *self._line(event.data, now)]

    def _start(self, now: float) -> Iterator[Effect]:
        process = self.file.process
        self._ready = now + process.start_delay_ms / 1000
        self._ledger = Ledger(self.file.expects, now)
        if process.start_delay_ms:
            yield Sleep(process.start_delay_ms / 1000)
        yield from (stderr_line(line, "process.stderr") for line in process.stderr)
        yield from (Send(data, "process.stdout_before") for data in process.stdout_before)
        yield from self._happen(None)
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
        if message is None:
            return []
        if isinstance(message, Refusal):
            body = {"code": message.code, "message": message.text}
            return [Send(error(message.id, body), "protocol", message.id)]
        number = self._count(message)
        self._ledger.note(message, number, now)
        effects = self._changed_by_fault(message, self._answer(message))
        return [*effects, *self._happen(Moment(message.method, number))]

    def _count(self, message: Message) -> int:
        """Count a message for its method and, if it is a call, for its tool."""
        self._counts[message.method, None] += 1
        tool = _called(message)
        if tool is not None:
            self._counts[message.method, tool] += 1
        return self._counts[message.method, None]

    def _changed_by_fault(self, message: Message, effects: Iterable[Effect]) -> Iterable[Effect]:
        """What is done under the first fault that this message meets."""
        for index, fault in enumerate(self.file.faults):
            if self._meets(message, fault):
                return apply(fault, effects, f"fault[{index}]")
        return effects

    def _meets(self, message: Message, fault: Fault) -> bool:
        if fault.on != message.method or fault.tool not in (None, _called(message)):
            return False
        return fault.nth is None or self._counts[fault.on, fault.tool] in fault.nth

    def _answer(self, message: Message) -> Iterator[Effect]:
        request_id, method = message.id, message.method
        if request_id is None:
            if method == CANCELLED:
                yield from _withdrawal(message)
        elif method in self._handlers:
            yield from self._handlers[method](message, request_id)
        elif self.file.server.unknown_method == "error":
            text = f"Method not found: {method}"
            yield refused(request_id, text, "unknown_method", METHOD_NOT_FOUND)
        elif self.file.server.unknown_method == "die":
            yield from leaving(Leave(code=1, stderr=f"unknown method {method}"), "unknown_method")

    def _initialize(self, message: Message, request_id: int | str) -> Iterator[Effect]:
        asked = message.params.get("protocolVersion")
        if isinstance(asked, str):
            value = handshake(self.file.server, asked, self._capabilities())
            yield Send(result(request_id, value), "initialize", request_id)
        else:
            yield refused(request_id, '"protocolVersion" is not a string', "initialize")

    def _capabilities(self) -> dict[str, Any]:
        """Tools always; that their list changes only where an event changes it or says so."""
        events = self.file.events
        changes = any(e.set_tools is not None or e.notify == TOOLS_CHANGED for e in events)
        return {"tools": {"listChanged": True} if changes else {}}

    def _ping(self, _message: Message, request_id: int | str) -> Iterator[Effect]:
        yield Send(result(request_id, {}), "ping", request_id)

    def _list_tools(self, message: Message, request_id: int | str) -> Iterator[Effect]:
        items = [tool.definition for tool in self._listed]
        cursor = message.params.get("cursor")
        value = page("tools", items, cursor, self.file.server.page_size)
        if value is None:
            yield refused(request_id, "Invalid cursor", "tools/list")
        else:
            yield Send(result(request_id, value), "tools/list", request_id)

    def _call_tool(self, message: Message, request_id: int | str) -> Iterator[Effect]:
        number = self._counts[message.method, _called(message)]
        return self._calls.answer(message, request_id, self._listed, number)

    def _happen(self, moment: Moment | None) -> Iterator[Effect]:
        """What the events after this moment bring about."""
        for index, event in enumerate(self.file.events):
            if event.after == moment:
                yield from self._event(event, f"event[{index}]")

    def _event(self, event: Happening, cause: str) -> Iterator[Effect]:
        if event.set_tools is not None:
            tools = {tool.name: tool for tool in reversed(self.file.tools)}
            self._listed = tuple(tools[name] for name in event.set_tools)
        yield from (stderr_line(line, cause) for line in event.stderr)
        if event.notify is not None:
            yield Send(notification(event.notify), cause)


def _called(message: Message) -> str | None:
    """The tool that a message calls, if it calls one."""
    name = message.params.get("name")
    return name if message.method == "tools/call" and isinstance(name, str) else None


def _withdrawal(message: Message) -> Iterator[Effect]:
    """Take a cancelled request at its word; a wrong id is ignored, as the protocol says."""
    request_id = message.params.get("requestId")
    if isinstance(request_id, int | str) and not isinstance(request_id, bool):
        yield Withdraw(request_id)


def _line_of(miss: Miss) -> int:
    return miss.location.start.line if miss.location.start else 1
