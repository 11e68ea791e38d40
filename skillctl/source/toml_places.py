"""Where each key and value of a valid TOML text stands."""

import re
import tomllib
from typing import NamedTuple, TypeAlias

Path: TypeAlias = tuple[str | int, ...]

_BLANKS = re.compile(r"(?:[ \t\r\n]+|#[^\n]*)*")
_INLINE_BLANKS = re.compile(r"[ \t]*")
_BARE_KEY = re.compile(r"[A-Za-z0-9_-]+")
_QUOTED_KEY = re.compile(r"\"(?:[^\"\\\n]|\\.)*\"|'[^'\n]*'")
_STRING = re.compile(
    r"\"\"\"(?:[^\\]|\\.)*?\"\"\"\"{0,2}|'''.*?''''{0,2}|\"(?:[^\"\\\n]|\\.)*\"|'[^'\n]*'",
    re.DOTALL,
)
_SCALAR = re.compile(r"[^,\]}#\r\n]*[^,\]}#\r\n \t]")


class Place(NamedTuple):
    """Indices of a key and of its value, ends exclusive."""

    key_start: int
    key_end: int
    value_start: int
    value_end: int


class _Key(NamedTuple):
    parts: tuple[str, ...]
    start: int
    end: int


def scan(text: str) -> dict[Path, Place]:
    """Give the place of every key path and list item; the text must have passed `tomllib`."""
    scanner = _Scanner(text.replace("\r\n", " \n"))
    scanner.document()
    return scanner.places


class _Scanner:
    """One walk over the text; `at` is the next character, `table` the path of the open header."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.places: dict[Path, Place] = {}
        self.last_item: dict[Path, int] = {}
        self.table: Path = ()

    def document(self) -> None:
        """Read headers and key lines to the end."""
        while self.skip(_BLANKS) < len(self.text):
            if self.text[self.at] == "[":
                self.header()
            else:
                self.pair(self.table)

    def skip(self, blanks: re.Pattern[str]) -> int:
        match = blanks.match(self.text, self.at)
        self.at = match.end() if match else self.at
        return self.at

    def key(self) -> _Key:
        """Read a dotted key, blanks around its dots included."""
        parts: list[str] = []
        start = self.skip(_INLINE_BLANKS)
        end = start
        while True:
            self.skip(_INLINE_BLANKS)
            match = _BARE_KEY.match(self.text, self.at) or _QUOTED_KEY.match(self.text, self.at)
            if match is None:
                return _Key(tuple(parts), start, end)
            parts.append(_unquote(match.group()))
            self.at = end = match.end()
            if self.text[self.skip(_INLINE_BLANKS) : self.at + 1] != ".":
                return _Key(tuple(parts), start, end)
            self.at += 1

    def header(self) -> None:
        """Read `[a.b]` or `[[a.b]]`; the latter opens the next item of a list of tables."""
        is_item = self.text.startswith("[[", self.at)
        self.at += 2 if is_item else 1
        key = self.key()
        parent = self.resolve(key.parts[:-1])
        path = (*parent, key.parts[-1])
        place = Place(key.start, key.end, key.start, key.end)
        self.places.setdefault(path, place)
        if is_item:
            self.last_item[path] = self.last_item.get(path, -1) + 1
        path = self.resolve(key.parts)
        self.places.setdefault(path, place)
        self.table = path
        self.at = self.text.index("]", self.at) + (2 if is_item else 1)

    def resolve(self, parts: tuple[str, ...]) -> Path:
        """The path of a header's words, each list of tables standing for its last item."""
        path: Path = ()
        for part in parts:
            path = (*path, part)
            if path in self.last_item:
                path = (*path, self.last_item[path])
        return path

    def pair(self, table: Path) -> None:
        """Read `key = value` into a table."""
        key = self.key()
        self.skip(_INLINE_BLANKS)
        self.at += 1
        path = (*table, *key.parts)
        for depth in range(len(table) + 1, len(path)):
            self.places.setdefault(path[:depth], Place(key.start, key.end, key.start, key.end))
        self.value(path, key)

    def value(self, path: Path, key: _Key | None) -> None:
        """Read one value; a list item has no key, so its own place stands for it."""
        start = self.skip(_BLANKS)
        opening = self.text[start]
        if opening == "[":
            self.list(path)
        elif opening == "{":
            self.inline_table(path)
        else:
            match = _STRING.match(self.text, start) or _SCALAR.match(self.text, start)
            self.at = match.end() if match else start + 1
        end = self.at
        self.places[path] = Place(key.start if key else start, key.end if key else end, start, end)

    def list(self, path: Path) -> None:
        """Read `[…]`, trailing comma allowed."""
        self.at += 1
        index = 0
        while self.text[self.skip(_BLANKS)] != "]":
            self.value((*path, index), None)
            index += 1
            if self.text[self.skip(_BLANKS)] == ",":
                self.at += 1
        self.at += 1

    def inline_table(self, path: Path) -> None:
        """Read `{…}`."""
        self.at += 1
        while self.text[self.skip(_BLANKS)] != "}":
            self.pair(path)
            if self.text[self.skip(_BLANKS)] == ",":
                self.at += 1
        self.at += 1


def _unquote(word: str) -> str:
    """The key that a bare or quoted word stands for."""
    return next(iter(tomllib.loads(f"{word} = 1")))
