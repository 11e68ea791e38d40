"""A fake as a process: its bytes on stdin, stdout and stderr, its delays in real time."""

import os
import signal
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from queue import Empty, SimpleQueue
from threading import Thread

from skillctl.fakes.effects import Close, Exit, Send, Spawn, Stderr, stderr_line
from skillctl.fakes.helper import start_helper
from skillctl.fakes.model import FakeFile, Helper
from skillctl.fakes.session import Due, Session

PARENT_SECONDS = 0.5


def _nothing(_stream: str) -> None:
    """What closing comes to where there is nothing to close."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Streams:
    """The three streams of a process; `read` blocks, and gives b"" at the end.

    `ready` waits so many seconds for something to read, and says whether it is there; without it
    `read` runs in a thread. `close` closes `stdout` or `stdin`; `start` starts a child process.
    """

    read: Callable[[], bytes]
    write: Callable[[bytes], object]
    write_error: Callable[[bytes], object]
    ready: Callable[[float], bool] | None = None
    close: Callable[[str], object] = _nothing
    start: Callable[[Helper], object] = start_helper


class Parent:
    """The process that started this one; make it early, for it can only be missed from then on."""

    def __init__(self, ask: Callable[[], int] = os.getppid) -> None:
        self._ask = ask
        self._first = ask()

    @property
    def gone(self) -> bool:
        """Whether it has ended, so that this process has another parent."""
        return self._ask() != self._first


def serve(file: FakeFile, streams: Streams, log: Callable[[bytes], object], parent: Parent) -> int:
    """Run a fake until its file, or its client's end, ends it; give the exit code.

    The client has ended when the input is closed, or the output cannot be written, both of which a
    file may ignore; and in any case when the parent is gone.
    """
    if "SIGTERM" in file.process.ignore:
        with suppress(ValueError):  # not the main thread
            signal.signal(signal.SIGTERM, signal.SIG_IGN)
    session = Session(file, time.monotonic(), log)
    take = _in_turn(streams) if streams.ready else _beside(streams)
    while True:
        while effect := session.next_effect(time.monotonic()):
            if isinstance(effect, Exit):
                return effect.code
            if not _carry_out(effect, streams):
                session.end()
        _wait(session, take)
        if parent.gone:
            session.abandon()


def _carry_out(effect: Due, streams: Streams) -> bool:
    """Do what an effect asks for; false if stdout takes no more."""
    if isinstance(effect, Send | Stderr):
        return _write(effect, streams)
    if isinstance(effect, Close):
        streams.close(effect.stream)
    if isinstance(effect, Spawn):
        streams.start(effect.helper)
    return True


def _in_turn(streams: Streams) -> Callable[[float], bytes | None]:
    """Read when there is something to read; so nothing is read that is not wanted."""
    ready = streams.ready or (lambda _: True)

    def take(seconds: float) -> bytes | None:
        try:
            return streams.read() if ready(seconds) else None
        except (OSError, ValueError):
            return b""

    return take


def _beside(streams: Streams) -> Callable[[float], bytes | None]:
    """Read in a thread, where reading cannot be given a time limit."""
    chunks: SimpleQueue[bytes] = SimpleQueue()
    Thread(target=_pass_on, args=(streams.read, chunks), daemon=True).start()

    def take(seconds: float) -> bytes | None:
        with suppress(Empty):
            return chunks.get(timeout=seconds)
        return None

    return take


def _pass_on(read: Callable[[], bytes], chunks: SimpleQueue[bytes]) -> None:
    """Read until the end."""
    while True:
        try:
            data = read()
        except (OSError, ValueError):
            data = b""
        chunks.put(data)
        if not data:
            return


def _wait(session: Session, take: Callable[[float], bytes | None]) -> None:
    """Wait for the client or the next delay, whichever comes first."""
    due = session.next_time()
    seconds = PARENT_SECONDS if due is None else max(0.0, due - time.monotonic())
    seconds = min(seconds, PARENT_SECONDS)
    if not session.listening:
        time.sleep(seconds)
        return
    data = take(seconds)
    if data:
        session.feed(data)
    elif data is not None:
        session.end()


def _write(effect: Send | Stderr, streams: Streams) -> bool:
    """Write to stdout or stderr; false if stdout takes no more. A closed stderr is no matter."""
    if isinstance(effect, Stderr):
        with suppress(OSError):
            streams.write_error(effect.data)
        return True
    try:
        streams.write(effect.data)
    except BrokenPipeError:
        return False
    except OSError as error:
        words = f"skillctl: the output cannot be written: {error.strerror}"
        return not _write(stderr_line(words, ""), streams)
    return True
