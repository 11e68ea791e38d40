"""What `prompt` prints of an assembly: a section as the model gets it, or all of it as JSON."""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from hashlib import sha256

from skillctl.agent.assembly import Assembly, Part
from skillctl.agent.dialects.known import dialect_named
from skillctl.agent.provenance import Span, joined
from skillctl.agent.sections import PINNED
from skillctl.agent.view import Absence
from skillctl.agent.writer import written
from skillctl.tokens import ESTIMATE, count
from skillctl.toolspec import ToolSpec

SCHEMA = "skillctl.prompt/1"


def system_text(assembly: Assembly) -> str:
    """The whole system text."""
    return assembly.system


def _part_text(name: str) -> Callable[[Assembly], str]:
    def text(assembly: Assembly) -> str:
        """One part of the system text; empty if it is absent."""
        return "".join(part.text.text for part in assembly.system_parts if part.id == name)

    return text


def pinned_text(assembly: Assembly) -> str:
    """The pinned skills, as they stand in the system text; empty if there are none."""
    parts = (part for part in assembly.system_parts if part.id.startswith(PINNED))
    return joined([part.text for part in parts]).text


def tools_text(assembly: Assembly) -> str:
    """The tool list as this dialect sends it, indented."""
    return _indented(_sent(assembly).get("tools", []))


def messages_text(assembly: Assembly) -> str:
    """The messages as this dialect sends them, indented."""
    key = dialect_named(assembly.dialect).said
    return _indented(_sent(assembly)[key])


SECTIONS: dict[str, Callable[[Assembly], str]] = {
    "system": system_text,
    "skills": _part_text("skills"),
    "mcp": _part_text("mcp"),
    "pinned": pinned_text,
    "tools": tools_text,
    "messages": messages_text,
}


def without_pinned(assembly: Assembly) -> Assembly:
    """The text as a view of three tiers shows it (skills.md section 10); the body stays."""
    parts = tuple(part for part in assembly.system_parts if not part.id.startswith(PINNED))
    said = replace(assembly.said, system=joined([part.text for part in parts]))
    return replace(assembly, said=said, system_parts=parts)


def as_json(
    assembly: Assembly, view: str, method: str = ESTIMATE, shown: Assembly | None = None
) -> str:
    """All of an assembly as `skillctl.prompt/1`; `view` is the digest of the view.

    The parts are those of `shown`, which may leave out some of the text.
    """
    body = assembly.body
    text = _indented(
        {
            "schema": SCHEMA,
            "dialect": assembly.dialect,
            "model": assembly.said.model,
            "sha256": {"body": sha256(body).hexdigest(), "view": view},
            "tokens": {"method": method, "n": count(body.decode(), method)},
            "parts": [_part(part) for part in (shown or assembly).parts],
            "spans": span_rows(assembly.spans()),
            "tools": [_tool(tool) for tool in assembly.tools],
            "absences": [_absence(absence) for absence in assembly.absences],
            "notes": list(assembly.notes),
        }
    )
    return f"{text}\n"


def span_rows(spans: Sequence[Span]) -> list[dict[str, object]]:
    """Spans as JSON values."""
    return [
        {
            "start": span.start,
            "end": span.end,
            "part": span.origin.part,
            "source": span.origin.source,
            "line": span.origin.line,
            "item": span.origin.item,
            "fingerprint": span.origin.fingerprint,
        }
        for span in spans
    ]


def _sent(assembly: Assembly) -> Mapping[str, object]:
    return dialect_named(assembly.dialect).body(assembly.said)


def _indented(value: object) -> str:
    """A value as its bytes will be read, one thing a line."""
    plain = json.loads(written(value)[0])
    return json.dumps(plain, ensure_ascii=False, indent=2)


def _part(part: Part) -> dict[str, object]:
    return {
        "id": part.id,
        "place": part.place,
        "text": part.text.text,
        "pieces": [
            {
                "text": piece.text,
                "source": piece.origin.source,
                "line": piece.origin.line,
                "item": piece.origin.item,
            }
            for piece in part.text.pieces
        ],
    }


def _tool(tool: ToolSpec) -> dict[str, object]:
    return {
        "name": tool.name,
        "source": tool.source,
        "server": tool.server,
        "raw": tool.raw_name,
        "digest": tool.digest,
        "description": tool.description,
        "input_schema": tool.input_schema,
    }


def _absence(absence: Absence) -> dict[str, object]:
    return {
        "kind": absence.kind,
        "name": absence.name,
        "reason": absence.reason,
        "detail": absence.detail,
        "remedy": absence.remedy,
    }
