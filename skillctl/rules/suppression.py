"""Comments that silence findings in their own file (lint.md section 1.5)."""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from skillctl.findings import Finding
from skillctl.rules.rule import Span, span_of
from skillctl.skills.document import SkillDocument
from skillctl.source.file import SourceFile
from skillctl.source.tree import Node

_ORDER = r"skillctl:[ \t]*(?P<order>ignore(?:-file)?)\b(?!-)"
_REST = r"(?P<rest>(?:[ \t]*+[^ \t\r\n]++)*)"
_MARKDOWN = re.compile(rf"<!--[ \t]*{_ORDER}(?P<rest>[^\r\n]*?)(?:(?P<end>-->)|(?=[\r\n]|\Z))")
_YAML = re.compile(rf"(?<!\S)#[ \t]*{_ORDER}{_REST}")
_MARKS = {
    "#": re.compile(rf"#[ \t]*{_ORDER}{_REST}"),
    "//": re.compile(rf"//[ \t]*{_ORDER}{_REST}"),
}
_BLANKS = re.compile(r"[ \t]*+")
_FENCE = re.compile(r"(?<![^\r\n]) {0,3}(?P<fence>`{3,}|~{3,})(?P<info>[^\r\n]*)")
_BLANK_LINES = re.compile(r"(?:[ \t]*+(?:\r\n|\r|\n))*")
_NO_CONTENT = re.compile(r"(?:[ \t]*+(?:#[^\r\n]*+)?(?:\r\n|\r|\n))*")
_SEPARATORS = re.compile(r"[,\s]+")


@dataclass(frozen=True, slots=True)
class Comment:
    """One comment: where it stands, what it silences and in which lines (none: in the file).

    `problem` says why it silences nothing.
    """

    span: Span
    codes: tuple[str, ...]
    lines: range | None
    problem: str = ""


@dataclass(frozen=True)
class Suppressions:
    """All comments of one file."""

    source: SourceFile
    comments: tuple[Comment, ...]

    @cached_property
    def _everywhere(self) -> tuple[str, ...]:
        """What is silent in the whole file."""
        heeded = (one for one in self.comments if not one.problem and one.lines is None)
        return tuple({code for comment in heeded for code in comment.codes})

    @cached_property
    def _by_code(self) -> dict[str, list[range]]:
        """In which lines a code or prefix is silent: ranges that are in order and apart."""
        found: dict[str, list[range]] = {}
        heeded = ((one.lines, one.codes) for one in self.comments if not one.problem)
        some = ((lines, codes) for lines, codes in heeded if lines is not None)
        for lines, codes in sorted(some, key=lambda pair: pair[0].start):
            for code in codes:
                _join(found.setdefault(code, []), lines)
        return found

    def silences(self, finding: Finding) -> bool:
        """Whether a comment silences a finding; one about the file has no line."""
        start = finding.location.start
        if finding.code.startswith(self._everywhere):
            return True
        line = start.line if start else 0
        prefixes = (finding.code[:length] for length in range(1, len(finding.code) + 1))
        return any(_holds(self._by_code.get(prefix, ()), line) for prefix in prefixes)

    def idle(
        self, found: Iterable[Finding], ran: Iterable[str], later: Iterable[str]
    ) -> Iterator[Comment]:
        """The comments that silence none of the findings, of rules that `ran`.

        One that names no such rule, or one that finds something `later`, is not judged.
        """
        lines: dict[str, list[int]] = {}
        for finding in found:
            start = finding.location.start
            lines.setdefault(finding.code, []).append(start.line if start else 0)
        for numbers in lines.values():
            numbers.sort()
        for comment in self.comments:
            told = comment.problem or any(code.startswith(comment.codes) for code in later)
            meant = {word for word in comment.codes if any(c.startswith(word) for c in ran)}
            if not told and len(meant) == len(comment.codes) and not _is_used(comment, lines):
                yield comment

    def silenced(self, found: Iterable[Finding]) -> list[Finding]:
        """The findings that a comment silences."""
        return [finding for finding in found if self.silences(finding)]


def _is_used(comment: Comment, lines: Mapping[str, Sequence[int]]) -> bool:
    """Whether a comment silences a finding; `lines` are those of the findings, by code."""
    numbers = (lines[code] for code in lines if code.startswith(comment.codes))
    covered = comment.lines
    if covered is None:
        return any(numbers)
    return any(bisect_left(n, covered.start) < bisect_left(n, covered.stop) for n in numbers)


def _join(ranges: list[range], lines: range) -> None:
    """Put lines to ranges of which none begins after them."""
    if ranges and lines.start <= ranges[-1].stop:
        last = ranges.pop()
        lines = range(last.start, max(last.stop, lines.stop))
    ranges.append(lines)


def _holds(ranges: Sequence[range], line: int) -> bool:
    before = bisect_right(ranges, line, key=lambda one: one.start) - 1
    return before >= 0 and line in ranges[before]


IsCode = Callable[[str], bool]


def suppressions_of(source: SourceFile, skill: SkillDocument, is_code: IsCode) -> Suppressions:
    """Read the comments of a skill; `is_code` tells a code or prefix from a typo.

    A text in quotes, in a block scalar or in a code fence is no comment.
    """
    body = skill.block.body if skill.block else 0
    reader = _Reader(source, is_code)
    texts = sorted(set(_texts(skill.front))) if skill.front else []
    yaml = (m for m in _YAML.finditer(source.text, 0, body) if not _inside(texts, m.start()))
    fences = list(_fences(source.text, body))
    closed = (m for m in _MARKDOWN.finditer(source.text, body) if m["end"])
    markdown = (m for m in closed if not _inside(fences, m.start()))
    comments = [reader.comment(match, reader.value_below) for match in yaml]
    comments += [reader.comment(match, reader.line_below) for match in markdown]
    return Suppressions(source, tuple(comments))


def suppressions_in(
    source: SourceFile, root: Node | None, mark: str, is_code: IsCode
) -> Suppressions:
    """Read the comments of a file of data, which `mark` begins: `#` or `//`.

    Where the text could not be parsed, one that stands alone is about the next line.
    """
    reader = _Reader(source, is_code)
    texts = sorted({*_texts(root), *_keys(root)}) if root else []
    below = _Values(source, root).below if root else reader.line_below
    found = (m for m in _MARKS[mark].finditer(source.text) if not _inside(texts, m.start()))
    return Suppressions(source, tuple(reader.comment(match, below) for match in found))


def _keys(node: Node) -> Iterator[Span]:
    """The places of all keys."""
    for entry in node.entries:
        yield span_of(entry)
    for inner in (*node.items, *(entry.value for entry in node.entries)):
        yield from _keys(inner)


class _Values:
    """Where the values of a document begin, keys included, and where each ends.

    Of those that begin at one place it is the innermost: in TOML a list of tables begins where its
    first table does.
    """

    def __init__(self, source: SourceFile, root: Node) -> None:
        self.source = source
        self.ends: dict[int, int] = {}
        self._measure(root)
        self.starts = sorted(self.ends)

    def _measure(self, node: Node) -> int:
        """The end of all that a value holds, wherever that stands."""
        end = node.end
        for start, inner in (
            *((entry.start, entry.value) for entry in node.entries),
            *((item.start, item) for item in node.items),
        ):
            last = self._measure(inner)
            self.ends.setdefault(start, last)
            end = max(end, last)
        return end

    def below(self, line: int) -> range:
        """The lines of the next key or item with its value; of a header in TOML, of its table."""
        lines = self.source.line_starts
        first = bisect_left(self.starts, lines[line]) if line < len(lines) else len(self.starts)
        if first == len(self.starts):
            return range(line, line + 1)
        start = self.starts[first]
        number = bisect_right(lines, start)
        if self.source.line(number).lstrip().startswith("["):
            end_of_line = lines[number] if number < len(lines) else len(self.source.text)
            start = self.starts[bisect_left(self.starts, end_of_line) - 1]
        return range(number, bisect_left(lines, self.ends[start]) + 1)


def _texts(node: Node) -> Iterator[Span]:
    """The places of all strings that are not plain."""
    if node.kind == "string" and not node.plain:
        yield span_of(node)
    for inner in (*node.items, *(entry.value for entry in node.entries)):
        yield from _texts(inner)


def _fences(text: str, start: int) -> Iterator[Span]:
    """The places of fenced code; one that is not closed goes to the end."""
    opening: re.Match[str] | None = None
    for match in _FENCE.finditer(text, start):
        if opening is None:
            opening = match
        elif match["fence"].startswith(opening["fence"]) and not match["info"].strip():
            yield Span(opening.start(), match.end())
            opening = None
    if opening:
        yield Span(opening.start(), len(text))


def _inside(spans: list[Span], index: int) -> bool:
    """Whether an index lies in one of the spans, which are in order and apart."""
    before = bisect_right(spans, index, key=lambda span: span.start) - 1
    return before >= 0 and index < spans[before].end


class _Reader:
    """Reads comments; keeps the values it has measured, since many may stand above one."""

    def __init__(self, source: SourceFile, is_code: IsCode) -> None:
        self.source = source
        self.is_code = is_code
        self.values: dict[int, range] = {}

    def comment(self, match: re.Match[str], below: Callable[[int], range]) -> Comment:
        """Read one comment; one that stands alone is about what stands `below` it."""
        words = _SEPARATORS.split(match["rest"].partition("--")[0])
        codes = tuple(filter(None, dict.fromkeys(words)))
        unknown = next((code for code in codes if not self.is_code(code)), None)
        problem = "" if codes else "the comment names no code"
        if unknown:
            problem = f'"{unknown}" is no code of a rule'
        line = bisect_right(self.source.line_starts, match.start())
        lines = below(line) if self._is_alone(match, line) else range(line, line + 1)
        whole_file = match["order"] == "ignore-file"
        span = Span(match.start(), match.end())
        return Comment(span, codes, None if whole_file else lines, problem)

    def _is_alone(self, match: re.Match[str], line: int) -> bool:
        """Whether nothing else stands in the line of a comment."""
        text, starts = self.source.text, self.source.line_starts
        after = _BLANKS.match(text, match.end())
        last = after is None or text[after.end() : after.end() + 1] in ("", *"\r\n")
        before = _BLANKS.match(text, starts[line - 1]) if last else None
        return before is not None and before.end() == match.start()

    def line_below(self, line: int) -> range:
        """The next line that is not blank."""
        number = self._next(_BLANK_LINES, line)
        return range(number, number + 1)

    def value_below(self, line: int) -> range:
        """The whole value of the next key: its line, then deeper ones, items and blanks."""
        first = self._next(_NO_CONTENT, line)
        if first not in self.values:
            indent = _indent(self.source.line(first))
            last = first + 1
            while last <= len(self.source.line_starts) and self._continues(last, indent):
                last += 1
            self.values[first] = range(first, last)
        return self.values[first]

    def _next(self, skipped: re.Pattern[str], line: int) -> int:
        """The next line that is not of a kind, or this one if there is none."""
        starts = self.source.line_starts
        if line == len(starts):
            return line
        match = skipped.match(self.source.text, starts[line])
        number = bisect_right(starts, match.end() if match else starts[line])
        return number if self.source.line(number).strip() else line

    def _continues(self, number: int, indent: int) -> bool:
        line = self.source.line(number)
        deeper = _indent(line) > indent
        item = _indent(line) == indent and line.lstrip().startswith("- ")
        return not line.strip() or deeper or item


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip(" "))
