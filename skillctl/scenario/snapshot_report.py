"""The changes between two snapshots as a report: one finding each."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from skillctl.cut import safe_cut
from skillctl.drift.change import Change, Drift
from skillctl.errors import Location
from skillctl.findings import Case, Defect, Finding, Report, Severity
from skillctl.report.fingerprint import with_fingerprints
from skillctl.report.misfits import finding_of
from skillctl.tokens import estimate, shown

DEFECTS = {
    Drift.BREAKING: Defect(
        code="SN001",
        name="breaking",
        kind="snapshot",
        consequence="an agent that relied on it fails or acts otherwise",
        what="What an agent may rely on is still there.",
        why="A tool or skill is gone or has another name, a schema accepts less than before, or "
        "consent is missing. What waits for consent is granted, not accepted; a change that is "
        "wanted goes into the snapshot by `skillctl snapshot accept`.",
        severities=(Severity.ERROR,),
    ),
    Drift.PROMPT_ONLY: Defect(
        code="SN002",
        name="prompt-only",
        kind="snapshot",
        consequence="the model reads something else than before",
        what="The model reads the same words.",
        why="Descriptions and instructions steer the model as code does. Read the change, then "
        "`skillctl snapshot accept`.",
        severities=(Severity.ERROR, Severity.WARNING),
    ),
    Drift.ORDER_ONLY: Defect(
        code="SN003",
        name="order-only",
        kind="snapshot",
        consequence="the model reads the same in another order, and the provider's cache misses",
        what="What the model reads stands in the same order.",
        why="Providers charge less for a beginning that they have seen; from the first byte that "
        "differs they charge in full. Keep the order, or `skillctl snapshot accept`.",
        severities=(Severity.ERROR, Severity.WARNING),
    ),
    Drift.COSMETIC: Defect(
        code="SN004",
        name="cosmetic",
        kind="snapshot",
        consequence="no byte that the model reads is another",
        what="What has no influence on a request stays as it is, too.",
        why="Such a change never fails a check; it is named so that it can be seen.",
        severities=(Severity.NOTE,),
    ),
}
FAIL_ON = {str(drift): drift for drift in (Drift.BREAKING, Drift.PROMPT_ONLY, Drift.ORDER_ONLY)}
LONGEST = 400
BODY = "body.openai-chat.json"
NEVER_READ = ("absent", "meta")
SAID = ("$.messages", "$.input")
_FILES = {"system": "system.txt", "absent": "absent.txt", "meta": "meta.toml"}


def report_of(
    changes: Sequence[Change], folder: str, fail_on: Drift, command: str, body: str = BODY
) -> Report:
    """The report; changes below `fail_on` are warnings, and cosmetic ones are notes.

    `body` is the file that shows the order of what has no file of its own.
    """
    findings = tuple(_finding(change, folder, fail_on, body) for change in changes)
    case = Case(kind="snapshot", name="snapshot", path=folder, findings=findings)
    return with_fingerprints(Report(cases=(case,), command=command))


def _finding(change: Change, folder: str, fail_on: Drift, body: str) -> Finding:
    path = "" if change.path == "$" else f" {change.path}"
    message = f"{change.item}{path}: {change.reason or 'changed'}"
    place = Location(f"{folder}/{_file(change.item, body)}")
    return replace(
        finding_of(DEFECTS[change.drift], place, message),
        severity=_severity(change.drift, fail_on),
        subject=change.item,
        evidence=tuple(_evidence(change)),
    )


def _severity(drift: Drift, fail_on: Drift) -> Severity:
    if drift is Drift.COSMETIC:
        return Severity.NOTE
    return Severity.ERROR if drift >= fail_on else Severity.WARNING


def _file(item: str, body: str) -> str:
    """The file of a snapshot that an item stands in."""
    folder, slash, _ = item.partition("/")
    if slash:
        return f"{item}.json" if folder == "tools" else f"{item}.txt"
    return _FILES.get(item, item if item.startswith("body.") else body)


def _evidence(change: Change) -> Iterator[str]:
    """Old and new text, and what they cost where the model reads them."""
    texts = {"-": change.old, "+": change.new}
    rows = (f"{sign} {line}" for sign, text in texts.items() for line in _lines(text))
    block = "\n".join(rows)
    if block:
        yield block
    if block and change.drift > Drift.COSMETIC and _is_read(change):
        old, new = estimate(change.old or ""), estimate(change.new or "")
        yield f"tokens: {shown(old)} before, {shown(new)} now ({new - old:+d})"


def _is_read(change: Change) -> bool:
    """Whether a model reads it; of a body, which holds options too, that is what was said."""
    if change.item.startswith("body."):
        return change.path.startswith(SAID)
    return change.item not in NEVER_READ


def _lines(text: str | None) -> list[str]:
    """The text by lines; a long one ends in the number of characters that are not shown."""
    if text is None or len(text) <= LONGEST:
        return [] if text is None else text.split("\n")
    end = safe_cut(text, LONGEST, 0)
    return f"{text[:end]} ({len(text) - end:,} more characters)".split("\n")
