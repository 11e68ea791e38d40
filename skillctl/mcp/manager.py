"""All servers of one command: started together when first needed, ended together."""

import threading
import time
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from types import TracebackType
from typing import Self

from skillctl.mcp.client import ServerFailed
from skillctl.mcp.operations import ToolList
from skillctl.mcp.server import ManagedServer, ServerStatus
from skillctl.mcp.signals import forget_signals, raise_on_signals
from skillctl.mcp.steps import Failure
from skillctl.mcp.wire import Wire
from skillctl.servers.model import ServerConfig

SCAN_SECONDS = 30.0
MOMENT = 1.0  # more, so that a server which reaches a limit of its own can say which


class Manager:
    """Knows the servers that may be started, by name in code point order.

    Nothing starts before `scan` or `call`. `close` ends everything; as a context manager it is
    called also when an exception or a signal ends the block.
    """

    def __init__(
        self,
        configs: Sequence[ServerConfig],
        start: Callable[[ServerConfig], Wire],
        *,
        scan_seconds: float = SCAN_SECONDS,
    ) -> None:
        ordered = sorted(configs, key=lambda config: config.name)
        self._servers = {config.name: ManagedServer(config, start) for config in ordered}
        self._scan_seconds = scan_seconds
        self._start = start
        self._starting: dict[ManagedServer, threading.Thread] = {}
        self._late: set[ManagedServer] = set()
        self._bugs: list[Exception] = []
        self._told: set[tuple[ManagedServer, str]] = set()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def begin(self, names: Sequence[str] | None = None) -> None:
        """Start what was not started yet (all, or some) at once, and do not wait."""
        raise_on_signals()
        for name, server in self._servers.items():
            thread = self._starting.get(server)
            asked = (names is None or name in names) and server.due
            if asked and not (thread and thread.is_alive()):
                self._starting[server] = self._thread(server.renew)

    def scan(self, names: Sequence[str] | None = None) -> None:
        """Start what was not started yet, and wait for it.

        Who is not ready in time is `starting`: nobody waits for it a second time, and once it is
        ready it is there.
        """
        self.begin(names)
        until = time.monotonic() + self._scan_seconds + MOMENT
        for server in self._starting.keys() - self._late:
            self._starting[server].join(max(0.0, until - time.monotonic()))
        self._starting = {s: thread for s, thread in self._starting.items() if thread.is_alive()}
        self._late = set(self._starting)
        self._raise_bug()

    def statuses(self) -> dict[str, ServerStatus]:
        """What is known of each server, in the order of their names."""
        return {name: self._status(server) for name, server in self._servers.items()}

    def call(self, server: str, tool: str, arguments: Mapping[str, object]) -> dict[str, object]:
        """The raw result of a call; RpcError or ServerFailed if there is none."""
        raise_on_signals()
        if server not in self._servers:
            raise ServerFailed(server, Failure("start", "is no server of this run"))
        return self._servers[server].call(tool, arguments)

    def list_again(self, server: str) -> ToolList:
        """What a server that is ready lists now; ServerFailed if it lists no more."""
        raise_on_signals()
        return self._servers[server].list_again()

    def news(self) -> tuple[str, ...]:
        """Why servers failed or were skipped, each told once."""
        reasons = [(server, self._status(server).reason) for server in self._servers.values()]
        fresh = [news for news in reasons if news[1] and news not in self._told]
        self._told.update(fresh)
        return tuple(reason for _, reason in fresh)

    def renew(
        self,
        configs: Sequence[ServerConfig],
        start: Callable[[ServerConfig], Wire],
        same: Collection[str],
    ) -> None:
        """A boundary between messages: those that are the `same` run on, the others are ended.

        What is new, or not the same, or has ended starts as in the beginning: when it is needed.
        What failed stays so while it is the same. Lists that changed are taken by the next scan.
        """
        self._start = start
        ordered = sorted(configs, key=lambda config: config.name)
        before, kept = self._servers, self._servers.keys() & set(same)
        looking = [self._thread(before[name].between_messages) for name in kept]
        self._servers = {
            config.name: before[config.name]
            if config.name in kept
            else ManagedServer(config, start)
            for config in ordered
        }
        gone = [server for name, server in before.items() if server is not self._servers.get(name)]
        for thread in (*looking, *(self._thread(server.close) for server in gone)):
            thread.join()
        self._raise_bug()

    def retry(self, names: Sequence[str] | None = None) -> None:
        """Let what failed (all, or some) start again when it is needed; else it is not tried."""
        for name, server in self._servers.items():
            if (names is None or name in names) and server.status().state == "failed":
                self._servers[name] = ManagedServer(server.config, self._start)

    def note(self, server: str, words: str) -> None:
        """Keep what was odd about a server of this run, seen by who knows its tools."""
        self._servers[server].note(words)

    def notes(self) -> tuple[str, ...]:
        """What was odd about the servers so far."""
        return tuple(note for status in self.statuses().values() for note in status.notes)

    def close(self) -> None:
        """End all servers at the same time, and wait until they are."""
        closing = [self._thread(server.close) for server in self._servers.values()]
        for thread in (*closing, *self._starting.values()):
            thread.join()
        forget_signals()
        self._raise_bug()

    def _status(self, server: ManagedServer) -> ServerStatus:
        """What is known of a server; one that the scan did not wait for says so."""
        status = server.status()
        if status.state != "starting" or server not in self._late:
            return status
        words = f"was not ready within {self._scan_seconds:g} s; it is not waited for any longer"
        reason = str(ServerFailed(server.config.name, Failure("start", words)))
        return replace(status, reason=reason)

    def _thread(self, work: Callable[[], None]) -> threading.Thread:
        thread = threading.Thread(target=self._keep_bug, args=(work,), daemon=True)
        thread.start()
        return thread

    def _keep_bug(self, work: Callable[[], None]) -> None:
        """Whatever no server can do is ours, and belongs to the thread that waits."""
        try:
            work()
        except Exception as bug:  # noqa: BLE001 # raised again by who waits
            self._bugs.append(bug)

    def _raise_bug(self) -> None:
        if self._bugs:
            raise self._bugs.pop(0)
