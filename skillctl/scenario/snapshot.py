"""Taking a snapshot: everything that reaches the model, as files (harness.md section 7)."""

import json
from collections.abc import Sequence

from skillctl.agent.assembly import Assembly, assemble
from skillctl.agent.dialects.known import DEFAULT_DIALECT, DIALECTS, dialect_named
from skillctl.agent.messages import UserMessage
from skillctl.agent.sections import CATALOG, PINNED
from skillctl.agent.view import Absence, View
from skillctl.report.plain import one_row
from skillctl.scenario.snapshot_changes import ABSENT, IN_FULL, SKILL_FILE, SYSTEM, UNLISTED
from skillctl.scenario.snapshot_folder import Snapshot, body_file
from skillctl.scenario.snapshot_names import file_name
from skillctl.settings import Settings
from skillctl.skills.model import Skill
from skillctl.tokens import ESTIMATE, estimate, quarter
from skillctl.toolspec import ToolSpec
from skillctl.version import VERSION

TASK = "snapshot"
MODEL = "unset"


def ordered(dialects: Sequence[str]) -> tuple[str, ...]:
    """Dialects once each and in the order of their table; the usual one if there is none.

    SkillctlError if one of them is unknown.
    """
    asked = {dialect_named(name).name for name in dialects or (DEFAULT_DIALECT,)}
    return tuple(name for name in DIALECTS if name in asked)


def take(view: View, settings: Settings, dialects: Sequence[str] = (DEFAULT_DIALECT,)) -> Snapshot:
    """The files of a snapshot of this view, in the order in which they are read."""
    assembly, *others = (
        assemble(view, settings, [UserMessage(TASK, TASK)], model=MODEL, dialect=name)
        for name in dialects
    )
    bodies = {one.dialect: one.body for one in (assembly, *others)}
    files = {body_file(dialect): body for dialect, body in bodies.items()}
    files[SYSTEM] = assembly.system.encode("utf-8", "replace")
    files |= {f"tools/{tool.name}.json": _tool(tool) for tool in assembly.tools}
    listed = _listed(assembly)
    for skill in view.skills.skills:
        line = listed.get(skill.name, UNLISTED)
        files[f"skills/{file_name(skill.name)}.txt"] = _skill(skill, line)
    files[ABSENT] = _lines(sorted({_absence(absence) for absence in assembly.absences}))
    return Snapshot(
        files=files,
        about=_about(view, settings),
        dialects=tuple(bodies),
        tokens=_tokens(assembly, bodies),
    )


def _about(view: View, settings: Settings) -> dict[str, str]:
    return {
        "skillctl": VERSION,
        "preset": settings.preset,
        "surface": view.surface,
        "source": "live",
        "view": view.hash,
        "tokens_method": ESTIMATE,
    }


def _tokens(assembly: Assembly, bodies: dict[str, bytes]) -> dict[str, int]:
    """Estimates, so that every machine agrees on them; `body` is that of the first dialect."""
    first, *others = ((name, quarter(len(body))) for name, body in bodies.items())
    return {"system": estimate(assembly.system), "body": first[1]} | dict(others)


def _tool(tool: ToolSpec) -> bytes:
    """A tool as the server sent it, but for its name, which is the final one."""
    members: dict[str, object] = {"name": tool.name}
    if tool.server is not None:
        members |= {"server": tool.server, "raw": tool.raw_name}
    members |= {"description": tool.description, "inputSchema": tool.input_schema}
    if tool.output_schema is not None:
        members["outputSchema"] = tool.output_schema
    if tool.annotations:
        members["annotations"] = tool.annotations
    text = json.dumps(members, ensure_ascii=False, indent=2)
    return (text + "\n").encode("utf-8", "replace")


def _listed(assembly: Assembly) -> dict[str, str]:
    """What the catalog says of each skill that it names, as one line; or that it is pinned."""
    pinned = (part for part in assembly.system_parts if part.id.startswith(PINNED))
    return {part.id.removeprefix(PINNED): IN_FULL for part in pinned} | {
        piece.origin.item: piece.text.replace("\n", "")
        for part in assembly.system_parts
        if part.id == CATALOG
        for piece in part.text.pieces
        if piece.origin.item
    }


def _skill(skill: Skill, line: str) -> bytes:
    """Its line in the catalog, its fingerprint, and the digest of each of its files."""
    digests = [f"{skill.sha256} {SKILL_FILE}"]
    digests += [f"{r.sha256 or r.kind} {one_row(r.path)}" for r in skill.resources]
    return _lines([line, skill.fingerprint or "no fingerprint", *digests])


def _absence(absence: Absence) -> str:
    return f"{absence.kind} {one_row(absence.name)}: {absence.reason}"


def _lines(lines: list[str]) -> bytes:
    return "".join(f"{line}\n" for line in lines).encode("utf-8", "replace")
