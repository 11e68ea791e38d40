"""One run of a fake between the core and a driver: lines in, due effects out, the wire log.

Both drivers run this, so both write the same bytes. It holds no clock: every call is told the time.
"""

from collections.abc import Callable
from dataclasses import replace
from heapq import heapify, heappop, heappush
from typing import NamedTuple

from skillctl.fakes.core import Fake
from skillctl.fakes.effects import (
    Action,
    Close,
    Effect,
    Eof,
    Event,
    Exit,
    Hang,
    Late,
    Line,
    Remind,
    Repeat,
    Send,
    Sleep,
    Spawn,
    Start,
    Stderr,
    Withdraw,
    stderr_line,
)
from skillctl.fakes.model import FakeFile
from skillctl.fakes.wirelog import entry
from skillctl.source.file import BOM

Due = Send | Stderr | Action | Exit
TERM, KILL = -15, -9


class _Scheduled(NamedTuple):
    """An effect with its time; equal times keep the order in which they were wanted."""

    at: float
    number: int
    effect: Due | Repeat | Remind


class Session:
    """A run: `log` gets each line of the wire log as it happens."""

    def __init__(self, file: FakeFile, now: float, log: Callable[[bytes], object]) -> None:
        self.fake = Fake(file)
        self.exit_code: int | None = None
        self.actions: list[Action] = []
        self._process = file.process
        self._log = log
        self._start = now
        self._entries = 0
        self._scheduled: list[_Scheduled] = []
        self._held: list[tuple[float, Send]] = []
        self._wanted = 0
        self._input = bytearray()
        self._searched = 0
        self._silent = True
        self._deaf = False
        self._ended = False
        self._abandoned = False
        self._step(Start(), now)

    @property
    def listening(self) -> bool:
        """Whether anything more of the client is read."""
        return not self._deaf and not self._ended

    def closed(self, stream: str) -> bool:
        """Whether the file had `stdout` or `stdin` closed."""
        return Close(stream) in self.actions

    def feed(self, data: bytes) -> None:
        """Take bytes of the client; whole lines are worked on by `next_effect`."""
        if not self._deaf:
            self._input += data

    def end(self) -> None:
        """The client closed its end, which a file may have ignored."""
        self._ended = True

    def abandon(self) -> None:
        """Nobody is there any more: end in any case."""
        self._abandoned = True

    def kill(self) -> None:
        """End as by the signals with which a client ends what does not end by itself."""
        if self.exit_code is None:
            self.exit_code = KILL if "SIGTERM" in self._process.ignore else TERM

    def next_effect(self, now: float) -> Due | None:
        """The next effect that is due, or None; lines are taken one at a time, in between."""
        while self.exit_code is None:
            if self._scheduled and self._scheduled[0].at <= now:
                due = self._carry_out(heappop(self._scheduled), now)
                if due is not None:
                    return due
            elif not self._take_line(now):
                return None
        return None

    def next_time(self) -> float | None:
        """When the next effect is due if nothing comes from the client; None: never."""
        running = self.exit_code is None and self._scheduled
        return self._scheduled[0].at if running else None

    def _take_line(self, now: float) -> bool:
        """Let the core work on one more line, or on the end of the input."""
        end = self._input.find(b"\n", self._searched) + 1
        self._searched = 0 if end else len(self._input)
        if not end and not self._at_end():
            return False
        data = bytes(self._input[: end or None])
        del self._input[: len(data)]
        if data:
            self._write_entry("in", data, None, now)
            self._step(Line(data.removesuffix(b"\n")), now)
        else:
            self._drop_late(now)
            self._step(Eof(), now)
        return True

    def _at_end(self) -> bool:
        """Whether the end of the input is there, and heard; a last line without an end is one."""
        heard = self._ended and not self._deaf
        return self._abandoned or (heard and bool(self._input or "EOF" not in self._process.ignore))

    def _step(self, event: Event, now: float) -> None:
        """Let the core work on one event, and schedule what it wants."""
        at = now
        for effect in self.fake.step(event, now):
            if isinstance(effect, Sleep):
                at += effect.seconds
            elif isinstance(effect, Withdraw):
                self._withdraw(effect, now)
            elif isinstance(effect, Late):
                self._held.append((at, effect.send))
            else:
                wait = effect.seconds if isinstance(effect, Remind) else 0.0
                self._schedule(effect, at + wait)

    def _schedule(self, effect: Due | Repeat | Remind, at: float) -> None:
        self._wanted += 1
        heappush(self._scheduled, _Scheduled(at, self._wanted, effect))

    def _withdraw(self, withdraw: Withdraw, now: float) -> None:
        """Take out what still waits for a cancelled request; what waited for that comes now."""
        self._scheduled = [s for s in self._scheduled if not _answers(s.effect, withdraw)]
        heapify(self._scheduled)
        late = [held for held in self._held if _answers(held[1], withdraw)]
        self._held = [held for held in self._held if held not in late]
        for at, send in late:
            self._schedule(send, max(at, now))

    def _drop_late(self, now: float) -> None:
        """A server whose client is gone answers no more; say what was lost."""
        late = sum(1 for s in self._scheduled if isinstance(s.effect, Send))
        self._scheduled.clear()
        if late:
            text = f"{self.fake.file.server.name}: the client left; {late} delayed lines not sent"
            self._schedule(stderr_line(text, "eof"), now)

    def _carry_out(self, due: _Scheduled, now: float) -> Due | None:
        """What a driver has to do for an effect; None if there is nothing that it could do."""
        match due.effect:
            case Remind(_, event):
                self._step(event, now)
                return None
            case Repeat() as again:
                self._schedule(replace(again, number=again.number + 1), due.at + again.seconds)
                return self._sent(Send(again.make(again.number), again.cause), now)
            case Send() as send:
                return self._sent(send, now)
            case Stderr(data, cause):
                self._write_entry("err", data, cause, now)
            case Exit(code):
                self.exit_code = code
            case action:
                self._act(action)
        return due.effect

    def _act(self, action: Action) -> None:
        self.actions.append(action)
        if isinstance(action, Hang):
            self._scheduled.clear()
        if not isinstance(action, Spawn) and action != Close("stdout"):
            self._deaf = True
            self._input.clear()
            self._searched = 0

    def _sent(self, send: Send, now: float) -> Send | None:
        """The bytes as they go; nothing goes to an output that is closed."""
        if self.closed("stdout"):
            return None
        data = send.data.replace(b"\n", b"\r\n") if self._process.crlf else send.data
        data = BOM + data if self._process.bom and self._silent else data
        self._silent = False
        self._write_entry("out", data, send.cause, now)
        return replace(send, data=data)

    def _write_entry(self, direction: str, data: bytes, cause: str | None, now: float) -> None:
        self._entries += 1
        milliseconds = round((now - self._start) * 1000)
        self._log(entry(self._entries, direction, data, cause, milliseconds))


def _answers(effect: Effect, withdraw: Withdraw) -> bool:
    """Whether an effect belongs to the request; 1 and "1" are two requests."""
    if not isinstance(effect, Send | Repeat) or type(effect.request) is not type(withdraw.request):
        return False
    return effect.request == withdraw.request
