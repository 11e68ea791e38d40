"""The links and the inline code of a Markdown text, each with its exact place.

This is a scanner of our own because no well-kept library gives what a finding needs: markdown-it-py
knows lines but no columns, the grammar of tree-sitter needs a second parser for each paragraph and
costs 20 ms to import. It follows CommonMark as far as it decides what is a link; the tests compare
it with markdown-it-py. Every character is looked at a bounded number of times.
"""

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

from skillctl.rules.rule import Span
from skillctl.rules.skill.blocks import paragraphs, unix

MOST_LABEL = 999
_TOKEN = re.compile(
    r"\\[!-/:-@\[-`{-~]|`++|!?\[|\]|<!--"
    r"|<[A-Za-z/](?:[^<>\[\]`\"']++|\"[^\"]*+\"|'[^']*+')*>|<[A-Za-z][A-Za-z0-9+.-]*+:[^\s<>]*+>"
)
_ANGLE = re.compile(r"<(?P<target>[^<>\n\\]*+(?:\\.[^<>\n\\]*+)*)>")
_BARE = re.compile(r"(?:[^\s()\\\x00-\x1f\x7f]++|\\[!-/:-@\[-`{-~]|\\(?![!-/:-@\[-`{-~]))+")
_TITLE = re.compile(
    r"\"[^\"\\]*+(?:\\.[^\"\\]*+)*\"|'[^'\\]*+(?:\\.[^'\\]*+)*'|\([^()\\]*+(?:\\.[^()\\]*+)*\)",
    re.DOTALL,
)
_BLANKS = re.compile(r"[ \t]*+\n?[ \t]*+")
_LABEL = re.compile(r"\[(?P<label>[^\[\]\\]*+(?:\\.[^\[\]\\]*+)*)\]", re.DOTALL)
_ESCAPE = re.compile(r"\\([!-/:-@\[-`{-~])")
_PARENTHESIS = re.compile(r"\\[!-/:-@\[-`{-~]|[()]|[\s\x00-\x1f\x7f]++")
_POSSIBLE = re.compile(r"\](?:\(|:)")
_END_OF_LINE = re.compile(r"[ \t]*+(?:\n|\Z)")


class Link(NamedTuple):
    """A target as it is meant, and the place where it is written."""

    target: str
    span: Span


class Marked(NamedTuple):
    """What a text holds: links (in the order of their places), and the insides of inline code."""

    links: tuple[Link, ...]
    codes: tuple[Span, ...]


def read_markdown(text: str, start: int = 0) -> Marked:
    """Find the links and the inline code from an index on.

    Inline links and images are found where they stand, those by reference where the target is
    defined, once, and only if something refers to it.
    """
    text = unix(text)
    reader = _Reader(text, _Targets(text))
    found = list(paragraphs(text, start))
    for first, last in [(reader.definitions(*span), span.end) for span in found]:
        reader.paragraph(first, last)
    defined = (link for label, link in reader.defined.items() if label in reader.used)
    links = sorted((*reader.links, *defined), key=lambda link: link.span)
    return Marked(tuple(links), tuple(reader.codes))


def possible_links(text: str, start: int = 0) -> Iterator[Link]:
    """Find everything that `read_markdown` may take for a link, and more, in a tenth of the time.

    What stands in code or refers to nothing is among it.
    """
    text = unix(text)
    targets = _Targets(text)
    for begin in _POSSIBLE.finditer(text, start):
        found = targets.read(_blanks(text, begin.end(), len(text)), len(text))
        if found:
            yield _link(text, found[0])


@dataclass
class _Targets:
    """Reads the targets of links in a text."""

    text: str

    def read(self, at: int, end: int) -> tuple[Span, int] | None:
        """The place of a target and the index after it; parentheses in a bare one are in pairs."""
        if self.text.startswith("<", at, end):
            angle = _ANGLE.match(self.text, at, end)
            return (Span(*angle.span("target")), angle.end()) if angle else None
        start = at
        while at < end:
            if bare := _BARE.match(self.text, at, end):
                at = bare.end()
            elif self.text[at] != "(":
                break
            elif (closing := self._pairs.get(at, end)) < end:
                at = closing + 1
            else:
                return None
        return None if at == start else (Span(start, at), at)

    @cached_property
    def _pairs(self) -> dict[int, int]:
        """Where each parenthesis is closed, if no blank comes between; asked for rarely."""
        pairs: dict[int, int] = {}
        waiting: list[int] = []
        for token in _PARENTHESIS.finditer(self.text):
            if token.group() == "(":
                waiting.append(token.start())
            elif token.group() == ")" and waiting:
                pairs[waiting.pop()] = token.start()
            elif token.group()[0] not in ")\\":
                waiting.clear()
        return pairs


@dataclass(slots=True)
class _Bracket:
    """An open `[`: the index after it; `active` unless it would put a link into a link.

    `holds_bracket` tells whether another one was opened after it: then its text is no label.
    """

    inside: int
    is_image: bool
    active: bool = True
    holds_bracket: bool = False


@dataclass(slots=True)
class _Reader:
    """Reads paragraph after paragraph; `used` and `defined` are by normal label."""

    text: str
    targets: _Targets
    links: list[Link] = field(default_factory=list)
    codes: list[Span] = field(default_factory=list)
    defined: dict[str, Link] = field(default_factory=dict)
    used: set[str] = field(default_factory=set)
    _open: list[_Bracket] = field(default_factory=list)

    def definitions(self, start: int, end: int) -> int:
        """Read the definitions at the beginning of a paragraph; give where its text begins."""
        while (after := self._definition(start, end)) is not None:
            start = after
        return start

    def paragraph(self, start: int, end: int) -> None:
        """Read the text of one paragraph."""
        self._open.clear()
        ticks: dict[int, list[int]] | None = None
        while token := _TOKEN.search(self.text, start, end):
            word, start = token.group(), token.end()
            if word[0] == "`":
                ticks = _ticks(self.text, token.start(), end) if ticks is None else ticks
                start = self._code(token, ticks)
            elif word == "<!--":
                closing = self.text.find("-->", start, end)
                start = start if closing < 0 else closing + 3
            elif word[-1] == "[" and word[0] != "\\":
                if self._open:
                    self._open[-1].holds_bracket = True
                self._open.append(_Bracket(start, is_image=word[0] == "!"))
            elif word == "]":
                start = self._closed(start, end)

    def _code(self, token: re.Match[str], ticks: dict[int, list[int]]) -> int:
        """A run of backticks: code up to the next run of this length, or mere text."""
        places = ticks.get(len(token.group()), [])
        next_run = bisect_right(places, token.start())
        if next_run == len(places):
            return token.end()
        self.codes.append(Span(token.end(), places[next_run]))
        return places[next_run] + len(token.group())

    def _closed(self, at: int, end: int) -> int:
        """A `]` at the index before `at`: the end of a link, or mere text."""
        if not self._open:
            return at
        bracket = self._open.pop()
        after = self._inline(at, end) if bracket.active else None
        if after is None and bracket.active:
            after = self._reference(bracket, at, end)
        if after is None:
            return at
        if not bracket.is_image:
            self._deactivate()
        return after

    def _deactivate(self) -> None:
        """No link holds another: the brackets around one are text, unless they are of images."""
        for bracket in reversed(self._open):
            if not bracket.is_image:
                if not bracket.active:
                    break
                bracket.active = False

    def _inline(self, at: int, end: int) -> int | None:
        """Read `(target "title")`, or give None if there is none."""
        if not self.text.startswith("(", at, end):
            return None
        at = _blanks(self.text, at + 1, end)
        span, at = self.targets.read(at, end) or (None, at)
        after = _title(self.text, at, end) if span else at
        at = _blanks(self.text, after, end)
        if not self.text.startswith(")", at, end):
            return None
        if span:
            self.links.append(_link(self.text, span))
        return at + 1

    def _reference(self, bracket: _Bracket, at: int, end: int) -> int | None:
        """Read `[label]` or `[]` after a text, or take the text itself as the label."""
        after = _LABEL.match(self.text, at, min(end, at + MOST_LABEL + 2))
        if after and after["label"]:
            label = after["label"]
        elif bracket.holds_bracket or at - bracket.inside > MOST_LABEL:
            return None
        else:
            label = self.text[bracket.inside : at - 1]
        if _normal(label) not in self.defined:
            return None
        self.used.add(_normal(label))
        return after.end() if after else at

    def _definition(self, at: int, end: int) -> int | None:
        """Read `[label]: target "title"` on a line of its own, or give None."""
        if not self.text.startswith("[", at, end):
            return None
        label = _LABEL.match(self.text, at, min(end, at + MOST_LABEL + 2))
        if not label or not label["label"].strip() or label["label"].startswith("^"):
            return None
        if not self.text.startswith(":", label.end(), end):
            return None
        found = self.targets.read(_blanks(self.text, label.end() + 1, end), end)
        if not found or found[0].start == found[0].end == found[1]:
            return None
        span, at = found
        after = _END_OF_LINE.match(self.text, _title(self.text, at, end), end)
        after = after or _END_OF_LINE.match(self.text, at, end)
        if not after:
            return None
        self.defined.setdefault(_normal(label["label"]), _link(self.text, span))
        return _indented(self.text, after.end(), end)


def _ticks(text: str, start: int, end: int) -> dict[int, list[int]]:
    """The places of all runs of backticks in a paragraph, by their length."""
    runs: dict[int, list[int]] = {}
    for run in re.finditer("`++", text[start:end]):
        runs.setdefault(run.end() - run.start(), []).append(start + run.start())
    return runs


def _blanks(text: str, at: int, end: int) -> int:
    match = _BLANKS.match(text, at, end)
    return match.end() if match else at


def _indented(text: str, at: int, end: int) -> int:
    """The first character of a line that is not a blank."""
    while at < end and text[at] in " \t":
        at += 1
    return at


def _title(text: str, at: int, end: int) -> int:
    """The index after a title, which blanks part from the target; or the same index."""
    start = _blanks(text, at, end)
    title = _TITLE.match(text, start, end) if start > at else None
    return title.end() if title else at


def _normal(label: str) -> str:
    """A label as labels are compared."""
    return " ".join(label.split()).casefold()


def _link(text: str, span: Span) -> Link:
    """A target without escapes and references to characters."""
    target = text[span.start : span.end]
    if "\\" in target:
        target = _ESCAPE.sub(r"\1", target)
    if "&" in target:
        from html import unescape  # noqa: PLC0415 # import budget: a rare need

        target = unescape(target)
    return Link(target, span)
