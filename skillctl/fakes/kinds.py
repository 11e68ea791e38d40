"""Kinds of values that only a fake server file has: words for messages, a test, a JSON Schema."""

import re
from collections.abc import Callable, Mapping

from skillctl.fakes.asked import LEVELS
from skillctl.fakes.protocol import MODERN, VERSIONS
from skillctl.fakes.replies import NEEDS
from skillctl.source.closed import Own, is_json
from skillctl.source.tree import Node

MOMENT = re.compile(r"(?P<method>[A-Za-z_/]+)#(?P<count>[1-9][0-9]{0,8})")
ELAPSED = re.compile(r"ms:(?P<ms>0|[1-9][0-9]{0,7})")
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


def _is_time(node: Node) -> bool:
    return isinstance(node.value, str) and ELAPSED.fullmatch(node.value) is not None


def _is_object(node: Node) -> bool:
    return node.kind == "mapping" and is_json(node)


def _is_log(node: Node) -> bool:
    """Whether a value is the text of a log message, or a table with its data and level."""
    if node.kind != "mapping":
        return node.kind == "string"
    level, logger = node.get("level"), node.get("logger")
    keys = {entry.key for entry in node.entries}
    fits = level is None or level.value in LEVELS
    named = logger is None or logger.kind == "string"
    return (
        "data" in keys and keys <= {"data", "level", "logger"} and fits and named and is_json(node)
    )


def _is_question(node: Node) -> bool:
    method, params = node.get("method"), node.get("params")
    keys = {entry.key for entry in node.entries}
    fits = params is None or _is_object(params)
    return method is not None and method.value in NEEDS and keys <= {"method", "params"} and fits


_BASE64 = re.compile(r"(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?")
_LISTED = ", ".join(NEEDS)
_LOG = {
    "type": "object",
    "required": ["data"],
    "additionalProperties": False,
    "properties": {"data": {}, "level": {"enum": list(LEVELS)}, "logger": {"type": "string"}},
}
_QUESTION = {
    "type": "object",
    "required": ["method"],
    "additionalProperties": False,
    "properties": {"method": {"enum": list(NEEDS)}, "params": {"type": "object"}},
}
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
PERIOD = _within(1, _DAY_MS, "a whole number of milliseconds from 1, at most one day")
SECONDS = _within(1, 3600, "a whole number of seconds, from 1 to one hour")
SEED = _within(0, 2**31 - 1, "a whole number from 0 to 2,147,483,647")
COUNT = _within(1, 1_000_000, "a whole number from 1 to 1,000,000")
BYTES = _within(1, 256 * 1_048_576, "a whole number of bytes, from 1 to 256 MiB")
EXIT_CODE = _within(0, 255, "an exit code from 0 to 255")
NTH = Own(
    'a whole number from 1, a list of them, or "every"',
    _is_nth,
    {"anyOf": [_POSITIVE, _POSITIVES, {"const": "every"}]},
)
PROTOCOL = _list_of(
    f"a list of one or more of {', '.join((*VERSIONS, MODERN))}",
    lambda node: node.value in (*VERSIONS, MODERN),
    {"enum": [*VERSIONS, MODERN]},
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
    '"start", "initialized", a method and a number such as "tools/call#1",'
    ' or a time after the start such as "ms:500"',
    lambda node: node.value in AFTER_WORDS or _is_moment(node) or _is_time(node),
    {
        "anyOf": [
            {"enum": list(AFTER_WORDS)},
            OF.schema,
            {"type": "string", "pattern": "^ms:(0|[1-9][0-9]{0,7})$"},
        ]
    },
)
LOGS = _list_of(
    'a list of log messages, each a string or { level = "info", data = … }',
    _is_log,
    {"anyOf": [{"type": "string"}, _LOG]},
)
OBJECTS = Own(
    "a list of tables of values that JSON can hold (no date, no infinity)",
    lambda node: node.kind == "list" and all(_is_object(item) for item in node.items),
    {"type": "array", "items": {"type": "object"}},
)
QUESTIONS = Own(
    f"a table of requests by name, each {{ method = …, params = … }} with one of {_LISTED}",
    lambda node: node.kind == "mapping" and all(_is_question(e.value) for e in node.entries),
    {"type": "object", "additionalProperties": _QUESTION},
)
BASE64 = Own(
    "bytes in base64",
    lambda node: isinstance(node.value, str) and _BASE64.fullmatch(node.value) is not None,
    {"type": "string", "pattern": f"^{_BASE64.pattern}$"},
)
