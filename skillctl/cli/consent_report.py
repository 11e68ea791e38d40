"""The status of all items as text and as JSON (mcp.md section 4.6)."""

import json
from collections.abc import Iterator, Sequence

from skillctl.cli.consent_text import safe
from skillctl.cli.items import Items, Subject
from skillctl.cli.mcp_text import table
from skillctl.consent.item import grant_command, shared_names
from skillctl.policy.masks import without_secrets
from skillctl.report.plain import counted
from skillctl.servers.unpinned import unpinned_program

SCHEMA = "skillctl.consent-status/1"
HEAD = ("status", "kind", "name", "source", "fingerprint")
WAITING = ("changed", "missing")
_DIGITS = len("sha256:") + 12


def status_text(items: Items, width: int | None = None) -> str:
    """One row per item, with what changed below it; fingerprints are cut if the table is wider."""
    if not items.subjects and items.whole:
        return "nothing here needs consent: the project has no servers and no skills of its own\n"
    cells = [_cells(subject) for subject in items.subjects]
    if width is not None and max(map(len, table(HEAD, cells))) > width:
        cells = [(*others, _cut(fingerprint)) for *others, fingerprint in cells]
    head, *rows = table(HEAD, cells)
    lines = [head] if rows else []
    for row, subject in zip(rows, items.subjects, strict=True):
        lines += [row, *(f"  {safe(words)}" for words in _below(subject))]
    return "".join(f"{line}\n" for line in lines)


def _cells(subject: Subject) -> tuple[str, ...]:
    """The long fingerprint stands last, so that a narrow terminal breaks nothing else."""
    item = subject.item
    cells = (subject.status, item.kind, item.name, item.source, item.fingerprint or "none")
    return tuple(map(safe, cells))


def _cut(fingerprint: str) -> str:
    """The beginning of a fingerprint; `skillctl fingerprint` has all of it."""
    return f"{fingerprint[:_DIGITS]}…" if len(fingerprint) > _DIGITS else fingerprint


def _below(subject: Subject) -> Iterator[str]:
    """What is to be known about one item."""
    item = subject.item
    if subject.status == "changed":
        yield from subject.changes
    elif item.problem:
        yield f"cannot be fingerprinted: {item.problem}"
    if subject.shadowed and subject.status != "granted":
        yield f"not used, so it need not be decided: {subject.shadowed}"
    if subject.config and (words := unpinned_program(subject.config.entry)):
        yield f"PATH set by the project; not pinned: {words}"


def next_steps(items: Items) -> Iterator[str]:
    """What to do about the items that `--check` fails for, those without a fingerprint apart."""
    needed = [subject for subject in _needed(items) if subject.status in WAITING]
    able = [subject for subject in needed if not subject.item.problem]
    if able:
        what = items.grant_commands(able) if len(able) == 1 else _forms(items, able)
        yield f"{counted(len(able), 'item')} missing or changed; look and grant with: {what}"
    if len(able) < len(needed):
        stuck = counted(len(needed) - len(able), "item")
        yield (
            f"{stuck} without a fingerprint: mend what is said below it; "
            "before that no grant is possible"
        )


def _forms(items: Items, able: Sequence[Subject]) -> str:
    """The command in the words at the head of the table; by source where a name is not enough."""
    shared = shared_names(s.item.name for s in items.subjects)
    forms = {"" if s.item.name not in shared else "SOURCE": None for s in able}
    return ", or ".join(grant_command("NAME", source=source) for source in sorted(forms))


def _needed(items: Items) -> list[Subject]:
    """The items that count for `--check`: what is shadowed is not used until the other is gone."""
    return [subject for subject in items.subjects if not subject.shadowed]


def status_json(items: Items) -> str:
    """One document in ASCII; what is absent is null."""
    document = {
        "schema": SCHEMA,
        "workspace": str(items.consent.workspace.root),
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
        "shadowed": subject.shadowed or None,
        "changes": [without_secrets(line) for line in subject.changes],
    }


def check_code(items: Items) -> int:
    """The exit code of `--check`: 1 for changed, missing or unread, else 4 for denied."""
    found = {subject.status for subject in _needed(items)}
    if found.intersection(WAITING) or not items.whole:
        return 1
    return 4 if "denied" in found else 0
