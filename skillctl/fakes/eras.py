"""The eras of the protocol: which one a session belongs to, and what each demands of a request.

As the official SDK has it, the first request decides where a server speaks both: one with the
envelope of the modern era opens a modern session, any other one a session with a handshake.
"""

from collections.abc import Mapping
from typing import Any

from skillctl.fakes.asked import CAPABILITIES
from skillctl.fakes.model import Server
from skillctl.fakes.protocol import (
    INVALID_PARAMS,
    INVALID_REQUEST,
    MODERN,
    UNSUPPORTED_VERSION,
    VERSIONS,
    Message,
)

VERSION = "io.modelcontextprotocol/protocolVersion"
OF_HANDSHAKE = frozenset(
    {"initialize", "ping", "logging/setLevel", "resources/subscribe", "resources/unsubscribe"}
)
OF_MODERN = frozenset({"server/discover", "subscriptions/listen"})


class Eras:
    """The era of one session, decided once."""

    def __init__(self, server: Server) -> None:
        self._server = server
        self.modern: bool | None = {"modern": True, "both": None}.get(server.era, False)

    def decide(self, request: Message) -> None:
        """Let the first request say which era the session has, if the file does not."""
        if self.modern is None:
            self.modern = VERSION in request.meta and request.method != "initialize"

    def has(self, method: str) -> bool:
        """Whether the era has a method; one of the other era is unknown in it."""
        return method not in (OF_HANDSHAKE if self.modern else OF_MODERN)

    def refusal(self, request: Message) -> dict[str, Any] | None:
        """The error that a request gets because of the era, if it gets one."""
        if self.modern:
            return _modern_refusal(request, supported(self._server))
        if self._server.era == "both" and VERSION in request.meta:
            return _error(INVALID_REQUEST, "this session began with a handshake")
        return None


def supported(server: Server) -> list[str]:
    """The modern versions that a server says it speaks."""
    if server.answer is not None:
        return [server.answer]
    return [v for v in server.protocol if v not in VERSIONS] or [MODERN]


def agreed(server: Server, asked: str) -> str:
    """The version that a handshake ends with: the one asked for, if spoken, else the newest."""
    if server.answer is not None:
        return server.answer
    spoken = [v for v in server.protocol if v in VERSIONS] or list(VERSIONS)
    return asked if asked in spoken else max(spoken)


def _modern_refusal(request: Message, spoken: list[str]) -> dict[str, Any] | None:
    """What is wrong with the envelope of a request."""
    if request.method == "initialize":
        asked = request.params.get("protocolVersion")
        return _unsupported("there is no initialize in this era", spoken, asked)
    missing = [key for key in (VERSION, CAPABILITIES) if key not in request.meta]
    version = request.meta.get(VERSION)
    if missing:
        return _error(INVALID_PARAMS, f"_meta lacks {', '.join(missing)}")
    if not isinstance(version, str):
        return _error(INVALID_PARAMS, f"{VERSION} is not a string")
    if version not in spoken:
        return _unsupported("Unsupported protocol version", spoken, version)
    return None


def _unsupported(text: str, spoken: list[str], asked: object) -> dict[str, Any]:
    requested = {"requested": asked} if isinstance(asked, str) else {}
    return _error(UNSUPPORTED_VERSION, text, {"supported": spoken, **requested})


def _error(code: int, text: str, data: Mapping[str, Any] | None = None) -> dict[str, Any]:
    return {"code": code, "message": text, **({} if data is None else {"data": data})}
