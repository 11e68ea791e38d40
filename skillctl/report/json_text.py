"""A report as one JSON document: ASCII, fixed key order, `null` for what is absent.

`skillctl.lint/1` is lint.md section 2.2, and its schema is `docs/lint.schema.json`; other commands
give `skillctl.test/1`, whose findings stand under their cases (`docs/test.schema.json`). Each
record of a list stands on a line of its own.
"""

import json
import re
from typing import TypeAlias

from skillctl.errors import Location, Position
from skillctl.findings import Case, Finding, Fix, Related, Report, Safety, Severity
from skillctl.policy.text import visible
from skillctl.report.plain import told_edits
from skillctl.report.summary import fixable, outcome, outcomes
from skillctl.version import VERSION

Record: TypeAlias = dict[str, object]

KIND_KEYS = {
    "skill": "skills",
    "config": "configs",
    "settings": "settings",
    "manifest": "manifests",
    "fake": "fakes",
    "scenario": "scenarios",
    "evals": "evals",
}
_SURROGATE = re.compile("[\ud800-\udfff]")


def render(report: Report) -> str:
    """The document of a report, ending in a line end."""
    document = _lint(report) if report.command == "lint" else _test(report)
    return "{" + ",\n".join(_member(key, value) for key, value in document.items()) + "}\n"


def _member(key: str, value: object) -> str:
    if not isinstance(value, list) or not all(isinstance(item, dict) for item in value):
        return f"{_dump(key)}:{_dump(value)}"
    rows = ",\n ".join(map(_dump, value))
    return f"{_dump(key)}:[\n {rows}]" if rows else f"{_dump(key)}:[]"


def _dump(value: object) -> str:
    return json.dumps(value, separators=(",", ":"))


def _lint(report: Report) -> Record:
    return {
        "schema": "skillctl.lint/1",
        "tool": _tool(),
        "root": _exact(report.root),
        "targets": [*report.targets],
        "platform": report.platform or None,
        "summary": _lint_summary(report),
        "findings": [finding_record(finding) for finding in report.findings],
        "skipped": _skipped(report),
        "aliases": [{"path": _exact(a.path), "target": _exact(a.target)} for a in report.aliases],
        "suppressed": [finding_record(finding) for finding in report.suppressed],
    }


def _test(report: Report) -> Record:
    numbers = outcomes(report)
    return {
        "schema": "skillctl.test/1",
        "tool": _tool(),
        "command": report.command,
        "summary": {
            "cases": len(report.cases),
            **{word: numbers[word] for word in ("passed", "failed", "skipped")},
            **_severities(report),
        },
        "cases": [_case(case, report) for case in report.cases],
        "skipped": _skipped(report),
    }


def _tool() -> Record:
    return {"name": "skillctl", "version": VERSION}


def _lint_summary(report: Report) -> Record:
    kinds = report.kinds()
    return {
        **{key: kinds[kind] for kind, key in KIND_KEYS.items()},
        "files": report.files,
        **_severities(report),
        "suppressed": len(report.suppressed),
        "baselined": report.baselined,
        "fixable": fixable(report)[Safety.SAFE],
        "fixed": report.fixed,
        "skipped": len(report.skipped),
        "failed": report.failed,
    }


def _severities(report: Report) -> Record:
    return {f"{level}s": report.count(level) for level in sorted(Severity, reverse=True)}


def _skipped(report: Report) -> list[Record]:
    return [{"path": _exact(s.path), "reason": visible(s.reason)} for s in report.skipped]


def _case(case: Case, report: Report) -> Record:
    findings = sorted(case.findings, key=lambda f: f.order)
    return {
        "id": f"{_exact(case.path)}::{_exact(case.name)}",
        "kind": case.kind,
        "name": _exact(case.name),
        "path": _exact(case.path),
        "outcome": outcome(case, report),
        "reason": None if case.skipped is None else visible(case.skipped),
        "seconds": case.seconds,
        "properties": {key: _exact(value) for key, value in case.properties},
        "output": visible(case.output) or None,
        "findings": [
            {
                **finding_record(finding),
                "advice": visible(finding.advice) if finding.advice else None,
                "evidence": [visible(text) for text in finding.evidence],
            }
            for finding in findings
        ],
    }


def finding_record(finding: Finding) -> Record:
    """One finding with the keys of lint.md section 2.2."""
    return {
        "code": finding.code,
        "name": finding.name,
        "severity": str(finding.severity),
        "security": "high" if finding.security else None,
        "message": visible(finding.message),
        "consequence": visible(finding.consequence),
        "targets": [*finding.targets],
        "kind": finding.kind,
        "subject": _exact(finding.subject) or None,
        "path": _exact(finding.location.path),
        "range": _range(finding.location),
        "field": None if finding.field is None else _exact(finding.field),
        "related": [_related(related) for related in finding.related],
        "fix": _fix(finding.fix) if finding.fix else None,
        "fingerprint": finding.fingerprint or None,
    }


def _related(related: Related) -> Record:
    place = related.location
    return {
        "path": _exact(place.path),
        "range": _range(place),
        "message": visible(related.message),
    }


def _fix(fix: Fix) -> Record:
    edits = [
        {"path": _exact(e.path), "start": e.start, "end": e.end, "text": e.text}
        for e in told_edits(fix)
    ]
    return {"safety": str(fix.safety), "message": visible(fix.message), "edits": edits}


def _range(place: Location) -> Record | None:
    if place.start is None:
        return None
    return {"start": _position(place.start), "end": _position(place.end or place.start)}


def _position(position: Position) -> Record:
    return {"line": position.line, "column": position.column, "offset": position.offset}


def _exact(name: str) -> str:
    r"""A name that another program looks up: only what no encoding can hold is shown, as `\xNN`."""
    return _SURROGATE.sub(lambda match: visible(match[0]), name)
