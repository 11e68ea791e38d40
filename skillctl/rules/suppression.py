"""Comments that silence findings in their own file (lint.md section 1.5)."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from skillctl.findings import Finding
from skillctl.rules.rule import Span
from skillctl.skills.document import SkillDocument
from skillctl.source.file import SourceFile
from skillctl.source.tree import Node

_ORDER = r"skillctl:[ \t]*(?P<order>ignore(?:-file)?)\b(?!-)(?P<rest>[^\r\n]*?)"
_MARKDOWN = re.compile(rf"<!--[ \t]*{_ORDER}[ \t]*-->")
_YAML = re.compile(rf"(?<!\S)#[ \t]*{_ORDER}[ \t]*(?=[\r\n]|\Z)")
_FENCE = re.compile(r"(?<![^\r\n]) {0,3}(?P<fence>`{3,}|~{3,})(?P<info>[^\r\n]*)")
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


@dataclass(frozen=True, slots=True)
class Suppressions:
    """All comments of one file."""

    source: SourceFile
    comments: tuple[Comment, ...]

    def silences(self, finding: Finding) -> bool:
        """Whether a comment silences a finding; one about the file has no line."""
        start = finding.location.start
        line = start.line if start else None
        return any(
            finding.code.startswith(comment.codes)
            for comment in self.comments
            if not comment.problem and (comment.lines is None or line in comment.lines)
        )


IsCode = Callable[[str], bool]


def suppressions_of(source: SourceFile, skill: SkillDocument, is_code: IsCode) -> Suppressions:
    """Read the comments of a skill; `is_code` tells a code or prefix from a typo.

    A text in quotes, in a block scalar or in a code fence is no comment.
    """
    body = skill.block.body if skill.block else 0
    texts = tuple(_texts(skill.front)) if skill.front else ()
    comments = [
        _comment(source, match, _yaml_lines, is_code)
        for match in _YAML.finditer(source.text, 0, body)
        if not any(text.start <= match.start() < text.end for text in texts)
    ]
    fences = tuple(_fences(source.text, body))
    comments += [
        _comment(source, match, _next_line, is_code)
        for match in _MARKDOWN.finditer(source.text, body)
        if not any(fence.start <= match.start() < fence.end for fence in fences)
    ]
    return Suppressions(source, tuple(comments))


def _texts(node: Node) -> Iterator[Span]:
    """The places of all strings that are not plain."""
    if node.kind == "string" and not node.plain:
        yield Span(node.start, node.end)
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


Below = Callable[[SourceFile, int], range]


def _comment(source: SourceFile, match: re.Match[str], below: Below, is_code: IsCode) -> Comment:
    """Read one comment; one that stands alone is about what stands `below` it."""
    codes = tuple(filter(None, _SEPARATORS.split(match["rest"].partition("--")[0])))
    unknown = [code for code in codes if not is_code(code)]
    problem = "the comment names no code" if not codes else ""
    if unknown:
        problem = f'"{unknown[0]}" is no code of a rule'
    line = source.position(match.start()).line
    alone = source.line(line).strip() == match.group().strip()
    lines = below(source, line) if alone else range(line, line + 1)
    whole_file = match["order"] == "ignore-file"
    return Comment(Span(match.start(), match.end()), codes, None if whole_file else lines, problem)


def _next_line(source: SourceFile, line: int) -> range:
    """The next line that is not blank."""
    last = len(source.line_starts)
    number = next((n for n in range(line + 1, last + 1) if source.line(n).strip()), line)
    return range(number, number + 1)


def _yaml_lines(source: SourceFile, line: int) -> range:
    """The whole value of the next key: its line, and the deeper ones, items and blanks after it."""
    last = len(source.line_starts)
    first = next((n for n in range(line + 1, last + 1) if _content(source.line(n))), line)
    indent = _indent(source.line(first))
    number = first + 1
    while number <= last and _continues(source.line(number), indent):
        number += 1
    return range(first, number)


def _content(line: str) -> bool:
    return bool(line.strip()) and not line.lstrip().startswith("#")


def _continues(line: str, indent: int) -> bool:
    deeper = _indent(line) > indent
    item = _indent(line) == indent and line.lstrip().startswith("- ")
    return not line.strip() or deeper or item


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip(" "))
