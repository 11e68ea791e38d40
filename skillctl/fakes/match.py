"""Which reply answers a call, and why the others do not."""

import json
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from skillctl.fakes.model import Reply
from skillctl.policy.patterns import search

SHOWN = 60
ABSENT = object()
NUMBER = "the number of the call"


class Call(NamedTuple):
    """The arguments of a call, and its number among the calls of its tool, from 1."""

    arguments: Mapping[str, Any]
    number: int


class Difference(NamedTuple):
    """One reason why a reply does not match: a value that is not the wanted one, or ABSENT.

    `text` says it in other words where a value is not wanted to be equal.
    """

    path: str
    got: object
    wanted: object
    text: str = ""

    def __str__(self) -> str:
        return self.text or f"{self.path} is {shown(self.got)}, not {shown(self.wanted)}"


def first_match(replies: Sequence[Reply], call: Call, passed: Collection[int] = ()) -> int | None:
    """The index of the reply that answers, or None; those that are `passed` do not count."""
    numbered = ((i, r) for i, r in enumerate(replies) if i not in passed)
    return next((i for i, r in numbered if next(mismatches(r, call), None) is None), None)


def nearest(
    replies: Sequence[Reply], call: Call, passed: Collection[int] = ()
) -> tuple[int, Difference] | None:
    """Of replies that do not match: the one with the fewest differences, and its first one."""
    numbered = ((i, r) for i, r in enumerate(replies) if i not in passed)
    found = [(list(mismatches(reply, call)), index) for index, reply in numbered]
    if not found:
        return None
    different, index = min(found, key=lambda pair: len(pair[0]))
    return index, different[0]


def mismatches(reply: Reply, call: Call) -> Iterator[Difference]:
    """Why a reply does not match a call, key by key; nothing if it matches."""
    return MATCHERS[reply.match](reply.wanted, call)


def _when(wanted: Mapping[str, Any], call: Call) -> Iterator[Difference]:
    return differences(wanted, call.arguments, "")


def _when_regex(wanted: Mapping[str, str], call: Call) -> Iterator[Difference]:
    for name, pattern in wanted.items():
        got = call.arguments.get(name, ABSENT)
        found = False if got is ABSENT else search(pattern, as_text(got))
        if not found:
            fails = "does not match" if found is False else "takes too long to be matched with"
            words = f"{name} is {shown(got)}, which {fails} {shown(pattern)}"
            yield Difference(name, got, pattern, words)


def _when_schema(wanted: Mapping[str, Any], call: Call) -> Iterator[Difference]:
    from skillctl.fakes.arguments import NotJudged, judge  # noqa: PLC0415 # imports jsonschema

    try:
        misfits = judge(json.dumps(wanted)).misfits(call.arguments)
    except NotJudged as error:
        misfits = [f"when_schema cannot be used: {error}"]
    yield from (Difference("arguments", call.arguments, wanted, line) for line in misfits)


def _when_missing(wanted: str | Sequence[str], call: Call) -> Iterator[Difference]:
    for name in [wanted] if isinstance(wanted, str) else wanted:
        if name in call.arguments:
            yield Difference(name, call.arguments[name], ABSENT)


def _when_call(wanted: int, call: Call) -> Iterator[Difference]:
    if wanted != call.number:
        yield Difference(NUMBER, call.number, wanted)


def _default(_wanted: object, _call: Call) -> Iterator[Difference]:
    yield from ()


MATCHERS: Mapping[str, Callable[[Any, Call], Iterator[Difference]]] = {
    "when": _when,
    "when_regex": _when_regex,
    "when_schema": _when_schema,
    "when_missing": _when_missing,
    "when_call": _when_call,
    "default": _default,
}


def differences(wanted: object, got: object, path: str) -> Iterator[Difference]:
    """Where a value does not hold what is wanted.

    A table holds it if it has each wanted key with a value that holds the wanted one; a list if it
    is as long and each item holds the wanted one; anything else if it is equal.
    """
    if isinstance(wanted, dict) and isinstance(got, dict):
        for key, value in wanted.items():
            yield from differences(value, got.get(key, ABSENT), f"{path}.{key}" if path else key)
    elif isinstance(wanted, list) and isinstance(got, list) and len(wanted) == len(got):
        for index, (one, other) in enumerate(zip(wanted, got, strict=True)):
            yield from differences(one, other, f"{path}[{index}]")
    elif not same(wanted, got):
        yield Difference(path, got, wanted)


def same(one: object, other: object) -> bool:
    """Whether two scalars are equal in JSON: 1 is 1.0, but neither is true."""
    if isinstance(one, bool) or isinstance(other, bool):
        return one is other
    if isinstance(one, dict | list) or isinstance(other, dict | list):
        return False
    return one == other


def as_text(value: object) -> str:
    """A value as a pattern sees it: a string as it is, anything else as JSON."""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def shown(value: object) -> str:
    """A value as short JSON for a message."""
    if value is ABSENT:
        return "missing"
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= SHOWN else f"{text[:SHOWN]}…"
