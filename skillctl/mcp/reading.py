"""One line of a server's output -> JSON-RPC messages, or what is wrong with it.

Everything a sloppy server may do to a line is accepted where its meaning is certain, and noted
(mcp.md section 5.4).
"""

import json
import math
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from skillctl.mcp.notes import STRAY, STRAY_CHARACTERS, Note

Message: TypeAlias = dict[str, Any]
DEEPEST = 256
_HEAD = 65_536
_BOM = b"\xef\xbb\xbf"
_START = re.compile(r'\{\s*"jsonrpc"\s*:')
_OTHER_START = re.compile(r'\{\s*"(?:id|method|result|error)"\s*:')
_ENVELOPE_KEY = re.compile(r'"(?:jsonrpc|id|method|result|error)"\s*:')
_SURROGATE_ESCAPE = re.compile(r"\\u[dD][89a-fA-F]")
_SURROGATE = re.compile("[\ud800-\udfff]")
_TOKEN = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*(?:"|\Z)|[\[\]{}]', re.DOTALL)
_ID_VALUE = re.compile(r'\s*:\s*("[^"\\]*"|-?\d+(?:\.\d+)?)')
_COLON = re.compile(r"\s*:")
_TRIES = 100


@dataclass(frozen=True, slots=True)
class Fault:
    """A line that was meant as a message and cannot be read; `id` where its text shows one.

    `asks` tells that it shows a method: it answers nothing that was asked.
    """

    words: str
    id: object = None
    asks: bool = False


@dataclass(frozen=True, slots=True)
class Reading:
    """What one line held."""

    messages: tuple[Message, ...] = ()
    notes: tuple[Note, ...] = ()
    fault: Fault | None = None


@dataclass(slots=True)
class _Oddities:
    """What the JSON parser met on the way."""

    numbers: bool = False
    doubled: dict[int, list[tuple[str, object]]] = field(default_factory=dict)

    def real(self, text: str) -> float | None:
        """A number with point or exponent; null if it is not finite."""
        value = float(text)
        self.numbers = self.numbers or not math.isfinite(value)
        return value if math.isfinite(value) else None

    def integer(self, text: str) -> int | float | None:
        """An integer; one too long for Python's own limit as a float."""
        try:
            return int(text)
        except ValueError:
            return self.real(text)

    def constant(self, _name: str) -> None:
        """NaN and Infinity are null."""
        self.numbers = True

    def members(self, pairs: list[tuple[str, Any]]) -> Message:
        """An object; remembered if a key stands in it twice."""
        value = dict(pairs)
        if len(value) != len(pairs):
            self.doubled[id(value)] = pairs
        return value


class MessageReader:
    """Reads line by line; keeps the line before, to see a message spread over several lines."""

    def __init__(self) -> None:
        self._fragment = ""

    def read(self, line: bytes) -> Reading:
        """The messages of a line."""
        notes: list[Note] = []
        text = _decoded(line, notes)
        fragment, self._fragment = self._fragment, ""
        try:
            value, found = _parsed(text)
        except RecursionError:
            return _too_deep(text)
        except ValueError as error:
            return self._unparsed(fragment, text, error, notes)
        if _depth_over(value, text):
            return _too_deep(text)
        messages = _messages(value, notes)
        if not messages:
            return self._stray(text, notes)
        return Reading(tuple(_checked(m, found, text, notes) for m in messages), tuple(notes))

    def too_long(self, head: bytes) -> Reading:
        """What is known of a line over the limit."""
        self._fragment = ""
        text = head[:_HEAD].decode("utf-8", "replace")
        return Reading(fault=_fault("larger than 32 MiB", text))

    def _unparsed(self, fragment: str, text: str, error: ValueError, notes: list[Note]) -> Reading:
        """A line that is no JSON: text before a message, a part of one, or no message at all."""
        glued = _after_text(text)
        if glued:
            before, inner = glued
            rest = MessageReader().read(inner.encode())
            notes += [Note("glued", before)] if before else []
            return Reading(rest.messages, (*notes, *rest.notes), rest.fault)
        if fragment and _ENVELOPE_KEY.search(fragment + text):
            return Reading(notes=(Note(STRAY, text),), fault=Fault("splits messages over lines"))
        if _is_beginning(text, error):
            self._fragment = text
        return self._stray(text, notes)

    def _stray(self, text: str, notes: list[Note]) -> Reading:
        return Reading(notes=(*notes, Note(STRAY, text[: STRAY_CHARACTERS + 1])))


def first_id(text: str) -> object:
    """The value of the first top-level `id` in the text of a message, whole or cut; else None."""
    for key, end in _top(text):
        value = _ID_VALUE.match(text, end) if key == "id" else None
        if value:
            return _plain(value[1])
    return None


def _top(text: str) -> Iterator[tuple[str, int]]:
    """The keys of a message itself, and where each ends."""
    depth = 0
    for token in _TOKEN.finditer(text):
        mark = token[0]
        if mark in "[{":
            depth += 1
        elif mark in "]}":
            depth -= 1
        elif depth == 1 and _COLON.match(text, token.end()):
            yield mark.strip('"'), token.end()


def _plain(text: str) -> object:
    """A JSON scalar, or None where its text is none (a raw control character, 5,000 digits)."""
    try:
        return json.loads(text)
    except ValueError:
        return None


def _decoded(line: bytes, notes: list[Note]) -> str:
    if line.startswith(_BOM):
        line = line.removeprefix(_BOM)
        notes.append(Note("bom"))
    try:
        return line.decode()
    except UnicodeDecodeError:
        notes.append(Note("utf8"))
        return line.decode("utf-8", "replace")


def _parsed(text: str) -> tuple[Any, _Oddities]:
    found = _Oddities()
    return _decoder(found).decode(text), found


def _decoder(found: _Oddities) -> json.JSONDecoder:
    return json.JSONDecoder(
        object_pairs_hook=found.members,
        parse_float=found.real,
        parse_int=found.integer,
        parse_constant=found.constant,
        strict=False,
    )


def _messages(value: object, notes: list[Note]) -> list[Message]:
    """The messages that a JSON value holds: itself, or the members of a batch."""
    if not isinstance(value, list):
        return _as_message(value)
    members = [message for member in value for message in _as_message(member)]
    if members:
        notes.append(Note("batch"))
        notes += [Note(STRAY, json.dumps(v)[:200]) for v in value if not _as_message(v)]
    return members


def _as_message(value: object) -> list[Message]:
    return [value] if isinstance(value, dict) and _is_message(value) else []


def _is_message(value: Message) -> bool:
    """Whether an object is meant as JSON-RPC, and not as a line of a log in JSON."""
    method = value.get("method")
    if isinstance(method, str):
        return "jsonrpc" in value or "id" in value or method.startswith("notifications/")
    return "jsonrpc" in value or ("id" in value and ("result" in value or "error" in value))


def _checked(message: Message, found: _Oddities, text: str, notes: list[Note]) -> Message:
    """One message, mended where its meaning is certain; what was mended is noted."""
    if "jsonrpc" not in message:
        notes.append(Note("no-jsonrpc"))
    if found.numbers:
        notes.append(Note("number"))
    if id(message) in found.doubled:
        pairs = found.doubled[id(message)]
        keys = Counter(key for key, _ in pairs)
        notes.append(Note("doubled", ", ".join(key for key, count in keys.items() if count > 1)))
        message |= {key: value for key, value in reversed(pairs) if key == "id"}
    if _SURROGATE_ESCAPE.search(text):
        whole: Message = _whole(message)
        if whole != message:
            notes.append(Note("surrogate"))
        return whole
    return message


def _whole(value: Any) -> Any:  # noqa: ANN401 # any JSON
    """A value without lone surrogates."""
    if isinstance(value, str):
        return _SURROGATE.sub("\ufffd", value)
    if isinstance(value, list):
        return [_whole(item) for item in value]
    if isinstance(value, dict):
        return {_whole(key): _whole(item) for key, item in value.items()}
    return value


def _depth_over(value: object, text: str) -> bool:
    """Whether a value is nested deeper than the limit; most texts cannot be."""
    if text.count("{") + text.count("[") <= DEEPEST:
        return False
    level: list[object] = [value]
    for _ in range(DEEPEST):
        inner = [v for v in level if isinstance(v, dict | list)]
        level = [x for v in inner for x in (v.values() if isinstance(v, dict) else v)]
    return any(isinstance(v, dict | list) for v in level)


def _too_deep(text: str) -> Reading:
    if not _ENVELOPE_KEY.search(text):
        return Reading(notes=(Note(STRAY, text[: STRAY_CHARACTERS + 1]),))
    return Reading(fault=_fault(f"nested deeper than {DEEPEST}", text))


def _fault(why: str, text: str) -> Fault:
    """What the text of a message shows, whole or cut, where it cannot be read."""
    asks = any(key == "method" for key, _ in _top(text))
    return Fault(f"{'a message' if asks else 'an answer'} is {why}", first_id(text), asks)


def _after_text(text: str) -> tuple[str, str] | None:
    """Text before a message and that message, from the last start that is JSON to the end.

    The search ends when it has read as much as the text is long: no line costs many times another.
    """
    starts = [match.start() for match in _START.finditer(text)][: -_TRIES - 1 : -1]
    starts += [match.start() for match in _OTHER_START.finditer(text)][:_TRIES]
    decoder, unspent = _decoder(_Oddities()), len(text)
    for start in starts:
        if unspent <= 0:
            break
        try:
            value, end = decoder.raw_decode(text, start)
        except json.JSONDecodeError as error:
            value, end = None, len(text) if _is_open(error) else error.pos
        except RecursionError:
            value, end = None, len(text)
        if _as_message(value) and not text[end:].strip():
            return text[:start], text[start:end]
        unspent -= end - start
    return None


def _is_beginning(text: str, error: ValueError) -> bool:
    """Whether a line is the beginning of a JSON object that goes on in the next line."""
    if not text.lstrip().startswith("{") or not isinstance(error, json.JSONDecodeError):
        return False
    return error.pos >= len(text.rstrip()) or _is_open(error)


def _is_open(error: json.JSONDecodeError) -> bool:
    """Whether a string that goes on to the end of the text was the error; its place is earlier."""
    return error.msg.startswith("Unterminated string")
