"""A server as the files of its skill; pure, and one bad tool costs no other (skills.md 17)."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from skillctl.policy.text import clean, row
from skillctl.settings import MANAGED_BY
from skillctl.tools.generated.paths import ToolPaths, tool_paths
from skillctl.tools.generated.text import MOST_INSTRUCTIONS, skill_text
from skillctl.tools.schema import sent_schema

SKILL_FILE = "SKILL.md"
NOTES_FILE = "NOTES.md"
READY = "ready"


@dataclass(frozen=True, slots=True, kw_only=True)
class Documented:
    """A tool that is offered: its raw name, its cleaned description, its schema as served."""

    name: str
    description: str
    schema: object = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Generated:
    """The files of a skill by their path in its folder, but for the mark and the user's notes.

    `paths` are those of the schemas by tool, `left_out` says which tools have none and why;
    `notes` are lines about what was cut.
    """

    server: str
    files: Mapping[str, bytes]
    paths: Mapping[str, str]
    left_out: Mapping[str, str]
    notes: tuple[str, ...] = ()


def generate(
    server: str, tools: Sequence[Documented], instructions: str, notes: str = ""
) -> Generated:
    """Render the skill of a server; `notes` is what its user wrote into `NOTES.md`."""
    placed = tool_paths(tool.name for tool in tools)
    told = {tool.name: _told(tool, placed) for tool in tools if tool.name in placed.paths}
    text = skill_text(server, told, instructions, notes)
    schemas = {placed.paths[t.name]: schema_file(t.schema) for t in tools if t.name in told}
    return Generated(
        server=server,
        files={SKILL_FILE: text.encode(), **schemas},
        paths=placed.paths,
        left_out=placed.left_out,
        notes=(*_left_out(placed.left_out), *_cut(instructions)),
    )


def _told(tool: Documented, placed: ToolPaths) -> str:
    """A description, and before it where the schema is if the name of the tool does not tell."""
    if tool.name in placed.told_apart:
        return f"(schema: {placed.paths[tool.name]}) {tool.description}"
    return tool.description


def schema_file(served: object) -> bytes:
    """The input schema as served, its text cleaned; an empty object where there is none."""
    if not isinstance(served, dict):
        return b"{}\n"
    cleaned, _ = sent_schema(served, "/inputSchema")
    whole = {key: cleaned.get(key, value) for key, value in served.items()}
    return _json(whole)


def mark(server: str, *, count: int, at: datetime) -> bytes:
    """The file that says whose folder this is; `at` is in UTC."""
    return _json(
        {
            "managed_by": MANAGED_BY,
            "server": server,
            "status": READY,
            "tool_count": count,
            "last_successful_refresh": f"{at:%Y-%m-%dT%H:%M:%S}Z",
            "last_error": None,
        }
    )


def _left_out(left_out: Mapping[str, str]) -> Iterator[str]:
    for name, why in left_out.items():
        yield f'tool "{row(name)}" is not in its skill: {why}'


def _cut(instructions: str) -> Sequence[str]:
    length = len(clean(instructions).text.strip())
    if length <= MOST_INSTRUCTIONS:
        return ()
    return (f"instructions cut from {length} to {MOST_INSTRUCTIONS} characters",)


def _json(value: object) -> bytes:
    text = json.dumps(value, ensure_ascii=False, indent=2)
    return f"{text}\n".encode("utf-8", "replace")  # half a surrogate is no text
