"""Characters that a person does not see but a model reads: the one detector (lint.md section 3.4).

All tables are ranges of code points, not properties of the running Python, so that every version
judges a text alike.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

_INVISIBLE = (
    "\u00ad\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200d\u2060-\u2064\u206a-\u206f\u3164"
    "\ufe00-\ufe0f\ufeff\uffa0\ufff9-\ufffb\U000e0000-\U000e007f\U000e0100-\U000e01ef"
)
_BIDI = "\u202a-\u202e\u2066-\u2069"
_MARKS = "\u061c\u200e\u200f"
_RIGHT_TO_LEFT = (
    "\u05d0-\u05f2\u0620-\u064a\u066e-\u06d5\u06ee\u06ef\u06fa-\u08c9\ufb1d-\ufdfb\ufe70-\ufefc"
    "\U00010800-\U00010fff\U0001e800-\U0001eeff"
)
_JOINING = (
    "\u0610-\u061a\u0620-\u065f\u066e-\u06d3\u06d5-\u06dc\u06df-\u06e8\u06ea-\u06ef\u06fa-\u06ff"
    "\u0710-\u077f\u07ca-\u07f5\u0840-\u085b\u0860-\u088e\u0898-\u08ff\u0900-\u0963\u0971-\u09e3"
    "\u09f0-\u0a5e\u0a70-\u0ae3\u0af0-\u0b63\u0b71-\u0be3\u0c00-\u0c63\u0c80-\u0ce3\u0cf1-\u0d63"
    "\u0d7a-\u0de5\u0df2\u0df3\u1000-\u103f\u1050-\u108f\u1780-\u17b3\u17b6-\u17d3\u1820-\u18aa"
    "\u1a20-\u1a7c\u1b00-\u1b4c\u1b80-\u1baf\u1bc0-\u1bf3\ua840-\ua873\ua8e0-\ua8ff\ua980-\ua9c0"
    "\uaa60-\uaa7f\uabc0-\uabed\U00010a00-\U00010a3f\U00011000-\U00011cb6\U0001e900-\U0001e94b"
)
_PICTOGRAPH = (
    "\u00a9\u00ae\u203c\u2049\u2122\u2139\u2194-\u2199\u21a9\u21aa\u231a\u231b\u2328\u2388\u23cf"
    "\u23e9-\u23f3\u23f8-\u23fa\u24c2\u25aa\u25ab\u25b6\u25c0\u25fb-\u25fe\u2600-\u27bf\u2934\u2935"
    "\u2b05-\u2b07\u2b1b\u2b1c\u2b50\u2b55\u3030\u303d\u3297\u3299\U0001f000-\U0001faff"
    "\U0001fc00-\U0001fffd"
)
_SYMBOL = _PICTOGRAPH + "0-9#*\u2100-\u214f\u2190-\u2bff\u3200-\u32ff"
_HAN = "\u3005\u3007\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
_HIGH = re.compile("[^\x00-\xac]+")
_FLAG = "\U0001f3f4"
_FLAGS = ("gbeng", "gbsct", "gbwls")


def _tags(text: str) -> str:
    return "".join(chr(0xE0000 + ord(character)) for character in text)


class _Line(NamedTuple):
    """A line that ends at an index, and whether direction marks are at home on it."""

    end: int
    right_to_left: bool


class _Patterns(NamedTuple):
    """What tells hidden characters apart; compiled at the first that may be one."""

    candidate: re.Pattern[str]
    bidi: re.Pattern[str]
    mark: re.Pattern[str]
    right_to_left: re.Pattern[str]
    line_end: re.Pattern[str]


@cache
def _suspect() -> re.Pattern[str]:
    """A character that may be hidden, or may begin what is allowed: one quick pass over a text."""
    return re.compile(f"[{_INVISIBLE}{_BIDI}{_MARKS}{_FLAG}]")


@cache
def _patterns() -> _Patterns:
    allowed = (
        f"{_FLAG}(?:{'|'.join(map(_tags, _FLAGS))})\U000e007f"
        f"|(?<=[{_JOINING}])[\u200c\u200d](?=[{_JOINING}])"
        f"|(?:(?<=[{_PICTOGRAPH}])|(?<=[{_PICTOGRAPH}][\ufe0e\ufe0f]))\u200d(?=[{_PICTOGRAPH}])"
        f"|(?<=[{_SYMBOL}])[\ufe0e\ufe0f]"
        f"|(?<=[{_HAN}])[\U000e0100-\U000e01ef]"
    )
    return _Patterns(
        candidate=re.compile(f"(?P<allowed>{allowed})|[{_INVISIBLE}{_BIDI}{_MARKS}]"),
        bidi=re.compile(f"[{_BIDI}{_MARKS}]"),
        mark=re.compile(f"[{_MARKS}]"),
        right_to_left=re.compile(f"[{_RIGHT_TO_LEFT}]"),
        line_end=re.compile(r"[\r\n]"),
    )


@dataclass(frozen=True, slots=True)
class Hidden:
    """One character that is there and not seen: its index, and `invisible` or `bidi`."""

    index: int
    character: str
    kind: str


def _suspects(text: str) -> Iterator[re.Match[str]]:
    """What may be hidden, looked for only in runs beyond all that is plain."""
    for run in _HIGH.finditer(text):
        yield from _suspect().finditer(text, *run.span())


def hidden(text: str) -> Iterator[Hidden]:
    """Every hidden character of a text that nothing in its neighbourhood justifies, in order.

    The byte order mark of a file is no part of `text`; U+FEFF anywhere in it counts.
    """
    if text.isascii():
        return
    line: _Line | None = None
    at = 0
    for suspect in _suspects(text):
        if suspect.start() < at:
            continue
        patterns = _patterns()
        match = patterns.candidate.match(text, suspect.start())
        at = match.end() if match else suspect.end()
        if match is None or match["allowed"]:
            continue
        if patterns.mark.match(match[0]):
            if line is None or line.end < at:
                line = _line_at(text, match.start(), line.end if line else 0)
            if line.right_to_left:
                continue
        kind = "bidi" if patterns.bidi.match(match[0]) else "invisible"
        yield Hidden(match.start(), match[0], kind)


def _line_at(text: str, index: int, least: int) -> _Line:
    """The line of an index, which does not begin before `least`.

    Right-to-left letters on it justify direction marks.
    """
    start = max(least, 1 + max(text.rfind("\n", least, index), text.rfind("\r", least, index)))
    line_end = _patterns().line_end.search(text, index)
    end = line_end.start() if line_end else len(text)
    return _Line(end, bool(_patterns().right_to_left.search(text, start, end)))
