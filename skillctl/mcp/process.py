"""A server as a process tree: started in a session of its own, ended whole (mcp.md section 5.5).

A known limit: a process that was forked twice, into a session of its own and without its
environment, is not found once its parents have ended.
"""

import atexit
import os
import signal
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from threading import RLock
from typing import IO

from skillctl.mcp.environment import SERVER_ID
from skillctl.mcp.launch import launch
from skillctl.mcp.survey import SURVEYED, Process, bearing, below, living

_FIRST_PAUSE, _LONGEST_PAUSE = 0.001, 0.02


@dataclass(frozen=True, slots=True)
class Grace:
    """How long each way of ending a server is given, in seconds.

    `rest` is for what remains after its first process has ended by itself.
    """

    eof: float = 2.0
    rest: float = 0.2
    term: float = 2.0
    kill: float = 1.0


AT_ONCE = Grace(0.0, 0.0, 0.0, 1.0)


class ServerProcess:
    """One started server and everything it starts.

    The first process is not reaped before the end, so that its number, which is also that of its
    group, cannot pass to a stranger.
    """

    def __init__(
        self, argv: Sequence[str], cwd: Path | None, environment: Mapping[str, str]
    ) -> None:
        """Start it. OSError or ValueError if that cannot be done."""
        self._token = f"{SERVER_ID}={environment[SERVER_ID]}".encode()
        self.owner = os.getpid()
        self._seen: dict[int, Process] = {}
        self._popen = launch(argv, cwd, environment)
        self._told: set[tuple[str, signal.Signals]] = set()
        self._one_at_a_time = RLock()
        self._hurry = False
        self.killed = False
        _RUNNING.add(self)

    @property
    def pid(self) -> int:
        """The number of its first process, which is also that of its group and session."""
        return self._popen.pid

    @property
    def stdin(self) -> IO[bytes]:
        """Our end of its input."""
        return _there(self._popen.stdin)

    @property
    def stdout(self) -> IO[bytes]:
        """Our end of its output."""
        return _there(self._popen.stdout)

    @property
    def stderr(self) -> IO[bytes]:
        """Our end of its error output."""
        return _there(self._popen.stderr)

    def exit_code(self) -> int | None:
        """The exit code of the first process (negative: a signal), or None while it runs."""
        if self._popen.returncode is not None or not hasattr(os, "waitid"):
            return self._popen.poll()
        try:
            ended = os.waitid(os.P_PID, self.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT)
        except ChildProcessError:
            return self._popen.poll()
        if ended is None:
            return None
        return ended.si_status if ended.si_code == os.CLD_EXITED else -ended.si_status

    def stop(self, grace: Grace = Grace()) -> None:
        """End of input, then TERM, then KILL, until nothing is left; safe to call again.

        AT_ONCE also ends the patience of a call on its way in another thread.
        """
        if grace is AT_ONCE:
            self._hurry = True
        with self._one_at_a_time:
            try:
                self._end(grace)
            except BaseException:  # a second interrupt: no more patience
                self._end(AT_ONCE)
                raise
            finally:
                if self._popen.poll() is not None:
                    _RUNNING.discard(self)

    def kill(self) -> bool:
        """KILL all of it, also while another thread ends it; whether anything was left."""
        survivors = self._survivors()
        if self._popen.returncode is None:  # its number is still its own
            with suppress(OSError):
                os.killpg(self.pid, signal.SIGKILL)
        for process in survivors:
            with suppress(OSError):
                os.kill(process.pid, signal.SIGKILL)
        return bool(survivors)

    def _end(self, grace: Grace) -> None:
        if self not in _RUNNING:
            return
        self._survivors()  # who is whose child is lost when a parent ends
        with suppress(OSError):
            self.stdin.close()
        begun, gone = time.monotonic(), False
        if self._settled(self._leader_gone, grace.eof):
            left = grace.eof - (time.monotonic() - begun)
            gone = self._settled(self._gone, min(grace.rest, left))  # all together: five seconds
        for number, seconds in ((signal.SIGTERM, grace.term), (signal.SIGKILL, grace.kill)):
            if gone and SURVEYED:
                return
            self.killed = number is signal.SIGKILL and not self._gone()
            gone = self._settled(partial(self._signal, number), seconds, last=self.killed)

    def _settled(self, is_done: Callable[[], bool], seconds: float, *, last: bool = False) -> bool:
        """Wait for something in growing pauses; in a hurry only for what comes last."""
        until, pause = time.monotonic() + seconds, _FIRST_PAUSE
        while not is_done():
            left = until - time.monotonic()
            if left <= 0 or (self._hurry and not last):
                return False
            time.sleep(min(pause, left))
            pause = min(2 * pause, _LONGEST_PAUSE)
        return True

    def _signal(self, number: signal.Signals) -> bool:
        """Send a signal, once, to whoever lives and has not had it; whether nobody lives."""
        survivors = self._survivors()
        first = ("group", number) not in self._told
        if first:
            with suppress(OSError):
                os.killpg(self.pid, number)
        for process in survivors:
            mark = (f"{process.pid} {process.started}", number)
            if mark not in self._told and not (first and process.group == self.pid):
                with suppress(OSError):
                    os.kill(process.pid, number)
            self._told.add(mark)
        self._told.add(("group", number))
        return self._leader_gone() and not survivors

    def _leader_gone(self) -> bool:
        return self.exit_code() is not None

    def _gone(self) -> bool:
        return self._leader_gone() and not self._survivors()

    def _survivors(self) -> list[Process]:
        """All processes of this server: its group, their descendants, bearers of its token."""
        alive = living()
        known = {pid for pid, old in dict(self._seen).items() if _is(old, alive.get(pid))}
        known |= {pid for pid, process in alive.items() if process.group == self.pid}
        known |= bearing(self._token, alive)
        known |= below({self.pid, *known}, alive) | ({self.pid} & alive.keys())
        self._seen = {**self._seen, **{pid: alive[pid] for pid in known - {os.getpid()}}}
        return [alive[pid] for pid in known - {os.getpid()}]


_RUNNING: set[ServerProcess] = set()


@atexit.register
def stop_all() -> None:
    """The last resort: nothing that this process started outlives it."""
    for process in _ours():
        process.stop(AT_ONCE)


def kill_all() -> None:
    """What a signal handler can do whatever it interrupts: no lock, no patience."""
    until = time.monotonic() + AT_ONCE.kill
    while sum(process.kill() for process in _ours()) and time.monotonic() < until:
        time.sleep(_FIRST_PAUSE)


def _ours() -> list[ServerProcess]:
    """The running servers that this process started, and not the one it was forked from."""
    return [process for process in list(_RUNNING) if process.owner == os.getpid()]


def _is(old: Process, now: Process | None) -> bool:
    """Whether a process number still means the same process."""
    return now is not None and now.started == old.started


def _there(stream: IO[bytes] | None) -> IO[bytes]:
    """A pipe that was asked for is there."""
    if stream is None:
        raise ValueError("the process was started without this pipe")
    return stream
