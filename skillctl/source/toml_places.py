"""Where each key and value of a valid TOML text stands."""

import re
import tomllib
from typing import NamedTuple, TypeAlias

Path: TypeAlias = tuple[str | int, ...]

_BLANKS = re.compile(r"(?:[ \t\r\n]+|#[^\n]*)*")
_INLINE_BLANKS = re.compile(r"[ \t]*")
_KEY = re.compile(r"[A-Za-z0-9_-]+|\"(?:[^\"\\\n]|\\.)*\"|'[^'\n]*'")
_STRING = re.compile(
    r"\"\"\"(?:[^\\]|\\.)*?\"\"\"\"{0,2}|'''.*?''''{0,2}|\"(?:[^\"\\\n]|\\.)*\"|'[^'\n]*'",
    re.DOTALL,
)
_SCALAR = re.compile(r"[^,\]}#\r\n]*[^,\]}#\r\n \t]")


class EntrySpan(NamedTuple):
    """Indices of a key and of its value, ends exclusive."""

    key_start: int
    key_end: int
    value_start: int
    value_end: int


class _Word(NamedTuple):
    """One part of a dotted key."""

    name: str
    start: int
    end: int

    @property
    def place(self) -> EntrySpan:
        """Where a table stands that has no value of its own: at the word that names it."""
        return EntrySpan(self.start, self.end, self.start, self.end)


def scan(text: str) -> dict[Path, EntrySpan]:
    """Give the place of every key path and list item; the text must have passed `tomllib`."""
    scanner = _Scanner(text.replace("\r\n", " \n"))
    scanner.document()
    return scanner.places


class _Scanner:
    """One walk over the text; `at` is the next character, `table` the path of the open header."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.places: dict[Path, EntrySpan] = {}
        self.last_item: dict[Path, int] = {}
        self.table: Path = ()

    def document(self) -> None:
        """Read headers and key lines to the end."""
        while self.skip(_BLANKS) < len(self.text):
            if self.text[self.at] == "[":
                self.header()
            else:
                self.pair(self.table)

    def take(self, pattern: re.Pattern[str]) -> str:
        """Go over what the pattern matches here, and give it."""
        match = pattern.match(self.text, self.at)
        taken = match.group() if match else ""
        self.at += len(taken)
        return taken

    def skip(self, blanks: re.Pattern[str]) -> int:
        """Go over blanks, and give the place behind them."""
        self.take(blanks)
        return self.at

    def key(self) -> list[_Word]:
        """Read a dotted key, blanks around its dots included."""
        words: list[_Word] = []
        while True:
            start = self.skip(_INLINE_BLANKS)
            name = _unquote(self.take(_KEY))
            words.append(_Word(name, start, self.at))
            if self.text[self.skip(_INLINE_BLANKS) : self.at + 1] != ".":
                return words
            self.at += 1

    def header(self) -> None:
        """Read `[a.b]` or `[[a.b]]`; the latter opens the next item of a list of tables."""
        is_item = self.text.startswith("[[", self.at)
        self.at += 2 if is_item else 1
        words = self.key()
        path: Path = ()
        for word in words[:-1]:
            path = self.resolve((*path, word.name))
            self.places.setdefault(path, word.place)
        path = (*path, words[-1].name)
        if is_item:
            self.places.setdefault(path, words[-1].place)
            self.last_item[path] = self.last_item.get(path, -1) + 1
        self.table = self.resolve(path)
        self.places[self.table] = words[-1].place
        self.at = self.text.index("]", self.at) + (2 if is_item else 1)

    def resolve(self, path: Path) -> Path:
        """The table that a header's words stand for: of a list of tables the last one."""
        return (*path, self.last_item[path]) if path in self.last_item else path

    def pair(self, table: Path) -> None:
        """Read `key = value` into a table."""
        words = self.key()
        self.skip(_INLINE_BLANKS)
        self.at += 1
        path = table
        for word in words[:-1]:
            path = (*path, word.name)
            self.places.setdefault(path, word.place)
        self.value((*path, words[-1].name), words[-1])

    def value(self, path: Path, key: _Word | None) -> None:
        """Read one value; a list item has no key, so its own place stands for it."""
        start = self.skip(_BLANKS)
        opening = self.text[start]
        if opening == "[":
            self.list(path)
        elif opening == "{":
            self.inline_table(path)
        else:
            self.take(_STRING) or self.take(_SCALAR)
        end = self.at
        self.places[path] = EntrySpan(
            key.start if key else start, key.end if key else end, start, end
        )

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
    return next(iter(tomllib.loads(f"{word} = 1"))) if word[:1] in ("'", '"') else word
