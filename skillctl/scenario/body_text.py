"""A request body as texts that a person can compare: system text, tools, messages, and the rest."""

import json
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from skillctl.scenario.body_parts import BodyParts, parts_of
from skillctl.scenario.snapshot_changes import SYSTEM
from skillctl.scenario.snapshot_folder import Snapshot, body_file

FRAME = "request.json"
MESSAGES = "messages.json"
_INDENT = 2


def body_snapshot(body: bytes) -> Snapshot:
    """What can be known from a body alone, in the files of a snapshot; NoBody if it is none."""
    parts = parts_of(body)
    files = {
        body_file(parts.dialect): body,
        SYSTEM: parts.system.encode("utf-8", "replace"),
        **{f"tools/{name}.json": _indented(_tool(name, t)) for name, t in parts.tools.items()},
    }
    return Snapshot(files=files, dialects=(parts.dialect,))


def readable(old: Snapshot, new: Snapshot) -> tuple[Snapshot, Snapshot]:
    """Both with all that their first bodies hold as files, too; NoBody if one of those is none.

    Messages and the frame around them are files. So is a tool as it is sent, where its own file
    does not show that it is sent otherwise than before in the same dialect.
    """
    before, after = (parts_of(next(iter(one.bodies.values()))) for one in (old, new))
    otherwise = [
        name
        for name, tool in before.tools.items()
        if before.dialect == after.dialect
        and _differs(tool, after.tools.get(name, tool))
        and old.files.get(f"tools/{name}.json") == new.files.get(f"tools/{name}.json")
    ]
    return _with_parts(old, before, otherwise), _with_parts(new, after, otherwise)


def _with_parts(snapshot: Snapshot, parts: BodyParts, sent: list[str]) -> Snapshot:
    files = {
        FRAME: _indented(parts.frame),
        MESSAGES: _indented(parts.messages),
        **{f"tools/{name} as sent.json": _indented(parts.tools[name]) for name in sent},
    }
    return replace(snapshot, files={**snapshot.files, **files})


def _differs(old: object, new: object) -> bool:
    return json.dumps(old) != json.dumps(new)


def _tool(name: str, tool: Mapping[str, Any]) -> dict[str, Any]:
    """A tool in the form that files of a snapshot have."""
    about = tool.get("function", tool)
    schema = about.get("parameters", about.get("input_schema"))
    return {"name": name, "description": about.get("description", ""), "inputSchema": schema}


def _indented(value: object) -> bytes:
    text = json.dumps(value, ensure_ascii=False, indent=_INDENT)
    return f"{text}\n".encode("utf-8", "replace")
