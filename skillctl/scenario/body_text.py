"""A request body as texts that a person can compare: system text, tools, messages."""

import json
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from skillctl.agent.dialects.known import DIALECTS
from skillctl.scenario.snapshot_changes import SYSTEM
from skillctl.scenario.snapshot_folder import Snapshot, body_file

MESSAGES = "messages.json"
_INDENT = 2


class NoBody(ValueError):
    """Bytes that are no request body of a dialect; says why."""


def read_body(body: bytes) -> tuple[str, Mapping[str, Any]]:
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


def body_snapshot(body: bytes) -> Snapshot:
    """What can be known from a body alone, in the files of a snapshot; NoBody if it is none."""
    name, value = read_body(body)
    try:
        tools = [_tool(tool) for tool in value.get("tools", [])]
        files = {
            body_file(name): body,
            SYSTEM: _system(value, name).encode("utf-8", "replace"),
            **{f"tools/{tool['name']}.json": _indented(tool) for tool in tools},
            MESSAGES: _messages(name, value),
        }
    except (LookupError, TypeError, AttributeError) as error:
        raise NoBody(f"not a request body of {name}: {error}") from None
    return Snapshot(files=files, dialects=(name,))


def with_messages(snapshot: Snapshot) -> Snapshot:
    """A snapshot with what is said in its first body as a file, too; NoBody if that is none."""
    said = _messages(*read_body(next(iter(snapshot.bodies.values()))))
    return replace(snapshot, files={**snapshot.files, MESSAGES: said})


def _fits(value: Mapping[str, Any], name: str) -> bool:
    """Whether a body is of this dialect: two have the same key for what was said."""
    apart = "system" in value
    return apart == (name == "anthropic-messages")


def _system(value: Mapping[str, Any], name: str) -> str:
    found = value.get("system", value.get("instructions"))
    if found is None:
        said = value[DIALECTS[name].said]
        found = next((one["content"] for one in said if _role(one) == "system"), "")
    if isinstance(found, str):
        return found
    return "".join(block["text"] for block in found)


def _messages(name: str, value: Mapping[str, Any]) -> bytes:
    """What is said beside the system text."""
    return _indented([one for one in value[DIALECTS[name].said] if _role(one) != "system"])


def _role(message: object) -> object:
    return message.get("role") if isinstance(message, dict) else None


def _tool(tool: Mapping[str, Any]) -> dict[str, Any]:
    """A tool in the form that files of a snapshot have."""
    about = tool.get("function", tool)
    schema = about.get("parameters", about.get("input_schema"))
    return {
        "name": str(about["name"]),
        "description": about.get("description", ""),
        "inputSchema": schema,
    }


def _indented(value: object) -> bytes:
    text = json.dumps(value, ensure_ascii=False, indent=_INDENT)
    return f"{text}\n".encode("utf-8", "replace")
