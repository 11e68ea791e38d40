"""The streams of a modern session: a client hears of changes only where it asked to listen."""

from collections.abc import Collection, Iterator

from skillctl.fakes.asked import Asked
from skillctl.fakes.effects import Effect, Send
from skillctl.fakes.protocol import notification

SUBSCRIPTION = "io.modelcontextprotocol/subscriptionId"
ACKNOWLEDGED = "notifications/subscriptions/acknowledged"
FLAGS = {
    "notifications/tools/list_changed": "toolsListChanged",
    "notifications/resources/list_changed": "resourcesListChanged",
    "notifications/prompts/list_changed": "promptsListChanged",
}


class Listeners:
    """The open streams by the id of the request that opened them."""

    def __init__(self) -> None:
        self._streams: dict[int | str, frozenset[str]] = {}

    def listen(self, asked: Asked, offered: Collection[str]) -> Iterator[Effect]:
        """Open a stream, and acknowledge what of the wanted it will carry."""
        wanted = asked.message.params.get("notifications")
        if not isinstance(wanted, dict):
            yield asked.refuse('"notifications" is not an object', "subscriptions/listen")
            return
        flags = [f for method, f in FLAGS.items() if wanted.get(f) is True and method in offered]
        self._streams[asked.id] = frozenset(flags)
        params = {"_meta": {SUBSCRIPTION: asked.id}, "notifications": dict.fromkeys(flags, True)}
        yield Send(notification(ACKNOWLEDGED, params), "subscriptions/listen")

    def end(self, request_id: int | str) -> None:
        """Close the stream of a request that was cancelled."""
        self._streams.pop(request_id, None)

    def tell(self, method: str, cause: str) -> Iterator[Effect]:
        """A notification on each stream that carries it."""
        for request_id, flags in self._streams.items():
            if FLAGS.get(method) in flags:
                params = {"_meta": {SUBSCRIPTION: request_id}}
                yield Send(notification(method, params), cause)
