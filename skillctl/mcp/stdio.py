"""A server over stdin and stdout: its process, and the threads that keep its pipes moving."""

import fcntl
import os
import select
import sys
import termios
import time
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from threading import Condition, Thread
from typing import IO
from uuid import uuid4

from skillctl.mcp.client import ServerFailed
from skillctl.mcp.environment import server_environment
from skillctl.mcp.process import Grace, ServerProcess
from skillctl.mcp.steps import Failure
from skillctl.servers.model import ServerConfig
from skillctl.servers.resolve import find_program, in_words, launch_problem

STDERR_KEPT = 65_536
OUTPUT_AHEAD = 64 * 1024 * 1024  # unread output from which the server has to wait
_CHUNK = 65_536
GRACE = Grace()
_DRAIN = 0.2
_LAST_WORDS = 0.7  # its failure has to be told within a second
_EXIT_POLL = 0.01
_WRITE_POLL = 100  # milliseconds


def start_stdio(
    config: ServerConfig, environment: Mapping[str, str], *, inherit: Sequence[str] = ()
) -> "StdioWire":
    """Start a server, or raise ServerFailed; `environment` is ours, of which it gets little."""
    path = config.env.get("PATH") or environment.get("PATH", os.defpath)
    if config.program is None and config.cwd is not None:
        config = replace(config, program=find_program(config.command, config.cwd, path))
    reason = launch_problem(config)
    if reason:
        raise _refusal(config, reason)
    env = server_environment(environment, config.env, server_id=uuid4().hex, inherit=inherit)
    program = str(config.program or config.command)
    shown = in_words(config, program, "command", "cwd")
    try:
        return StdioWire(ServerProcess([program, *config.args], config.cwd, env))
    except FileNotFoundError:
        reason = f"program {shown} names an interpreter that does not exist, or is gone"
    except OSError as error:
        reason = f"program {shown} cannot be started: {error.strerror}"
    except ValueError:
        reason = "the command line or the environment holds a NUL character"
    raise _refusal(config, reason)


def _refusal(config: ServerConfig, reason: str) -> ServerFailed:
    return ServerFailed(config.name, Failure("start", f"not started: {reason}"))


class StdioWire:
    """The pipes of a running server; see `Wire` for what each method promises."""

    def __init__(self, process: ServerProcess) -> None:
        self._process = process
        self._changed = Condition()
        self._output: deque[bytes] = deque()
        self._ahead = 0
        self._ended = self._end_told = self._closing = False
        self._errors = b""
        self._input: deque[memoryview] = deque()
        self._writer: Thread | None = None
        self._listener: Callable[[], object] = _nobody
        os.set_blocking(process.stdin.fileno(), False)
        self._stdout = _thread(self._read_output)
        self._stderr = _thread(self._read_errors)

    def now(self) -> float:
        """Monotonic seconds."""
        return time.monotonic()

    def write(self, data: bytes) -> None:
        """Write what the pipe takes, the rest as it is read; BrokenPipeError if it takes none."""
        with self._changed:
            if self._closing:
                raise BrokenPipeError
            view = memoryview(data)
            rest = view if self._input else view[self._write_some(view) :]
            if rest:
                self._input.append(rest)
                self._writer = self._writer or _thread(self._write_rest)

    def read(self, until: float) -> bytes | None:
        """The next output; b"" tells its end, and, asked again, the end of the process."""
        with self._changed:
            while not self._output:
                if self._is_over():
                    return b""
                left = until - time.monotonic()
                if left <= 0:
                    return None
                self._changed.wait(min(left, _EXIT_POLL) if self._ended else left)
            data = self._output.popleft()
            self._ahead -= len(data)
            self._changed.notify_all()
            return data

    def exit_code(self) -> int | None:
        """The exit code of the server's first process."""
        return self._process.exit_code()

    def stderr_tail(self) -> str:
        """The last 64 KiB of stderr; complete if the process has ended."""
        if self.exit_code() is not None:
            self._stderr.join(_LAST_WORDS)
        return self._errors.decode("utf-8", "replace")

    def attend(self, listener: Callable[[], object]) -> None:
        """Call this whenever there is more to read, and at the end."""
        self._listener = listener
        listener()  # for what has come before

    def unread(self) -> int:
        """How many bytes of what was written the server has not read."""
        with self._changed:
            if self._closing:
                return 0
            in_pipe = fcntl.ioctl(self._process.stdin, termios.FIONREAD, bytes(4))
            return int.from_bytes(in_pipe, sys.byteorder) + sum(map(len, self._input))

    def queued(self) -> int:
        """How many messages, or ends of them, the pipe has not taken yet."""
        return len(self._input)

    def killed(self) -> bool:
        """Whether `close` had to kill, since the server ignored all else."""
        return self._process.killed

    def close(self) -> None:
        """End the server and everything it started."""
        with self._changed:
            writer, self._closing = self._writer, True
            self._input.clear()
            self._changed.notify_all()
        if writer:
            writer.join()
        try:
            self._process.stop(GRACE)
        finally:
            for thread, pipe in (
                (self._stdout, self._process.stdout),
                (self._stderr, self._process.stderr),
            ):
                thread.join(_DRAIN)
                if not thread.is_alive():
                    pipe.close()

    def _is_over(self) -> bool:
        """Whether there is an end to tell: first that of the output, then that of the process."""
        if self._closing:
            return True
        if self._ended and not self._end_told:
            self._end_told = True
            return True
        return self._ended and self._process.exit_code() is not None

    def _write_some(self, data: memoryview) -> int:
        """Write without waiting, and give how much the pipe took."""
        try:
            return os.write(self._process.stdin.fileno(), data)
        except BlockingIOError:
            return 0

    def _write_rest(self) -> None:
        """Write what had to wait, until it is all written or nobody can take it any more."""
        writable = select.poll()
        writable.register(self._process.stdin, select.POLLOUT)
        while True:
            writable.poll(_WRITE_POLL)
            with self._changed:
                try:
                    data = self._input.popleft()
                    rest = data[self._write_some(data) :]
                except (IndexError, BrokenPipeError):
                    self._input.clear()
                    self._writer = None
                    return
                if rest:
                    self._input.appendleft(rest)

    def _read_output(self) -> None:
        while data := _read(self._process.stdout):
            with self._changed:
                while self._ahead > OUTPUT_AHEAD and not self._closing:
                    self._changed.wait()
                if not self._closing:
                    self._output.append(data)
                    self._ahead += len(data)
                self._changed.notify_all()
            self._listener()
        with self._changed:
            self._ended = True
            self._changed.notify_all()
        self._listener()

    def _read_errors(self) -> None:
        while data := _read(self._process.stderr):
            self._errors = (self._errors + data)[-STDERR_KEPT:]


def _nobody() -> None:
    """Who listens to a wire before its client is there."""


def _thread(work: Callable[[], None]) -> Thread:
    thread = Thread(target=work, name="mcp-server-pipe", daemon=True)
    thread.start()
    return thread


def _read(pipe: IO[bytes]) -> bytes:
    """What is there, waiting for at least one byte; nothing at the end."""
    try:
        return os.read(pipe.fileno(), _CHUNK)
    except (OSError, ValueError):
        return b""
