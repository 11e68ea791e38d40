"""A fake as a process: its bytes on stdin, stdout and stderr, its delays in real time."""

import os
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from queue import Empty, SimpleQueue
from threading import Thread

from skillctl.fakes.effects import Exit, Send, Stderr, stderr_line
from skillctl.fakes.model import FakeFile
from skillctl.fakes.session import Session

PARENT_SECONDS = 0.5


@dataclass(frozen=True, slots=True, kw_only=True)
class Streams:
    """The three streams of a process; `read` blocks, and gives b"" at the end."""

    read: Callable[[], bytes]
    write: Callable[[bytes], object]
    write_error: Callable[[bytes], object]


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

    The client has ended when the input is closed, the parent is gone, or the output cannot be
    written.
    """
    session = Session(file, time.monotonic(), log)
    chunks: SimpleQueue[bytes] = SimpleQueue()
    Thread(target=_pass_on, args=(streams.read, chunks), daemon=True).start()
    while True:
        while effect := session.next_effect(time.monotonic()):
            if isinstance(effect, Exit):
                return effect.code
            if not _write(effect, streams):
                session.end()
        _wait(session, chunks)
        if parent.gone:
            session.end()


def _pass_on(read: Callable[[], bytes], chunks: SimpleQueue[bytes]) -> None:
    """Read until the end, in a thread, since reading cannot be given a time limit everywhere."""
    while True:
        try:
            data = read()
        except (OSError, ValueError):
            data = b""
        chunks.put(data)
        if not data:
            return


def _wait(session: Session, chunks: SimpleQueue[bytes]) -> None:
    """Wait for the client or the next delay, whichever comes first."""
    due = session.next_time()
    seconds = PARENT_SECONDS if due is None else max(0.0, due - time.monotonic())
    with suppress(Empty):
        data = chunks.get(timeout=min(seconds, PARENT_SECONDS))
        if data:
            session.feed(data)
        else:
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
