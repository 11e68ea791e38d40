"""Why the YAML of a front matter stopped the parser: the cause, at the token that causes it.

The parser's own place is often late. A scan over the lines finds values that cannot be plain YAML;
one of them is the cause only if the parser gets further without it.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from skillctl.source.file import SourceFile
from skillctl.source.tree import SyntaxProblem
from skillctl.source.yaml_text import parse_yaml

TRIED = 3
RESERVED = "@`%*&!|>,]}"
RESERVED_BEFORE_BLANK = "-?"

_KEY_LINE = re.compile(
    r"(?P<indent>[ ]*(?:-[ ]+)*)"
    r"(?P<key>\"[^\"\r\n]*\"|'[^'\r\n]*'|[^\s\"'#\[\]{},&*!|>%@`:-](?:[^:\r\n]|:(?=\S))*+)"
    r"[ \t]*:(?:[ \t]+|(?=[\r\n]|\Z))(?P<value>[^\r\n]*)"
)
_LINE = re.compile(r"[^\r\n]*(?:\r\n|\r|\n|\Z)")
_BLANK_OR_DEEPER = re.compile(r"(?P<indent>[ ]*)(?P<text>[^\r\n]*)")
_BLOCK_HEADER = re.compile(r"[|>][-+0-9]*[ \t]*(?:[ \t]#.*)?\Z")
_PLAIN_COLON = re.compile(r":(?:[ \t]|(?=[\r\n]|\Z))")
_QUOTED = {'"': re.compile(r'"(?:[^"\\]|\\.)*+"', re.DOTALL), "'": re.compile(r"'(?:[^']|'')*+'")}
_FLOW_TOKEN = re.compile(r"\"(?:[^\"\\]|\\.)*+\"|'(?:[^']|'')*+'|[\[\]{}]", re.DOTALL)
_REST = re.compile(r"[ \t]*(?:(?<=[ \t])#[^\r\n]*)?(?=[\r\n]|\Z)")


@dataclass(frozen=True, slots=True)
class _Value:
    """The text after a key, `line_end` being the end of its first line."""

    key: str
    start: int
    line_end: int
    end: int


def find_cause(source: SourceFile, start: int, end: int, problem: SyntaxProblem) -> SyntaxProblem:
    """Name the cause of a problem in the YAML between two indices of the text.

    Its kind is plain-colon, reserved-start, text-after-close, or that of the parser's problem.
    """
    text = source.text[:end]
    suspects: list[tuple[_Value, SyntaxProblem]] = []
    if problem.kind == "syntax":
        for value in _values(text, start, problem.start):
            cause = _suspect(text, value)
            if cause:
                suspects.append((value, cause))
    for value, cause in reversed(suspects[-TRIED:]):
        if _explains(text, start, value):
            return cause
    return problem


def _values(text: str, start: int, until: int) -> Iterator[_Value]:
    """Each value that begins on the line of its key, up to an index or to one never closed.

    What stands inside another value is left out.
    """
    at = start
    while at < until:
        match = _KEY_LINE.match(text, at)
        if match is None or not match["value"].strip():
            at = _after_line(text, at)
            continue
        first = match.start("value")
        line_end = first + len(match["value"].rstrip())
        end = _closed_at(text, first) if text[first] in "\"'[{" else line_end
        if end is None:
            return
        end = max(end, line_end)
        at = _after_deeper(text, _after_line(text, end), len(match["indent"]))
        if not _BLOCK_HEADER.match(match["value"]):
            key = match["key"].strip().strip("\"'")
            yield _Value(key, first, line_end, first + len(text[first:at].rstrip()))


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


def _closed_at(text: str, start: int) -> int | None:
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


def _suspect(text: str, value: _Value) -> SyntaxProblem | None:
    """What is wrong with a value, judged by its own text."""
    first = text[value.start]
    if first in "\"'[{":
        return _text_after_close(text, value)
    blank_follows = text[value.start + 1 : value.start + 2] in ("", " ", "\t", "\r", "\n")
    if first in RESERVED or (first in RESERVED_BEFORE_BLANK and blank_follows):
        message = f'"{first}" cannot begin the value of "{value.key}" without quotes'
        return SyntaxProblem(message, value.start, value.start + 1, "reserved-start", value.key)
    colon = _PLAIN_COLON.search(text, value.start, value.end)
    if colon is None:
        return None
    message = f'": " starts a nested mapping inside the value of "{value.key}"'
    return SyntaxProblem(message, colon.start(), colon.end(), "plain-colon", value.key)


def _text_after_close(text: str, value: _Value) -> SyntaxProblem | None:
    """Text on the line where a quote or bracket was closed, other than a comment."""
    close = _closed_at(text, value.start)
    if close is None or _REST.match(text, close):
        return None
    message = f'text follows the closing {text[close - 1]} in the value of "{value.key}"'
    return SyntaxProblem(message, value.start, value.line_end, "text-after-close", value.key)


def _explains(text: str, start: int, value: _Value) -> bool:
    """Whether the parser gets past the value when a plain word stands in its place."""
    blanked = "".join(c if c in "\r\n" else " " for c in text[value.start + 1 : value.end])
    masked = f"{text[: value.start]}x{blanked}{text[value.end :]}"
    _, problems = parse_yaml(SourceFile("", b"", masked), start, len(masked))
    return all(problem.start >= value.end for problem in problems)
