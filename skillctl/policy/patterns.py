"""Searching with a foreign regular expression without giving it unbounded time.

mcp.md section 8.5: `pattern` counts on strings of at most 2,000 characters; a pattern with nested
repetition is skipped. So is one that alternates inside a repetition, or that leaves so many ways
open that a text of this length could take more than `MAX_STEPS` steps.
"""

import math
import re
from functools import lru_cache

MAX_TEXT = 2000
MAX_STEPS = 10_000_000
_ELEMENT = re.compile(
    r"\\.|\[\^?\]?(?:\\.|[^\]\\])*\]|(?P<open>\(\??)|(?P<close>\))"
    r"|(?P<many>(?:[*+]|\{\d*,\d*\})[?+]?)|(?P<times>\{\d+\}[?+]?)|(?P<maybe>\?[?+]?)|(?P<or>\|)|.",
    re.DOTALL,
)
_PYTHON_ONLY = re.compile(r"\(\?(?:#|[A-Za-z]*x)")  # what may stand before a repetition, unseen


def search(pattern: str, text: str) -> bool | None:
    """Whether a pattern is found in a text; None if it cannot be judged in bounded time."""
    compiled = _compiled(pattern)
    if compiled is None or len(text) > MAX_TEXT:
        return None
    if _ways(pattern) * max(len(text), 1) ** _degree(pattern) > MAX_STEPS:
        return None
    return compiled.search(text) is not None


@lru_cache(maxsize=512)
def _compiled(pattern: str) -> re.Pattern[str] | None:
    if repeats_a_choice(pattern) or _PYTHON_ONLY.search(pattern):
        return None
    try:
        return re.compile(pattern)
    except (re.error, RecursionError, OverflowError):
        return None


def _degree(pattern: str) -> int:
    """How often a step may multiply with the length: once per repetition, once for the start."""
    repetitions = sum(1 for e in _ELEMENT.finditer(pattern) if e["many"])
    return repetitions + (not pattern.startswith("^"))


def _ways(pattern: str) -> int:
    """In how many ways optional parts may be there or not, and alternatives be taken."""
    ways, open_groups = [1], [0]
    for element in _ELEMENT.finditer(pattern):
        if element["open"]:
            open_groups.append(len(ways))
            ways.append(1)
        elif element["close"]:
            open_groups[1:] = open_groups[1:-1]
        elif element["or"]:
            ways[open_groups[-1]] += 1
        elif element["maybe"]:
            ways.append(2)
    return math.prod(ways)


def repeats_a_choice(pattern: str) -> bool:
    """Whether a group that repeats or alternates is itself repeated, as in `(a+)*` or `(a|b)+`.

    What may be there or not, as in `(aa?)+`, is a choice too.
    """
    open_groups: list[bool] = []
    choice = closed = False
    for element in _ELEMENT.finditer(pattern):
        if element["open"]:
            open_groups.append(choice)
            choice = closed = False
        elif element["close"] and open_groups:
            closed = choice
            choice = open_groups.pop() or closed
        elif closed and (element["many"] or element["times"]):
            return True
        else:
            choice = choice or bool(element["many"] or element["maybe"] or element["or"])
            closed = False
    return False
