"""Effects on the answer to a list request: what no list should be."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import Any

from skillctl.fakes.effects import Effect, Send
from skillctl.fakes.faults.change import Message
from skillctl.fakes.shuffled import shuffled

LISTS = ("tools", "resources", "resourceTemplates", "prompts")


def null_list(message: Message, _value: object) -> Message:
    """The list is null."""
    return _each(message, lambda _items: None)


def duplicate(message: Message, name: str) -> Message:
    """The entries of this name stand two times, the second time right behind the first."""
    return _each(message, lambda items: list(_doubled(items, name)))


def shuffle(message: Message, seed: int) -> Message:
    """The entries in another order, the same one for the same number everywhere."""
    return _each(message, lambda items: shuffled(items, seed))


def drop_page(message: Message, _value: object) -> Message:
    """The entries of this page are left out; the cursor to the next one stays."""
    return _each(message, lambda _items: [])


def cursor(effects: Iterable[Effect], _style: str, cause: str) -> Iterator[Effect]:
    """The page as it is: a list asks for the style of its cursor before it makes a page."""
    for effect in effects:
        yield replace(effect, cause=cause) if isinstance(effect, Send) else effect


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
