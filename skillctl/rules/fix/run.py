"""One run of `lint --fix`: every file with a safe fix is mended, then all is checked again."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import NamedTuple

from skillctl.findings import Case, Finding, Severity, Skipped
from skillctl.rules.engine import Checker, Terms
from skillctl.rules.find.found import Target
from skillctl.rules.fix.accept import State
from skillctl.rules.fix.edits import repairable
from skillctl.rules.fix.reading import KINDS
from skillctl.rules.fix.repair import Bench, Where, mend, where
from skillctl.rules.fix.write import refusal, write
from skillctl.rules.lint import LintRequest, LintResult, lint, module_of, terms_of, text_target
from skillctl.rules.selection import Selection


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """What becomes of one file, how many findings are gone, and why others stay.

    `findings` are those of the file as it was that have a safe fix.
    """

    target: Target
    findings: tuple[Finding, ...]
    before: bytes
    after: bytes
    fixed: int = 0
    withheld: Mapping[Where, str] = field(default_factory=dict)

    def refused(self, reason: str) -> "Change":
        """The file stays as it is, for one reason."""
        withheld = {where(finding): reason for finding in self.findings}
        return replace(self, after=self.before, fixed=0, withheld=withheld)


class Fixed(NamedTuple):
    """What is left to report (with `dry` all), and every file that has a safe fix."""

    result: LintResult
    changes: tuple[Change, ...]


def fix(request: LintRequest, *, dry: bool = False) -> Fixed:
    """Mend what is safe and write it, or with `dry` only tell what would be written.

    A text from stdin is never written: its change holds it.
    """
    result = lint(request)
    changes = tuple(_changes(request, result))
    if dry:
        return Fixed(result, changes)
    if request.text is None:
        changes = tuple(map(_written, changes))
    if any(change.after != change.before for change in changes):
        text = changes[0].after if request.text is not None else None
        result = lint(replace(request, text=text))
    return Fixed(_told(result, changes), changes)


def _changes(request: LintRequest, result: LintResult) -> Iterator[Change]:
    """Each file with a safe fix, mended in memory."""
    targets = _targets(request, result)
    for case in result.report.cases:
        findings = tuple(repairable(case.findings))
        if findings and case.path in targets and case.kind in KINDS:
            kind, target = targets[case.path]
            before, reason = _read(request, target)
            change = Change(target=target, findings=findings, before=before, after=before)
            bench = _Judge(request, kind, target).bench(case.kind)
            yield change.refused(reason) if reason else _mended(change, bench)


def _targets(request: LintRequest, result: LintResult) -> dict[str, tuple[str, Target]]:
    """The files by their printed path, with the kind in the words of discovery."""
    if request.text is not None:
        kind, target = text_target(request)
        return {target.shown: (kind, target)}
    return {
        target.shown: (kind, target)
        for kind in request.kinds
        if hasattr(module_of(kind), "check_bytes")
        for target in getattr(result.discovery, kind)
    }


def _read(request: LintRequest, target: Target) -> tuple[bytes, str]:
    """The bytes of a file, and why it is left alone whatever its fixes."""
    if request.text is not None:
        return request.text, ""
    path = Path(target.path)
    reason = refusal(path, request.places.top)
    try:
        return b"" if reason else path.read_bytes(), reason
    except OSError as error:
        return b"", f"the file cannot be read: {error.strerror}"


class _Judge:
    """Judges bytes in the place of one file: by the chosen rules, and by all of them."""

    def __init__(self, request: LintRequest, kind: str, target: Target) -> None:
        module = module_of(kind)
        self.check = module.check_bytes if request.text is None else module.check_text
        self.target = target
        self.terms = terms_of(request)
        every = Selection(selected=[""])
        self.every = replace(
            self.terms, selection=every, least=Severity.NOTE, ignores=(), comments=False
        )

    def bench(self, kind: str) -> Bench:
        """What `mend` needs, for a kind of case."""
        read, early = KINDS[kind]
        return Bench(
            chosen=lambda data: self.found(self.terms, data),
            look=lambda data: State(read(data, self.target), self.found(self.every, data)),
            early=early,
        )

    def found(self, terms: Terms, data: bytes) -> tuple[Finding, ...]:
        """What rules find in these bytes; a file that is skipped has nothing."""
        case: Case | Skipped = self.check(Checker(terms), self.target, data)
        return () if isinstance(case, Skipped) else case.findings


def _mended(change: Change, bench: Bench) -> Change:
    done = mend(change.before, bench)
    return replace(change, after=done.data, fixed=done.fixed, withheld=done.withheld)


def _written(change: Change) -> Change:
    """Write a file that changed; if that is refused, none of its fixes counts."""
    if change.after == change.before:
        return change
    reason = write(Path(change.target.path), change.before, change.after)
    return change.refused(reason) if reason else change


def _told(result: LintResult, changes: tuple[Change, ...]) -> LintResult:
    """The report with what was fixed, and at each finding why its fix was withheld."""
    reasons = {change.target.shown: change.withheld for change in changes}
    cases = [_case(case, reasons.get(case.path, {})) for case in result.report.cases]
    report = replace(
        result.report,
        cases=tuple(case for case, _ in cases),
        fixed=sum(change.fixed for change in changes),
        withheld=sum(number for _, number in cases),
    )
    return result._replace(report=report)


def _case(case: Case, reasons: Mapping[Where, str]) -> tuple[Case, int]:
    """A case whose withheld fixes are words of their findings, and how many these are."""
    if not reasons:
        return case, 0
    found = [_finding(finding, reasons) for finding in case.findings]
    number = sum(new is not old for new, old in zip(found, case.findings, strict=True))
    return replace(case, findings=tuple(found)), number


def _finding(finding: Finding, reasons: Mapping[Where, str]) -> Finding:
    reason = reasons.get(where(finding)) if repairable([finding]) else None
    if reason is None:
        return finding
    return replace(finding, message=f"{finding.message}; fix withheld: {reason}", fix=None)
