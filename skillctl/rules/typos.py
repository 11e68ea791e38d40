"""Which known key a mistyped one stands for (lint.md, SK231 and MC108)."""

from collections.abc import Iterable

SHORT = 6
FAR, NEAR = 2, 1
MOST_LETTERS = 64


def meant_by(key: str, known: Iterable[str]) -> str | None:
    """The known key that a typo stands for: alike but for case, `_` and `-`, or nearly so.

    Nearly so are two slips of a finger, one in a key of less than six letters.
    """
    names = list(known)
    plain = _plain(key)
    alike = next((name for name in names if _plain(name) == plain), None)
    if alike or len(key) > MOST_LETTERS:
        return alike
    within = [(damerau(key, name), name) for name in names if abs(len(key) - len(name)) <= FAR]
    near = [(far, name) for far, name in within if far <= (FAR if len(key) >= SHORT else NEAR)]
    return min(near)[1] if near else None


def _plain(key: str) -> str:
    return key.casefold().replace("_", "").replace("-", "")


def damerau(one: str, other: str) -> int:
    """How many letters to add, drop, change or swap with a neighbour make the two equal."""
    before: list[int] = []
    row = list(range(len(other) + 1))
    for i, letter in enumerate(one, 1):
        last, before, row = before, row, [i]
        for j, wanted in enumerate(other, 1):
            cost = min(before[j] + 1, row[j - 1] + 1, before[j - 1] + (letter != wanted))
            if i > 1 and j > 1 and letter == other[j - 2] and one[i - 2] == wanted:
                cost = min(cost, last[j - 2] + 1)
            row.append(cost)
    return row[-1]
