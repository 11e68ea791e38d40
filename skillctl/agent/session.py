"""Reading a session log back, and making a request's body from it again (agent.md section 10)."""

import json
import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256
from pathlib import Path
from typing import Any, cast

from skillctl.agent.dialects.known import dialect_named
from skillctl.agent.dialects.model import Conversation, Options
from skillctl.agent.log import SCHEMA, Event
from skillctl.agent.messages import (
    AssistantMessage,
    Message,
    Opaque,
    ToolCall,
    ToolMessage,
    UserMessage,
)
from skillctl.agent.provenance import Origin, Piece, Traced
from skillctl.agent.session_shape import SHAPES, misfits
from skillctl.agent.writer import written
from skillctl.errors import StoreError
from skillctl.files import open_file
from skillctl.nearest import HALF_REMEMBERED, near_names
from skillctl.report.plain import counted
from skillctl.toolspec import ToolSpec

_REDACTED = re.compile(r"\[redacted(?::[^\]]{1,200})?\]")
_DIGEST = re.compile(r"[0-9a-f]{64}")
_FIRST_LINE = 64 * 1024
EVENTS = frozenset(SHAPES)


@dataclass(frozen=True, slots=True)
class Session:
    """A session as its log tells it; `notices` says what was dropped or skipped."""

    id: str
    events: tuple[Event, ...]
    notices: tuple[str, ...] = ()

    def of(self, kind: str) -> Iterator[Event]:
        """The events of one kind."""
        return (event for event in self.events if event["e"] == kind)

    def numbered(self, number: int) -> Event:
        """The event with this `n`; KeyError if there is none."""
        return {event["n"]: event for event in self.events}[number]


@dataclass(frozen=True, slots=True)
class Rendered:
    """A body made again; `exact` tells that it is byte for byte what was sent.

    `redacted` names the values that the log does not hold; `said` is what it was made of.
    """

    body: bytes
    exact: bool
    said: Conversation
    dialect: str
    redacted: tuple[str, ...] = ()


def session_path(folder: Path, name: str) -> Path:
    """The log of a session by its id, the beginning of it, or `last`.

    StoreError with near names if there is none, or more than one.
    """
    ids = session_ids(folder)
    if not ids:
        raise StoreError(f"there is no session in {folder}", hint="skillctl run writes one")
    found = ids[-1:] if name == "last" else [i for i in ids if i == name]
    found = found or [i for i in ids if name and i.startswith(name)]
    if len(found) == 1:
        return folder / f"{found[0]}.jsonl"
    near = found or near_names(name, ids, 3, HALF_REMEMBERED)
    what = "more than one session begins" if found else "no session is named or begins"
    raise StoreError(f"{what} with {name!r}", hint=f"there is {', '.join(near[:3] or ids[-3:])}")


def session_ids(folder: Path) -> list[str]:
    """All ids in the order in which the sessions started, as they logged it.

    StoreError if the folder cannot be read.
    """
    try:
        found = [path for path in folder.iterdir() if path.suffix == ".jsonl"]
    except FileNotFoundError:
        return []
    except OSError as error:
        raise StoreError(
            f"the folder of sessions {folder} cannot be read: {error.strerror}",
            hint="it has to be a folder that you may read",
        ) from error
    return [path.stem for path in sorted(found, key=_started)]


def session_id(now: datetime, random: str) -> str:
    """An id that sorts by time, to the millisecond; `random` tells two of the same one apart."""
    return f"{now:%Y%m%dT%H%M%S}{now.microsecond // 1000:03}Z-{random}"


def _started(path: Path) -> tuple[str, str]:
    """The digits of the logged start, or those of the id where nothing can be read; the id."""
    said = path.stem.partition("-")[0]
    with (
        suppress(OSError, ValueError, LookupError, TypeError, RecursionError),
        open_file(path) as f,
    ):
        said = json.loads(f.readline(_FIRST_LINE))["v"]["time"] or said
    return "".join(filter(str.isdigit, str(said))), path.stem


def read_session(path: Path) -> Session:
    """Read a log; a torn last line is dropped with a notice.

    Raises StoreError with the line if the file is not a session log of ours; it is never changed.
    """
    lines = _lines(path)
    events: list[Event] = []
    notices: list[str] = []
    torn = lines.pop()
    if torn:
        notices.append(f"the last line of {path.name} is torn; it was left out")
    unknown = 0
    for number, line in enumerate(lines, 1):
        event = _event(line, number, path)
        if event["e"] not in EVENTS:
            unknown += 1
            continue
        if not events:
            _check_start(event, path)
        events.append(_checked(event, number, path))
    if not events:
        _check_start({}, path)
    if unknown:
        what = counted(unknown, "event")
        notices.append(f"{what} of an unknown kind in {path.name}; skipped")
    return Session(path.stem, tuple(events), tuple(notices))


def render_request(session: Session, index: int) -> Rendered:
    """The body of request `index` (from 1); StoreError if there is no such request."""
    request = request_numbered(session, index)
    try:
        said, dialect = _conversation(session, request), str(session.events[0]["dialect"])
        body = written(dialect_named(dialect).body(said))[0]
    except (LookupError, TypeError, ValueError, AttributeError) as error:
        raise StoreError(
            f"session {session.id} lacks what request {index} was made of",
            hint="its log was edited or cut; the bytes of this request cannot be made again",
        ) from error
    exact = sha256(body).hexdigest() == request.get("body_sha256")
    redacted = () if exact else tuple(dict.fromkeys(_REDACTED.findall(body.decode())))
    return Rendered(body, exact, said, dialect, redacted)


def request_numbered(session: Session, index: int) -> Event:
    """The event of request `index` (from 1); StoreError with how many there are if it is none."""
    found = list(session.of("request"))
    request = next((event for event in found if event.get("i") == index), None)
    if request is None:
        hint = f"it has {counted(len(found), 'request')}"
        raise StoreError(f"session {session.id} has no request {index}", hint=hint)
    return request


def _conversation(session: Session, request: Event) -> Conversation:
    start, catalog = session.events[0], _catalog(session, request)
    return Conversation(
        model=str(start["model"]),
        system=_traced(str(catalog["system"])),
        tools=tuple(_tools(catalog)),
        messages=tuple(_message(session.numbered(n)) for n in _numbers(request)),
        options=Options(**cast("dict[str, Any]", request["options"])),
    )


def _event(line: bytes, number: int, path: Path) -> dict[str, object]:
    try:
        event = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise StoreError(
            f"line {number} of {path} is not valid JSON; nothing was changed"
        ) from error
    if not isinstance(event, dict) or not isinstance(event.get("e"), str):
        raise StoreError(f"line {number} of {path} is no event; nothing was changed")
    return event


def _lines(path: Path) -> list[bytes]:
    try:
        with open_file(path) as file:
            return file.read().split(b"\n")
    except OSError as error:
        raise StoreError(f"session {path.stem} cannot be read: {error.strerror}") from error


def _checked(event: Event, number: int, path: Path) -> Event:
    """An event with its texts whole and its fields as they have to be."""
    try:
        whole = cast("Event", _whole(event, path.parent / "blobs"))
        problem = next(misfits(whole), "")
    except StoreError as error:
        problem = error.message
    except RecursionError:
        problem = "it is nested too deep"
    if problem:
        raise StoreError(f"line {number} of {path}: {event['e']}: {problem}; nothing was changed")
    return whole


def _check_start(first: Event, path: Path) -> None:
    if first.get("e") != "session.start" or first.get("schema") != SCHEMA:
        raise StoreError(
            f"{path} does not begin with an event of {SCHEMA}",
            hint="it may have been written by another version of skillctl",
        )


def _whole(value: object, blobs: Path) -> object:
    """A value with the texts of its blobs in their places."""
    if isinstance(value, Mapping):
        if set(value) == {"$blob", "bytes"}:
            return _blob(str(value["$blob"]), blobs)
        return {key: _whole(item, blobs) for key, item in value.items()}
    return [_whole(item, blobs) for item in value] if isinstance(value, list) else value


def _blob(digest: str, blobs: Path) -> str:
    if not _DIGEST.fullmatch(digest):
        raise StoreError(f"{digest!r} is no name of a blob")
    path = blobs / digest
    try:
        with open_file(path) as file:
            data = file.read()
    except OSError as error:
        raise StoreError(f"blob {path} cannot be read: {error.strerror}") from error
    if sha256(data).hexdigest() != digest:
        raise StoreError(f"blob {path} was changed: its content does not have its digest")
    try:
        return data.decode()
    except UnicodeDecodeError as error:
        raise StoreError(f"blob {path} is not UTF-8") from error


def _catalog(session: Session, request: Event) -> Event:
    """The last catalog before a request."""
    number = cast("int", request["n"])
    return [e for e in session.of("catalog") if cast("int", e["n"]) < number][-1]


def _tools(catalog: Event) -> Iterator[ToolSpec]:
    for tool in cast("list[Mapping[str, object]]", catalog["tool_list"]):
        yield ToolSpec(
            name=str(tool["name"]),
            description=str(tool["description"]),
            input_schema=cast("Mapping[str, object]", tool["parameters"]),
        )


def _numbers(request: Event) -> list[int]:
    return cast("list[int]", request["messages"])


def _message(event: Event) -> Message:
    """The message that an event stands for."""
    text = str(event["text"])
    if event["e"] == "message":
        return UserMessage(text)
    if event["e"] == "tool.result":
        return ToolMessage(
            str(event["call"]), str(event["tool"]), text, is_error=bool(event["is_error"])
        )
    calls = cast("list[Mapping[str, str]]", event["calls"])
    opaque = cast("list[Mapping[str, Any]]", event["opaque"])
    return AssistantMessage(
        text,
        tuple(ToolCall(c["id"], c["name"], c["args"]) for c in calls),
        tuple(Opaque(o["dialect"], o["place"], o["item"]) for o in opaque),
    )


def _traced(text: str) -> Traced:
    return Traced((Piece(text, Origin("system")),))
