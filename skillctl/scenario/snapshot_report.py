"""The changes between two snapshots as a report: one finding each."""

from collections.abc import Iterator, Sequence

from skillctl.cut import safe_cut
from skillctl.drift.change import Change, Drift
from skillctl.errors import Location
from skillctl.findings import Case, Finding, Report, Severity
from skillctl.report.fingerprint import with_fingerprints
from skillctl.tokens import estimate, shown

CODES = {
    Drift.BREAKING: "SN001",
    Drift.PROMPT_ONLY: "SN002",
    Drift.ORDER_ONLY: "SN003",
    Drift.COSMETIC: "SN004",
}
CONSEQUENCES = {
    Drift.BREAKING: "an agent that relied on it fails or acts otherwise",
    Drift.PROMPT_ONLY: "the model reads something else than before",
    Drift.ORDER_ONLY: "the model reads the same in another order, and the provider's cache misses",
    Drift.COSMETIC: "no byte that the model reads is another",
}
FAIL_ON = {str(drift): drift for drift in (Drift.BREAKING, Drift.PROMPT_ONLY, Drift.ORDER_ONLY)}
LONGEST = 400
_FILES = {"system": "system.txt", "absent": "absent.txt", "meta": "meta.toml"}


def report_of(changes: Sequence[Change], folder: str, fail_on: Drift, command: str) -> Report:
    """The report; changes below `fail_on` are warnings, and cosmetic ones are notes."""
    findings = tuple(_finding(change, folder, fail_on) for change in changes)
    case = Case(kind="snapshot", name="snapshot", path=folder, findings=findings)
    return with_fingerprints(Report(cases=(case,), command=command))


def _finding(change: Change, folder: str, fail_on: Drift) -> Finding:
    path = "" if change.path == "$" else f" {change.path}"
    return Finding(
        code=CODES[change.drift],
        name=str(change.drift),
        severity=_severity(change.drift, fail_on),
        message=f"{change.item}{path}: {change.reason or 'changed'}",
        consequence=CONSEQUENCES[change.drift],
        location=Location(f"{folder}/{_file(change.item)}"),
        kind="snapshot",
        subject=change.item,
        evidence=tuple(_evidence(change)),
    )


def _severity(drift: Drift, fail_on: Drift) -> Severity:
    if drift is Drift.COSMETIC:
        return Severity.NOTE
    return Severity.ERROR if drift >= fail_on else Severity.WARNING


def _file(item: str) -> str:
    """The file of a snapshot that an item stands in."""
    folder, slash, _ = item.partition("/")
    if slash:
        return f"{item}.json" if folder == "tools" else f"{item}.txt"
    return _FILES.get(item, "body.openai-chat.json")


def _evidence(change: Change) -> Iterator[str]:
    """Old and new text, and what they cost."""
    texts = {"-": change.old, "+": change.new}
    rows = (f"{sign} {line}" for sign, text in texts.items() for line in _lines(text))
    block = "\n".join(rows)
    if block:
        yield block
        old, new = estimate(change.old or ""), estimate(change.new or "")
        yield f"tokens: {shown(old)} before, {shown(new)} now ({new - old:+d})"


def _lines(text: str | None) -> list[str]:
    """The text by lines; a long one ends in the number of characters that are not shown."""
    if text is None or len(text) <= LONGEST:
        return [] if text is None else text.split("\n")
    end = safe_cut(text, LONGEST, 0)
    return f"{text[:end]} ({len(text) - end:,} more characters)".split("\n")
