"""Cutting a text to a limit of characters so that nothing is lost in silence (skills.md section 8).

A cut text says how many characters are missing and the offset to read on from. Cuts are at code
points and do not part what is read as one character, nor CR from LF.
"""

import unicodedata

_JOINERS = frozenset("\u200c\u200d")
_FARTHEST = 32  # a longer run of marks is no text; it is cut where the limit says


def cut_middle(text: str, limit: int) -> str:
    """Keep the first 40 % and the last 60 % of what fits, with a marker between them."""
    if len(text) <= limit:
        return text
    keep = limit - len(_marker(len(text), len(text)))
    if keep < 0:
        return _marker(len(text), 0)[: max(limit, 0)]
    wanted = 2 * keep // 5
    tail_start = len(text) - (keep - wanted)
    tail = safe_cut(text, tail_start, tail_start - wanted)
    head = safe_cut(text, keep - (len(text) - tail), 0)
    return text[:head] + _marker(tail - head, head) + text[tail:]


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
    return _is_extension(after)


def _is_extension(character: str) -> bool:
    """Marks of any kind and variation selectors change the character before them."""
    return not character.isascii() and unicodedata.category(character)[0] == "M"


def _marker(count: int, offset: int) -> str:
    return f"{_end_marker(count, offset)}\n"


def _end_marker(count: int, offset: int) -> str:
    return f"\n[... {count} characters left out; read on with offset={offset} ...]"
