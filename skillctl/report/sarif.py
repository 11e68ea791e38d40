"""A report as SARIF 2.1.0, which code scanning reads (lint.md section 2.3).

Suppressed findings are left out, since code scanning would show them as open.
"""

import json
from collections.abc import Iterable
from urllib.parse import quote

from skillctl.errors import Location, Position
from skillctl.findings import Finding, Fix, Related, Report, Safety, Severity
from skillctl.policy.text import visible
from skillctl.report.fingerprint import from_root
from skillctl.report.plain import told_edits
from skillctl.version import VERSION

SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
SRCROOT = "SRCROOT"
HIGH = "8.0"  # of 10; code scanning calls it high
FINGERPRINT = "skillctl/v1"

Record = dict[str, object]


def render(report: Report) -> str:
    """One run with the rules that were broken, the severest finding first."""
    findings = sorted(report.findings, key=lambda f: (-f.severity, f.order))
    broken = {finding.code: finding for finding in reversed(findings)}
    codes = sorted(broken)
    driver = {
        "name": "skillctl",
        "version": VERSION,
        "rules": [_rule(broken[code], report) for code in codes],
    }
    run = {
        "tool": {"driver": driver},
        "columnKind": "unicodeCodePoints",
        "originalUriBaseIds": {SRCROOT: {"description": {"text": "The root of the project."}}},
        "results": [_result(f, codes.index(f.code), report) for f in findings],
    }
    document = {"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}
    return json.dumps(document, indent=1) + "\n"


def _rule(finding: Finding, report: Report) -> Record:
    """What is known of a rule; `finding` is the severest that it gave."""
    unsaid = (finding.name.replace("-", " "), finding.consequence)
    what, why = report.docs.get(finding.code, unsaid)
    properties: Record = {"tags": ["security"] if finding.security else []}
    if finding.security:
        properties["security-severity"] = HIGH
    return {
        "id": finding.code,
        "name": finding.name,
        "shortDescription": {"text": visible(what)},
        "fullDescription": {"text": visible(what)},
        "help": {"text": visible(why)},
        "defaultConfiguration": {"level": _level(finding)},
        "properties": properties,
    }


def _level(finding: Finding) -> str:
    return "note" if finding.severity is Severity.NOTE else str(finding.severity)


def _result(finding: Finding, index: int, report: Report) -> Record:
    record: Record = {
        "ruleId": finding.code,
        "ruleIndex": index,
        "level": _level(finding),
        "message": {"text": visible(f"{finding.message}\n{finding.consequence}")},
        "locations": [{"physicalLocation": _place(finding.location, report)}],
        "partialFingerprints": {FINGERPRINT: finding.fingerprint},
    }
    if finding.related:
        record["relatedLocations"] = _related(finding.related, report)
    if finding.fix and finding.fix.safety is Safety.SAFE and told_edits(finding.fix):
        record["fixes"] = [_fix(finding.fix, report)]
    return record


def _related(places: Iterable[Related], report: Report) -> list[Record]:
    return [
        {
            "id": number,
            "physicalLocation": _place(place.location, report),
            "message": {"text": visible(place.message)},
        }
        for number, place in enumerate(places, 1)
    ]


def _place(location: Location, report: Report) -> Record:
    record: Record = {"artifactLocation": _artifact(location.path, report)}
    if location.start is not None:
        record["region"] = _region(location.start, location.end or location.start)
    return record


def _artifact(path: str, report: Report) -> Record:
    """A path from the root, percent-encoded; bytes that are not UTF-8 stay what they are."""
    encoded = quote(from_root(path, report).encode("utf-8", "surrogateescape"), safe="/")
    return {"uri": encoded, "uriBaseId": SRCROOT}


def _region(start: Position, end: Position) -> Record:
    return {
        "startLine": start.line,
        "startColumn": start.column,
        "endLine": end.line,
        "endColumn": end.column,
    }


def _fix(fix: Fix, report: Report) -> Record:
    changes: dict[str, list[Record]] = {}
    for path, start, end, text in fix.edits:
        deleted = {"byteOffset": start, "byteLength": end - start}
        replacement: Record = {"deletedRegion": deleted, "insertedContent": {"text": text}}
        changes.setdefault(path, []).append(replacement)
    return {
        "description": {"text": visible(fix.message)},
        "artifactChanges": [
            {"artifactLocation": _artifact(path, report), "replacements": replacements}
            for path, replacements in changes.items()
        ],
    }
