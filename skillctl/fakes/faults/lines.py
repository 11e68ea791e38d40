"""Effects on the line of an answer: what stands before it, how it ends, how it is cut."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import NamedTuple

from skillctl.fakes.effects import Effect, Send, Sleep

_BOM = b"\xef\xbb\xbf"


class Split(NamedTuple):
    """An answer in parts of so many bytes, with a pause in seconds between them."""

    size: int
    pause: float


def before(data: bytes, lines: tuple[bytes, ...]) -> Iterator[bytes]:
    """Other lines first."""
    yield from lines
    yield data


def prefix(data: bytes, text: str) -> Iterator[bytes]:
    """Text glued to the beginning of the line."""
    yield text.encode() + data


def crlf(data: bytes, _value: object) -> Iterator[bytes]:
    """Every line ends with CR LF."""
    yield data.replace(b"\n", b"\r\n")


def bom(data: bytes, _value: object) -> Iterator[bytes]:
    """A byte order mark first."""
    yield _BOM + data


def huge(data: bytes, size: int) -> Iterator[bytes]:
    """Blanks before the end of the line, until it is so many bytes long, line feed included."""
    body = data.removesuffix(b"\n")
    yield body[:-1].ljust(size - 2, b" ") + body[-1:] + b"\n"


def raw(_data: bytes, text: str) -> Iterator[bytes]:
    """This line instead of the answer."""
    yield text.encode() + b"\n"


def raw_hex(_data: bytes, digits: str) -> Iterator[bytes]:
    """These bytes instead of the answer; no line feed is added."""
    yield bytes.fromhex(digits)


def truncate(data: bytes, size: int) -> Iterator[bytes]:
    """Only the first bytes; the line does not end."""
    yield data[:size]


def split(effects: Iterable[Effect], value: Split, cause: str) -> Iterator[Effect]:
    """The answer in parts, so that a client sees it come bit by bit."""
    for effect in effects:
        if not isinstance(effect, Send) or effect.request is None or effect.early:
            yield effect
            continue
        for start in range(0, len(effect.data), value.size):
            if start and value.pause:
                yield Sleep(value.pause)
            yield replace(effect, data=effect.data[start : start + value.size], cause=cause)
