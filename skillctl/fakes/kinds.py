"""Kinds of values that only a fake server file has: words for messages, a test, a JSON Schema."""

import re
from collections.abc import Callable, Mapping

from skillctl.fakes.protocol import VERSIONS
from skillctl.source.closed import Own, is_json
from skillctl.source.tree import Node

MOMENT = re.compile(r"(?P<method>[A-Za-z_/]+)#(?P<count>[1-9][0-9]{0,8})")
AFTER_WORDS = ("start", "initialized")
_HEX = re.compile(r"([0-9A-Fa-f]{2})+")
_DAY_MS = 86_400_000


def _within(least: int, most: int, words: str) -> Own:
    """A whole number within bounds."""

    def fits(node: Node) -> bool:
        return isinstance(node.value, int) and _is_whole(node, least) and node.value <= most

    return Own(words, fits, {"type": "integer", "minimum": least, "maximum": most})


def _list_of(words: str, fits: Callable[[Node], bool], items: Mapping[str, object]) -> Own:
    """A list of at least one such value."""
    return Own(
        words,
        lambda node: _is_list_of(node, fits),
        {"type": "array", "minItems": 1, "items": items},
    )


def _is_list_of(node: Node, fits: Callable[[Node], bool]) -> bool:
    return node.kind == "list" and bool(node.items) and all(map(fits, node.items))


def _is_whole(node: Node, least: int = 1) -> bool:
    return node.kind == "number" and isinstance(node.value, int) and node.value >= least


def _is_nth(node: Node) -> bool:
    return node.value == "every" or _is_whole(node) or _is_list_of(node, _is_whole)


def _is_moment(node: Node) -> bool:
    return isinstance(node.value, str) and MOMENT.fullmatch(node.value) is not None


def _is_output(node: Node) -> bool:
    """Whether a value is a line of text, or a table that holds bytes in hexadecimal."""
    if node.kind != "mapping":
        return node.kind == "string"
    digits = node.get("hex")
    return len(node.entries) == 1 and digits is not None and _is_hex(digits)


def _is_hex(node: Node) -> bool:
    return isinstance(node.value, str) and _HEX.fullmatch(node.value) is not None


_POSITIVE = {"type": "integer", "minimum": 1}
_POSITIVES = {"type": "array", "minItems": 1, "items": _POSITIVE}
_BYTES = {
    "type": "object",
    "required": ["hex"],
    "additionalProperties": False,
    "properties": {"hex": {"type": "string", "pattern": f"^{_HEX.pattern}$"}},
}

TRUE = Own("true, or to be left out", lambda node: node.value is True, {"const": True})
MILLISECONDS = _within(0, _DAY_MS, "a whole number of milliseconds, at most one day")
COUNT = _within(1, 1_000_000, "a whole number from 1 to 1,000,000")
BYTES = _within(1, 256 * 1_048_576, "a whole number of bytes, from 1 to 256 MiB")
EXIT_CODE = _within(0, 255, "an exit code from 0 to 255")
NTH = Own(
    'a whole number from 1, a list of them, or "every"',
    _is_nth,
    {"anyOf": [_POSITIVE, _POSITIVES, {"const": "every"}]},
)
PROTOCOL = _list_of(
    f"a list of one or more of {', '.join(VERSIONS)}",
    lambda node: node.value in VERSIONS,
    {"enum": list(VERSIONS)},
)
PROGRESS = _list_of(
    "a list of numbers",
    lambda node: node.kind == "number" and is_json(node),
    {"type": "number"},
)
OUTPUT = _list_of(
    'a list of lines, each a string or { hex = "…" }',
    _is_output,
    {"anyOf": [{"type": "string"}, _BYTES]},
)
CONTENT = Own(
    "a list of values that JSON can hold (no date, no infinity)",
    lambda node: node.kind == "list" and is_json(node),
    {"type": "array"},
)
HEX = Own(
    'bytes as hexadecimal digits such as "0d0a"',
    _is_hex,
    {"type": "string", "pattern": f"^{_HEX.pattern}$"},
)
OF = Own(
    'a method and a number such as "tools/call#2"',
    _is_moment,
    {"type": "string", "pattern": "^[A-Za-z_/]+#[1-9][0-9]{0,8}$"},
)
AFTER = Own(
    '"start", "initialized", or a method and a number such as "tools/call#1"'
    " (this version does not support ms:N yet)",
    lambda node: node.value in AFTER_WORDS or _is_moment(node),
    {"anyOf": [{"enum": list(AFTER_WORDS)}, OF.schema]},
)
