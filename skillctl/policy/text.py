"""Foreign text before a terminal (`visible`) and before a model (`clean`, `one_line`).

The rules are those of skills.md section 6, "Untrusted text"; what counts as hidden is decided in
`policy.hidden` alone.
"""

import re
from collections.abc import Callable
from typing import NamedTuple

from skillctl.policy.hidden import hidden

OWN_ELEMENTS = (
    "skill",
    "skill_resource",
    "skills_hint",
    "available_skills",
    "mcp_result",
    "server_instructions",
)
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")
_WIDE = r"\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000"
_GAP = re.compile(rf"[ {_WIDE}]{{2,}}|[{_WIDE}]|^ | $")
_SURROGATE = re.compile(r"[\ud800-\udfff]")
_SHOWN_ESCAPED = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")
_ESCAPED_BYTES = range(0xDC80, 0xDD00)
_OWN_ELEMENT = re.compile(rf"<(?=[\s/]*+(?:{'|'.join(OWN_ELEMENTS)})(?!\w))", re.IGNORECASE)

_ENTITIES = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#x27;"})


class Cleaned(NamedTuple):
    """A text without control and hidden characters, and how many were taken out."""

    text: str
    removed: int


def visible(text: str) -> str:
    r"""Show every control character as `\x1b` and every hidden one as `\u{200B}`.

    LF and TAB stay. The result is safe on a terminal and can always be encoded.
    """
    shown = _replace_hidden(text, lambda character: f"\\u{{{ord(character):04X}}}")
    return _SHOWN_ESCAPED.sub(lambda match: _escape(match[0]), shown)


def row(text: str) -> str:
    r"""`visible`, with `\n` and `\t`: foreign text that begins no line and no column of its own."""
    return visible(text).replace("\n", "\\n").replace("\t", "\\t")


def cell(text: str) -> str:
    r"""`row`, with blanks that could pass for a gap between columns as `\x20` or `\u{3000}`."""
    return _GAP.sub(lambda gap: "".join(map(_escape, gap[0])), row(text))


def clean(text: str, *, escape_elements: bool = True) -> Cleaned:
    """Remove what a person could not see; unless told otherwise, disarm tags of our own elements.

    CR LF becomes LF; a lone surrogate, which no encoding can hold, becomes U+FFFD and is counted.
    """
    text, controls = _CONTROL.subn("", text.replace("\r\n", "\n"))
    text, surrogates = _SURROGATE.subn("\ufffd", text)
    kept = _replace_hidden(text, lambda _: "")
    removed = controls + surrogates + len(text) - len(kept)
    return Cleaned(_OWN_ELEMENT.sub("&lt;", kept) if escape_elements else kept, removed)


def one_line(text: str, *, escape_elements: bool = True) -> str:
    """A foreign text as one line: cleaned as `clean` does it, each run of blanks one space."""
    return " ".join(clean(text, escape_elements=escape_elements).text.split())


def attribute(text: str) -> str:
    """A foreign text for an attribute, or for an element of a prompt in XML: one line, escaped."""
    return one_line(text, escape_elements=False).translate(_ENTITIES)


def _replace_hidden(text: str, replacement: Callable[[str], str]) -> str:
    """Put something in the place of each hidden character."""
    pieces: list[str] = []
    end = 0
    for found in hidden(text):
        pieces += (text[end : found.index], replacement(found.character))
        end = found.index + 1
    return "".join((*pieces, text[end:])) if pieces else text


def _escape(character: str) -> str:
    code = ord(character)
    if code in _ESCAPED_BYTES:  # a byte of a file name that is not UTF-8
        return f"\\x{code - 0xDC00:02x}"
    return f"\\x{code:02x}" if code <= 0xFF else f"\\u{{{code:04X}}}"  # noqa: PLR2004 # one byte
