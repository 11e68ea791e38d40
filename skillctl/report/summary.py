"""The last line of a report: what was checked, what was found, what was left out."""

import posixpath
from collections import Counter
from collections.abc import Iterable, Iterator

from skillctl.findings import NOT_ENTERED, Case, Report, Safety, Severity
from skillctl.report.plain import PLURALS, counted, one_row

SHOWN = 3
UNSEEN = "folder"  # the kind of a case that says what could not be looked at


def summary_line(report: Report) -> str:
    """Name every kind checked, the findings by severity, and whatever was not shown."""
    if report.command == "lint":
        head = f"{_kinds(report)} checked: {_severities(report)}"
    else:
        head = f"{_kinds(report)} checked: {_outcomes(report)}"
    return "; ".join((head, *_rest(report)))


def failed(case: Case, report: Report) -> bool:
    """Whether a case holds a finding at or above the failing level."""
    return any(report.fails(finding) for finding in case.findings)


def outcome(case: Case, report: Report) -> str:
    """The one word for a case: passed, failed or skipped."""
    if failed(case, report):
        return "failed"
    return "passed" if case.skipped is None else "skipped"


def outcomes(report: Report) -> Counter[str]:
    """How many cases passed, failed, or were skipped."""
    return Counter(outcome(case, report) for case in report.cases)


def fixable(report: Report) -> Counter[Safety]:
    """How many findings have a fix, by its safety."""
    return Counter(f.fix.safety for f in report.findings if f.fix)


def _kinds(report: Report) -> str:
    kinds = report.kinds()
    known = [kind for kind in PLURALS if kinds[kind]]
    others = sorted(kinds.keys() - PLURALS.keys() - {UNSEEN})
    return _listed(counted(kinds[kind], kind) for kind in (*known, *others)) or "nothing"


def _severities(report: Report) -> str:
    rows = ((report.count(severity), str(severity)) for severity in sorted(Severity, reverse=True))
    return _listed(counted(number, word) for number, word in rows if number) or "no findings"


def _outcomes(report: Report) -> str:
    numbers = outcomes(report)
    words = ("passed", "failed", "skipped")
    return _listed(f"{numbers[word]:,} {word}" for word in words if numbers[word]) or "no cases"


def _rest(report: Report) -> Iterator[str]:
    if report.repairs:
        yield from _repairs(report)
    if report.suppressed:
        yield f"{len(report.suppressed):,} suppressed"
    if report.baselined:
        yield f"{report.baselined:,} in the baseline"
    unseen = report.kinds()[UNSEEN]
    if unseen:
        yield f"{counted(unseen, UNSEEN)} not looked at"
    if report.aliases:
        yield f"{len(report.aliases):,} {'alias' if len(report.aliases) == 1 else 'aliases'}"
    folders = [path for path, reason in report.skipped if reason == NOT_ENTERED]
    if folders:
        names = Counter(posixpath.basename(path) for path in folders)
        yield f"{counted(len(folders), 'folder')} not entered ({_names(names)})"
    reasons = Counter(reason for _, reason in report.skipped if reason != NOT_ENTERED)
    if reasons:
        yield f"{counted(reasons.total(), 'path')} skipped ({_reasons(reasons)})"


def _repairs(report: Report) -> Iterator[str]:
    """What was repaired, and what the options of the command would repair."""
    fixes = fixable(report)
    if report.fixed or report.withheld:
        meant = report.fixed + report.withheld + fixes[Safety.SAFE]
        yield f"fixed {report.fixed:,} of {meant:,}"
    elif fixes[Safety.SAFE]:
        yield f"{fixes[Safety.SAFE]:,} fixable with --fix"
    if fixes[Safety.UNSAFE]:
        yield f"{fixes[Safety.UNSAFE]:,} fixable with --fix --unsafe-fixes"


def _names(folders: Counter[str]) -> str:
    """Which folders were not entered: by name, with a count where a name stands for several."""
    rows, rest = _commonest(folders)
    words = [name if number == 1 else f"{number:,} {name}" for name, number in rows]
    if len(folders) == 1:
        words = [name for name, _ in rows]
    return _listed([*words, counted(rest, "other")] if rest else words)


def _reasons(reasons: Counter[str]) -> str:
    """Why paths were skipped."""
    rows, rest = _commonest(reasons)
    if len(reasons) == 1:
        return rows[0][0]
    words = [f"{number:,} {reason}" for reason, number in rows]
    return _listed([*words, f"{rest:,} for other reasons"] if rest else words)


def _commonest(words: Counter[str]) -> tuple[list[tuple[str, int]], int]:
    """The three commonest words as they are printed, and how many there are beside them."""
    rows = sorted(words.items(), key=lambda row: (-row[1], row[0]))
    return [(one_row(word), number) for word, number in rows[:SHOWN]], sum(
        n for _, n in rows[SHOWN:]
    )


def _listed(words: Iterable[str]) -> str:
    return ", ".join(words)
