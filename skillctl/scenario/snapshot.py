"""Taking a snapshot: everything that reaches the model, as files (harness.md section 7)."""

import json

from skillctl.agent.assembly import Assembly, assemble
from skillctl.agent.messages import UserMessage
from skillctl.agent.view import Absence, View
from skillctl.report.plain import one_row
from skillctl.scenario.snapshot_changes import ABSENT, BODY, SKILL_FILE, SYSTEM, UNLISTED
from skillctl.scenario.snapshot_folder import Snapshot
from skillctl.settings import Settings
from skillctl.skills.catalog import catalog_line
from skillctl.skills.model import Skill
from skillctl.tokens import ESTIMATE, estimate
from skillctl.toolspec import ToolSpec
from skillctl.version import VERSION

TASK = "snapshot"
MODEL = "unset"


def take(view: View, settings: Settings) -> Snapshot:
    """The files of a snapshot of this view, in the order in which they are read."""
    assembly = assemble(view, settings, [UserMessage(TASK, TASK)], model=MODEL)
    listed = assembly.system.split("\n")
    files = {BODY: assembly.body, SYSTEM: assembly.system.encode("utf-8", "replace")}
    files |= {f"tools/{tool.name}.json": _tool(tool) for tool in assembly.tools}
    limit = settings.skills.description_chars
    for skill in view.skills.skills:
        line = catalog_line(skill, limit)
        files[f"skills/{skill.name}.txt"] = _skill(skill, line if line in listed else UNLISTED)
    files[ABSENT] = _lines(sorted({_absence(absence) for absence in assembly.absences}))
    return Snapshot(
        files=files,
        about=_about(view, settings),
        dialects=(assembly.dialect,),
        tokens=_tokens(assembly, files),
    )


def _about(view: View, settings: Settings) -> dict[str, str]:
    return {
        "skillctl": VERSION,
        "preset": settings.preset,
        "surface": "tools",
        "source": "live",
        "view": view.hash,
        "tokens_method": ESTIMATE,
    }


def _tokens(assembly: Assembly, files: dict[str, bytes]) -> dict[str, int]:
    """Estimates, so that every machine agrees on them."""
    return {"system": estimate(assembly.system), "body": -(-len(files[BODY]) // 4)}


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


def _skill(skill: Skill, line: str) -> bytes:
    """Its line in the catalog, its fingerprint, and the digest of each of its files."""
    digests = [f"{skill.sha256} {SKILL_FILE}"]
    digests += [f"{r.sha256 or r.kind} {one_row(r.path)}" for r in skill.resources]
    return _lines([line, skill.fingerprint or "no fingerprint", *digests])


def _absence(absence: Absence) -> str:
    return f"{absence.kind} {one_row(absence.name)}: {absence.reason}"


def _lines(lines: list[str]) -> bytes:
    return "".join(f"{line}\n" for line in lines).encode("utf-8", "replace")
