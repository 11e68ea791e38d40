"""TOML with the place of every key and value.

`tomllib` reads the values and judges the syntax; a scanner walks the same text, which is then known
to be valid, and notes where each key and value stands.
"""

import re
import tomllib
from collections.abc import Mapping
from datetime import date, datetime, time

from skillctl.source.file import SourceFile
from skillctl.source.toml_places import EntrySpan, Path, scan
from skillctl.source.tree import Entry, Node, SyntaxProblem

MAX_DEPTH = 100
_LONG_NUMBER = re.compile(r"[+-]?\d[\d_]{4300,}")
_WORD = r"(?:[A-Za-z0-9_-]++|\"[^\"\n]*+\"|'[^'\n]*+')[ \t]*+"
_DEEP_KEY = re.compile(
    rf"(?:^|[\[{{,])[ \t]*+({_WORD}(?:\.[ \t]*+{_WORD}){{{MAX_DEPTH}}})", re.MULTILINE
)
_AT = re.compile(r" \(at (?:line (?P<line>\d+), column (?P<column>\d+)|end of document)\)$")


def parse_toml(source: SourceFile) -> tuple[Node | None, tuple[SyntaxProblem, ...]]:
    """Parse a TOML document into a tree, or say where and why it is none."""
    deep = _DEEP_KEY.search(source.text)  # the cost of reading a key grows faster than its length
    if deep:
        message = f"nested more than {MAX_DEPTH} levels deep"
        return None, (SyntaxProblem(message, *deep.span(1), "limit"),)
    try:
        data = tomllib.loads(source.text)
        whole = EntrySpan(0, 0, 0, len(source.text))
        return _node(data, (), scan(source.text), whole), ()
    except tomllib.TOMLDecodeError as error:
        return None, (_problem(source, str(error)),)
    except RecursionError:
        return None, (SyntaxProblem("values are nested too deeply", 0, 1),)
    except ValueError:  # Python reads no number of more than 4,300 digits
        match = _LONG_NUMBER.search(source.text)
        start, end = match.span() if match else (0, 1)
        return None, (SyntaxProblem("a number has too many digits", start, end),)


def _problem(source: SourceFile, words: str) -> SyntaxProblem:
    """Take the place out of the parser's sentence; "end of document" is the last character."""
    match = _AT.search(words)
    message = words[: match.start()] if match else words
    if match is None or match["line"] is None:
        return SyntaxProblem(message, max(0, len(source.text) - 1), len(source.text))
    starts = [0, *(m.end() for m in re.finditer("\n", source.text))]
    start = starts[int(match["line"]) - 1] + int(match["column"]) - 1
    return SyntaxProblem(message, start, start + 1)


def _node(value: object, path: Path, places: Mapping[Path, EntrySpan], around: EntrySpan) -> Node:
    """Join a value with its place; what has none of its own takes its parent's."""
    if len(path) > MAX_DEPTH:
        raise RecursionError
    place = places.get(path, around)
    start, end = place.value_start, place.value_end
    if isinstance(value, dict):
        entries = []
        for key, inner in value.items():
            here = places.get((*path, key), place)
            node = _node(inner, (*path, key), places, here)
            entries.append(Entry(key, here.key_start, here.key_end, node))
        return Node("mapping", start, end, entries=tuple(entries))
    if isinstance(value, list):
        items = tuple(_node(v, (*path, i), places, place) for i, v in enumerate(value))
        return Node("list", start, end, items=items)
    return Node(_kind(value), start, end, value)


def _kind(value: object) -> str:
    """The word for a scalar; a boolean is asked for first, since it is a number in Python."""
    if isinstance(value, bool):
        return "boolean"
    if isinstance(value, int | float):
        return "number"
    return "date" if isinstance(value, datetime | date | time) else "string"
