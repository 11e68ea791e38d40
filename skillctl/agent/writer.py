"""The one JSON writer of request bodies: exact bytes (agent.md section 2), each with its origin."""

import json
import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from skillctl.agent.provenance import FRAME, Origin, Owned, Span, Traced

_ENCODER = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), allow_nan=False)
_SURROGATE = re.compile("[\ud800-\udfff]")
REPLACEMENT = "\ufffd"


class Chunk(NamedTuple):
    """Bytes of one origin, and how many lone surrogates became U+FFFD in them."""

    data: bytes
    origin: Origin
    replaced: int = 0


def chunks(value: object) -> Iterator[Chunk]:
    """Write a JSON value that may hold `Traced` and `Owned`; keys keep their order.

    Raises ValueError on NaN and infinity, TypeError on what JSON does not know.
    """
    if isinstance(value, Traced):
        yield from _string(value)
    elif isinstance(value, Owned):
        yield _chunk(_ENCODER.encode(value.value), value.origin)
    elif isinstance(value, Mapping):
        yield from _object(value)
    elif isinstance(value, list | tuple):
        yield from _array(value)
    else:
        yield _chunk(_ENCODER.encode(value), FRAME)


def written(value: object) -> tuple[bytes, int]:
    """The bytes of a value, and how many lone surrogates were replaced."""
    found = list(chunks(value))
    return b"".join(chunk.data for chunk in found), sum(chunk.replaced for chunk in found)


def spans(value: object) -> tuple[Span, ...]:
    """Where each byte of `written(value)` comes from: tiles it without gap or overlap."""
    result: list[Span] = []
    at = 0
    for chunk in chunks(value):
        end = at + len(chunk.data)
        if result and result[-1].origin == chunk.origin:
            result[-1] = Span(result[-1].start, end, chunk.origin)
        elif end > at:
            result.append(Span(at, end, chunk.origin))
        at = end
    return tuple(result)


def _string(value: Traced) -> Iterator[Chunk]:
    yield _chunk('"', FRAME)
    for piece in value.pieces:
        yield _chunk(_ENCODER.encode(piece.text)[1:-1], piece.origin)
    yield _chunk('"', FRAME)


def _object(value: Mapping[str, object]) -> Iterator[Chunk]:
    before = "{"
    for key, item in value.items():
        yield _chunk(f"{before}{_ENCODER.encode(key)}:", FRAME)
        yield from chunks(item)
        before = ","
    yield _chunk("}" if value else "{}", FRAME)


def _array(value: list[object] | tuple[object, ...]) -> Iterator[Chunk]:
    before = "["
    for item in value:
        yield _chunk(before, FRAME)
        yield from chunks(item)
        before = ","
    yield _chunk("]" if value else "[]", FRAME)


def _chunk(text: str, origin: Origin) -> Chunk:
    data, replaced = encoded(text)
    return Chunk(data, origin, replaced)


def encoded(text: str) -> tuple[bytes, int]:
    """A text as UTF-8, and how many lone surrogates became U+FFFD."""
    try:
        return text.encode(), 0
    except UnicodeEncodeError:
        clean, count = _SURROGATE.subn(REPLACEMENT, text)
        return clean.encode(), count
