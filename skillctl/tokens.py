"""Counting tokens: an estimate that any machine agrees on, and an exact count where it can be had.

`bytes/4` is ceil(UTF-8 bytes / 4) and is printed with `~`; `o200k_base` is exact for a text and
needs the extra `[tokens]` (agent.md section 5). Limits that shape a prompt use the estimate.
"""

import re
from collections.abc import Sequence
from enum import StrEnum
from importlib import import_module
from importlib.util import find_spec

from skillctl.errors import SkillctlError

ESTIMATE = "bytes/4"
EXACT = "o200k_base"
METHODS = (ESTIMATE, EXACT)
FRAMING = "the framing that a vendor adds is not counted"
_COUNTER = "toktok"
_SURROGATE = re.compile("[\ud800-\udfff]")


class Counting(StrEnum):
    """How a user asks for a method."""

    ESTIMATE = "estimate"
    EXACT = "exact"


def estimate(text: str) -> int:
    """A quarter of the UTF-8 bytes, rounded up."""
    return quarter(len(text.encode("utf-8", "surrogatepass")))


def quarter(size: int) -> int:
    """The estimate for a number of bytes."""
    return -(-size // 4)


def usable(method: str) -> str:
    """The method that really counts: the estimate where the extra is not installed."""
    if method not in METHODS:
        raise ValueError(f"no method {method!r}; there are {', '.join(METHODS)}")
    return method if method == EXACT and find_spec(_COUNTER) else ESTIMATE


def best() -> str:
    """The most exact method of this machine."""
    return usable(EXACT)


def chosen(choice: Counting | None = None) -> str:
    """The method that was asked for, or the best one; SkillctlError if it is not to be had."""
    if choice is Counting.ESTIMATE:
        return ESTIMATE
    if choice is Counting.EXACT and best() != EXACT:
        raise SkillctlError(
            f"exact counts ({EXACT}) need the extra [tokens], which is not installed",
            hint="install skillctl-cli[tokens] (from a clone: pip install '.[tokens]'), "
            f"or take --tokens-method {Counting.ESTIMATE}",
        )
    return best()


def count(text: str, method: str = ESTIMATE) -> int:
    """Count by a method, or by the estimate where the extra for it is not installed."""
    return counts([text], method)[0]


def counts(texts: Sequence[str], method: str = ESTIMATE) -> list[int]:
    """Count each of some texts: exact ones in one go."""
    if usable(method) == ESTIMATE:
        return [estimate(text) for text in texts]
    sent = [_SURROGATE.sub("\ufffd", text) for text in texts]  # as a request body holds them
    found: list[int] = import_module(_COUNTER).batch_count(sent, EXACT)
    return found


def shown(number: int, method: str = ESTIMATE) -> str:
    """A count as it is printed: `~1,234` for the estimate, `1,234` for an exact one."""
    return f"{'~' if method == ESTIMATE else ''}{number:,}"
