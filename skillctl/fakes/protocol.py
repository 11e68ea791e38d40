"""What of the Model Context Protocol a fake speaks: versions, methods, error codes, messages."""

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

VERSIONS = ("2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25")
MODERN = "2026-07-28"
ERAS = ("handshake", "modern", "both")
REQUESTS = (
    *("initialize", "ping", "tools/list", "tools/call", "logging/setLevel"),
    *("resources/list", "resources/templates/list", "resources/read", "resources/subscribe"),
    *("resources/unsubscribe", "prompts/list", "prompts/get", "completion/complete"),
    *("server/discover", "subscriptions/listen"),
)
INITIALIZED = "notifications/initialized"
NOTIFICATIONS = (
    *(INITIALIZED, "notifications/cancelled", "notifications/progress"),
    "notifications/roots/list_changed",
)
LIST_CHANGES = (
    *("notifications/tools/list_changed", "notifications/resources/list_changed"),
    "notifications/prompts/list_changed",
)

PARSE_ERROR = -32700
INVALID_REQUEST = -32600
METHOD_NOT_FOUND = -32601
INVALID_PARAMS = -32602
INTERNAL_ERROR = -32603
MISSING_CAPABILITY = -32021
UNSUPPORTED_VERSION = -32022

MAX_DEPTH = 256


@dataclass(frozen=True, slots=True)
class Message:
    """A request of the client, or without an id its notification."""

    method: str
    id: int | str | None
    params: Mapping[str, Any]

    @property
    def meta(self) -> Mapping[str, Any]:
        """`_meta` of its parameters."""
        meta = self.params.get("_meta")
        return meta if isinstance(meta, dict) else {}

    @property
    def progress_token(self) -> int | str | None:
        """The token with which the client asks for progress, if it does."""
        token = self.meta.get("progressToken")
        return token if _is_id(token) else None


@dataclass(frozen=True, slots=True)
class Response:
    """What the client answers to a request of the fake; `body` is the whole message."""

    id: object
    body: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why a line is no message that can be answered as it asks."""

    code: int
    text: str
    id: int | str | None = None


def encode(message: object) -> bytes:
    """One message as one line; a lone surrogate, which UTF-8 cannot hold, stays a JSON escape."""
    text = json.dumps(message, ensure_ascii=False, separators=(",", ":"))
    return text.encode("utf-8", "backslashreplace") + b"\n"


def result(request_id: int | str | None, value: object) -> bytes:
    """The line that answers a request."""
    return encode({"jsonrpc": "2.0", "id": request_id, "result": value})


def error(request_id: int | str | None, body: Mapping[str, object]) -> bytes:
    """The line that refuses a request; `body` has code and message, perhaps data."""
    return encode({"jsonrpc": "2.0", "id": request_id, "error": body})


def notification(method: str, params: Mapping[str, object] | None = None) -> bytes:
    """The line of a notification of the server."""
    rest = {"params": params} if params else {}
    return encode({"jsonrpc": "2.0", "method": method, **rest})


def progress(token: int | str, value: float) -> bytes:
    """The line that says how far a request has got."""
    return notification("notifications/progress", {"progressToken": token, "progress": value})


def read_message(line: bytes) -> Message | Response | Refusal | None:
    """Judge one line of the client; None for a blank one."""
    if not line.strip():
        return None
    try:
        value = json.loads(line.decode(), parse_constant=_no_constant, parse_float=_finite)
    except (ValueError, RecursionError) as problem:
        return Refusal(PARSE_ERROR, f"Parse error: {_reason(problem)}")
    if _deeper_than(value, MAX_DEPTH):
        return Refusal(PARSE_ERROR, f"Parse error: nested deeper than {MAX_DEPTH}")
    if not isinstance(value, dict):
        return Refusal(INVALID_REQUEST, "Invalid Request: a message is one JSON object")
    return _message(value)


def _is_id(value: object) -> bool:
    return isinstance(value, int | str) and not isinstance(value, bool)


def _message(value: Mapping[str, Any]) -> Message | Response | Refusal:
    if "method" not in value and ("result" in value or "error" in value):
        return Response(value.get("id"), value)
    method, request_id, params = value.get("method"), value.get("id"), value.get("params", {})
    id_fits = _is_id(request_id)
    known = request_id if id_fits else None
    if value.get("jsonrpc") != "2.0":
        return Refusal(INVALID_REQUEST, 'Invalid Request: "jsonrpc" is not "2.0"', known)
    if not isinstance(method, str):
        return Refusal(INVALID_REQUEST, 'Invalid Request: "method" is not a string', known)
    if "id" in value and not id_fits:
        return Refusal(INVALID_REQUEST, 'Invalid Request: "id" is no string and no whole number')
    if not isinstance(params, dict):
        return Refusal(INVALID_PARAMS, '"params" is not an object', known)
    return Message(method, known, params)


def _reason(problem: Exception) -> str:
    if isinstance(problem, UnicodeDecodeError):
        return f"byte {problem.start} is not UTF-8"
    return "nested too deeply" if isinstance(problem, RecursionError) else str(problem)


def _no_constant(word: str) -> float:
    raise ValueError(f"{word} is no JSON")


def _finite(digits: str) -> float:
    value = float(digits)
    if math.isinf(value):
        raise ValueError("a number is out of range")
    return value


def _deeper_than(value: object, limit: int) -> bool:
    """Whether lists and objects are nested deeper; looks level by level, never recursing."""
    level = [value]
    for _ in range(limit + 1):
        level = [inner for outer in level for inner in _inside(outer)]
        if not level:
            return False
    return True


def _inside(value: object) -> list[object]:
    if isinstance(value, dict):
        return list(value.values())
    return value if isinstance(value, list) else []
