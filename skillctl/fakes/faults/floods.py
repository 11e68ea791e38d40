"""Effects that put much, or what nobody asked for, before an answer."""

from collections.abc import Iterable, Iterator

from skillctl.fakes.effects import Effect, Send, Stderr
from skillctl.fakes.protocol import encode, notification

REQUESTED = ("ping", "roots/list", "sampling/createMessage", "elicitation/create", "unknown")
UNKNOWN_REQUEST = "fault/unknown"
UNKNOWN_NOTIFICATION = "notifications/fault/unknown"
_REQUEST_ID = "fault"
_PARAMS = {
    "sampling/createMessage": {
        "messages": [{"role": "user", "content": {"type": "text", "text": "Say hello."}}],
        "maxTokens": 16,
    },
    "elicitation/create": {
        "message": "What is your name?",
        "requestedSchema": {"type": "object", "properties": {"name": {"type": "string"}}},
    },
}


def stderr_bytes(effects: Iterable[Effect], size: int, cause: str) -> Iterator[Effect]:
    """So many bytes on stderr without a line end."""
    yield Stderr(b"e" * size, cause)
    yield from effects


def notify(effects: Iterable[Effect], number: int, cause: str) -> Iterator[Effect]:
    """So many log messages."""
    for count in range(1, number + 1):
        params = {"level": "info", "data": f"message {count} of {number}"}
        yield Send(notification("notifications/message", params), cause)
    yield from effects


def unknown_notify(effects: Iterable[Effect], _value: object, cause: str) -> Iterator[Effect]:
    """A notification that no version of the protocol has."""
    yield Send(notification(UNKNOWN_NOTIFICATION), cause)
    yield from effects


def request(effects: Iterable[Effect], method: str, cause: str) -> Iterator[Effect]:
    """A request of the server to its client; see REQUESTED."""
    yield Send(request_line(method, _REQUEST_ID), cause)
    yield from effects


def request_line(method: str, request_id: str) -> bytes:
    """The line of such a request."""
    name = UNKNOWN_REQUEST if method == "unknown" else method
    params = {"params": _PARAMS[name]} if name in _PARAMS else {}
    return encode({"jsonrpc": "2.0", "id": request_id, "method": name, **params})
