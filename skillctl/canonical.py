"""JSON in its one canonical form (RFC 8785, JCS): equal values give equal bytes."""

import json
import re
from collections.abc import Iterator, Mapping
from hashlib import sha256
from math import isfinite

GREATEST_INTEGER = 2**53 - 1
_DEEPEST = 200  # far below Python's own limit; a config of ours is nested 100 deep at most
_FLOAT = re.compile(r"(-?)(\d+)(?:\.(\d+))?(?:e([+-]\d+))?")
_POINT_FROM, _POINT_TO = -6, 21  # ECMAScript writes plain digits between 1e-6 and 1e21


class NotCanonical(ValueError):
    """The value has no canonical form; says where and why."""


def canonical(value: object) -> bytes:
    """Write members in order of UTF-16 code units, no blanks, least escapes, ECMAScript numbers.

    Raises NotCanonical for NaN, infinity, lone surrogates, integers beyond 2^53 - 1, and anything
    that is not JSON.
    """
    return "".join(_pieces(value, ())).encode()


def digest(value: object) -> str:
    """Give `sha256:` and the SHA-256 (hex) of the canonical form."""
    return digest_of(canonical(value))


def digest_of(form: bytes) -> str:
    """The same of a form that is known already."""
    return f"sha256:{sha256(form).hexdigest()}"


def _pieces(value: object, path: tuple[str | int, ...]) -> Iterator[str]:
    if len(path) > _DEEPEST:
        raise NotCanonical(f"nested deeper than {_DEEPEST} levels")
    if isinstance(value, Mapping):
        yield from _object(value, path)
    elif isinstance(value, list | tuple):
        for index, item in enumerate(value):
            yield "," if index else "["
            yield from _pieces(item, (*path, index))
        yield "]" if value else "[]"
    else:
        yield _scalar(value, path)


def _object(value: Mapping[object, object], path: tuple[str | int, ...]) -> Iterator[str]:
    """Write the members; code units compare as the bytes of big-endian UTF-16 do."""
    members: dict[str, object] = {}
    for key, inner in value.items():
        if not isinstance(key, str):
            raise NotCanonical(f"{_at(path)}a key is {type(key).__name__}, not a string")
        members[key] = inner
    keys = sorted(members, key=lambda k: k.encode("utf-16-be", "surrogatepass"))
    for index, key in enumerate(keys):
        yield f"{',' if index else '{'}{_string(key, path)}:"
        yield from _pieces(members[key], (*path, key))
    yield "}" if keys else "{}"


def _scalar(value: object, path: tuple[str | int, ...]) -> str:
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    if isinstance(value, str):
        return _string(value, path)
    if isinstance(value, int):
        if abs(value) > GREATEST_INTEGER:
            raise NotCanonical(f"{_at(path)}an integer beyond 2^53 - 1, which not all readers keep")
        return str(value)
    if isinstance(value, float):
        if not isfinite(value):
            raise NotCanonical(f"{_at(path)}a number that is not finite")
        return _number(value)
    raise NotCanonical(f"{_at(path)}{type(value).__name__} is not a JSON value")


def _string(text: str, path: tuple[str | int, ...]) -> str:
    """Escape the quote, the backslash and control characters, and nothing else."""
    if any("\ud800" <= character <= "\udfff" for character in text):
        raise NotCanonical(f"{_at(path)}a lone surrogate, which is no character")
    return json.dumps(text, ensure_ascii=False)


def _number(value: float) -> str:
    """Write the shortest digits that read back as the same double, the way ECMAScript does."""
    match = _FLOAT.fullmatch(repr(value))
    if match is None or value == 0:
        return "0"
    sign, whole, fraction, exponent = match.groups(default="")
    digits = (whole + fraction).lstrip("0")
    point = len(whole) + int(exponent or 0) - (len(whole + fraction) - len(digits))
    digits = digits.rstrip("0")
    if _POINT_FROM < point <= _POINT_TO:
        return sign + _plain(digits, point)
    rest = f".{digits[1:]}" if digits[1:] else ""
    return f"{sign}{digits[0]}{rest}e{point - 1:+d}"


def _plain(digits: str, point: int) -> str:
    """Write digits with the decimal point after `point` of them, zeros filled in."""
    if point <= 0:
        return f"0.{'0' * -point}{digits}"
    if point >= len(digits):
        return digits + "0" * (point - len(digits))
    return f"{digits[:point]}.{digits[point:]}"


def _at(path: tuple[str | int, ...]) -> str:
    """Name a place as `env.TOKEN` or `args[1]`; empty for the value itself."""
    words = ""
    for part in path:
        words += f"[{part}]" if isinstance(part, int) else f".{part}"
    return f"{words.removeprefix('.')}: " if words else ""
