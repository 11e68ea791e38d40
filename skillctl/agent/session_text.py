"""A session for a reader: what was asked, said, called and decided, in its order."""

import json
from collections.abc import Callable, Iterator, Mapping
from typing import Any, cast

from skillctl.agent.log import SCHEMA, Event
from skillctl.agent.progress import compact
from skillctl.agent.session import Session, request_numbered
from skillctl.policy.text import row
from skillctl.report.plain import counted
from skillctl.tokens import shown

_INDENT = "    "
_LINES = 12


def render_session(session: Session, request: int | None = None) -> str:
    """All events, or those of one request, in lines."""
    events = session.events if request is None else _of_request(session, request)
    lines = [line for event in events for line in _lines(event)]
    return "".join(f"{row(line)}\n" for line in lines)


def as_json(session: Session, request: int | None = None) -> str:
    """The same as `skillctl.session/1`, texts whole."""
    events = session.events if request is None else _of_request(session, request)
    notices = list(session.notices)
    value = {"schema": SCHEMA, "id": session.id, "events": list(events), "notices": notices}
    return json.dumps(value, ensure_ascii=False, indent=2) + "\n"


def _of_request(session: Session, number: int) -> list[Event]:
    """A request and what came of it, up to the next one; StoreError if there is no such request."""
    request_numbered(session, number)
    found: list[Event] = []
    inside = False
    for event in session.events:
        if event["e"] in ("request", "session.end"):
            inside = event["e"] == "request" and event.get("i") == number
        if inside:
            found.append(event)
    return found


def _lines(event: Event) -> Iterator[str]:
    render = _RENDER.get(str(event["e"]))
    if render is not None:
        yield from render(event)


def _start(event: Event) -> Iterator[str]:
    yield (
        f"session {event['id']}: model {event['model']}, dialect {event['dialect']}, "
        f"preset {event['preset']}, skillctl {event['skillctl']}"
    )


def _catalog(event: Event) -> Iterator[str]:
    skills = [str(s["name"]) for s in _rows(event, "skills")]
    tools = [str(t["name"]) for t in _rows(event, "tools")]
    yield f"skills: {', '.join(skills) or 'none'}"
    yield f"tools: {', '.join(tools) or 'none'}"
    for absent in _rows(event, "absent"):
        yield f"absent: {absent['name']} ({absent['reason']})"


def _server(event: Event) -> Iterator[str]:
    why, *last_words = str(event["error"]).split("\n")
    tools = counted(cast("int", event["tools"]), "tool")
    yield f"server {event['key']}: {event['state']}, {tools}{f': {why}' if why else ''}"
    yield from (_INDENT + line.strip() for line in last_words)


def _message(event: Event) -> Iterator[str]:
    yield f"{event['role']} ({event['source']}):"
    yield from _text(event["text"])


def _request(event: Event) -> Iterator[str]:
    tokens = cast("Mapping[str, Any]", event["tokens"])
    method = str(tokens["method"])
    yield (
        f"request {event['i']}: {event['bytes']} bytes, "
        f"{shown(tokens['n'], method)} tokens ({method}), "
        f"the first {event['prefix_bytes']} as in the request before, "
        f"sha256 {str(event['body_sha256'])[:12]}"
    )


def _response(event: Event) -> Iterator[str]:
    yield f"response {event['i']} ({event['stop']}):"
    yield from _text(event["text"])
    for call in _rows(event, "calls"):
        yield f"{_INDENT}-> {call['name']} {call['args']}"


def _approval(event: Event) -> Iterator[str]:
    rule = f" ({event['rule']})" if event["rule"] else ""
    yield f"approval {event['call']}: {event['decision']} by {event['by']}{rule}"


def _call(event: Event) -> Iterator[str]:
    where = f" [{event['server']}/{event['raw']}]" if event["server"] is not None else ""
    yield f"call {event['call']}: {event['tool']}{where} {compact(event['args'])}"


def _result(event: Event) -> Iterator[str]:
    marks = [w for w, on in (("error", event["is_error"]), ("cut", event["cut"])) if on]
    if event["synthetic"]:
        marks.append("cancelled" if event["attempts"] else "not run")
    yield f"result {event['call']}: {event['bytes']} bytes" + "".join(f", {m}" for m in marks)
    yield from _text(event["text"])


def _skill(event: Event) -> Iterator[str]:
    what = f" {event['resource']}" if event["resource"] else ""
    yield f"skill {event['name']}: {event['act']}{what} by {event['by']}"


def _limit(event: Event) -> Iterator[str]:
    yield f"limit {event['name']} reached: {event['value']}"


def _cancel(event: Event) -> Iterator[str]:
    yield f"cancelled by {event['by']} (stage {event['stage']})"


def _error(event: Event) -> Iterator[str]:
    yield f"error {event['kind']}:"
    yield from _text(event["message"])


def _end(event: Event) -> Iterator[str]:
    reason = str(event["reason"]).partition("\n")[0]
    yield f"end: exit {event['exit']}, {reason}"


_RENDER: dict[str, Callable[[Event], Iterator[str]]] = {
    "session.start": _start,
    "catalog": _catalog,
    "server": _server,
    "message": _message,
    "request": _request,
    "response": _response,
    "approval": _approval,
    "tool.call": _call,
    "tool.result": _result,
    "skill": _skill,
    "limit": _limit,
    "cancel": _cancel,
    "error": _error,
    "session.end": _end,
}


def _rows(event: Event, key: str) -> list[Event]:
    return cast("list[Event]", event[key])


def _text(value: object) -> Iterator[str]:
    """The first lines of a text, and how many there are more."""
    lines = str(value).splitlines()
    for line in lines[:_LINES]:
        yield _INDENT + line
    if len(lines) > _LINES:
        more = counted(len(lines) - _LINES, "more line")
        yield f"{_INDENT}[{more}; --format json has all]"
