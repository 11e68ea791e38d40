"""From a violation to a finding: its place, its source line without secrets, its words."""

from bisect import bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import lru_cache

from skillctl.errors import Location
from skillctl.findings import Edit, Finding, Fix, Related, Severity
from skillctl.rules.rule import Repair, Rule, S, Span, Violation
from skillctl.source.file import BOM, SourceFile

WORDS_KEPT = 256  # most words of a rule are the same for each of its findings
MOST = 200  # findings of one rule and severity in one file; who reads more?


@dataclass(frozen=True, slots=True)
class About:
    """What is checked: kind, name and printed path, its text, and the secrets in it.

    The secrets are in order and apart; `lines` keeps the lines that were printed once; only if
    `quoted` is any printed.
    """

    kind: str
    name: str
    path: str
    source: SourceFile | None = None
    secrets: tuple[Span, ...] = ()
    lines: dict[int, str] = field(default_factory=dict)
    quoted: bool = True


def findings(rule: Rule[S], document: S, about: About) -> list[Finding]:
    """Check a document by one rule; of a flood, so many as are of use, and how many more."""
    found = list(rule.check(document))
    if not found:
        return []
    return [
        _with_more(_finding(rule, violation, about), more)
        for violation, more in _limited(rule, found)
    ]


def _limited(rule: Rule[S], found: Iterable[Violation]) -> Iterator[tuple[Violation, int]]:
    """The first of each severity, the last of these with the number of those left out."""
    kept: list[tuple[Severity, Violation]] = []
    counts: dict[Severity, int] = {}
    for violation in found:
        severity = violation.severity or rule.severity
        counts[severity] = counts.get(severity, 0) + 1
        if counts[severity] <= MOST:
            kept.append((severity, violation))
    last = {severity: number for number, (severity, _) in enumerate(kept)}
    for number, (severity, violation) in enumerate(kept):
        yield violation, counts[severity] - MOST if number == last[severity] else 0


def _with_more(finding: Finding, more: int) -> Finding:
    if more <= 0:
        return finding
    return replace(finding, message=f"{finding.message}; {more:,} more in this file", unsaid=more)


def _finding(rule: Rule[S], violation: Violation, about: About) -> Finding:
    location = _location(violation, about)
    return Finding(
        code=rule.code,
        name=rule.name,
        severity=violation.severity or rule.severity,
        message=_words(rule.message.format_map(violation.values)),
        consequence=violation.consequence or rule.consequence,
        location=location,
        kind=about.kind,
        subject=_words(violation.subject or about.name),
        line=_line(location, about),
        security=rule.security if violation.security is None else violation.security,
        targets=rule.targets,
        field=violation.field and _words(violation.field),
        related=tuple(
            Related(_place(where, about) if isinstance(where, Span) else where, _words(words))
            for where, words in violation.related
        ),
        fix=_fix(violation.repair, about) if violation.repair else None,
        advice=_words(rule.advice.format_map(violation.values)),
    )


@lru_cache(WORDS_KEPT)
def _words(text: str) -> str:
    """Words of a finding, which may name what a file holds, without secrets."""
    from skillctl.policy.masks import starred  # noqa: PLC0415 # import budget: findings only

    return starred(text)


def _fix(repair: Repair, about: About) -> Fix | None:
    """A repair with its spans as bytes of the file; without a text there is nothing to edit."""
    if about.source is None:
        return None
    edits = [Edit(about.path, 0, len(BOM), "")] if repair.drops_bom else []
    for (start, end), text in repair.replacements:
        first, last = about.source.position(start), about.source.position(end)
        edits.append(Edit(about.path, first.offset, last.offset, text))
    return Fix(repair.safety, _words(repair.message), tuple(edits), repair.intent)


def _location(violation: Violation, about: About) -> Location:
    if violation.path is not None:
        return Location(violation.path)
    if violation.place:
        return Location(about.path, *violation.place)
    return _place(violation.span, about) if violation.span else Location(about.path)


def _place(span: Span, about: About) -> Location:
    """A span as a place in the file; without a text there is only the file."""
    return about.source.location(span.start, span.end) if about.source else Location(about.path)


def _line(location: Location, about: About) -> str | None:
    """The source line, as long as it is, with `*` for whatever is secret in it."""
    if location.start is None or about.source is None or not about.quoted:
        return None
    number = location.start.line
    if number not in about.lines:
        about.lines[number] = _masked(about.source, number, about.secrets)
    return about.lines[number]


def _masked(source: SourceFile, number: int, secrets: tuple[Span, ...]) -> str:
    """A line without the secrets of known form and those that were found otherwise."""
    line = _words(source.line(number))
    begin = source.line_starts[number - 1]
    first = bisect_right(secrets, begin, key=lambda span: span.end)
    pieces: list[str] = []
    at = 0
    for secret in secrets[first:]:
        start, end = max(at, secret.start - begin), min(len(line), secret.end - begin)
        if start >= len(line):
            break
        pieces += (line[at:start], "*" * (end - start))
        at = end
    return "".join((*pieces, line[at:]))
