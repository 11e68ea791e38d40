"""The status of all items as text and as JSON (mcp.md section 4.6)."""

import json

from skillctl.cli.consent_text import safe, without_secrets
from skillctl.cli.items import Items, Subject

SCHEMA = "skillctl.consent-status/1"
WAITING = ("changed", "missing")


def status_text(items: Items) -> str:
    """One line per item, with what changed below it."""
    if not items.subjects and items.whole:
        return "nothing here needs consent: the project has no servers and no skills of its own\n"
    return "".join(f"{safe(line)}\n" for subject in items.subjects for line in _lines(subject))


def _lines(subject: Subject) -> list[str]:
    item = subject.item
    lines = [f"{subject.status:<7}  {item.fingerprint or 'none'}  {subject.title}"]
    if subject.status == "changed":
        lines += (f"  {line}" for line in subject.changes)
    elif item.problem:
        lines.append(f"  cannot be fingerprinted: {item.problem}")
    return lines


def status_json(items: Items) -> str:
    """One document in ASCII; what is absent is null."""
    document = {
        "schema": SCHEMA,
        "workspace": str(items.workspace.root),
        "fingerprint": items.fingerprint or None,
        "items": [_row(subject) for subject in items.subjects],
    }
    return json.dumps(document, indent=2) + "\n"


def _row(subject: Subject) -> dict[str, object]:
    item, record = subject.item, subject.record
    granted = record.fingerprint if record and record.decision == "granted" else None
    return {
        "kind": item.kind,
        "name": item.name,
        "source": item.source,
        "status": subject.status,
        "fingerprint": item.fingerprint or None,
        "granted": granted,
        "changes": [without_secrets(line) for line in subject.changes],
    }


def check_code(items: Items) -> int:
    """The exit code of `--check`: 1 for changed, missing or unread, else 4 for denied."""
    found = {subject.status for subject in items.subjects}
    if found.intersection(WAITING) or not items.whole:
        return 1
    return 4 if "denied" in found else 0
