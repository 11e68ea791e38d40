"""A fake in this process with a clock of its own: delays cost no time.

Satisfies `Wire` of the MCP client by its shape; a process fault becomes the end of a stream and an
exit code, a child process is only taken down in `actions`.
"""

from collections import deque
from collections.abc import Callable
from threading import Lock

from skillctl.fakes.effects import Action, Send, Stderr
from skillctl.fakes.ledger import Miss
from skillctl.fakes.model import FakeFile
from skillctl.fakes.session import KILL, Session

TAIL = 65_536


class Pipe:
    """One run of a fake; its clock moves only while `read` waits. Several threads may use it."""

    def __init__(self, file: FakeFile, log: Callable[[bytes], object] = lambda _: None) -> None:
        """Start it; `log` gets the lines of its wire log."""
        self._now = 0.0
        self._session = Session(file, self._now, log)
        self._output: deque[bytes] = deque()
        self._errors = b""
        self._unread = 0
        self._lock = Lock()
        self._pump()

    def now(self) -> float:
        """Virtual seconds since the start."""
        return self._now

    def write(self, data: bytes) -> None:
        """Hand bytes to the fake; BrokenPipeError once it has ended or closed its input."""
        with self._lock:
            if self._session.exit_code is not None or self._session.closed("stdin"):
                raise BrokenPipeError
            self._unread += 0 if self._session.listening else len(data)
            self._session.feed(data)
            self._pump()

    def read(self, until: float) -> bytes | None:
        """Next bytes; b"" at the end; None when nothing comes until then, which is now at once."""
        with self._lock:
            while not self._output:
                if self._session.exit_code is not None or self._session.closed("stdout"):
                    return b""
                due = self._session.next_time()
                self._now = max(self._now, until if due is None else min(due, until))
                if due is None or due > until:
                    return None
                self._pump()
            return self._output.popleft()

    def exit_code(self) -> int | None:
        """The exit code, or None while it runs."""
        return self._session.exit_code

    def stderr_tail(self) -> str:
        """The last 64 KiB written to stderr."""
        return self._errors.decode(errors="replace")

    def close(self) -> None:
        """Close its input, and kill it if that does not end it; safe to call twice."""
        with self._lock:
            self._session.end()
            self._pump()
            self._session.kill()

    def unread(self) -> int:
        """How many bytes came after it had stopped reading."""
        return self._unread

    def queued(self) -> int:
        """How many messages wait until it reads; what it does not read is dropped at once."""
        return 0

    def killed(self) -> bool:
        """Whether it ignored the gentler signal that a process gets first."""
        return self._session.exit_code == KILL

    @property
    def actions(self) -> tuple[Action, ...]:
        """What its process has done beside reading and writing, such as starting a child."""
        return tuple(self._session.actions)

    @property
    def unmatched(self) -> int:
        """How many calls matched no reply."""
        return self._session.fake.unmatched

    def misses(self) -> tuple[Miss, ...]:
        """The expectations of the file that the client has not met so far."""
        return self._session.fake.misses()

    def _pump(self) -> None:
        """Carry out what is due now."""
        while effect := self._session.next_effect(self._now):
            if isinstance(effect, Send):
                self._output.append(effect.data)
            elif isinstance(effect, Stderr):
                self._errors = (self._errors + effect.data)[-TAIL:]
