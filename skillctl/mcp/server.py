"""One configured server while a command runs: started when needed, started again after a crash."""

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from threading import Lock, RLock

from skillctl.errors import EndpointFailed
from skillctl.mcp.client import Client, ServerFailed, said_by
from skillctl.mcp.connecting import AUTO, MODERN, as_agreed
from skillctl.mcp.notes import RESTARTED
from skillctl.mcp.operations import NO_TOOLS, ServerInfo, ToolList
from skillctl.mcp.steps import Failure
from skillctl.mcp.wire import Wire
from skillctl.servers.model import ServerConfig

CRASHES, CRASH_SECONDS = 3, 600.0


@dataclass(frozen=True, slots=True, kw_only=True)
class ServerStatus:
    """What is known of a server now.

    `state` is one of configured, skipped, starting, ready, failed, stopped (mcp.md section 7);
    `reason` says why in words that begin with the server. `info` and `tools` are those of the last
    boundary between messages: a crash or an announced change of the list changes nothing in a run.
    """

    state: str
    reason: str = ""
    info: ServerInfo | None = None
    tools: ToolList = NO_TOOLS
    notes: tuple[str, ...] = ()


class ManagedServer:
    """Starts one server and keeps it; every failure is kept, and not tried again by itself."""

    def __init__(
        self,
        config: ServerConfig,
        start: Callable[[ServerConfig], Wire],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.config = config
        self._start, self._clock = start, clock
        self._guard = Lock()  # for the fields below, held shortly
        self._starting = RLock()  # one start at a time
        self._client: Client | None = None
        self._notes: tuple[str, ...] = ()
        self._crashes: list[float] = []
        self._closing = self._stale = False
        self._protocol = config.protocol
        self._status = ServerStatus(state="configured")
        if config.unspoken:
            reason = str(_failed(config, config.unspoken))
            self._status = ServerStatus(state="skipped", reason=reason)

    def status(self) -> ServerStatus:
        """The state, and every note so far."""
        with self._guard:
            status, client = self._status, self._client
        notes = (*self._notes, *status.tools.notes, *(client.notes if client else ()))
        return ServerStatus(
            state=status.state,
            reason=status.reason,
            info=status.info,
            tools=status.tools,
            notes=tuple(dict.fromkeys(notes)),
        )

    def note(self, words: str) -> None:
        """Keep what was odd about it; the same words are told once."""
        with self._guard:
            self._notes += (f"{said_by(self.config.name)}{words}",)

    def open(self) -> None:
        """Start, shake hands and list, unless that was tried before; a failure is a state."""
        with self._starting:
            if self._status.state != "configured":
                return
            self._become(ServerStatus(state="starting"))
            try:
                client = self._connected()
                tools = client.list_tools()
                self._stale = False
                self._become(ServerStatus(state="ready", info=client.connect(), tools=tools))
            except EndpointFailed as failure:
                self._fail(str(failure))

    def between_messages(self) -> None:
        """A boundary: what ended since it was ready is to be started anew, with another list."""
        if self._status.state != "ready":  # also one that is on its way up, for as long as it likes
            return
        with self._starting:
            client = self._client
            if client is None:
                return
            self._stale = client.tools_changed() or self._stale
            if client.gone and self._may_start_again(client):
                self._notes += (f"{said_by(self.config.name)}{RESTARTED}",)
                self._become(ServerStatus(state="configured"))

    @property
    def due(self) -> bool:
        """Whether `renew` has something to do."""
        with self._guard:
            return not self._closing and (self._status.state == "configured" or self._stale)

    def renew(self) -> None:
        """Start it, or take another list of a server that runs; if that fails, the list stays."""
        self.open()
        with self._starting:
            client, status = self._client, self._status
            if not self._stale or client is None or status.state != "ready":
                return
            self._stale = False
            try:
                self._become(replace(status, tools=client.list_tools()))
            except EndpointFailed as failure:
                words = str(failure).removeprefix(said_by(self.config.name))
                lost = f"its list of tools is as before, since asking for it again failed: {words}"
                self._notes += (f"{said_by(self.config.name)}{lost}",)

    def call(self, tool: str, arguments: Mapping[str, object]) -> dict[str, object]:
        """Call a tool; once more if nothing of the request was written, and only then."""
        try:
            return self._live_client().call_tool(tool, arguments)
        except ServerFailed as failure:
            if not failure.unwritten or self._closing:
                raise
        return self._live_client().call_tool(tool, arguments)

    def list_again(self) -> ToolList:
        """What it lists now; the list of the run stays that of its first start."""
        return self._live_client().list_tools()

    def close(self) -> None:
        """End the server, also in the midst of its start."""
        with self._guard:
            self._closing, client = True, self._client
        if client:
            client.close()
        with self._guard:
            if self._status.state in ("starting", "ready"):
                status = self._status
                self._status = ServerStatus(state="stopped", info=status.info, tools=status.tools)

    def _live_client(self) -> Client:
        """The client of a server that runs; after a crash, of a new start."""
        self.open()
        with self._starting:
            if self._status.state != "ready" or self._client is None:
                raise self._unusable()
            if self._client.gone:
                self._restart(self._client)
            return self._client

    def _restart(self, ended: Client) -> None:
        if not self._may_start_again(ended):
            raise self._unusable()
        try:
            self._connected()
        except EndpointFailed as failure:
            self._fail(str(failure))
            raise
        self._stale = True  # another process may have another list, which is taken at a boundary

    def _may_start_again(self, ended: Client) -> bool:
        """End what is left of a crash; too many of them are a failure."""
        now = self._clock()
        self._crashes = [t for t in self._crashes if now - t < CRASH_SECONDS] + [now]
        ended.close()
        self._notes += ended.notes
        if len(self._crashes) < CRASHES:
            return True
        words = f"ended {CRASHES} times within {CRASH_SECONDS / 60:g} minutes"
        self._fail(str(_failed(self.config, f"{words}; not started again")))
        return False

    def _connected(self) -> Client:
        """A started server that was met; one that dies of a handshake is started without it."""
        try:
            client = self._met(self._protocol)
        except ServerFailed as failure:
            if self._protocol != AUTO or failure.kind != "exited":
                raise
            client = self._met_without_handshake(failure)
        self._protocol = as_agreed(client.connect())
        return client

    def _met_without_handshake(self, failure: ServerFailed) -> Client:
        """Start it once more; if that works no better, what it died of first is the reason."""
        if self._client:
            self._client.close()
            self._notes += self._client.notes
        try:
            client = self._met(MODERN)
        except EndpointFailed:
            raise failure from None
        words = "did not survive initialize; started once more, without a handshake"
        self._notes += (f"{said_by(self.config.name)}{words}",)
        return client

    def _met(self, protocol: str) -> Client:
        """A server that was started and met; nothing of it is left if that fails."""
        wire = self._start(self.config)
        client = Client(self.config.name, wire, self.config.limits, protocol)
        with self._guard:
            self._client = client
            closing = self._closing
        if closing:
            client.close()
            raise _failed(self.config, "was stopped while it started")
        client.connect()
        return client

    def _fail(self, reason: str) -> None:
        self._become(ServerStatus(state="failed", reason=reason))
        if self._client:  # ending it may take a while; its state is known before
            self._client.close()

    def _become(self, status: ServerStatus) -> None:
        """Change the state, unless it was closed in the meantime."""
        with self._guard:
            if not self._closing:
                self._status = status

    def _unusable(self) -> ServerFailed:
        words = self._status.reason.removeprefix(said_by(self.config.name))
        return _failed(self.config, words or f"is {self._status.state}")


def _failed(config: ServerConfig, words: str) -> ServerFailed:
    return ServerFailed(config.name, Failure("start", words))
