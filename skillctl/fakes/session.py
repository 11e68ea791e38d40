"""One run of a fake between the core and a driver: lines in, due effects out, the wire log.

Both drivers run this, so both write the same bytes. It holds no clock: every call is told the time.
"""

from collections.abc import Callable
from heapq import heapify, heappop, heappush
from typing import NamedTuple

from skillctl.fakes.core import Fake
from skillctl.fakes.effects import (
    Effect,
    Eof,
    Event,
    Exit,
    Line,
    Send,
    Sleep,
    Start,
    Stderr,
    Withdraw,
    stderr_line,
)
from skillctl.fakes.model import FakeFile
from skillctl.fakes.wirelog import entry

Due = Send | Stderr | Exit


class _Scheduled(NamedTuple):
    """An effect with its time; equal times keep the order in which they were wanted."""

    at: float
    number: int
    effect: Due


class Session:
    """A run: `log` gets each line of the wire log as it happens."""

    def __init__(self, file: FakeFile, now: float, log: Callable[[bytes], object]) -> None:
        self.fake = Fake(file)
        self.exit_code: int | None = None
        self._log = log
        self._start = now
        self._entries = 0
        self._scheduled: list[_Scheduled] = []
        self._wanted = 0
        self._input = bytearray()
        self._searched = 0
        self._ended = False
        self._step(Start(), now)

    def feed(self, data: bytes) -> None:
        """Take bytes of the client; whole lines are worked on by `next_effect`."""
        self._input += data

    def end(self) -> None:
        """The client closed its end."""
        self._ended = True

    def next_effect(self, now: float) -> Due | None:
        """The next effect that is due, or None; lines are taken one at a time, in between."""
        while self.exit_code is None:
            if self._scheduled and self._scheduled[0].at <= now:
                return self._carry_out(heappop(self._scheduled).effect, now)
            if not self._take_line(now):
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
        if not end and not self._ended:
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

    def _step(self, event: Event, now: float) -> None:
        """Let the core work on one event, and schedule what it wants."""
        at = now
        for effect in self.fake.step(event, now):
            if isinstance(effect, Sleep):
                at += effect.seconds
            elif isinstance(effect, Withdraw):
                self._withdraw(effect)
            else:
                self._schedule(effect, at)

    def _schedule(self, effect: Due, at: float) -> None:
        self._wanted += 1
        heappush(self._scheduled, _Scheduled(at, self._wanted, effect))

    def _withdraw(self, withdraw: Withdraw) -> None:
        """Take out what still waits for a cancelled request."""
        self._scheduled = [s for s in self._scheduled if not _answers(s.effect, withdraw)]
        heapify(self._scheduled)

    def _drop_late(self, now: float) -> None:
        """A server whose client is gone answers no more; say what was lost."""
        late = sum(1 for s in self._scheduled if isinstance(s.effect, Send))
        self._scheduled.clear()
        if late:
            text = f"{self.fake.file.server.name}: the client left; {late} delayed lines not sent"
            self._schedule(stderr_line(text, "eof"), now)

    def _carry_out(self, effect: Due, now: float) -> Due:
        if isinstance(effect, Exit):
            self.exit_code = effect.code
        else:
            direction = "out" if isinstance(effect, Send) else "err"
            self._write_entry(direction, effect.data, effect.cause, now)
        return effect

    def _write_entry(self, direction: str, data: bytes, cause: str | None, now: float) -> None:
        self._entries += 1
        milliseconds = round((now - self._start) * 1000)
        self._log(entry(self._entries, direction, data, cause, milliseconds))


def _answers(effect: Effect, withdraw: Withdraw) -> bool:
    """Whether an effect belongs to the request; 1 and "1" are two requests."""
    if not isinstance(effect, Send) or type(effect.request) is not type(withdraw.request):
        return False
    return effect.request == withdraw.request
