"""Secrets in a text, told by their prefix (lint.md section 3.5); never a guess in prose."""

import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from math import log2
from typing import NamedTuple

_ALNUM = "[A-Za-z0-9]"
_WORD = "[A-Za-z0-9_-]"
_FORMS: tuple[tuple[str, str], ...] = (
    *((f"gh{letter}_", _ALNUM + "{36,255}") for letter in "pousr"),
    ("github_pat_", _ALNUM + "{22}_" + _ALNUM + "{59}"),
    ("glpat-", _WORD + "{20,}"),
    ("sk-ant-", _WORD + "{32,}"),
    ("sk-proj-", _WORD + "{32,}"),
    ("sk-svcacct-", _WORD + "{32,}"),
    ("AKIA", "[A-Z0-9]{16}"),
    ("ASIA", "[A-Z0-9]{16}"),
    ("AIza", _WORD + "{35}"),
    *((f"xox{letter}-", "[A-Za-z0-9-]{20,}") for letter in "abps"),
    ("xapp-", "[A-Za-z0-9-]{20,}"),
    ("sk_live_", _ALNUM + "{24,}"),
    ("rk_live_", _ALNUM + "{24,}"),
    ("npm_", _ALNUM + "{36}"),
    ("pypi-AgEI", _WORD + "{50,}"),
    ("hf_", _ALNUM + "{34}"),
    ("ntn_", _ALNUM + "{40,}"),
    ("lin_api_", _ALNUM + "{40}"),
    ("figd_", _WORD + "{40,}"),
    ("SG.", _WORD + "{22}\\." + _WORD + "{43}"),
    ("dop_v1_", "[a-f0-9]{64}"),
    ("gsk_", _ALNUM + "{52}"),
    ("shpat_", "[a-fA-F0-9]{32}"),
)
_PEM = r"-----BEGIN (?:[A-Z]+ )*PRIVATE KEY-----"
_PREFIXES = sorted((prefix for prefix, _ in _FORMS), key=len, reverse=True)
_NOT_REAL = ("example", "your", "xxxx", "...", "<", "${")
_RUN = 6
_KEY = "PRIVATE KEY-"
_LEAST = 20  # no form has less after the last `_` or `-` of its prefix
_JUDGED = 512  # characters of a word that are looked at
_LEAST_BITS = 3.0
_GUESS_NAME = re.compile(r"token|key|password|passwd|secret", re.IGNORECASE)
_GUESS_LENGTH = 20
_GUESS_BITS = 3.5


class Secret(NamedTuple):
    """Where a secret stands in a text; `prefix` is all of it that may be printed."""

    start: int
    end: int
    prefix: str

    @property
    def shown(self) -> str:
        """The secret as a message names it: prefix and length only."""
        return f"{self.prefix}… ({self.end - self.start} characters)"


@cache
def _hint() -> re.Pattern[str]:
    """What a secret may be known by: one search that passes over nearly all characters at once.

    It stops at the last `_` or `-` of a prefix, if what follows is long enough, or at the first
    letter of one that has neither.
    """
    ends = {prefix[: 1 + max(prefix.rfind("_"), prefix.rfind("-"))] for prefix, _ in _FORMS}
    words = [_KEY, *(prefix for prefix, _ in _FORMS if not re.search("[-_]", prefix))]
    after = "|".join(f"(?<={end})" for end in sorted(ends - {""}))
    begun = "|".join(f"(?<={word[0]}){re.escape(word[1:])}" for word in words)
    first = "".join(sorted({word[0] for word in words}))
    return re.compile(f"[-_{first}](?:(?={_WORD}{{{_LEAST}}})(?:{after})|{begun})")


@cache
def _token() -> re.Pattern[str]:
    """A secret as it is written; compiled at the first text that may hold one."""
    return re.compile(
        rf"(?<![A-Za-z0-9])(?:(?P<pem>{_PEM})|"
        + "|".join(f"(?:{re.escape(prefix)}){rest}" for prefix, rest in _FORMS)
        + r")(?![A-Za-z0-9])"
    )


def secrets(text: str) -> Iterator[Secret]:
    """Every secret of a known form, but not what is plainly an example."""
    if not _hint().search(text):
        return
    for match in _token().finditer(text):
        word = match.group()
        prefix = word if match["pem"] else next(p for p in _PREFIXES if word.startswith(p))
        if match["pem"] or is_random(word[len(prefix) :], _LEAST_BITS):
            yield Secret(match.start(), match.end(), prefix)


def guessed(name: str, value: str) -> bool:
    """Whether a value is a secret by the name it is given and by its randomness."""
    named = _GUESS_NAME.search(name) is not None
    return named and len(value) >= _GUESS_LENGTH and is_random(value, _GUESS_BITS)


def is_random(word: str, least_bits: float) -> bool:
    """Whether a word is no example, has no run of six, and at least so many bits a character."""
    word = word[:_JUDGED]
    low = word.lower()
    example = any(sign in low for sign in _NOT_REAL)
    return not example and not _has_run(word) and bits(word) >= least_bits


def bits(word: str) -> float:
    """The information of a word in bits per character, by how often each character occurs."""
    counts = Counter(word).values()
    return -sum(n / len(word) * log2(n / len(word)) for n in counts)


def _has_run(word: str) -> bool:
    """Whether six characters in a row are equal, or each the next one of the alphabet."""
    runs = {0: 1, 1: 1}
    for before, after in pairwise(word):
        step = ord(after) - ord(before)
        runs = {wanted: runs[wanted] + 1 if step == wanted else 1 for wanted in runs}
        if _RUN in runs.values():
            return True
    return False


def masked(text: str) -> str:
    """The same text, as long as before, with `*` for what follows the prefix of each secret."""
    pieces: list[str] = []
    at = 0
    for secret in secrets(text):
        keep = secret.start + len(secret.prefix)
        pieces += (text[at:keep], "*" * (secret.end - keep))
        at = secret.end
    return "".join((*pieces, text[at:]))
