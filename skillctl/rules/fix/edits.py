"""Edits of the bytes of one file, and where each of its bytes is afterwards."""

import re
from bisect import bisect_left, bisect_right, insort
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import accumulate

from skillctl.findings import Edit, Finding, Fix, Safety

_LINE_END = re.compile(r"\r\n|\r|\n")
_LINE_END_BYTES = re.compile(rb"\r\n|\r|\n")


class Patch:
    """Edits that are made together; they are in order and apart."""

    def __init__(self, data: bytes, fixes: Iterable[Fix]) -> None:
        self.edits = sorted(edit for fix in fixes for edit in fix.edits)
        end = line_end(data)
        self.texts = [_LINE_END.sub(end, edit.text).encode() for edit in self.edits]
        grown = (
            len(text) - (edit.end - edit.start)
            for edit, text in zip(self.edits, self.texts, strict=True)
        )
        self.shifts = list(accumulate(grown, initial=0))
        self.starts = [edit.start for edit in self.edits]
        self.new_starts = [s + by for s, by in zip(self.starts, self.shifts, strict=False)]

    def apply(self, data: bytes) -> bytes:
        """The bytes after the edits; all others stay as they are."""
        pieces: list[bytes] = []
        at = 0
        for edit, text in zip(self.edits, self.texts, strict=True):
            pieces += (data[at : edit.start], text)
            at = edit.end
        return b"".join((*pieces, data[at:]))

    def after(self, offset: int) -> int:
        """Where a byte of the old file is in the new one; one that is replaced, where that begins.

        What is inserted at an offset stands before the byte that was there. -1 stands for the whole
        file and stays.
        """
        if offset < 0:
            return offset
        before = bisect_right(self.starts, offset) - 1
        if before >= 0 and offset < self.edits[before].end:
            return self.new_starts[before]
        return offset + self.shifts[before + 1]

    def anchor(self, offset: int) -> int:
        """A byte of the new file; one of a text that was put in, where that text begins."""
        before = bisect_right(self.new_starts, offset) - 1
        inside = before >= 0 and offset < self.new_starts[before] + len(self.texts[before])
        return self.new_starts[before] if inside else offset

    def new_spans(self, fix: Fix) -> list[tuple[int, int]]:
        """Where the texts of one of the fixes stand in the new file, both ends included."""
        places = [bisect_left(self.edits, edit) for edit in fix.edits]
        return [(self.new_starts[n], self.new_starts[n] + len(self.texts[n])) for n in places]

    def touches(self, offset: int) -> bool:
        """Whether a byte of the old file is replaced."""
        before = bisect_right(self.starts, offset) - 1
        return before >= 0 and offset < self.edits[before].end


def line_end(data: bytes) -> str:
    """The most frequent line end of a file; the first one at a tie, LF if there is none."""
    counts = Counter(_LINE_END_BYTES.findall(data))
    return counts.most_common(1)[0][0].decode() if counts else "\n"


def repairable(findings: Iterable[Finding]) -> list[Finding]:
    """The findings that have a safe fix, by the place of its first edit."""
    found = [f for f in findings if f.fix and f.fix.safety is Safety.SAFE and f.fix.edits]
    return sorted(found, key=_first_edit)


def apart(findings: Sequence[Finding]) -> list[Finding]:
    """Of findings in that order those whose edits touch no edit of an earlier one."""
    taken: list[tuple[int, int]] = []
    chosen = []
    for finding in findings:
        spans = [(edit.start, edit.end) for edit in finding.fix.edits] if finding.fix else []
        if all(_is_free(span, taken) for span in spans):
            for span in spans:
                insort(taken, span)
            chosen.append(finding)
    return chosen


def _is_free(span: tuple[int, int], taken: Sequence[tuple[int, int]]) -> bool:
    """Whether a span touches none of others, which are in order and apart."""
    after = bisect_left(taken, span)
    is_before = after == len(taken) or span[1] < taken[after][0]
    return is_before and (after == 0 or taken[after - 1][1] < span[0])


def _first_edit(finding: Finding) -> tuple[int, int, str]:
    edits: tuple[Edit, ...] = finding.fix.edits if finding.fix else ()
    return min((edit.start, edit.end, finding.code) for edit in edits)
