"""A report for a person at a terminal (lint.md section 2.1)."""

from collections import Counter
from collections.abc import Iterable, Iterator

from skillctl.findings import Case, Finding, Report, Safety, Severity
from skillctl.policy.text import visible
from skillctl.report.colour import BLUE, BOLD, SEVERITY, Style
from skillctl.report.plain import TAB, case_title, counted, one_row, place
from skillctl.report.snippet import COLUMNS, snippet
from skillctl.report.summary import failed, summary_line

SHOWN_PER_CODE = 20
LEAST = 40


def render(
    report: Report,
    *,
    colour: bool = False,
    statistics: bool = False,
    quiet: bool = False,
    show_suppressed: bool = False,
    width: int | None = None,
) -> str:
    """Show every finding with its source line, then counts and the summary line.

    More than 20 findings of one code below error end in one counted line, unless `statistics`
    asks for all of them and for counts per rule; `quiet` leaves only the findings. In a terminal
    of `width` columns a source line is cut to fit, so that its carets stay below it.
    """
    style = Style(colour, width)
    blocks = list(_findings(report, style, everything=statistics))
    if show_suppressed:
        blocks += [
            finding_block(f, style, repairs=report.repairs, mark=" (suppressed)")
            for f in report.suppressed
        ]
    if statistics and report.findings:
        blocks.append("\n".join(_statistics(report)))
    if not quiet:
        blocks.append(style.paint(summary_line(report), BOLD))
    return "".join(f"{block}\n" for block in _spaced(blocks))


def _spaced(blocks: list[str]) -> Iterator[str]:
    """A blank line between any two blocks."""
    for index, block in enumerate(blocks):
        yield f"\n{block}" if index else block


def _findings(report: Report, style: Style, *, everything: bool) -> Iterator[str]:
    if report.command == "lint":
        yield from _by_place(report, style, everything=everything)
        return
    for case in report.cases:
        if failed(case, report):
            yield _case_head(case, style)
        findings = sorted(case.findings, key=lambda f: f.order)
        yield from (finding_block(f, style, repairs=report.repairs) for f in findings)


def _case_head(case: Case, style: Style) -> str:
    """Name a failed case, and show what it left for the reader."""
    head = style.paint(one_row(case_title(case.path, case.name)), BOLD)
    return "\n".join((head, *_evidence((case.output,) if case.output else ())))


def _by_place(report: Report, style: Style, *, everything: bool) -> Iterator[str]:
    """Findings in order; those beyond 20 of one code below error are counted at the end."""
    shown: Counter[str] = Counter()
    left: dict[str, list[Finding]] = {}
    for finding in report.findings:
        if finding.severity < Severity.ERROR and not everything:
            shown[finding.code] += 1
        if shown[finding.code] > SHOWN_PER_CODE:
            left.setdefault(finding.code, []).append(finding)
        else:
            yield finding_block(finding, style, repairs=report.repairs)
    if left:
        yield "\n".join(_left_over(code, left[code]) for code in sorted(left))


def _left_over(code: str, findings: list[Finding]) -> str:
    severities = Counter(finding.severity for finding in findings)
    counts = ", ".join(
        counted(severities[severity], f"more {severity}")
        for severity in sorted(severities, reverse=True)
    )
    unsaid = sum(finding.unsaid for finding in findings)
    flood = f", and {unsaid:,} that are only counted" if unsaid else ""
    listed = "--statistics or another format lists all"
    return f"{code} {findings[0].name}: {counts}{flood} ({listed})"


def _statistics(report: Report) -> Iterator[str]:
    """How often each rule spoke, the commonest first."""
    counts = Counter((f.code, f.name) for f in report.findings)
    rows = sorted(counts.items(), key=lambda row: (-row[1], row[0]))
    width = len(f"{rows[0][1]:,}")
    for (code, name), number in rows:
        yield f"{number:>{width},}  {code} {name}"


def finding_block(finding: Finding, style: Style, *, repairs: bool, mark: str = "") -> str:
    """One finding: the headline, the source with carets, and what follows from it.

    `repairs` tells whether the command can do the repair, so that its option is named.
    """
    severity = style.paint(str(finding.severity), SEVERITY[finding.severity])
    head = style.paint(place(finding.location), BOLD)
    name = f"{finding.code} {finding.name}"
    rows = [f"{head}: {severity}{mark} {name}: {one_row(finding.message)}"]
    return "\n".join((*rows, *_source(finding, style), *_notes(finding, repairs=repairs)))


def _source(finding: Finding, style: Style) -> Iterable[str]:
    start, end = finding.location.start, finding.location.end
    if start is None or finding.line is None:
        return ()
    stop = start.column if end is None else end.column - 1
    if end is not None and end.line > start.line:
        stop = len(finding.line)
    number = str(start.line)
    shown = snippet(finding.line, start.column - 1, stop, _room(style, f"  {number} | "))
    bar = style.paint("|", BLUE)
    carets = style.paint(shown.carets.lstrip(" "), SEVERITY[finding.severity])
    blanks = " " * (len(shown.carets) - len(shown.carets.lstrip(" ")))
    return (
        f"  {style.paint(number, BLUE)} {bar} {shown.source}".rstrip(),
        f"  {' ' * len(number)} {bar} {blanks}{carets}",
    )


def _room(style: Style, before: str) -> int:
    """The columns that are left for a source line."""
    return COLUMNS if style.width is None else max(LEAST, min(COLUMNS, style.width - len(before)))


def _notes(finding: Finding, *, repairs: bool) -> Iterator[str]:
    """The consequence, the repair, what was seen, and other places that matter."""
    yield f"  = {one_row(finding.consequence)}"
    advice = finding.advice
    if finding.fix and not repairs:
        advice = (
            finding.fix.message
        )  # done by hand it says the same as the advice, and more exactly
    elif finding.fix:
        how = "--fix" if finding.fix.safety is Safety.SAFE else "--fix --unsafe-fixes"
        yield f"  = fix: {one_row(finding.fix.message)} ({finding.fix.safety}, {how})"
    if advice:
        yield f"  = help: {one_row(advice)}"
    yield from _evidence(finding.evidence)
    for related in finding.related:
        yield f"  = see {place(related.location)}: {one_row(related.message)}"


def _evidence(texts: Iterable[str]) -> Iterator[str]:
    """What was seen, row by row."""
    for text in texts:
        for row in text.rstrip("\n").split("\n"):
            yield f"  | {visible(row).expandtabs(TAB)}".rstrip()
