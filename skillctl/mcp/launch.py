"""Starting the first process of a server, which on Linux is told when skillctl dies.

A parent-death signal has to be asked for by the child between fork and exec. Python code cannot do
that where threads run (`preexec_fn` may hang for ever), and an interpreter of our own in between
costs ten milliseconds and may change the locale in the environment. `setpriv` of util-linux asks
for it and becomes the program, in a millisecond. The kernel sends the signal when the thread ends
that started the child: so one thread, which lasts as long as this process, starts them all.
"""

import os
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from pathlib import Path
from queue import SimpleQueue
from threading import Event, Lock, Thread
from typing import TypeAlias

SETPRIV = "/usr/bin/setpriv"
WARNED = ("--pdeathsig", "TERM")
_ELF, _SCRIPT = b"\x7fELF", b"#!"
_HEAD = 512

Popen: TypeAlias = subprocess.Popen[bytes]


def launch(argv: Sequence[str], cwd: Path | None, environment: Mapping[str, str]) -> Popen:
    """Start a program in a session of its own, with pipes. OSError or ValueError if it cannot be.

    On Linux it gets TERM if this process dies in whatever way.
    """

    def start() -> Popen:
        return subprocess.Popen(  # noqa: S603 # the very point: consent was given to this command line
            warned(argv, environment),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            bufsize=0,
            cwd=cwd,
            env=environment,
            start_new_session=True,
        )

    return STARTER.run(start)


def warned(argv: Sequence[str], environment: Mapping[str, str]) -> list[str]:
    """A command line that is told when its parent dies; as it is where that cannot be asked for."""
    # a library that is preloaded into the server has no business in a program of ours
    preloads = any(name.startswith("LD_") for name in environment)
    if preloads or not _starts_by_itself(argv[0]) or not can_warn():
        return list(argv)
    return [SETPRIV, *WARNED, "--", *argv]


@cache
def can_warn() -> bool:
    """Whether this machine has a `setpriv` that can; tried once."""
    if not sys.platform.startswith("linux") or not os.access(SETPRIV, os.X_OK):
        return False
    null = subprocess.DEVNULL
    words = [SETPRIV, *WARNED, SETPRIV, "--version"]
    return not subprocess.run(words, stdin=null, stdout=null, stderr=null, check=False).returncode  # noqa: S603 # a program of the system


def _starts_by_itself(program: str) -> bool:
    """Whether the kernel will take it; what it refuses is refused in its own words, by Popen."""
    if not Path(program).is_absolute() or not os.access(program, os.X_OK):
        return False
    try:
        with Path(program).open("rb") as file:
            head = file.read(_HEAD)
    except OSError:
        return False
    if head.startswith(_SCRIPT):
        interpreter = head[len(_SCRIPT) :].split(b"\n")[0].split()
        return bool(interpreter) and os.access(interpreter[0], os.X_OK)
    return head.startswith(_ELF)


class Work:
    """Something to start, and in the end what became of it."""

    def __init__(self, start: Callable[[], Popen]) -> None:
        self._start, self._done = start, Event()
        self._result: Popen | BaseException = RuntimeError("was not started yet")

    def carry_out(self) -> None:
        """Start it, in the thread that lasts."""
        try:
            self._result = self._start()
        except BaseException as error:  # noqa: BLE001 # raised again by who waits
            self._result = error
        self._done.set()

    def result(self) -> Popen:
        """What was started, or what was raised; after an interrupt nothing of it is left."""
        try:
            self._done.wait()
        except BaseException:
            self._done.wait()
            if isinstance(self._result, subprocess.Popen):
                with self._result:  # closes its pipes
                    self._result.kill()
            raise
        if isinstance(self._result, subprocess.Popen):
            return self._result
        raise self._result


class Starter:
    """The thread that starts all servers; after a fork there is another one."""

    def __init__(self) -> None:
        self._guard = Lock()
        self._owner = 0
        self._work: SimpleQueue[Work] = SimpleQueue()

    def run(self, start: Callable[[], Popen]) -> Popen:
        """Start something there, and give what that gives or raises."""
        with self._guard:
            if self._owner != os.getpid():
                self._owner, self._work = os.getpid(), SimpleQueue()
                Thread(target=_serve, args=(self._work,), name="mcp-starter", daemon=True).start()
        work = Work(start)
        self._work.put(work)
        return work.result()


def _serve(queue: SimpleQueue[Work]) -> None:
    """Start one after the other, for as long as this process lives."""
    while True:
        queue.get().carry_out()


STARTER = Starter()
