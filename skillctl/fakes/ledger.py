"""What the client has sent, as far as the expectations of a file ask for it."""

from collections.abc import Iterator
from dataclasses import dataclass

from skillctl.errors import Location
from skillctl.fakes.model import Expect, Moment
from skillctl.fakes.protocol import Message


@dataclass(frozen=True, slots=True)
class Miss:
    """An expectation that the client did not meet, and where it stands in the file."""

    location: Location
    message: str


@dataclass(frozen=True, slots=True)
class _Arrival:
    """When a message came, in seconds, and its id or the id of the request it is about."""

    at: float
    id: object


class Ledger:
    """The messages that matter to the expectations, with their times."""

    def __init__(self, expects: tuple[Expect, ...], start: float) -> None:
        self._expects = expects
        self._start = start
        self._wanted = {expect.method for expect in expects}
        self._moments = {str(expect.of) for expect in expects}
        self._arrivals: dict[str, list[_Arrival]] = {}
        self._requests: dict[str, _Arrival] = {}

    def note(self, message: Message, number: int, now: float) -> None:
        """Take down the `number`th message of its method."""
        moment = str(Moment(message.method, number))
        if moment in self._moments:
            self._requests[moment] = _Arrival(now, message.id)
        if message.method in self._wanted:
            arrival = _Arrival(now, message.params.get("requestId"))
            self._arrivals.setdefault(message.method, []).append(arrival)

    def misses(self) -> Iterator[Miss]:
        """The expectations that are not met by now."""
        for expect in self._expects:
            number = sum(1 for _ in self._meeting(expect))
            enough = number >= 1 if expect.count is None else number == expect.count
            if not enough:
                yield Miss(expect.location, f"expected {_words(expect)}; the client sent {number}")

    def _meeting(self, expect: Expect) -> Iterator[_Arrival]:
        """The messages that an expectation speaks of."""
        about = self._requests.get(str(expect.of))
        begin = about.at if about else self._start
        for arrival in self._arrivals.get(expect.method, ()):
            in_time = expect.within_ms is None or (arrival.at - begin) * 1000 <= expect.within_ms
            fits = expect.of is None or (about is not None and _same_id(about.id, arrival.id))
            if in_time and fits:
                yield arrival


def _same_id(one: object, other: object) -> bool:
    return type(one) is type(other) and one == other


def _words(expect: Expect) -> str:
    """An expectation in words."""
    count = f"{expect.count} × " if expect.count is not None else ""
    about = f" of {expect.of}" if expect.of else ""
    limit = f" within {expect.within_ms} ms" if expect.within_ms is not None else ""
    return f"{count}{expect.method}{about}{limit}"
