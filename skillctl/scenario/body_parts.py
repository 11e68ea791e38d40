"""A request body taken apart: system text, tools, what is said, and the frame around them."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from skillctl.agent.dialects.known import DIALECTS

ELSEWHERE = "…"  # stands in a frame for what has a file of its own


class NoBody(ValueError):
    """Bytes that are no request body of a dialect; says why."""


@dataclass(frozen=True, slots=True)
class BodyParts:
    """A body by its parts; `frame` is all the rest, with `…` in place of each of them.

    `said` is the key of the messages. Places in `frame` are those of the body.
    """

    dialect: str
    said: str
    system: str
    tools: Mapping[str, Mapping[str, Any]]
    messages: list[Any]
    frame: Mapping[str, Any]


def parts_of(body: bytes) -> BodyParts:
    """Take a body apart; NoBody if it is none."""
    name, value = _read(body)
    try:
        return _parts(name, value)
    except (LookupError, TypeError, AttributeError):
        words = "a tool or a message in it has another form"
        raise NoBody(f"not a request body of {name}: {words}") from None


def _parts(name: str, value: Mapping[str, Any]) -> BodyParts:
    said = DIALECTS[name].said
    tools = {str(tool.get("function", tool)["name"]): tool for tool in value.get("tools", [])}
    own = [one for one in value[said] if _is_system(one)]
    messages = [one for one in value[said] if not _is_system(one)]
    places: dict[str, Any] = {"tools": ELSEWHERE, said: [*map(_hollow, own), ELSEWHERE]}
    for key in ("system", "instructions"):
        places[key] = _hollow_text(value.get(key))
    frame = {key: places.get(key, found) for key, found in value.items()}
    return BodyParts(name, said, _system(value, own), tools, messages, frame)


def _read(body: bytes) -> tuple[str, Mapping[str, Any]]:
    """The dialect and the value of a body; NoBody if it is none."""
    try:
        value = json.loads(body)
    except (ValueError, RecursionError) as error:
        raise NoBody(f"not a request body: {error}") from None
    if isinstance(value, dict):
        for name, dialect in DIALECTS.items():
            if isinstance(value.get(dialect.said), list) and _fits(value, name):
                return name, value
    raise NoBody("not a request body of " + ", ".join(DIALECTS))


def _fits(value: Mapping[str, Any], name: str) -> bool:
    """Whether a body is of this dialect: two have the same key for what was said."""
    apart = "system" in value
    return apart == (name == "anthropic-messages")


def _is_system(message: object) -> bool:
    return isinstance(message, dict) and message.get("role") == "system"


def _system(value: Mapping[str, Any], own: list[Mapping[str, Any]]) -> str:
    """The system text, wherever a dialect has it."""
    found = value.get("system", value.get("instructions"))
    if found is None:
        found = next((one["content"] for one in own), "")
    return found if isinstance(found, str) else "".join(block["text"] for block in found)


def _hollow(message: Mapping[str, Any]) -> dict[str, Any]:
    """The message that holds the system text, without it."""
    return {**message, "content": _hollow_text(message["content"])}


def _hollow_text(found: Any) -> Any:  # noqa: ANN401 # any JSON value
    """A text, or blocks of text, without the text."""
    if isinstance(found, list):
        return [{**block, "text": ELSEWHERE} for block in found]
    return found if found is None else ELSEWHERE
