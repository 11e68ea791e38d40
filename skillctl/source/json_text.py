"""JSON with the place of every key and value, strict or with comments.

One pass over the tokens finds what JSON forbids but people write (comments, trailing commas, NaN)
and blanks it; the standard parser then judges the rest; the tokens give the places.
"""

import re
from collections.abc import Iterator
from json import JSONDecodeError, JSONDecoder
from typing import NamedTuple

from skillctl.source.file import SourceFile
from skillctl.source.tree import Entry, Node, SyntaxProblem

MAX_DEPTH = 100
MAX_BYTES = 4 * 1024 * 1024
CONSTANTS = ("NaN", "Infinity", "-Infinity")

_TOKEN = re.compile(
    r'(?P<string>"[^"\\\r\n]*+(?:\\.[^"\\\r\n]*+)*"?)'
    r"|(?P<comment>//[^\r\n]*|/\*[^*]*+(?:\*(?!/)[^*]*+)*(?:\*/)?)"
    r"|(?P<mark>[\[\]{}:,])"
    r'|(?P<word>[^\s"\[\]{}:,/]+|/)'
)
_OPENERS = ("[", "{", ",", ":")
_LONE_SURROGATE = re.compile(r"[\ud800-\udfff]")
_ESCAPE = re.compile(r"\\(?:u([0-9A-Fa-f]{4})|.)")
_WORDS = {
    "Expecting value": "a value is missing or misspelt",
    "Expecting property name": "a key in double quotes is missing",
    "Expecting ':'": "a colon is missing after the key",
    "Expecting ','": "a comma or a closing bracket is missing",
    "Extra data": "the file goes on after the end of its value",
    "Unterminated string": "the string is not closed",
    "Invalid control character": "a raw control character stands inside a string",
    "Invalid \\escape": "unknown escape after a backslash",
    "Invalid \\uXXXX": "\\u wants four hexadecimal digits",
}


def parse_json(
    source: SourceFile, *, comments: bool = False
) -> tuple[Node | None, tuple[SyntaxProblem, ...]]:
    """Parse one JSON value; `comments` allows comments and trailing commas.

    A duplicate key is a second entry. A text that is JSON but for comments, trailing commas or lone
    surrogates gives a tree *and* problems; the surrogates stand as U+FFFD in the tree.
    """
    if len(source.data) > MAX_BYTES:
        return None, (SyntaxProblem(f"over {MAX_BYTES:,} bytes of JSON", 0, 0, "limit"),)
    scan = _scan(source.text)
    fatal = scan.fatal or _syntax(scan.text)
    extras = () if comments else scan.extras
    if fatal is not None:
        return None, (fatal, *extras)
    builder = _Builder(scan.text)
    return builder.node(builder.next()), (*extras, *builder.problems)


class _Scan(NamedTuple):
    """The text with comments and trailing commas blanked, those as problems, and what ends it."""

    text: str
    extras: tuple[SyntaxProblem, ...]
    fatal: SyntaxProblem | None


def _scan(text: str) -> _Scan:
    """Look at every token once; indices stay those of the text."""
    extras: list[SyntaxProblem] = []
    comma: re.Match[str] | None = None
    before = ","
    depth = 0
    for token in _TOKEN.finditer(text):
        kind, word = token.lastgroup, token.group()
        if kind == "comment":
            if word.startswith("/*") and not (len(word) >= len("/**/") and word.endswith("*/")):
                fatal = _problem(token, "the comment is not closed", "syntax")
                return _Scan(text, tuple(extras), fatal)
            extras.append(_problem(token, "JSON has no comments", "comment"))
            continue
        if comma and word in ("}", "]"):
            extras.append(_problem(comma, "a comma before a closing bracket", "trailing-comma"))
        comma = token if word == "," and before not in _OPENERS else None
        before = word
        if kind == "word" and word in CONSTANTS:
            fatal = _problem(token, f"{word} is no JSON number", "syntax")
            return _Scan(text, tuple(extras), fatal)
        depth += (word in ("{", "[")) - (word in ("}", "]")) if kind == "mark" else 0
        if depth > MAX_DEPTH:
            fatal = _problem(token, f"nested more than {MAX_DEPTH} levels deep", "limit")
            return _Scan(text, tuple(extras), fatal)
    return _Scan(_blanked(text, extras), tuple(extras), None)


def _problem(token: re.Match[str], message: str, kind: str) -> SyntaxProblem:
    return SyntaxProblem(message, token.start(), token.end(), kind)


def _blanked(text: str, extras: list[SyntaxProblem]) -> str:
    """The text with blanks in place of each problem."""
    parts: list[str] = []
    at = 0
    for problem in sorted(extras, key=lambda p: p.start):
        parts += (text[at : problem.start], " " * (problem.end - problem.start))
        at = problem.end
    return "".join(parts) + text[at:]


def _syntax(text: str) -> SyntaxProblem | None:
    """Why the standard parser refuses the text, in words of ours, or None."""
    if not text.strip():
        return SyntaxProblem("the file is empty", 0, 0, "empty")
    try:
        _JUDGE.decode(text)
    except JSONDecodeError as error:
        words = next((w for start, w in _WORDS.items() if error.msg.startswith(start)), error.msg)
        last = len(text.rstrip(" \t\r\n"))
        if error.pos >= last:
            return SyntaxProblem(f"the file ends too early: {words}", last - 1, last)
        start = error.pos - text.startswith("\\u", error.pos - 1)
        return SyntaxProblem(words, start, _token_end(text, start))
    return None


_JUDGE = JSONDecoder(parse_constant=len, parse_int=len, parse_float=len)  # values are read later


def _token_end(text: str, start: int) -> int:
    """Where the token that begins here ends; at least one character."""
    token = _TOKEN.match(text, start)
    return token.end() if token else start + 1


class _Builder:
    """Turns the tokens of a text into nodes; the text is known to be JSON."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.next = _TOKEN.finditer(text).__next__
        self.problems: list[SyntaxProblem] = []

    def node(self, token: re.Match[str]) -> Node:
        """The value that begins at a token, with its place."""
        start, end = token.span()
        word = token.group()
        if word == "{":
            return self.mapping(start)
        if word == "[":
            return self.sequence(start)
        if token.lastgroup == "string":
            return Node("string", start, end, self.string(start, end))
        kind, value = _NAMED.get(word) or ("number", number(word))
        return Node(kind, start, end, value)

    def mapping(self, start: int) -> Node:
        """The keys and values up to the closing brace."""
        entries: list[Entry] = []
        while (token := self.next()).group() != "}":
            if token.group() == ",":
                token = self.next()
            begin, end = token.span()
            key = self.string(begin, end)
            self.next()  # the colon
            entries.append(Entry(key, begin, end, self.node(self.next())))
        return Node("mapping", start, token.end(), entries=tuple(entries))

    def sequence(self, start: int) -> Node:
        """The values up to the closing bracket."""
        items: list[Node] = []
        while (token := self.next()).group() != "]":
            items.append(self.node(self.next() if token.group() == "," else token))
        return Node("list", start, token.end(), items=tuple(items))

    def string(self, start: int, end: int) -> str:
        """The value of a string token; a lone surrogate is a problem at its escape."""
        token = self.text[start:end]
        if "\\" not in token:
            return token[1:-1]
        value = str(_DECODER.decode(token))
        if not _LONE_SURROGATE.search(value):
            return value
        for at, stop in _lone_escapes(token):
            message = f"{token[at:stop]} is half a character (a lone surrogate)"
            self.problems.append(SyntaxProblem(message, start + at, start + stop, "surrogate"))
        return _LONE_SURROGATE.sub("\N{REPLACEMENT CHARACTER}", value)


_DECODER = JSONDecoder()
_NAMED: dict[str, tuple[str, bool | None]] = {
    "true": ("boolean", True),
    "false": ("boolean", False),
    "null": ("null", None),
}


def number(word: str) -> int | float:
    """The number a token stands for; an integer too long to read exactly is a float."""
    try:
        return int(word)
    except ValueError:
        return float(word)


def _lone_escapes(token: str) -> Iterator[tuple[int, int]]:
    """Where the escapes of a string token stand that are half of a pair."""
    high: re.Match[str] | None = None
    for escape in _ESCAPE.finditer(token):
        code = int(escape[1], 16) if escape[1] else 0
        if 0xDC00 <= code <= 0xDFFF and high and high.end() == escape.start():  # noqa: PLR2004
            high = None
            continue
        if high:
            yield high.span()
        high = escape if 0xD800 <= code <= 0xDBFF else None  # noqa: PLR2004 # Unicode's own ranges
        if 0xDC00 <= code <= 0xDFFF:  # noqa: PLR2004
            yield escape.span()
    if high:
        yield high.span()
