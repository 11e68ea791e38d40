"""Choosing among the replies of one thing that a fake offers, and answering with it."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from skillctl.fakes.answers import Made, reply_effects
from skillctl.fakes.asked import CAPABILITIES, Asked
from skillctl.fakes.effects import Effect, stderr_line
from skillctl.fakes.match import Call, first_match, nearest
from skillctl.fakes.model import Reply, Server
from skillctl.fakes.protocol import INVALID_PARAMS, MISSING_CAPABILITY

NO_MATCH = "no_match"
ASKING = "input_required"
_NONE = ("it has no reply", "no other reply is left")
NEEDS = {
    "sampling/createMessage": "sampling",
    "elicitation/create": "elicitation",
    "roots/list": "roots",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Offer:
    """A tool, resource or prompt as far as it answers: its name, and how it makes a result.

    `path` stands in the causes of the wire log, as in `tool.add.reply[0]`.
    """

    name: str
    path: str
    replies: Sequence[Reply]
    made: Made


class Replies:
    """Answers from replies; counts the requests that matched none."""

    def __init__(self, server: Server) -> None:
        self._server = server
        self.unmatched = 0

    def answer(self, offer: Offer, arguments: Mapping[str, Any], asked: Asked) -> Iterator[Effect]:
        """What the first reply that matches brings about."""
        passed = frozenset(_passed(offer.replies, asked)) | _too_new(offer.replies, asked)
        if asked.message.params.get("requestState") is not None and not passed:
            text = "requestState and inputResponses are no answer to what was asked for"
            yield asked.refuse(text, offer.path)
            return
        call = Call(arguments, asked.number)
        index = first_match(offer.replies, call, passed)
        if index is None:
            yield from self._no_match(offer, call, asked, passed)
            return
        reply, cause = offer.replies[index], f"{offer.path}.reply[{index}]"
        lacking = _lacking(reply, asked)
        if lacking:
            wanted: dict[str, object] = {name: {} for name in lacking}
            text = f"the client has to be capable of {', '.join(lacking)}"
            yield asked.refuse(text, cause, MISSING_CAPABILITY, {"requiredCapabilities": wanted})
        else:
            yield from reply_effects(reply, arguments, asked, cause, offer.made)

    def _no_match(
        self, offer: Offer, call: Call, asked: Asked, passed: frozenset[int]
    ) -> Iterator[Effect]:
        """An error that names the nearest reply; said on stderr, too, and counted."""
        self.unmatched += 1
        cause = f"{offer.path}.{NO_MATCH}"
        found = nearest(offer.replies, call, passed)
        why = f"nearest is reply[{found[0]}]: {found[1]}" if found else _NONE[bool(offer.replies)]
        text = f'no reply of "{offer.name}" matches; {why}'
        yield stderr_line(f"{self._server.name}: {text}", cause)
        yield asked.refuse(text, cause, INVALID_PARAMS)


def _too_new(replies: Sequence[Reply], asked: Asked) -> frozenset[int]:
    """Replies that a session with a handshake cannot have."""
    asking = () if asked.modern else range(len(replies))
    return frozenset(i for i in asking if replies[i].answer == ASKING)


def _passed(replies: Sequence[Reply], asked: Asked) -> range:
    """The replies up to the one whose questions this request answers; they ask no more."""
    for index, reply in enumerate(replies):
        if reply.answer == ASKING and _is_answered(reply.value, asked.message.params):
            return range(index + 1)
    return range(0)


def _is_answered(wanted: Mapping[str, Any], params: Mapping[str, Any]) -> bool:
    """Whether a request gives back the state exactly, and has an answer to each question."""
    given = params.get("inputResponses")
    names = given.keys() if isinstance(given, dict) else set()
    same_state = wanted.get("state") == params.get("requestState")
    return same_state and wanted.get("requests", {}).keys() <= names


def _lacking(reply: Reply, asked: Asked) -> list[str]:
    """The capabilities that the questions of a reply need, and the client has not."""
    if reply.answer != ASKING:
        return []
    declared = asked.message.meta.get(CAPABILITIES)
    has = declared if isinstance(declared, dict) else {}
    methods = [request["method"] for request in reply.value.get("requests", {}).values()]
    return sorted({NEEDS[method] for method in methods} - has.keys())
