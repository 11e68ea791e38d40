"""Effects on the answer to a list request: what no list should be."""

from collections.abc import Callable, Iterator
from hashlib import sha256
from typing import Any

from skillctl.fakes.faults.change import Message

LISTS = ("tools", "resources", "resourceTemplates", "prompts")


def null_list(message: Message, _value: object) -> Message:
    """The list is null."""
    return _each(message, lambda _items: None)


def duplicate(message: Message, name: str) -> Message:
    """The entries of this name stand two times, the second time right behind the first."""
    return _each(message, lambda items: list(_doubled(items, name)))


def shuffle(message: Message, seed: int) -> Message:
    """The entries in another order, the same one for the same number everywhere."""

    def place(numbered: tuple[int, object]) -> bytes:
        return sha256(f"{seed}:{numbered[0]}".encode()).digest()

    return _each(message, lambda items: [item for _, item in sorted(enumerate(items), key=place)])


def _doubled(items: list[Any], name: str) -> Iterator[object]:
    for item in items:
        yield item
        if isinstance(item, dict) and item.get("name") == name:
            yield item


def _each(message: Message, change: Callable[[list[Any]], object]) -> Message:
    """The message with its list changed; an error, or an answer without a list, stays."""
    result = message.get("result")
    if isinstance(result, dict):
        for key in LISTS:
            if isinstance(result.get(key), list):
                result[key] = change(result[key])
    return message
