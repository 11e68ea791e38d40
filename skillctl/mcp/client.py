"""One server as a caller sees it: connect, list, call, close, over any wire.

Several threads may call at once. The one that waits longest reads for all of them, so that there
is no thread here, and a fake with a clock of its own never has to wait. Between calls a wire that
has threads of its own says when something came.
"""

from collections.abc import Mapping
from dataclasses import replace
from itertools import count
from math import inf
from threading import Condition, get_ident

from skillctl.errors import EndpointFailed
from skillctl.mcp.connecting import AUTO, connect
from skillctl.mcp.core import Core
from skillctl.mcp.events import (
    Begin,
    Cancel,
    Deliver,
    Effect,
    Event,
    Exited,
    Fail,
    InputClosed,
    OutputEnded,
    Send,
    Tick,
    ToolsChanged,
)
from skillctl.mcp.lines import LineSplitter
from skillctl.mcp.modern import VERSIONS
from skillctl.mcp.notes import Note, Notes
from skillctl.mcp.operations import ServerInfo, ToolList, call_tool, list_tools, listen
from skillctl.mcp.steps import Failure, Steps, T
from skillctl.mcp.wire import LiveWire, ProcessWire, Wire
from skillctl.policy.text import row, visible
from skillctl.servers.model import Limits, said_by

__all__ = ["Client", "RpcError", "ServerFailed", "ServerInfo", "ToolList", "said_by"]

QUEUED_REPLIES = 1000  # messages that wait to be read, from which requests go unanswered
BACKGROUND = 0  # the ticket of what nobody waits for
SLICE = 0.25  # so often a peer that is silent is looked at: it may have ended
STDERR_LINES, STDERR_CHARACTERS = 5, 200
_SERVER_AT_FAULT = ("exited", "closed", "idle", "limit")


class ServerFailed(EndpointFailed):
    """A server did not do what was asked; the message names it, the cause and its last words.

    `kind` and `unwritten` are those of `Failure`.
    """

    def __init__(self, server: str, failure: Failure, stderr: str = "") -> None:
        last = [line[:STDERR_CHARACTERS] for line in stderr.splitlines() if line.strip()]
        tail = "".join(f"\n  {visible(line)}" for line in last[-STDERR_LINES:])
        words = f"{row(failure.text)}{'; last lines of its stderr:' if tail else ''}{tail}"
        super().__init__(f"{said_by(server)}{words}")
        self.server, self.reason = server, words
        self.kind, self.unwritten = failure.kind, failure.unwritten


class RpcError(EndpointFailed):
    """The server answered a call with a JSON-RPC error; `code` is None if it gave none."""

    def __init__(self, server: str, code: int | None, text: str) -> None:
        number = "" if code is None else f" {code}"
        super().__init__(f"{said_by(server)}MCP error{number}: {row(text)}")
        self.server, self.code, self.text = server, code, text


class Client:
    """The conversation with one started server."""

    def __init__(self, key: str, wire: Wire, limits: Limits, protocol: str = AUTO) -> None:
        """Speak to a started peer; `protocol` is that of its entry."""
        self._key, self._wire, self._limits, self._protocol = key, wire, limits, protocol
        self._splitter, self._core, self._notes = LineSplitter(), Core(), Notes()
        self._turn = Condition()
        self._outcomes: dict[int, Deliver | Fail] = {}
        self._tickets = count(1)
        self._reader: int | None = None
        self._ended = False
        self._info: ServerInfo | None = None
        self._changed = False
        self._live = isinstance(wire, LiveWire)
        if isinstance(wire, LiveWire):
            wire.attend(self._attend)

    def connect(self) -> ServerInfo:
        """Agree on a version, once; ServerFailed if that cannot be."""
        if self._info is None:
            self._info = self._run(connect(self._protocol), self._limits.start)
            if self._info.announces and self._info.protocol in VERSIONS:
                with self._turn:
                    self._apply(Begin(BACKGROUND, listen(), inf, background=True))
        return self._info

    def list_tools(self) -> ToolList:
        """All tools over all pages, as served."""
        listed = self._run(list_tools(self.connect()), self._limits.listing)
        return ToolList(listed.tools, tuple(map(self._said, listed.notes)))

    def call_tool(self, name: str, arguments: Mapping[str, object]) -> dict[str, object]:
        """The raw result of one call; RpcError or ServerFailed if there is none."""
        return self._run(call_tool(name, arguments), self._limits.hard, self._limits.idle)

    def tools_changed(self) -> bool:
        """Whether the server has announced another list of tools since this was last asked."""
        with self._turn:
            self._catch_up()
            changed, self._changed = self._changed, False
            return changed

    def cancel(self, reason: str) -> None:
        """Give up everything that is on its way, in whatever thread, and tell the server."""
        with self._turn:
            self._apply(Cancel(reason))

    def close(self) -> None:
        """End the server; calls on their way fail."""
        self.cancel("the client is closing")
        self._wire.close()
        if isinstance(self._wire, ProcessWire) and self._wire.killed():
            self._notes.add(Note("had to be killed"))

    @property
    def gone(self) -> bool:
        """Whether the server has ended or can answer no more."""
        return self._core.gone or self._wire.exit_code() is not None

    @property
    def notes(self) -> tuple[str, ...]:
        """What was odd so far, each kind said once."""
        with self._turn:
            return tuple(map(self._said, self._notes.words()))

    def _said(self, words: str) -> str:
        return f"{said_by(self._key)}{words}"

    def _run(self, steps: Steps[T], hard: float, idle: float | None = None) -> T:
        """Drive one operation to its end, reading for everyone while nobody else does."""
        self._attend()
        with self._turn:
            ticket = next(self._tickets)
            self._apply(Begin(ticket, steps, hard, idle))
        try:
            while (outcome := self._outcome(ticket)) is None:
                self._read_once()
        except BaseException:
            with self._turn:
                self._stop_reading()
                self._apply(Cancel("interrupted", ticket))
                self._outcomes.pop(ticket, None)
            raise
        self._attend()
        if isinstance(outcome, Deliver):
            value: T = outcome.value  # type: ignore[assignment] # what these steps return
            return value
        raise self._exception(outcome.failure)

    def _outcome(self, ticket: int) -> Deliver | Fail | None:
        """What became of an operation; waits while another thread reads."""
        with self._turn:
            while ticket not in self._outcomes and self._reader is not None:
                self._turn.wait()
            found = self._outcomes.pop(ticket, None)
            if found is None:
                self._reader = get_ident()
            return found

    def _read_once(self) -> None:
        """Wait for output, an end, or the next limit, and take it in."""
        try:
            with self._turn:
                soon, due = self._wire.now() + SLICE, self._core.deadline()
            code = self._wire.exit_code()
            data = self._wire.read(soon if due is None else min(due, soon))
            with self._turn:
                self._hear(data, self._wire.exit_code() if data == b"" else code)
        finally:
            with self._turn:
                self._stop_reading()

    def _catch_up(self) -> None:
        """Take in what is there, unless another thread reads (it catches up when it is done)."""
        while self._reader is None:
            data = self._wire.read(self._wire.now())
            over = data == b"" or self._ended  # before its end, more may be on its way
            self._hear(data, self._wire.exit_code() if over else None)
            if not data:
                return

    def _attend(self) -> None:
        """Take in what comes by itself while nobody waits: a ping is always answered."""
        if self._live and self._reader is None:
            with self._turn:
                self._catch_up()

    def _stop_reading(self) -> None:
        if self._reader == get_ident():
            self._reader = None
            self._turn.notify_all()

    def _hear(self, data: bytes | None, code: int | None) -> None:
        """Output, or none; an exit counts once nothing comes any more."""
        lines = self._splitter.feed(data) if data else []
        if data == b"":
            lines = [] if self._ended else self._splitter.finish()
            self._ended = True
        for line in lines:
            self._apply(line)
        if not data and code is not None:
            self._apply(Exited(code))
        elif not data:
            self._apply(OutputEnded() if data == b"" else Tick())

    def _apply(self, event: Event) -> None:
        """Let the core decide, and do what it wants done."""
        effects = self._core.step(event, self._wire.now())
        for effect in [self._judged(effect) for effect in effects]:  # before more is sent
            match effect:
                case Send():
                    self._send(effect)
                case Note():
                    self._notes.add(effect)
                case ToolsChanged():
                    self._changed = True
                case Deliver(ticket) | Fail(ticket):
                    self._outcomes[ticket] = effect
        self._turn.notify_all()

    def _judged(self, effect: Effect) -> Effect:
        """A limit that was reached since the server reads nothing says so."""
        if not isinstance(effect, Fail) or effect.failure.kind not in ("limit", "idle"):
            return effect
        if not isinstance(self._wire, ProcessWire) or not self._wire.unread():
            return effect
        text = f"{effect.failure.text}: the server does not read its input"
        return replace(effect, failure=replace(effect.failure, text=text))

    def _send(self, send: Send) -> None:
        wire = self._wire
        if send.is_reply and isinstance(wire, ProcessWire) and wire.queued() >= QUEUED_REPLIES:
            self._notes.add(Note("unanswered"))
            return
        try:
            wire.write(send.data)
        except BrokenPipeError:
            self._apply(InputClosed(send.ticket, wire.exit_code()))

    def _exception(self, failure: Failure) -> EndpointFailed:
        """A failure as what a caller catches; a server that only half lives is ended."""
        if failure.kind == "rpc":
            return RpcError(self._key, failure.code, failure.text)
        stderr = self._wire.stderr_tail() if failure.kind in _SERVER_AT_FAULT else ""
        if failure.kind == "closed":
            self._wire.close()
        return ServerFailed(self._key, failure, stderr)
