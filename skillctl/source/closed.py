"""Closed tables: which keys a file of ours may hold, and what each key may hold.

One declaration serves the reader, the rules that check the file, and its JSON Schema.
"""

import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace

from skillctl.nearest import did_you_mean, near_names, one_edit_apart
from skillctl.source.tree import Entry, Node, pointer


@dataclass(frozen=True, slots=True)
class Own:
    """A kind of value that only one format has: its words, its test, its JSON Schema."""

    words: str
    fits: Callable[[Node], bool]
    schema: Mapping[str, object]


@dataclass(frozen=True, slots=True, kw_only=True)
class Key:
    """What one key may hold.

    `kind` is a word of `WORDS`, unless the format has an `own` kind; `keys` are those of a table or
    of each table of a list; `least` is the smallest number; `later` marks a key of the format that
    this version does not support; `help` is one line for a reader.
    """

    kind: str = "string"
    keys: Mapping[str, "Key"] = field(default_factory=dict)
    choices: tuple[str, ...] = ()
    least: int | None = None
    required: bool = False
    later: bool = False
    help: str = ""
    own: Own | None = None

    @property
    def wants(self) -> str:
        """What the key wants, in words for a message."""
        return self.own.words if self.own else WORDS[self.kind]

    def fits(self, node: Node) -> bool:
        """Whether a value is of the kind of this key."""
        return self.own.fits(node) if self.own else _fits(node, self.kind)


@dataclass(frozen=True, slots=True)
class Misfit:
    """What is wrong with one key or value, and where (code point indices, end exclusive).

    `rename` is the known key that was meant, where only one letter differs, and `value` what it
    holds; `again` are the places of the tables below it, whose headers may repeat the key.
    `field` is a JSON pointer; `related` are other places, each with words.
    """

    name: str
    message: str
    start: int
    end: int
    advice: str
    rename: str | None = None
    value: object = None
    field: str | None = None
    related: tuple[tuple[int, int, str], ...] = ()
    again: tuple[tuple[int, int], ...] = ()

    def renamed(self, text: str) -> tuple[tuple[int, int], ...]:
        """Every place where the key stands in the text of the file."""
        here = (self.start, self.end)
        word = text[self.start : self.end]
        others = (place for place in self.again if text[slice(*place)] == word)
        return tuple(dict.fromkeys((here, *others)))


UNKNOWN_KEY = "unknown-key"
VALUE = "value"
LATER = Key(kind="any", later=True)


def later(names: str) -> dict[str, Key]:
    """The keys of a table that this version refuses by name, parted by blanks."""
    return dict.fromkeys(names.split(), LATER)


WORDS: Mapping[str, str] = {
    "any": "any value",
    "string": "a string",
    "strings": "a list of strings",
    "texts": "a string or a list of strings",
    "integer": "a whole number",
    "boolean": "true or false",
    "json": "a value that JSON can hold (no date, no infinity)",
    "object": "a table of values that JSON can hold (no date, no infinity)",
    "map": "a table of strings",
    "files": "a list of strings or a table of strings",
    "table": "a table",
    "tables": "a list of tables",
}


def examine(node: Node, keys: Mapping[str, Key], where: str = "", at: str = "") -> Iterator[Misfit]:
    """Say what in a table is not as declared.

    `where` names the table in the messages, `at` is the JSON pointer to it.
    """
    meant = {_nearest(entry.key, keys) for entry in node.entries if entry.key not in keys}
    for name, key in keys.items():
        if key.required and node.entry(name) is None and name not in meant:
            message = f'the key "{name}"{_inside(where)} is missing'
            advice = f"add {name} = …"
            yield Misfit(VALUE, message, node.start, node.start + 1, advice, field=at or None)
    for entry in node.entries:
        found, below = keys.get(entry.key), at + pointer(entry.key)
        if found is None:
            yield replace(_free(unknown(entry, keys, where), node), field=below)
        elif found.later:
            yield replace(_unsupported(entry, where), field=below)
        else:
            yield from _value(entry, found, where, below)


def unknown(entry: Entry, keys: Mapping[str, Key], where: str = "") -> Misfit:
    """A key that the format does not have, with the nearest one it has."""
    near = _nearest(entry.key, keys)
    rename = near if near and one_edit_apart(entry.key, near) else None
    known = ", ".join(sorted(name for name, key in keys.items() if not key.later))
    advice = did_you_mean(entry.key, keys, f"known keys: {known}")
    message = f'unknown key "{entry.key}"{_inside(where)}'
    tables = (item for item in entry.value.items if item.kind == "mapping")
    return Misfit(
        UNKNOWN_KEY,
        message,
        entry.start,
        entry.end,
        advice,
        rename,
        entry.value.data(),
        again=tuple((item.start, item.end) for item in tables),
    )


def _free(misfit: Misfit, table: Node) -> Misfit:
    """Without the known key that was meant, where that stands in the table already."""
    taken = misfit.rename is not None and table.entry(misfit.rename)
    return replace(misfit, rename=None) if taken else misfit


def _nearest(name: str, keys: Mapping[str, Key]) -> str | None:
    return next(iter(near_names(name, keys)), None)


def _unsupported(entry: Entry, where: str) -> Misfit:
    message = f'this version of skillctl does not support the key "{entry.key}"{_inside(where)} yet'
    return Misfit(UNKNOWN_KEY, message, entry.start, entry.end, "take it out")


def _value(entry: Entry, key: Key, where: str, at: str) -> Iterator[Misfit]:
    """Judge the value of a known key, tables inside it included."""
    value = entry.value
    if not key.fits(value):
        message = f'"{entry.key}"{_inside(where)} wants {key.wants}'
        yield Misfit(VALUE, message, value.start, value.end, f"write {key.wants}", field=at)
    elif key.kind == "table":
        yield from examine(value, key.keys, entry.key, at)
    elif key.kind == "tables":
        for number, item in enumerate(value.items):
            yield from examine(item, key.keys, entry.key, at + pointer(number))
    else:
        yield from (replace(misfit, field=at) for misfit in _limits(entry, key, where))


def _limits(entry: Entry, key: Key, where: str) -> Iterator[Misfit]:
    """Judge a scalar, or each item or value of a list or table of scalars."""
    node = entry.value
    for value in (*node.items, *(inner.value for inner in node.entries), node):
        if key.choices and value.kind == "string" and value.value not in key.choices:
            message = f'"{entry.key}"{_inside(where)} is "{value.value}"'
            meant = did_you_mean(str(value.value), key.choices)
            advice = f"{meant} one of: {', '.join(key.choices)}".lstrip()
            yield Misfit(VALUE, message, value.start, value.end, advice)
        if key.least is not None and isinstance(value.value, int) and value.value < key.least:
            message = f'"{entry.key}"{_inside(where)} is {value.value}'
            yield Misfit(VALUE, message, value.start, value.end, f"write {key.least} or more")


def _inside(where: str) -> str:
    return f' in "{where}"' if where else ""


def _fits(node: Node, kind: str) -> bool:
    """Whether a value is of a kind of `WORDS`."""
    match kind:
        case "string" | "boolean":
            return node.kind == kind
        case "integer":
            return node.kind == "number" and isinstance(node.value, int)
        case "strings" | "map":
            return node.kind == ("list" if kind == "strings" else "mapping") and _all_strings(node)
        case "texts" | "files":
            other = "string" if kind == "texts" else "mapping"
            return node.kind in ("list", other) and _all_strings(node)
        case "table" | "tables":
            wanted = "mapping" if kind == "table" else "list"
            return node.kind == wanted and all(item.kind == "mapping" for item in node.items)
        case "json" | "object":
            return (kind == "json" or node.kind == "mapping") and is_json(node)
    return True


def _all_strings(node: Node) -> bool:
    inner = (*node.items, *(entry.value for entry in node.entries))
    return all(value.kind == "string" for value in inner)


def is_json(node: Node) -> bool:
    """Whether JSON has a way to write this value that every reader takes (integers of 64 bits)."""
    if isinstance(node.value, int):
        return -(2**63) <= node.value < 2**63
    if isinstance(node.value, float):
        return math.isfinite(node.value)
    inner = (*node.items, *(entry.value for entry in node.entries))
    return node.kind != "date" and all(is_json(value) for value in inner)
