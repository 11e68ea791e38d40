"""What a person sees of a run while it goes on: one line per server and call."""

import json
from collections.abc import Mapping
from typing import cast

from skillctl.agent.log import Event
from skillctl.policy.text import row
from skillctl.report.plain import counted

_WIDTH = 160


def progress_line(event: Event) -> str | None:
    """The line for an event, safe for a terminal; None if it is worth none."""
    kind = event["e"]
    if kind == "server":
        return _server(event)
    if kind == "tool.call":
        return _shown(f"call {event['tool']} {compact(event['args'])}")
    if kind == "tool.result" and event["is_error"]:
        return _shown(f"  error: {event['text']}")
    if kind == "skill":
        what = f" {event['resource']}" if event["resource"] else ""
        return _shown(f"skill {event['name']}: {event['act']}{what}")
    return None


def _server(event: Mapping[str, object]) -> str:
    tools = f", {counted(cast('int', event['tools']), 'tool')}" if event["state"] == "ready" else ""
    return _shown(f"server {event['key']}: {event['state']}{tools}")


def compact(value: object) -> str:
    """Arguments on one line; those that are no JSON as they came."""
    if isinstance(value, str):
        return value
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _shown(text: str) -> str:
    """The first line of a text; the log has all of it."""
    first, _, more = text.partition("\n")
    line = row(first)
    return f"{line[:_WIDTH]}…" if more or len(line) > _WIDTH else line
