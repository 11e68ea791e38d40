"""The YAML that most front matter is, read without a parser: keys with texts or lists of texts.

What is read here, `yaml_text` reads the same (a test compares them on all that is published); the
rest is left to it. A start of lint without PyYAML takes a seventh less time (measured).
"""

import re

from skillctl.source.file import SourceFile
from skillctl.source.tree import Entry, Node
from skillctl.source.yaml_scalars import plain_value

MOST_LINES = 100
_LETTER = r"[^\s:#\x00-\x1f\x7f-\x9f]++"
_WORD = rf"(?:{_LETTER}|:(?=[^\s\x00-\x1f\x7f-\x9f])|(?<! )#)"
_PLAIN = rf"(?P<plain>[A-Za-z0-9]{_WORD}*(?: ++{_WORD}+)*)"
_TEXT = (
    rf"(?:{_PLAIN}|\"(?P<double>[^\"\\\x00-\x1f\x7f-\x9f]*+)\""
    r"|'(?P<single>[^'\x00-\x1f\x7f-\x9f]*+)')\r?\n"
)
_KEY = r"(?P<key>[A-Za-z][A-Za-z0-9_-]{0,99}):"
_LINE = re.compile(rf"{_KEY}(?: ++{_TEXT}|(?P<list>) *+\r?\n(?= *+- ))")
_ITEM = re.compile(rf"(?P<indent> *+)- ++{_TEXT}")
_NO_TEXT = "\u2028\u2029\ufeff\ufffe\uffff"  # line ends to YAML, and what it does not allow
# words that are no strings to YAML 1.1 or 1.2, in small letters
_DIGITS = frozenset("0123456789")
_NOT_TEXT = frozenset({"null", "true", "false", "yes", "no", "on", "off", "y", "n"})


def plain_mapping(source: SourceFile, start: int, end: int) -> Node | None:
    """The tree of a slice of keys with a text, or a list of texts; None if it is anything else."""
    entries: list[Entry] = []
    at = start
    while at < end and len(entries) < MOST_LINES:
        line = _LINE.match(source.text, at, end)
        if line is None or line["key"].lower() in _NOT_TEXT:
            return None
        at = line.end()
        value = _value(line)
        if line.lastgroup == "list":
            value = _items(source, at, end)
            at = value.end if value else at  # up to the last item; its quote and line end follow
            at = source.text.find("\n", at, end) + 1 or end
        if value is None:
            return None
        entries.append(Entry(line["key"], *line.span("key"), value))
    if at < end or not entries:
        return None
    return Node("mapping", start, entries[-1].value.end, entries=tuple(entries))


def _items(source: SourceFile, start: int, end: int) -> Node | None:
    """A list with one text on each line, all indented alike."""
    items: list[Node] = []
    first = _ITEM.match(source.text, start, end)
    item, at = first, start
    while first and item and len(items) < MOST_LINES:
        value = _value(item)
        if value is None or item["indent"] != first["indent"]:
            return None
        items.append(value)
        at = item.end()
        item = _ITEM.match(source.text, at, end)
    return Node("list", first.end("indent"), items[-1].end, items=tuple(items)) if first else None


def _value(line: re.Match[str]) -> Node | None:
    """The text of a line as the parser reads it; None if only that can tell."""
    form = line.lastgroup or ""
    text = line[form] if form != "list" else ""
    if form == "list" or (form == "plain" and text.lower() in _NOT_TEXT):
        return None
    if not text.isascii() and any(odd in text for odd in _NO_TEXT):
        return None
    first, last = line.span(form)
    if form != "plain":
        return Node("string", first - 1, last + 1, text)
    kind, value = plain_value(text, None) if text[0] in _DIGITS else ("string", text)
    return Node(kind, first, last, value, plain=True)
