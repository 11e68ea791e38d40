"""A JSON value as TOML of one line, keys in their order; some values TOML cannot hold."""

import re
from collections.abc import Mapping

from skillctl.policy.hidden import hidden
from skillctl.source.written import json_text

DEEPEST = 100
_BARE = re.compile(r"[A-Za-z0-9_-]+")
_SURROGATE = re.compile("[\ud800-\udfff]")
_MOST = 2**63


class NotToml(ValueError):
    """A value that TOML has no form for: null, half a character, a number that is too large."""


def toml_value(value: object, depth: int = 0) -> str:
    """The value as an inline value; NotToml if there is no such."""
    if depth > DEEPEST:
        raise NotToml("nested too deeply")
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        return toml_text(value)
    if isinstance(value, int | float):
        return _number(value)
    if isinstance(value, list):
        return f"[{', '.join(toml_value(item, depth + 1) for item in value)}]"
    if isinstance(value, Mapping):
        pairs = (f"{_key(key)} = {toml_value(item, depth + 1)}" for key, item in value.items())
        inner = ", ".join(pairs)
        return f"{{ {inner} }}" if inner else "{}"
    raise NotToml(f"{value!r} has no form in TOML")


def is_toml(value: object) -> bool:
    """Whether a value has a form in TOML."""
    try:
        toml_value(value)
    except NotToml:
        return False
    return True


def toml_text(text: str) -> str:
    """A string of TOML on one line, in which nothing is hidden from who reads the file."""
    if _SURROGATE.search(text):
        raise NotToml("half of a character")
    pieces, at = [], 0
    for one in hidden(text):
        pieces += [_inside(text[at : one.index]), *map(_escaped, one.character)]
        at = one.index + len(one.character)
    return f'"{"".join(pieces)}{_inside(text[at:])}"'


def _inside(text: str) -> str:
    """What stands between the quotes."""
    return json_text(text)[1:-1]


def _escaped(character: str) -> str:
    return f"\\U{ord(character):08x}"


def _key(key: str) -> str:
    return key if _BARE.fullmatch(key) else toml_text(key)


def _number(value: float) -> str:
    text = repr(value)
    if isinstance(value, int):
        if not -_MOST <= value < _MOST:
            raise NotToml("a whole number beyond 64 bits")
        return text
    if value in (float("inf"), float("-inf")) or value != value:  # noqa: PLR0124 # not a number
        raise NotToml("no finite number")
    return text
