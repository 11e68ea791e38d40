"""Cutting a text in the middle where there is no offset to read on from."""

from skillctl.cut import safe_cut

RESULT_CHARS = 20_000


def shorten(text: str, limit: int = RESULT_CHARS) -> str:
    """Keep the first 40 % and the last 60 % of what fits, with a marker that counts the rest.

    The result, marker included, is never longer than `limit`, which must hold the marker.
    """
    if len(text) <= limit:
        return text
    keep = limit - len(_marker(len(text)))
    head = safe_cut(text, 2 * keep // 5, 0)
    tail = len(text) - (keep - head)
    while tail < len(text) and safe_cut(text, tail, tail - 1) != tail:
        tail += 1
    return text[:head] + _marker(tail - head) + text[tail:]


def _marker(count: int) -> str:
    return f"\n[... {count} characters left out ...]\n"
