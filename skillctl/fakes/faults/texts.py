"""Effects on the JSON text of an answer: what is odd in it, or is no JSON at all."""

import json
from collections.abc import Iterator

from skillctl.fakes.faults.change import with_member

_NO_UTF8 = b"\xff"
_SURROGATE = b"\\ud800"
_SEPARATORS = "\u2028\u0085".encode()
_STRANGER = b"4000000000"


def invalid_utf8(data: bytes, _value: object) -> Iterator[bytes]:
    """A byte that is no UTF-8 at the end of the last string."""
    yield _in_last_string(data, _NO_UTF8)


def surrogate(data: bytes, _value: object) -> Iterator[bytes]:
    """Half of a surrogate pair, as an escape, at the end of the last string."""
    yield _in_last_string(data, _SURROGATE)


def line_separators(data: bytes, _value: object) -> Iterator[bytes]:
    """U+2028 and U+0085 in the last string: no line ends in JSON, but in some programs."""
    yield _in_last_string(data, _SEPARATORS)


def not_a_number(data: bytes, _value: object) -> Iterator[bytes]:
    """A member whose value is NaN, which JSON does not have."""
    yield with_member(data, b'"fault":NaN')


def depth(data: bytes, levels: int) -> Iterator[bytes]:
    """A member of so many lists in lists; written as text, since no program recurses so deep."""
    yield with_member(data, b'"fault":' + b"[" * levels + b"]" * levels)


def duplicate_keys(data: bytes, _value: object) -> Iterator[bytes]:
    """A second id, of no request, behind the first one."""
    head, colon, rest = data.partition(b'"id":')
    own, comma, tail = rest.partition(b",")
    again = b',"id":' + _STRANGER if colon and comma else b""
    yield head + colon + own + again + comma + tail


def batch(data: bytes, _value: object) -> Iterator[bytes]:
    """The message in a list, as the protocol no longer has it."""
    yield b"[" + data.removesuffix(b"\n") + b"]\n"


def pretty(data: bytes, _value: object) -> Iterator[bytes]:
    """The message over several lines; what is no JSON by now stays on its line."""
    try:
        value = json.loads(data)
    except ValueError:
        yield data
        return
    yield (
        json.dumps(value, ensure_ascii=False, indent=2).encode("utf-8", "backslashreplace") + b"\n"
    )


def _in_last_string(data: bytes, more: bytes) -> bytes:
    """The line with more bytes before its last quotation mark."""
    head, quote, tail = data.rpartition(b'"')
    return head + more + quote + tail if quote else data
