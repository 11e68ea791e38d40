"""Why the YAML of a front matter stopped the parser: the cause, at the token that causes it.

The parser's own place is often late. A scan over the lines finds values that cannot be YAML; one of
them is the cause only if the parser gets further without it.
"""

import re

from skillctl.skills.yaml_lines import KEY_LINE, Value, closed_at, values
from skillctl.source.file import SourceFile
from skillctl.source.tree import SyntaxProblem
from skillctl.source.yaml_text import parse_yaml

NEXT_LINE = "\x85"
TRIED = 3
RESERVED = "@`%*&!|>,]}"
RESERVED_BEFORE_BLANK = "-?"

_PLAIN_COLON = re.compile(r":(?:[ \t]|(?=[\r\n]|\Z))")
_REST = re.compile(r"[ \t]*(?:(?<=[ \t])#[^\r\n]*)?(?=[\r\n]|\Z)")
_INDENT = re.compile(r"[ \t]*")
_ITEM = re.compile(r"-(?:[ \t]|(?=[\r\n]|\Z))")
_BLANK_LINE = re.compile(r"(?:\n|\r(?!\n))[ \t]*[\r\n]")
_WORDS = re.compile(r"[^\r\n]*[^\s]")


def find_cause(source: SourceFile, start: int, end: int, problem: SyntaxProblem) -> SyntaxProblem:
    """Name the cause of a problem in the YAML between two indices of the text.

    Its kind is plain-colon, reserved-start, text-after-close, unclosed, tab-indent, continuation,
    or that of the parser's problem; control where a control character misled it. `value` is where
    the whole value stands, if it is one's.
    """
    if problem.kind != "syntax":
        return problem
    text = source.text[:end]
    if NEXT_LINE in text[start : problem.start + 1]:
        return problem._replace(kind="control")  # a line end to the parser, to nobody else
    found = list(values(text, start, problem.start))
    suspects = [(value, cause) for value in found if (cause := _suspect(text, value))]
    unclosed = [pair for pair in suspects if pair[0].form == "unclosed"]
    for value, cause in (*unclosed[:1], *reversed(suspects[-TRIED:])):
        if _explains(text, start, value, problem):
            return cause
    return _tab(text, problem) or _loose_line(text, found, problem) or problem


def _suspect(text: str, value: Value) -> SyntaxProblem | None:
    """What is wrong with a value, judged by its own text."""
    if value.form == "unclosed":
        what = "bracket" if text[value.start] in "[{" else "quote"
        message = f"the {what} that opens here is never closed"
        return _at(value, value.start, value.start + 1, "unclosed", message)
    if value.form in ("quoted", "flow"):
        return _text_after_close(text, value)
    if value.form != "plain":
        return None
    first, after = text[value.start], text[value.start + 1 : value.start + 2]
    if first in RESERVED or (first in RESERVED_BEFORE_BLANK and after in ("", *" \t\r\n")):
        message = f'"{first}" cannot begin the value of "{value.key}" without quotes'
        return _at(value, value.start, value.start + 1, "reserved-start", message)
    colon = _PLAIN_COLON.search(text, value.start, value.end)
    return _colon(text, value, colon) if colon else None


def _colon(text: str, value: Value, colon: re.Match[str]) -> SyntaxProblem:
    """A colon in a plain value; behind a blank line, the paragraph with it is what is wrong."""
    blank = _BLANK_LINE.search(text, value.start, colon.start())
    if blank is None:
        message = f'": " starts a nested mapping inside the value of "{value.key}"'
        return _at(value, colon.start(), colon.end(), "plain-colon", message)
    line = _line_start(text, colon.start())
    message = f'a paragraph with ": " after a blank line continues the value of "{value.key}"'
    return _at(value, *_words(text, line), "continuation", message)


def _text_after_close(text: str, value: Value) -> SyntaxProblem | None:
    """Text on the line where a quote or bracket was closed, other than a comment."""
    close = closed_at(text, value.start)
    if close is None or _REST.match(text, close):
        return None
    message = f'text follows the closing {text[close - 1]} in the value of "{value.key}"'
    return _at(value, value.start, value.line_end, "text-after-close", message)


def _at(value: Value, start: int, end: int, kind: str, message: str) -> SyntaxProblem:
    return SyntaxProblem(
        message, start, end, kind, value.key, value.field, (value.start, value.end)
    )


def _explains(text: str, start: int, value: Value, problem: SyntaxProblem) -> bool:
    """Whether the parser gets further with a plain word in the place of the value.

    Past a quote that closes too late it may well stop earlier than before.
    """
    blanked = "".join(c if c in "\r\n" else " " for c in text[value.start + 1 : value.end])
    masked = f"{text[: value.start]}x{blanked}{text[value.end :]}"
    _, problems = parse_yaml(SourceFile("", b"", masked), start, len(masked))
    reached = value.end if value.form == "unclosed" else max(value.end, problem.start + 1)
    return all(left.start >= reached for left in problems)


def _tab(text: str, problem: SyntaxProblem) -> SyntaxProblem | None:
    """A tab among the blanks that begin a line."""
    if text[problem.start : problem.start + 1] != "\t":
        return None
    indent = _INDENT.match(text, _line_start(text, problem.start))
    if indent is None or indent.end() <= problem.start:
        return None
    tabs = problem.start + len(text[problem.start : indent.end()].rstrip(" "))
    message = "a tab indents this line; YAML allows only spaces there"
    return SyntaxProblem(message, problem.start, tabs, "tab-indent")


def _loose_line(text: str, found: list[Value], problem: SyntaxProblem) -> SyntaxProblem | None:
    """A line that is no key, though it is not indented under the value that it continues."""
    begin = _line_start(text, problem.start)
    owner = next((value for value in reversed(found) if value.start < begin), None)
    start, end = _words(text, begin)
    if owner is None or owner.form not in ("plain", "quoted", "block"):
        return None
    if KEY_LINE.match(text, begin) or start - begin > owner.indent or text[start] == "#":
        return None
    if owner.listed and _ITEM.match(text, start):
        return None
    what = "this line is no field, and to continue the value of"
    after_blank = _BLANK_LINE.search(text, owner.start, begin)
    hint = "; if the body begins here, the closing --- is missing above it" if after_blank else ""
    message = f'{what} "{owner.key}" it lacks its indent{hint}'
    return _at(owner, start, end, "continuation", message)


def _line_start(text: str, at: int) -> int:
    return max(text.rfind("\n", 0, at), text.rfind("\r", 0, at)) + 1


def _words(text: str, begin: int) -> tuple[int, int]:
    """Where the words of a line begin and end."""
    indent, words = _INDENT.match(text, begin), _WORDS.match(text, begin)
    return indent.end() if indent else begin, words.end() if words else begin
