"""One setting: how it is declared, who may set it, and which values fit it."""

from collections.abc import Iterator
from dataclasses import MISSING, Field, field, fields
from enum import StrEnum
from typing import Any, NamedTuple, get_args, get_origin, get_type_hints


class Who(StrEnum):
    """Whose file may set a setting."""

    ANYONE = "anyone"
    USER = "user only"
    LOWER = "anyone; a project only lowers it"
    RAISE = "anyone; a project only raises it"


MOST = 2**31 - 1  # what every system counts and waits in
DAY = 24 * 60 * 60
NO_LIMIT = 0  # in a setting that is a limit and whose least value this is


def setting(
    default: object,
    words: str,
    who: Who = Who.ANYONE,
    choices: tuple[str, ...] = (),
    *,
    least: int = 1,
    most: int = MOST,
) -> Any:  # noqa: ANN401 # a dataclass field stands for its value
    """Declare one setting; `least` and `most` bound a number; a mapping is made anew each time."""
    metadata = {"help": words, "who": who, "choices": choices, "least": least, "most": most}
    if isinstance(default, dict):
        return field(default_factory=lambda: dict(default), metadata=metadata)
    return field(default=default, metadata=metadata)


class Row(NamedTuple):
    """One setting as the table shows it; `key` is dotted and spelled as in a file."""

    key: str
    kind: object
    default: object
    help: str
    who: Who
    choices: tuple[str, ...]
    least: int
    most: int = MOST


def rows_of(section: type, prefix: str = "") -> Iterator[Row]:
    """Every setting of a section and those below it, in the order of declaration."""
    hints = get_type_hints(section)
    for item in fields(section):
        if not item.metadata:
            yield from rows_of(hints[item.name], f"{item.name}.")
            continue
        key = prefix + item.name.replace("_", "-")
        yield _row(key, hints[item.name], item)


def _row(key: str, kind: object, item: Field[Any]) -> Row:
    factory = item.default_factory
    default = item.default if factory is MISSING else factory()
    data = item.metadata
    return Row(
        key=key,
        kind=kind,
        default=default,
        help=data["help"],
        who=data["who"],
        choices=data["choices"],
        least=data["least"],
        most=data["most"],
    )


def fits(kind: object, value: object) -> bool:
    """Whether a value from a TOML file has the type of a setting."""
    if kind in (bool, int, str):
        return type(value) is kind
    origin, inner = get_origin(kind), get_args(kind)
    if origin is tuple:
        return isinstance(value, list) and all(type(v) is inner[0] for v in value)
    return isinstance(value, dict) and all(fits(inner[1], v) for v in value.values())


def words_for(kind: object) -> str:
    """What a setting wants, in words for a message."""
    plain = {bool: "true or false", int: "a whole number", str: "a string"}
    for known, words in plain.items():
        if kind is known:
            return words
    if get_origin(kind) is tuple:
        return "a list of strings"
    inner = get_args(kind)[1]
    return f"a table whose values are {'strings' if inner is str else 'lists of strings'}"


def frozen(value: object) -> object:
    """A TOML value with its lists as tuples."""
    if isinstance(value, list):
        return tuple(frozen(v) for v in value)
    if isinstance(value, dict):
        return {k: frozen(v) for k, v in value.items()}
    return value
