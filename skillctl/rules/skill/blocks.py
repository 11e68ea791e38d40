"""Where in a Markdown text the inline Markdown stands, by the blocks of CommonMark.

Fenced and indented code, HTML comments and what is raw HTML to its end tag (`<pre>`, `<script>`,
`<style>`, `<textarea>`) are left out. Every line is looked at once.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from skillctl.rules.rule import Span

QUOTE = -1
_CODE_INDENT = 4
_TAB = 4
_MOST_AFTER_MARKER = 4
_MOST_CONTAINERS = 32
_BREAK_LENGTH = 3
_SPECIAL = frozenset(" \t\n>`~#<-+*_=0123456789")
_LINE_ENDS = re.compile(r"\r\n?")
_MARKER = re.compile(r"(?:[-+*]|(?P<number>[0-9]{1,9})[.)])(?=[ \t]|\Z)")
_FENCE = re.compile(r"(?P<fence>`{3,}+)[^`]*+\Z|(?P<tildes>~{3,}+)")
_SETEXT = re.compile(r"(?:=++|-++)[ \t]*+\Z")
_HEADING = re.compile(r"#{1,6}+(?=[ \t]|\Z)")
_HTML = re.compile(r"(?i)<(?:!--|(?P<tag>pre|script|style|textarea)(?=[\s>]|\Z))")


def paragraphs(text: str, start: int = 0) -> Iterator[Span]:
    """The spans of all text that may hold links: paragraphs, headings, rows of tables."""
    reader = _Reader(start)
    while start < len(text):
        end = text.find("\n", start)
        end = len(text) if end < 0 else end
        if reader.is_plain and text[start] not in _SPECIAL:
            reader.extend(start, end)
        else:
            yield from reader.line(_Line(text, start, end))
        start = end + 1
        if reader.fence and not reader.containers:
            start = _closing(text, start, reader.fence)
    yield from reader.close()


def unix(text: str) -> str:
    """The text with LF only, every character at its own index: CRLF becomes a blank and LF."""
    if "\r" not in text:
        return text
    return _LINE_ENDS.sub(lambda match: " \n" if len(match.group()) > 1 else "\n", text)


def _closing(text: str, start: int, fence: str) -> int:
    """The line that ends the code of a fence, or the end of the text."""
    closing = re.compile(rf"^ {{0,3}}{fence}{fence[0]}*+[ \t]*+$", re.MULTILINE)
    match = closing.search(text, start)
    return match.start() if match else len(text)


@dataclass(slots=True)
class _Line:
    """One line, and how far it was read: the index and the column, where a tab counts to 4."""

    text: str
    at: int
    end: int
    column: int = 0
    indent: int = 0

    def measure(self) -> None:
        """Set `indent` to the blanks that follow."""
        at, column = self.at, self.column
        while at < self.end and self.text[at] in " \t":
            column += _TAB - column % _TAB if self.text[at] == "\t" else 1
            at += 1
        self.indent = column - self.column

    def skip(self, columns: int) -> None:
        """Read over blanks until so many columns have passed."""
        wanted = self.column + columns
        while self.column < wanted and self.at < self.end and self.text[self.at] in " \t":
            self.column += _TAB - self.column % _TAB if self.text[self.at] == "\t" else 1
            self.at += 1

    def take(self, length: int) -> None:
        """Read over characters that are no blanks."""
        self.at += length
        self.column += length

    @property
    def rest(self) -> str:
        """What follows, without the blanks around it."""
        return self.text[self.at : self.end].strip(" \t")


@dataclass(slots=True)
class _Reader:
    """The state between two lines.

    `containers` are the open quotes (`QUOTE`) and list items (the column of their content);
    `fence` or `html` is what ends the open code or raw HTML; `first` and `last` hold the open
    paragraph.
    """

    first: int
    containers: list[int] = field(default_factory=list)
    fence: str = ""
    html: str = ""
    last: int = -1

    @property
    def is_plain(self) -> bool:
        """Whether nothing is open but a paragraph."""
        return not (self.containers or self.fence or self.html)

    @property
    def in_paragraph(self) -> bool:
        return self.last >= 0

    def extend(self, first: int, last: int) -> None:
        """Add a line to the open paragraph, or begin one."""
        self.first = self.first if self.in_paragraph else first
        self.last = last

    def close(self) -> Iterator[Span]:
        """End the open paragraph."""
        if self.in_paragraph:
            yield Span(self.first, self.last)
        self.last = -1

    def line(self, line: _Line) -> Iterator[Span]:
        """Read the next line; give the paragraphs that end by it."""
        matched = self._match(line)
        if matched == len(self.containers) and (self.fence or self.html):
            self._verbatim(line)
            return
        rest = line.rest
        if matched < len(self.containers):
            if rest and self.in_paragraph and not self._begins(line, rest):
                self.last = line.end  # a lazy line: the paragraph goes on without its marks
                return
            yield from self.close()
            del self.containers[matched:]
            self.fence = self.html = ""
        if not rest:
            yield from self.close()
            return
        yield from self._open(line)

    def _match(self, line: _Line) -> int:
        """How many of the open containers go on in a line."""
        for number, container in enumerate(self.containers):
            line.measure()
            if container == QUOTE:
                if line.indent >= _CODE_INDENT or line.text[line.at : line.end].lstrip()[:1] != ">":
                    return number
                _take_quote(line)
            elif line.column + line.indent >= container:
                line.skip(container - line.column)
            elif line.rest:
                return number
        line.measure()
        return len(self.containers)

    def _verbatim(self, line: _Line) -> None:
        """A line of code or raw HTML: it ends there, or goes on."""
        rest = line.rest
        if self.html:
            if self.html in rest.lower():
                self.html = ""
        elif line.indent < _CODE_INDENT and _closes(rest, self.fence):
            self.fence = ""

    def _begins(self, line: _Line, rest: str) -> bool:
        """Whether a line begins a block of its own, so that it continues no paragraph."""
        if line.indent >= _CODE_INDENT:
            return False
        return bool(
            rest.startswith(">")
            or _FENCE.match(rest)
            or _HEADING.match(rest)
            or _is_break(rest)
            or _HTML.match(rest)
            or self._marker(rest)
        )

    def _marker(self, rest: str) -> re.Match[str] | None:
        """The marker of a list item; into a paragraph only one with text, and number 1, breaks."""
        marker = None if _is_break(rest) else _MARKER.match(rest)
        if marker and self.in_paragraph:
            alone = marker.end() == len(rest)
            return None if alone or marker["number"] not in (None, "1") else marker
        return marker

    def _open(self, line: _Line) -> Iterator[Span]:
        """Read the quotes and items that begin in a line, then its text."""
        while line.indent < _CODE_INDENT and len(self.containers) < _MOST_CONTAINERS:
            rest = line.rest
            marker = self._marker(rest)
            if not (marker or rest.startswith(">")):
                break
            yield from self.close()
            if marker:
                self._take_item(line, marker)
            else:
                self.containers.append(QUOTE)
                _take_quote(line)
            line.measure()
        yield from self._leaf(line, line.rest)

    def _take_item(self, line: _Line, marker: re.Match[str]) -> None:
        line.skip(line.indent)
        line.take(marker.end())
        line.measure()
        is_code = line.indent > _MOST_AFTER_MARKER
        content = line.column + (1 if is_code or not line.rest else line.indent)
        line.skip(content - line.column)
        self.containers.append(content)

    def _leaf(self, line: _Line, rest: str) -> Iterator[Span]:
        """The text of a line: code, raw HTML, a heading, or part of a paragraph."""
        if line.indent >= _CODE_INDENT:
            if self.in_paragraph:
                self.last = line.end
            return
        fence, html = _FENCE.match(rest), _HTML.match(rest)
        is_heading = bool(_HEADING.match(rest))
        is_break = _is_break(rest) or (self.in_paragraph and bool(_SETEXT.match(rest)))
        if fence or html or is_heading or is_break:
            yield from self.close()
        if fence:
            self.fence = fence["fence"] or fence["tildes"]
        elif html:
            end = f"</{html['tag'].lower()}>" if html["tag"] else "-->"
            self.html = "" if end in rest[html.end() :].lower() else end
        elif is_heading:
            yield Span(line.at, line.end)
        elif rest and not is_break:
            self.extend(line.at, line.end)


def _take_quote(line: _Line) -> None:
    """Read over `>` and one blank."""
    line.skip(line.indent)
    line.take(1)
    line.skip(1)


def _closes(rest: str, fence: str) -> bool:
    """Whether a line is nothing but the marks that end the code of a fence."""
    return rest.startswith(fence) and not rest.strip(fence[0])


def _is_break(rest: str) -> bool:
    """Whether a line is a rule across the page: three or more of `*`, `-` or `_`, and blanks."""
    if rest[:1] not in ("*", "-", "_"):
        return False
    marks = rest.replace(" ", "").replace("\t", "")
    return len(marks) >= _BREAK_LENGTH and not marks.strip(marks[0])
