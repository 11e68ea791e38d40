"""Requests that the events of a file write to the client, and how the client answered them."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from skillctl.fakes.faults.floods import request_line
from skillctl.fakes.ledger import Miss
from skillctl.fakes.model import Happening
from skillctl.fakes.protocol import METHOD_NOT_FOUND, Response

REJECTED = -1
ANSWERS = ("result", "decline", "method_not_found", "none")
_WORDS = {
    "result": "a result",
    "decline": "that it is declined",
    "method_not_found": f"error {METHOD_NOT_FOUND}",
    "none": "no answer",
}


class _Came(NamedTuple):
    """The first answer to a request, and when it came, in seconds."""

    at: float
    body: Mapping[str, Any]


class Requests:
    """The requests of the events by their index, with their times and answers."""

    def __init__(self, events: Sequence[Happening]) -> None:
        self._events = events
        self._written: dict[int, float] = {}
        self._answers: dict[int, _Came] = {}

    def write(self, index: int, now: float) -> bytes:
        """The line of the request of an event, which its client may answer from now on."""
        self._written[index] = now
        return request_line(str(self._events[index].request), _id(index))

    def note(self, response: Response, now: float) -> None:
        """Take down the answer to one of the requests; an answer to none of them is nothing."""
        for index in self._written:
            if response.id == _id(index):
                self._answers.setdefault(index, _Came(now, response.body))

    def misses(self) -> Iterator[Miss]:
        """The requests that were not answered as their events expect it."""
        for index, event in enumerate(self._events):
            if event.request and event.expect:
                came = self._answers.get(index)
                if index not in self._written:
                    yield _miss(event, "it was never written")
                elif not _fits(event, came, self._written[index]):
                    late = _after(event, came, self._written[index])
                    yield _miss(event, f"the client sent {_shown(came)}{late}")


def _fits(event: Happening, came: _Came | None, written: float) -> bool:
    """Whether what came in time is what is expected; a client that declines gives a result."""
    limit = event.within_ms
    late = came is not None and limit is not None and (came.at - written) * 1000 > limit
    answer = None if late or came is None else came.body
    return _kind(answer) == event.expect or (event.expect == "result" and _is_result(answer))


def _id(index: int) -> str:
    return f"event-{index}"


def _miss(event: Happening, what: str) -> Miss:
    limit = f" within {event.within_ms} ms" if event.within_ms is not None else ""
    wanted = _WORDS[str(event.expect)]
    return Miss(event.location, f"expected {wanted} to {event.request}{limit}; {what}")


def _kind(body: Mapping[str, Any] | None) -> str:
    """Which of the ANSWERS a message is; an error of another kind is none of them."""
    if body is None:
        return "none"
    error, result = body.get("error"), body.get("result")
    code = error.get("code") if isinstance(error, dict) else None
    if code == METHOD_NOT_FOUND:
        return "method_not_found"
    declined = isinstance(result, dict) and result.get("action") in ("decline", "cancel")
    if declined or code == REJECTED:
        return "decline"
    return "result" if _is_result(body) else "error"


def _is_result(body: Mapping[str, Any] | None) -> bool:
    return body is not None and "error" not in body


def _after(event: Happening, came: _Came | None, written: float) -> str:
    """How long the answer took, where that matters."""
    if came is None or event.within_ms is None:
        return ""
    return f" after {round((came.at - written) * 1000)} ms"


def _shown(came: _Came | None) -> str:
    if came is None:
        return "no answer"
    error = came.body.get("error")
    code = error.get("code") if isinstance(error, dict) else None
    plain = "that it is declined" if _kind(came.body) == "decline" else "a result"
    return plain if _is_result(came.body) else f"error {code}"
