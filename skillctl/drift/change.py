"""What a comparison gives: the classes of harness.md section 7, and one change."""

import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import IntEnum

_NAME = re.compile(r"[A-Za-z_$][A-Za-z0-9_$]*")


class Drift(IntEnum):
    """How much a change matters; compares by weight."""

    COSMETIC = 1
    ORDER_ONLY = 2
    PROMPT_ONLY = 3
    BREAKING = 4

    def __str__(self) -> str:
        return self.name.lower().replace("_", "-")


@dataclass(frozen=True, slots=True)
class Change:
    """One change of an item: its class, its JSON path (`line N` in a text), old and new text.

    A text is None where there is nothing; `reason` says why the class is what it is. `waits` names
    the item whose consent is missing, if that is all that has changed.
    """

    drift: Drift
    item: str
    path: str
    old: str | None
    new: str | None
    reason: str = ""
    waits: str = ""


class Absent:
    """What stands for a key that is not there, since `null` is a value."""


ABSENT = Absent()


def same(old: object, new: object) -> bool:
    """Whether two values are written alike, order of keys included."""
    return old is new or (ABSENT not in (old, new) and dumped(old) == dumped(new))


def dumped(value: object, *, sort: bool = False) -> str:
    """A JSON value on one line, keys in their own order or sorted."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), sort_keys=sort)


def below(path: str, key: str) -> str:
    """The JSON path of a member: `$.a`, or `$['a b']` where the key is no plain name."""
    if _NAME.fullmatch(key):
        return f"{path}.{key}"
    escaped = key.replace("\\", "\\\\").replace("'", "\\'")
    return f"{path}['{escaped}']"


def change(drift: Drift, path: str, old: object, new: object, reason: str = "") -> Change:
    """A change of two values, which `ABSENT` may stand for; the item is filled in by the caller."""
    return Change(drift, "", path, _text(old), _text(new), reason)


def order_change(path: str, old: Iterable[str], new: Iterable[str]) -> Iterator[Change]:
    """Whether the names that both have stand in another order."""
    before, after = list(old), list(new)
    both = set(before) & set(after)
    was, now = ([name for name in names if name in both] for names in (before, after))
    if was != now:
        yield change(Drift.ORDER_ONLY, path, before, after, "other order")


def _text(value: object) -> str | None:
    """A string as it is, any other value as JSON."""
    if value is ABSENT:
        return None
    return value if isinstance(value, str) else dumped(value)
