"""The pages of a list, and the cursors between them, also such as no list should have."""

from collections.abc import Collection, Sequence
from typing import Any

CURSORS = ("normal", "empty", "same", "endless")
_SAME = "same"
_ENDLESS = "endless-"


def page(
    items: Sequence[Any],
    asked: object,
    size: int | None,
    style: str = "normal",
    known: Collection[str] = (),
) -> tuple[list[Any], str | None] | None:
    """The entries of a page, and the cursor to the next one; None: no such cursor.

    A cursor is the index of the next entry. In the style `empty` that of the second page is an
    empty string; `same` has one cursor on every page; `endless` begins again after the last page,
    with ever new cursors. `known` are the styles whose cursors are understood.
    """
    step = size or max(1, len(items))
    start = _start(asked, step, len(items), {*known, style})
    if start is None:
        return None
    length = step * max(1, -(-len(items) // step))
    here, after = start % length, start + step
    following = str(after) if after < len(items) else None
    if style == "empty" and start == 0 and following:
        following = ""
    elif style == "same":
        following = _SAME
    elif style == "endless":
        following = f"{_ENDLESS}{after}"
    return list(items[here : here + step]), following


def _start(asked: object, step: int, length: int, known: Collection[str]) -> int | None:
    """Where the page of a cursor begins, counted on over the repetitions of an endless list."""
    if asked is None:
        return 0
    if (asked == "" and "empty" in known) or (asked == _SAME and "same" in known):
        return step
    if not isinstance(asked, str):
        return None
    digits = asked.removeprefix(_ENDLESS) if "endless" in known else asked
    number = int(digits) if digits.isascii() and digits.isdigit() and len(digits) < 10 else 0  # noqa: PLR2004
    within = number < length or digits != asked
    return number if number and number % step == 0 and within and str(number) == digits else None
