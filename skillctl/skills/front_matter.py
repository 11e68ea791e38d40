"""Where the front matter of a `SKILL.md` begins and ends (lint.md section 5)."""

import re
from typing import NamedTuple

from skillctl.source.file import SourceFile

_LINE_END = r"(?=[\r\n]|\Z)"
_OPENING = re.compile(rf"---{_LINE_END}")
_CLOSING = re.compile(rf"(?:(?<=\n)|(?<=\r))---{_LINE_END}")
_BLANK_LINES = re.compile(r"(?:[ \t]*(?:\r\n|\r|\n))+")
_HYPHENS = rf"-{{3,}}[ \t]*(?:#[^\r\n]*)?{_LINE_END}"
_LOOSE = re.compile(rf"[ \t]*{_HYPHENS}")
_AT_THE_MARGIN = re.compile(_HYPHENS)
_LINE = re.compile(r"([^\r\n]*)(?:\r\n|\r|\n|\Z)")
_KEY = re.compile(
    r"(?:\"[^\"]*\"[ \t]*|'[^']*'[ \t]*"
    r"|[^\s#\"'\-\[\]{}*>|`<][^:]*+(?::(?=\S)[^:]*+)*):(?:[ \t]|\Z)"
)
_YAML_LINE = re.compile(r"[ \t]*(?:#|\Z)|[ \t]|-(?:[ \t]|\Z)|[\]}]")


class Delimiter(NamedTuple):
    """A line that opens or closes the block, without its line end; `form` is empty for `---`."""

    start: int
    end: int
    form: str = ""


class FrontMatter(NamedTuple):
    """The block: its YAML is the text from `start` to `end`, the body begins at `body`.

    Without `opening` there is no block. Without `closing`, `end` is where the first line begins
    that cannot be YAML. `blank_lines` tells that something blank stands before the opening,
    `runs_on` that hosts read on from the closing line to a later one, which is exactly `---`.
    """

    opening: Delimiter | None
    closing: Delimiter | None
    start: int
    end: int
    body: int
    blank_lines: bool = False
    runs_on: bool = False


def find_front_matter(source: SourceFile) -> FrontMatter:
    """Find the block; forms that a strict reader refuses are found, too, and marked."""
    text = source.text
    blank = _BLANK_LINES.match(text)
    begin = blank.end() if blank else 0
    opening = _opening(text, begin)
    if opening is None:
        return FrontMatter(None, None, 0, 0, 0)
    start = _next_line(text, opening.end)
    strict = _CLOSING.search(text, opening.end)
    limit = strict.start() if strict else _first_foreign_line(text, start)
    closing = Delimiter(strict.start(), strict.end()) if strict else _loose(text, start, limit)
    end = closing.start if closing else limit
    body = _next_line(text, closing.end) if closing else end
    return FrontMatter(opening, closing, start, end, body, blank is not None)


def closed_before(source: SourceFile, block: FrontMatter, stop: int) -> FrontMatter | None:
    """The block as it was meant, if it stops being YAML at or behind a line that nearly closes it.

    The `---` that does close it is then a rule in the text below. An indented one may be content.
    """
    limit = min(block.end, _next_line(source.text, stop))
    near = _loose(source.text, block.start, limit, _AT_THE_MARGIN)
    if near is None:
        return None
    body = _next_line(source.text, near.end)
    return block._replace(closing=near, end=near.start, body=body, runs_on=True)


def _opening(text: str, begin: int) -> Delimiter | None:
    """The opening line; a loose form counts only with a key after it."""
    strict = _OPENING.match(text, begin)
    if strict:
        return Delimiter(strict.start(), strict.end())
    loose = _LOOSE.match(text, begin)
    if loose is None or not _KEY.match(_line(text, _next_line(text, loose.end()))):
        return None
    return Delimiter(loose.start(), loose.end(), _form(loose.group()))


def _loose(text: str, start: int, limit: int, form: re.Pattern[str] = _LOOSE) -> Delimiter | None:
    """The first line before `limit` that is nearly a closing delimiter."""
    at = start
    while at < limit:
        match = form.match(text, at)
        if match:
            return Delimiter(match.start(), match.end(), _form(match.group()))
        at = _next_line(text, at)
    return None


def _form(line: str) -> str:
    """How a delimiter line differs from `---`, in words."""
    if "#" in line:
        return "has a comment after it"
    if line[0] != "-":
        return "is indented"
    return "has blanks after it" if line[-1] != "-" else f"has {len(line)} hyphens"


def _first_foreign_line(text: str, start: int) -> int:
    """Where the first line begins that is no key, item, comment or continuation."""
    at = start
    while at < len(text):
        line = _line(text, at)
        if not (_YAML_LINE.match(line) or _KEY.match(line) or _LOOSE.match(line)):
            return at
        at = _next_line(text, at)
    return len(text)


def _line(text: str, at: int) -> str:
    match = _LINE.match(text, at)
    return match[1] if match else ""


def _next_line(text: str, at: int) -> int:
    match = _LINE.match(text, at)
    return match.end() if match else len(text)
