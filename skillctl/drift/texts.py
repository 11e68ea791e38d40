"""Texts that reach a model, compared line by line."""

from collections.abc import Sequence

from skillctl.drift.change import Change, Drift


def compare_text(item: str, old: str, new: str, *, in_body: bool = True) -> tuple[Change, ...]:
    """Compare one text; the change holds the lines between the first and the last that differ.

    A text that has no influence on a request body changes cosmetically only.
    """
    if old == new:
        return ()
    before, after = old.split("\n"), new.split("\n")
    drift = Drift.ORDER_ONLY if sorted(before) == sorted(after) else Drift.PROMPT_ONLY
    start = _shared(before, after)
    end = _shared(before[start:][::-1], after[start:][::-1])
    gone, came = (_lines(lines[start : len(lines) - end]) for lines in (before, after))
    return (Change(drift if in_body else Drift.COSMETIC, item, f"line {start + 1}", gone, came),)


def _shared(old: Sequence[str], new: Sequence[str]) -> int:
    """How many lines at the beginning are the same."""
    for index, (was, now) in enumerate(zip(old, new, strict=False)):
        if was != now:
            return index
    return min(len(old), len(new))


def _lines(lines: list[str]) -> str | None:
    return "\n".join(lines) if lines else None
