"""Which reply answers a call, and why the others do not."""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from skillctl.fakes.model import Reply

SHOWN = 60


class Call(NamedTuple):
    """The arguments of a call, and its number among the calls of its tool, from 1."""

    arguments: Mapping[str, Any]
    number: int


def first_match(replies: Sequence[Reply], call: Call) -> int | None:
    """The index of the reply that answers, or None."""
    return next((i for i, reply in enumerate(replies) if not _differs(reply, call)), None)


def nearest(replies: Sequence[Reply], call: Call) -> tuple[int, str] | None:
    """Of replies that do not match: the one with the fewest differences, and its first one."""
    found = [(list(mismatches(reply, call)), index) for index, reply in enumerate(replies)]
    if not found:
        return None
    differences, index = min(found, key=lambda pair: len(pair[0]))
    return index, differences[0]


def mismatches(reply: Reply, call: Call) -> Iterator[str]:
    """Why a reply does not match a call, key by key; nothing if it matches."""
    return MATCHERS[reply.match](reply.wanted, call)


def _differs(reply: Reply, call: Call) -> bool:
    return next(mismatches(reply, call), None) is not None


def _when(wanted: Mapping[str, Any], call: Call) -> Iterator[str]:
    return differences(wanted, call.arguments, "")


def _when_missing(wanted: str | Sequence[str], call: Call) -> Iterator[str]:
    for name in [wanted] if isinstance(wanted, str) else wanted:
        if name in call.arguments:
            yield f"{name} is {shown(call.arguments[name])}, not missing"


def _when_call(wanted: int, call: Call) -> Iterator[str]:
    if wanted != call.number:
        yield f"this is call {call.number}, not {wanted}"


def _default(_wanted: object, _call: Call) -> Iterator[str]:
    yield from ()


MATCHERS: Mapping[str, Callable[[Any, Call], Iterator[str]]] = {
    "when": _when,
    "when_missing": _when_missing,
    "when_call": _when_call,
    "default": _default,
}


def differences(wanted: object, got: object, path: str) -> Iterator[str]:
    """Where a value does not hold what is wanted.

    A table holds it if it has each wanted key with a value that holds the wanted one; a list if it
    is as long and each item holds the wanted one; anything else if it is equal.
    """
    if isinstance(wanted, dict) and isinstance(got, dict):
        yield from _table_differences(wanted, got, path)
    elif isinstance(wanted, list) and isinstance(got, list) and len(wanted) == len(got):
        for index, (one, other) in enumerate(zip(wanted, got, strict=True)):
            yield from differences(one, other, f"{path}[{index}]")
    elif not same(wanted, got):
        yield f"{path} is {shown(got)}, not {shown(wanted)}"


def _table_differences(
    wanted: Mapping[str, object], got: Mapping[str, object], path: str
) -> Iterator[str]:
    for key, value in wanted.items():
        inner = f"{path}.{key}" if path else key
        if key in got:
            yield from differences(value, got[key], inner)
        else:
            yield f"{inner} is missing, not {shown(value)}"


def same(one: object, other: object) -> bool:
    """Whether two scalars are equal in JSON: 1 is 1.0, but neither is true."""
    if isinstance(one, bool) or isinstance(other, bool):
        return one is other
    if isinstance(one, dict | list) or isinstance(other, dict | list):
        return False
    return one == other


def shown(value: object) -> str:
    """A value as short JSON for a message."""
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= SHOWN else f"{text[:SHOWN]}…"
