"""Whether the result of a fix may be written (lint.md section 6), judged in memory."""

from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from skillctl.findings import Finding, Fix, Severity
from skillctl.rules.fix.difference import broken_promise, difference
from skillctl.rules.fix.edits import Patch
from skillctl.rules.fix.reading import Reading


@dataclass(frozen=True, slots=True)
class State:
    """A file at one moment: how it is read, and all that any rule finds in it."""

    reading: Reading
    findings: tuple[Finding, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Attempt:
    """Some fixes made together.

    `promised` are values of earlier fixes that could not be looked at, since the file did not
    parse; `early` are the prefixes of rules that judge also what does not parse.
    """

    before: State
    after: State
    patch: Patch
    fixed: Sequence[Finding]
    promised: Mapping[str, object]
    early: tuple[str, ...]

    @property
    def fixes(self) -> Iterator[Fix]:
        """What is tried."""
        return (finding.fix for finding in self.fixed if finding.fix)

    @property
    def intent(self) -> dict[str, object]:
        """All values that the fixes mean to change."""
        return {at: value for fix in self.fixes for at, value in fix.intent.items()}


def objection(attempt: Attempt) -> str:
    """Why the result is refused; empty if it is accepted.

    Where the file did not parse before and does not yet, only what can be known is judged.
    """
    wrong = _data_wrong if attempt.before.reading.root else _text_wrong
    for judge in (wrong, _body_wrong, _remains, _new_error):
        reason = judge(attempt)
        if reason:
            return reason
    return ""


def _data_wrong(attempt: Attempt) -> str:
    """The file parsed before: nothing changes but what is meant."""
    old, new = attempt.before.reading, attempt.after.reading
    if old.root is None or new.root is None:
        return f"the result could not be read: {new.why}"
    at = difference(old.root, new.root, attempt.intent)
    return "" if at is None else f"it would change {at or 'all data'} in another way than meant"


def _text_wrong(attempt: Attempt) -> str:
    """It did not parse: each value is the text that stood there, and every key line stays."""
    old, new, patch = attempt.before.reading, attempt.after.reading, attempt.patch
    for fix in attempt.fixes:
        if not _keeps_text(fix, old.data):
            return "the value would not be the text that stands there"
    kept = new.tops if new.root else frozenset(new.begun)
    if any(patch.touches(key) or patch.after(key) not in kept for key in old.begun):
        return "it would swallow another key"
    if new.root is None:
        return ""
    at = broken_promise(new.root, {**attempt.promised, **attempt.intent})
    return "" if at is None else f"the value of {at} would not be the text that stands there"


def _keeps_text(fix: Fix, data: bytes) -> bool:
    """Whether the values that are meant are what the edits replace, but for blanks."""
    values = [value for value in fix.intent.values() if isinstance(value, str)]
    pieces = [data[edit.start : edit.end] for edit in fix.edits]
    pieces.append(data[min(e.start for e in fix.edits) : max(e.end for e in fix.edits)])
    texts = {tuple(piece.decode(errors="replace").split()) for piece in pieces}
    return all(tuple(value.split()) in texts for value in values)


def _body_wrong(attempt: Attempt) -> str:
    """The text below begins where it did; bytes outside the edits cannot change."""
    old, new = attempt.before.reading, attempt.after.reading
    moved = new.body != attempt.patch.after(old.body)
    return "the text below the front matter would change" if moved else ""


def _remains(attempt: Attempt) -> str:
    """Each finding is gone: at its place, and in all that was put in to mend it."""
    left: dict[str, list[int]] = {}
    for finding in attempt.after.findings:
        left.setdefault(finding.code, []).append(place(finding))
    for places in left.values():
        places.sort()
    for finding in attempt.fixed:
        places = left.get(finding.code, [])
        at = place(finding)
        new = attempt.patch.after(at) if at >= 0 else at
        spans = attempt.patch.new_spans(finding.fix) if finding.fix else []
        if any(_any_between(places, *span) for span in ((new, new), *spans)):
            return "the finding would remain"
    return ""


def _any_between(places: Sequence[int], start: int, end: int) -> bool:
    """Whether one of the sorted places lies between two others, both included."""
    first = bisect_left(places, start)
    return first < len(places) and places[first] <= end


def _new_error(attempt: Attempt) -> str:
    """No error appears; those that a file hid while it did not parse are not new."""
    unread = attempt.before.reading.root is None
    if unread and attempt.after.reading.root is None:
        return ""
    patch = attempt.patch
    known = {(e.code, patch.after(place(e))) for e in _errors(attempt.before)}
    for error in _errors(attempt.after):
        key = (error.code, patch.anchor(place(error)))
        if key not in known and (not unread or error.code.startswith(attempt.early)):
            return f"a new error would appear: {error.code} {error.name}"
    return ""


def _errors(state: State) -> Iterator[Finding]:
    return (finding for finding in state.findings if finding.severity is Severity.ERROR)


def place(finding: Finding) -> int:
    """The byte offset of a finding, -1 if it is about the file."""
    start = finding.location.start
    return start.offset if start else -1
