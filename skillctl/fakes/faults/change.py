"""How an effect changes what would have been done: as effects, as a message, as bytes of a line."""

import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import Any, TypeAlias

from skillctl.fakes.effects import Effect, Send
from skillctl.fakes.protocol import encode

Change: TypeAlias = Callable[[Iterable[Effect], Any, str], Iterator[Effect]]
Message: TypeAlias = dict[str, Any]


def on_message(change: Callable[[Message, Any], object]) -> Change:
    """A change of the answer before it is written: the first argument may be changed in place.

    A raw answer of a reply that is no message stays as it is.
    """

    def pieces(data: bytes, value: object) -> Iterator[bytes]:
        message = _message(data)
        yield data if message is None else encode(change(message, value))

    return on_line(pieces)


def _message(data: bytes) -> Message | None:
    try:
        value = json.loads(data)
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else None


def on_line(change: Callable[[bytes, Any], Iterable[bytes]]) -> Change:
    """A change of the bytes of the answer: what is written instead, in pieces.

    What is said of a request before its answer, such as progress, stays as it is.
    """

    def changed(effects: Iterable[Effect], value: object, cause: str) -> Iterator[Effect]:
        for effect in effects:
            if isinstance(effect, Send) and effect.request is not None and not effect.early:
                for data in change(effect.data, value):
                    yield replace(effect, data=data, cause=cause)
            else:
                yield effect

    return changed


def with_member(data: bytes, member: bytes) -> bytes:
    """The line of an answer with one more member, as it is spelled, in its result or error."""
    body = data.rstrip(b"\n")
    if not body.endswith(b"}}"):
        return data  # changed before into what has no such place
    empty = body.endswith(b"{}}")
    return body[:-2] + (b"" if empty else b",") + member + body[-2:] + b"\n"
