"""What makes a finding the same finding tomorrow, with other lines above it."""

import hashlib
import json
import posixpath
from collections import Counter
from dataclasses import replace

from skillctl.findings import Case, Finding, Report


def with_fingerprints(report: Report) -> Report:
    """Give every finding, suppressed ones too, its fingerprint (lint.md section 1.6).

    Printed paths count from the working directory, fingerprints from the root.
    """
    everything = sorted((*report.findings, *report.suppressed), key=lambda f: f.order)
    marks: dict[int, list[str]] = {}  # by identity: what a fix means cannot be hashed
    seen: Counter[tuple[str, ...]] = Counter()
    for finding in everything:
        parts = _parts(finding, report)
        marks.setdefault(id(finding), []).append(fingerprint(parts, seen[parts]))
        seen[parts] += 1
    cases = tuple(_marked(case, marks) for case in report.cases)
    return replace(report, cases=cases)


def fingerprint(parts: tuple[str, ...], ordinal: int) -> str:
    """The first 16 hex digits of the SHA-256 of the parts and the ordinal, as ASCII JSON."""
    form = json.dumps([*parts, ordinal], separators=(",", ":"))
    return hashlib.sha256(form.encode()).hexdigest()[:16]


def _parts(finding: Finding, report: Report) -> tuple[str, ...]:
    path = from_root(finding.location.path, report)
    return (finding.code, path, _token(finding), finding.field or "")


def from_root(path: str, report: Report) -> str:
    """A printed path as seen from the root."""
    if posixpath.isabs(path) or report.here == "":
        prefix = report.root.rstrip("/") + "/"
        return path.removeprefix(prefix) if report.root != "." else path
    return posixpath.normpath(posixpath.join(report.here, path))


def _token(finding: Finding) -> str:
    """The text that the finding points at, as far as its first line goes."""
    start, end = finding.location.start, finding.location.end
    if start is None or finding.line is None:
        return ""
    same_line = end is not None and end.line == start.line
    stop = end.column - 1 if end is not None and same_line else len(finding.line)
    return finding.line[start.column - 1 : stop]


def _marked(case: Case, marks: dict[int, list[str]]) -> Case:
    found, silenced = (
        tuple(replace(f, fingerprint=marks[id(f)].pop(0)) for f in findings)
        for findings in (case.findings, case.suppressed)
    )
    return replace(case, findings=found, suppressed=silenced)
