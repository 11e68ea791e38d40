"""JSON that a model wrote, taken only if it can be written again and every tool can hold it."""

import json
from collections.abc import Callable, Iterable
from math import isinf
from typing import NoReturn

MAX_DEPTH = 100


class NotStrict(ValueError):
    """The text is JSON that no tool may get; says why."""


def parse_strict(text: str, pairs: Callable[[list[tuple[str, object]]], object] = dict) -> object:
    """The value of a text; `pairs` makes an object of its members.

    Raises ValueError on what is no JSON: NotStrict on NaN, infinity, and too deep nesting.
    """
    try:
        value = json.loads(
            text, object_pairs_hook=pairs, parse_constant=_refuse, parse_float=_finite
        )
    except RecursionError:
        raise _too_deep() from None
    level: list[object] = [value]
    for _ in range(MAX_DEPTH):
        level = [inner for one in level for inner in _inside(one)]
    if any(isinstance(one, dict | list) for one in level):
        raise _too_deep()
    return value


def _inside(value: object) -> Iterable[object]:
    if isinstance(value, dict):
        return value.values()
    return value if isinstance(value, list) else ()


def _too_deep() -> NotStrict:
    return NotStrict(f"nested deeper than {MAX_DEPTH}")


def _refuse(word: str) -> NoReturn:
    raise NotStrict(f"{word} is not JSON")


def _finite(word: str) -> float:
    value = float(word)
    if isinf(value):
        raise NotStrict(f"{word[:40]} is more than a number can hold")
    return value
