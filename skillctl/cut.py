"""Cutting a text to a limit of characters so that nothing is lost in silence (skills.md section 8).

A cut text says how many characters are missing and the offset to read on from. Cuts are at code
points and do not part what is read as one character, nor CR from LF.
"""

import unicodedata
from typing import NamedTuple

_JOINERS = frozenset("\u200c\u200d")
_SKIN_TONES = range(0x1F3FB, 0x1F400)
_TAGS = range(0xE0020, 0xE0080)
_REGIONS = range(0x1F1E6, 0x1F200)  # two of them are one flag
_FARTHEST = 32  # a longer run of marks is no text; it is cut where the limit says


class Gap(NamedTuple):
    """What is left out of the middle of a text: `start` to `end`, and what stands in its place."""

    start: int
    end: int
    marker: str


def middle_gap(text: str, limit: int) -> Gap:
    """Keep the first 40 % and the last 60 % of what fits; where all fits, the gap is empty."""
    if len(text) <= limit:
        return Gap(len(text), len(text), "")
    keep = limit - len(_marker(len(text), len(text)))
    if keep < 0:
        return Gap(0, len(text), _marker(len(text), 0)[: max(limit, 0)])
    wanted = 2 * keep // 5
    tail_start = len(text) - (keep - wanted)
    tail = safe_cut(text, tail_start, tail_start - wanted)
    head = safe_cut(text, keep - (len(text) - tail), 0)
    return Gap(head, tail, _marker(tail - head, head))


def cut_middle(text: str, limit: int) -> str:
    """The text with a marker in the place of its middle, if it is too long."""
    gap = middle_gap(text, limit)
    return text[: gap.start] + gap.marker + text[gap.end :]


def cut_end(text: str, offset: int, limit: int) -> str:
    """Give the text from `offset` on; if it does not fit, its end names the next offset."""
    rest = len(text) - offset
    if rest <= limit:
        return text[offset:]
    keep = limit - len(_end_marker(rest, len(text)))
    if keep < 1:
        return _end_marker(rest, offset)[: max(limit, 0)]
    end = safe_cut(text, offset + keep, offset + 1)
    return text[offset:end] + _end_marker(len(text) - end, end)


def safe_cut(text: str, index: int, lowest: int) -> int:
    """Move a cut left, not below `lowest`, until it parts nothing that belongs together."""
    for place in range(index, max(lowest, index - _FARTHEST) - 1, -1):
        if not _belongs_together(text, place):
            return place
    return index


def _belongs_together(text: str, index: int) -> bool:
    """Whether the characters on both sides of a cut are parts of one."""
    if index <= 0 or index >= len(text):
        return False
    before, after = text[index - 1], text[index]
    if before in _JOINERS or after in _JOINERS or (before, after) == ("\r", "\n"):
        return True
    return _is_extension(after) or (ord(after) in _REGIONS and _is_half_a_flag(text, index))


def _is_extension(character: str) -> bool:
    """Marks of any kind, variation selectors, skin tones and tags change what is before them."""
    if character.isascii():
        return False
    code = ord(character)
    return code in _SKIN_TONES or code in _TAGS or unicodedata.category(character)[0] == "M"


def _is_half_a_flag(text: str, index: int) -> bool:
    """Whether the regional letters that end here leave one without its pair."""
    start = index
    while start > 0 and ord(text[start - 1]) in _REGIONS:
        start -= 1
    return (index - start) % 2 == 1


def _marker(count: int, offset: int) -> str:
    return f"{_end_marker(count, offset)}\n"


def _end_marker(count: int, offset: int) -> str:
    return f"\n[... {count} characters left out; read on with offset={offset} ...]"
