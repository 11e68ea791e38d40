"""Names that a person takes for one another (skills.md section 3)."""

import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Iterator

from skillctl.policy.text import clean

_TWINS = str.maketrans(
    "\u0430\u0435\u043e\u0440\u0441\u0443\u0445\u0456\u0458\u0455\u04bb\u0501\u051b\u051d\u04cf\u043a"
    "\u03b1\u03bf\u03bd\u03c1\u03b9\u03ba\u03c5\u03c701",
    "aeopcyxijshdqwlk" + "aovpikux" + "ol",
)


def look_alikes(names: Iterable[str]) -> Iterator[str]:
    """One line for each group of names that differ only by case or by look-alike characters."""
    groups: dict[str, list[str]] = defaultdict(list)
    for name in sorted(set(names)):
        groups[skeleton(name)].append(name)
    for group in groups.values():
        if len(group) > 1:
            spelled = ", ".join(f"{name} ({_foreign(name)})" for name in group)
            yield f"names that look alike are different skills: {spelled}"


def skeleton(name: str) -> str:
    """What can be seen of a name, with every character in the place of those it is taken for."""
    seen = clean(unicodedata.normalize("NFKC", name), escape_elements=False).text
    return seen.casefold().translate(_TWINS)


def _foreign(name: str) -> str:
    """What is not a plain letter in a name, by code point."""
    codes = [f"U+{ord(character):04X}" for character in name if not character.isascii()]
    return " ".join(codes) or "ASCII"
