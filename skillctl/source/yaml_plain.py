"""The YAML that most front matter is, read without a parser: a key and a text on each line.

What is read here, `yaml_text` reads the same (a test compares them on all that is published); the
rest is left to it. A start of lint without PyYAML takes a seventh less time (measured).
"""

import re

from skillctl.source.file import SourceFile
from skillctl.source.tree import Entry, Node

MOST_LINES = 100
_LETTER = r"[^\s:#\x00-\x1f\x7f-\x9f]"
_WORD = rf"(?:{_LETTER}|:(?=[^\s\x00-\x1f\x7f-\x9f])|(?<! )#)"
_LINE = re.compile(
    r"(?P<key>[A-Za-z][A-Za-z0-9_-]{0,99}): ++"
    rf"(?:(?P<plain>[A-Za-z]{_WORD}*+(?: ++{_WORD}++)*+)"
    r"|\"(?P<double>[^\"\\\x00-\x1f\x7f-\x9f]*+)\"|'(?P<single>[^'\x00-\x1f\x7f-\x9f]*+)')\r?\n"
)
_NO_TEXT = "\u2028\u2029\ufeff\ufffe\uffff"  # line ends to YAML, and what it does not allow
# words that are no strings to YAML 1.1 or 1.2, in small letters
_NOT_TEXT = frozenset({"null", "true", "false", "yes", "no", "on", "off", "y", "n"})


def plain_mapping(source: SourceFile, start: int, end: int) -> Node | None:
    """The tree of a slice in which every line is a key and a text; None if it is anything else."""
    entries: list[Entry] = []
    at = start
    while at < end and len(entries) < MOST_LINES:
        line = _LINE.match(source.text, at, end)
        if line is None or line["key"].lower() in _NOT_TEXT:
            return None
        form, text = line.lastgroup or "", line[line.lastgroup or 0]
        if form == "plain" and text.lower() in _NOT_TEXT:
            return None
        if not text.isascii() and any(odd in text for odd in _NO_TEXT):
            return None
        first, last = line.span(form)
        quote = int(form != "plain")
        value = Node("string", first - quote, last + quote, text, plain=not quote)
        entries.append(Entry(line["key"], *line.span("key"), value))
        at = line.end()
    if at < end or not entries:
        return None
    return Node("mapping", start, entries[-1].value.end, entries=tuple(entries))
