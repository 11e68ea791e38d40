"""Texts that reach a model, compared line by line."""

from collections.abc import Sequence

from skillctl.drift.change import Change, Drift


def compare_text(
    item: str, old: str, new: str, *, in_body: bool = True, numbers: Sequence[int] = ()
) -> tuple[Change, ...]:
    """Compare one text; the change holds the lines between the first and the last that differ.

    A text that has no influence on a request body changes cosmetically only. `numbers` are those
    that the lines of the old text have where it is a choice from another.
    """
    if old == new:
        return ()
    before, after = old.split("\n"), new.split("\n")
    drift = Drift.ORDER_ONLY if sorted(before) == sorted(after) else Drift.PROMPT_ONLY
    start = _shared(before, after)
    end = _shared(before[start:][::-1], after[start:][::-1])
    gone, came = (_lines(lines[start : len(lines) - end]) for lines in (before, after))
    place = f"line {_number(start, numbers)}"
    return (Change(drift if in_body else Drift.COSMETIC, item, place, gone, came),)


def _number(index: int, numbers: Sequence[int]) -> int:
    """The number of a line, or of the one that would follow the last."""
    if not numbers:
        return index + 1
    return numbers[index] if index < len(numbers) else numbers[-1] + 1


def _shared(old: Sequence[str], new: Sequence[str]) -> int:
    """How many lines at the beginning are the same."""
    for index, (was, now) in enumerate(zip(old, new, strict=False)):
        if was != now:
            return index
    return min(len(old), len(new))


def _lines(lines: list[str]) -> str | None:
    return "\n".join(lines) if lines else None
