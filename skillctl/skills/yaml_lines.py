"""The fields of a front matter that does not parse, line by line: each key and where its value is.

A parser gives nothing of a text that it refuses; this scan knows only lines, indents, quotes and
brackets, and is right wherever those are.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from skillctl.source.tree import pointer

KEY_LINE = re.compile(
    r"(?P<indent>[ ]*(?:-[ ]+)*)"
    r"(?P<key>\"[^\"\r\n]*\"|'[^'\r\n]*'|[^\s\"'#\[\]{},&*!|>%@`:-][^:\r\n]*+(?::(?=\S)[^:\r\n]*+)*)"
    r"[ \t]*:(?:[ \t]+|(?=[\r\n]|\Z))(?P<value>[^\r\n]*)"
)
_LINE = re.compile(r"[^\r\n]*(?:\r\n|\r|\n|\Z)")
_BLANK_OR_DEEPER = re.compile(r"(?P<indent>[ ]*)(?P<text>[^\r\n]*)")
_BLOCK_HEADER = re.compile(r"[|>][-+0-9]*[ \t]*(?:[ \t]#.*)?\Z")
_TAB_INDENT = re.compile(r"[ ]*\t[ \t]*(?=[^\s])")
_DOUBLE = r"\"[^\"\\]*+(?:\\.[^\"\\]*+)*\""
_SINGLE = r"'[^']*+(?:''[^']*+)*'(?!')"
_QUOTED = {'"': re.compile(_DOUBLE, re.DOTALL), "'": re.compile(_SINGLE)}
_FLOW_TOKEN = re.compile(rf"{_DOUBLE}|{_SINGLE}|[\[\]{{}}]", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Value:
    """The text after a key, from `start`; `line_end` is the end of its first line, `end` of all.

    `form` is plain, quoted, flow, block, none, or unclosed: a bracket that never closes, or a quote
    that does so only behind another key. `indent` is the column of the key; `field` is a JSON
    pointer, empty inside a list.
    """

    key: str
    field: str
    indent: int
    form: str
    start: int
    line_end: int
    end: int

    @property
    def listed(self) -> bool:
        """Whether the key stands in an item of a list."""
        return not self.field


@dataclass(slots=True)
class _Path:
    """The keys above a line, each with its column and whether it stands in a list."""

    keys: list[tuple[int, str, bool]] = field(default_factory=list)

    def enter(self, indent: str, key: str) -> str:
        """Go to a key; the pointer to its value, or nothing in a list."""
        column, listed = len(indent), "-" in indent
        while self.keys and self.keys[-1][0] >= column:
            before = self.keys.pop()
            listed = listed or (before[0] == column and before[2])
        listed = listed or bool(self.keys and self.keys[-1][2])
        self.keys.append((column, key, listed))
        return "" if listed else pointer(*(key for _, key, _ in self.keys))


def values(text: str, start: int, until: int) -> Iterator[Value]:
    """Each value whose key begins a line before an index; what stands inside another is left out.

    Nothing is known behind a bracket that is never closed, so its value is the last.
    """
    at, path = start, _Path()
    while at < until:
        match = KEY_LINE.match(text, at)
        if match is None:
            at = _after_line(text, at)
            continue
        value, at = _value(text, match, path)
        yield value


def _value(text: str, match: re.Match[str], path: _Path) -> tuple[Value, int]:
    """The value on a key's line, and where the next line begins that may hold a key."""
    raw, first, indent = match["value"], match.start("value"), len(match["indent"])
    key = match["key"].strip().strip("\"'")
    field_ = path.enter(match["indent"], key)
    line_end = first + len(raw.rstrip())
    form, close = _form(text, first, line_end, indent)
    at = len(text) if close is None else _after_line(text, max(close, match.end()))
    if form not in ("none", "unclosed"):
        at = _after_deeper(text, at, indent)
    end = line_end if form == "unclosed" else first + len(text[first:at].rstrip())
    return Value(key, field_, indent, form, first, line_end, end), at


def _form(text: str, first: int, line_end: int, indent: int) -> tuple[str, int | None]:
    """What kind of value begins at an index, and where its quote or bracket is closed, if ever."""
    if first >= line_end or text[first] == "#":
        return "none", line_end
    if text[first] in "[{":
        close = closed_at(text, first)
        return ("unclosed" if close is None else "flow"), close
    if text[first] in "\"'":
        close = closed_at(text, first)
        if close is None or _key_between(text, line_end, close, indent):
            return "unclosed", line_end
        return "quoted", close
    block = _BLOCK_HEADER.match(text[first:line_end])
    return ("block" if block else "plain"), line_end


def _key_between(text: str, start: int, end: int, indent: int) -> bool:
    """Whether a line between two indices looks like a key beside or above the one before."""
    at = _after_line(text, start)
    while at <= end and at < len(text):
        match = KEY_LINE.match(text, at)
        if match and len(match["indent"]) <= indent:
            return True
        at = _after_line(text, at)
    return False


def closed_at(text: str, start: int) -> int | None:
    """Where the quote or bracket that opens here is closed, or None."""
    quoted = _QUOTED.get(text[start])
    if quoted:
        match = quoted.match(text, start)
        return match.end() if match else None
    depth = 0
    for token in _FLOW_TOKEN.finditer(text, start):
        depth += (token.group() in "[{") - (token.group() in "]}")
        if depth == 0:
            return token.end()
    return None


def tab_indents(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """The indentation of each line in which a tab indents; text of a value is none."""
    inside = iter([(value.line_end, value.end) for value in values(text, start, end)])
    span = next(inside, None)
    at = start
    while at < end:
        while span and span[1] < at:
            span = next(inside, None)
        match = _TAB_INDENT.match(text, at)
        if match and not (span and span[0] < at):
            yield match.span()
        at = _after_line(text, at)


def _after_line(text: str, at: int) -> int:
    """Where the next line begins."""
    match = _LINE.match(text, at)
    return match.end() if match and match.end() > at else len(text)


def _after_deeper(text: str, at: int, indent: int) -> int:
    """Where the first line begins that is neither blank nor indented more than the key."""
    while at < len(text):
        match = _BLANK_OR_DEEPER.match(text, at)
        if match and match["text"].strip() and len(match["indent"]) <= indent:
            return at
        at = _after_line(text, at)
    return len(text)
