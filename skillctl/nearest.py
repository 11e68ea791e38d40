"""Which known name a mistyped one stands for, and the sentence that asks so."""

from collections.abc import Iterable

TYPO = 0.6
SHORT, CLOSE = 7, 0.65  # so many letters at most: a few in common say little of such a name
HALF_REMEMBERED = 0.5  # likeness enough for long names of which a part is right


def did_you_mean(
    name: str, known: Iterable[str], otherwise: str = "", *, most: int = 1, likeness: float = TYPO
) -> str:
    """The question that names what was meant; other words if no known name is near."""
    near = near_names(name, known, most, likeness)
    if not near:
        return otherwise
    *first, last = (f'"{one}"' for one in near)
    return f"did you mean {' or '.join(filter(None, [', '.join(first), last]))}?"


def near_names(name: str, known: Iterable[str], most: int = 1, likeness: float = TYPO) -> list[str]:
    """The known names that look like this one.

    First come those that differ only by case, then those by one slip of a finger, then the most
    alike; of those that are alike as much, the first in order of name.
    """
    from difflib import SequenceMatcher, get_close_matches  # noqa: PLC0415 # budget: for a typo

    names = dict.fromkeys(known)
    folded = name.casefold()
    same = (one for one in names if one != name and one.casefold() == folded)
    slips = (one for one in names if one_edit_apart(name, one))
    least = max(likeness, CLOSE) if len(name) <= SHORT else likeness
    alike = get_close_matches(name, names, max(len(names), 1), least)
    alike.sort(key=lambda one: (-SequenceMatcher(None, one, name).ratio(), one))
    return list(dict.fromkeys([*same, *slips, *alike]))[:most]


def one_edit_apart(one: str, other: str) -> bool:
    """Whether one added, lost or changed letter, or two swapped neighbours, makes them equal."""
    if len(one) > len(other):
        one, other = other, one
    at = next((i for i, letter in enumerate(one) if letter != other[i]), len(one))
    if len(one) < len(other):
        return one[at:] == other[at + 1 :] and len(other) - len(one) == 1
    swapped = one[at : at + 2][::-1] == other[at : at + 2]
    return one != other and (
        one[at + 1 :] == other[at + 1 :] or (swapped and one[at + 2 :] == other[at + 2 :])
    )
