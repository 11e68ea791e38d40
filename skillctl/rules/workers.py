"""Checking many files in several processes, with the result of one (lint.md section 8.1)."""

import os
import signal
import sys
import threading
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from multiprocessing import active_children, get_context, parent_process
from traceback import format_exception
from typing import NamedTuple

from skillctl.errors import SkillctlError
from skillctl.rules.find.found import Target
from skillctl.rules.parts import Part
from skillctl.rules.rule import Crash

CHUNK = 64
MOST_WORKERS = 61  # more are refused on Windows
ORPHANED = 1


class Sent(NamedTuple):
    """A crash without its error, which may be of a kind that cannot be sent."""

    code: str
    path: str
    kind: str
    words: str
    traceback: str


class _Answer(NamedTuple):
    """A part as a worker sends it."""

    part: Part
    crashes: tuple[Sent, ...]


CheckPart = Callable[[Sequence[Target]], Part]


def parts(check: CheckPart, targets: Sequence[Target], count: int) -> Iterator[Part]:
    """What comes of the files, in their order, from `count` processes.

    Files are sent as paths, some at a time. Whatever ends the command ends the processes first.
    """
    chunks = [targets[at : at + CHUNK] for at in range(0, len(targets), CHUNK)]
    with _workers(min(count, len(chunks), MOST_WORKERS)) as workers:
        waiting = deque(workers.submit(_answer, check, chunk) for chunk in chunks)
        while waiting:
            part, crashes = waiting.popleft().result()
            yield part._replace(crashes=tuple(map(_rebuilt, crashes)))


def _answer(check: CheckPart, targets: Sequence[Target]) -> _Answer:
    """In a worker: check some files."""
    part = check(targets)
    return _Answer(part._replace(crashes=()), tuple(map(_sent, part.crashes)))


@contextmanager
def _workers(count: int) -> Iterator[Executor]:
    """Processes that end with this one, however that ends."""
    others = set(active_children())
    pool = ProcessPoolExecutor(count, get_context(start_method()), _begin)
    try:
        yield pool
    except BrokenProcessPool:
        raise SkillctlError(
            "a process that checked files was ended from outside",
            hint="memory may be short; --jobs 1 checks in one process",
        ) from None
    except BaseException:
        for process in set(active_children()) - others:
            process.kill()
        raise
    finally:
        pool.shutdown()


def start_method() -> str:
    """How processes begin: as a copy of this one only where no thread could hold a lock in it."""
    alone = sys.platform == "linux" and threading.active_count() == 1
    return "fork" if alone else "spawn"


def _begin() -> None:
    """In a worker: an interrupt is the matter of the first process, and so is the end."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = parent_process()
    if parent:
        parent.join()
        os._exit(ORPHANED)


def _sent(crash: Crash) -> Sent:
    error = crash.error
    text = "".join(format_exception(error))
    return Sent(crash.code, crash.path, type(error).__name__, str(error), text)


def _rebuilt(sent: Sent) -> Crash:
    """The crash with an error of the same name, which tells where it happened."""
    error: Exception = type(sent.kind, (Exception,), {})(sent.words)
    error.add_note(sent.traceback)
    return Crash(sent.code, sent.path, error)
