"""One request of the client, and what an answer to it looks like in the era of its session."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from skillctl.fakes.effects import Send
from skillctl.fakes.protocol import INVALID_PARAMS, Message, error, result

SERVER_INFO = "io.modelcontextprotocol/serverInfo"
CAPABILITIES = "io.modelcontextprotocol/clientCapabilities"
LOG_LEVEL = "io.modelcontextprotocol/logLevel"
LEVELS = ("debug", "info", "notice", "warning", "error", "critical", "alert", "emergency")
_KEPT = {"ttlMs": 0, "cacheScope": "private"}
_CACHEABLE = ("server/discover", "resources/read")


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """A request with its id and its number among those of its method (of its tool, for a call).

    `stamp` is what a result of the modern era says of the server, None in a session that began
    with a handshake; `level` is the least level of the log messages that are wanted, if any are.
    """

    message: Message
    id: int | str
    number: int = 1
    stamp: Mapping[str, Any] | None = None
    level: str | None = LEVELS[0]

    @property
    def modern(self) -> bool:
        """Whether the session is one of the modern era."""
        return self.stamp is not None

    def answer(self, value: Mapping[str, Any], cause: str) -> Send:
        """The result, with all that the era adds to it."""
        return Send(result(self.id, self._finished(value)), cause, self.id)

    def refuse(
        self, text: str, cause: str, code: int = INVALID_PARAMS, data: object = None
    ) -> Send:
        """A JSON-RPC error."""
        more = {} if data is None else {"data": data}
        return Send(error(self.id, {"code": code, "message": text, **more}), cause, self.id)

    def wants_log(self, level: str) -> bool:
        """Whether a log message of a level is wanted."""
        if self.level not in LEVELS:
            return False
        return level not in LEVELS or LEVELS.index(level) >= LEVELS.index(self.level)

    def _finished(self, value: Mapping[str, Any]) -> Mapping[str, Any]:
        if self.stamp is None:
            return value
        kind = value.get("resultType", "complete")
        method = self.message.method
        kept = method.endswith("/list") or method in _CACHEABLE
        meta = {"_meta": {SERVER_INFO: self.stamp, **(value.get("_meta") or {})}}
        cache = _KEPT if kept and kind == "complete" else {}
        return {"resultType": kind, **value, **cache, **(meta if self.stamp else {})}
