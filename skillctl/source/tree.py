"""Parsed text with the place of every value: one shape for YAML and JSON."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

ALIAS_LIMIT = "alias-limit"  # a kind of SyntaxProblem


class Property(NamedTuple):
    """What YAML writes before a value or for it (`kind`: anchor, tag, alias, merge), and where.

    `text` is the name of an anchor or alias, and a tag in full.
    """

    kind: str
    text: str
    start: int
    end: int


class Entry(NamedTuple):
    """One key of a mapping with its value; a duplicate key is a second entry.

    `key` is the key as text; `resolved` what it means, if that is no string (`0x1` means 1).
    `kind` is that of the key as a value; in JSON and TOML all are strings.
    """

    key: str
    start: int
    end: int
    value: "Node"
    properties: tuple[Property, ...] = ()
    resolved: str = ""
    kind: str = "string"


@dataclass(frozen=True, slots=True)
class Node:
    """A value and where it stands (code point indices, end exclusive).

    `kind` is one of mapping, list, string, number, boolean, null, date. `value` is the plain value
    of a scalar, else None. `plain` tells that a YAML scalar was written without quotes.
    `properties` are those of a YAML value; one that an alias stands for has that alias alone.
    """

    kind: str
    start: int
    end: int
    value: object = None
    entries: tuple[Entry, ...] = ()
    items: tuple["Node", ...] = ()
    plain: bool = False
    properties: tuple[Property, ...] = ()

    def get(self, key: str) -> "Node | None":
        """The first value of a key, or None."""
        entry = self.entry(key)
        return entry.value if entry else None

    def entry(self, key: str) -> Entry | None:
        """The first entry of a key, or None."""
        return next((e for e in self.entries if e.key == key), None)

    def tables(self, key: str) -> tuple["Node", ...]:
        """The mappings in the list under a key; whatever else stands there is passed over."""
        found = self.get(key)
        return tuple(item for item in found.items if item.kind == "mapping") if found else ()

    def duplicates(self) -> Iterator[tuple[Entry, Entry]]:
        """Each entry whose key stood before, with the first one, at any depth."""
        first: dict[str, Entry] = {}
        for entry in self.entries:
            meant = entry.resolved or entry.key
            if meant in first:
                yield first[meant], entry
            first.setdefault(meant, entry)
            yield from entry.value.duplicates()
        for item in self.items:
            yield from item.duplicates()

    def marks(self) -> Iterator[Property]:
        """The properties of all values and keys as they are written; none for an alias's value."""
        yield from self.properties
        if any(one.kind == "alias" for one in self.properties):
            return
        for entry in self.entries:
            yield from entry.properties
            yield from entry.value.marks()
        for item in self.items:
            yield from item.marks()

    def data(self) -> object:
        """The plain value: dict (first of duplicate keys), list or scalar."""
        if self.kind == "mapping":
            return self._mapping()
        if self.kind == "list":
            return [item.data() for item in self.items]
        return self.value

    def _mapping(self) -> dict[str, object]:
        result: dict[str, object] = {}
        for entry in self.entries:
            if entry.key not in result:
                result[entry.key] = entry.value.data()
        return result


class SyntaxProblem(NamedTuple):
    """Why a text could not be parsed, in the parser's words, and where.

    `kind` tells causes apart that rules judge differently: of JSON syntax, comment, trailing-comma,
    surrogate, limit, empty; of YAML syntax, limit, alias-limit, control, character. `key`, where
    it is known, is that of the value in which it stands, `field` the JSON pointer to that, `value`
    its place.
    """

    message: str
    start: int
    end: int
    kind: str = "syntax"
    key: str = ""
    field: str = ""
    value: tuple[int, int] | None = None


def pointer(*keys: str | int) -> str:
    """The JSON pointer (RFC 6901) to a value below these keys."""
    return "".join("/" + str(key).replace("~", "~0").replace("/", "~1") for key in keys)
