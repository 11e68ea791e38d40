"""Another order of things that is the same everywhere, in every version of Python."""

from collections.abc import Sequence
from hashlib import sha256
from typing import Any, TypeVar

T = TypeVar("T")


def shuffled(items: Sequence[T], seed: int) -> list[T]:
    """The items in the order of the digests of a number and their place."""

    def place(numbered: tuple[int, T]) -> bytes:
        return sha256(f"{seed}:{numbered[0]}".encode()).digest()

    return [item for _, item in sorted(enumerate(items), key=place)]


def with_keys_shuffled(value: Any, seed: int) -> Any:  # noqa: ANN401 # any JSON value
    """A value with the keys of all its objects in another order."""
    if isinstance(value, dict):
        pairs = shuffled(list(value.items()), seed)
        return {key: with_keys_shuffled(inner, seed) for key, inner in pairs}
    return [with_keys_shuffled(item, seed) for item in value] if isinstance(value, list) else value
