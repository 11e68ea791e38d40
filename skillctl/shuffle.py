"""Orders for what has none of its own, to show that nothing depends on one (agent.md section 3)."""

from collections.abc import Iterable
from dataclasses import dataclass
from random import Random
from typing import TypeVar

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Shuffle:
    """An order by a seed; without one, things stay as they come."""

    seed: int | None = None

    def of(self, items: Iterable[T]) -> list[T]:
        """The items in that order, which is another one than theirs wherever there can be one."""
        came = list(items)
        if self.seed is None:
            return came
        order = list(range(len(came)))
        Random(self.seed).shuffle(order)  # noqa: S311 # nothing is kept secret by it
        if order == sorted(order):
            order.reverse()
        return [came[index] for index in order]


AS_THEY_COME = Shuffle()


@dataclass(frozen=True, slots=True, kw_only=True)
class Orders:
    """The orders that no byte of a prompt may depend on.

    `files` is that in which config files are read, `roots` that in which skill roots list what is
    in them, `keys` that of the keys in config files, `starts` that in which servers start, one
    after the other, `pages` how servers split their tools.
    """

    files: Shuffle = AS_THEY_COME
    roots: Shuffle = AS_THEY_COME
    keys: Shuffle = AS_THEY_COME
    starts: Shuffle = AS_THEY_COME
    pages: Shuffle = AS_THEY_COME


AS_FOUND = Orders()
