"""`read_file` where skills load by reading: the files of active skills (skills.md section 9).

Outside of the root nothing else becomes readable. What is part of a skill is read only as it was
when the view was taken, wherever it lies.
"""

import os
from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace
from pathlib import Path

from skillctl.agent.files import prepare_read
from skillctl.agent.prepared import Prepared, ToolError, ToolResult
from skillctl.agent.reading import MAX_LINES, text_lines
from skillctl.agent.shorten import shorten
from skillctl.agent.skill_events import use_event
from skillctl.agent.toolbox import SkillRead, read_no_skill
from skillctl.policy.paths import Access, Area, expanded, judge_path, lies_in_any
from skillctl.policy.text import clean
from skillctl.settings import Settings
from skillctl.skills.entry import READ
from skillctl.skills.model import Skill, SkillSnapshot
from skillctl.skills.resource import (
    ResourceRefused,
    agreed_digest,
    changed_words,
    open_resource,
)
from skillctl.skills.result import binary_line
from skillctl.skills.tool import SkillUse
from skillctl.skills.walk import FILE_NAME
from skillctl.worktree import NotPinned, digest_file

Arguments = Mapping[str, object]


def skill_reader(
    snapshot: SkillSnapshot, settings: Settings, activated: Collection[str] = ()
) -> SkillRead:
    """How `read_file` takes files of skills; where a tool loads them, it takes none.

    Those that only the user may activate are among them once they are in `activated`.
    """
    if settings.skills.loading != READ:
        return read_no_skill

    def read(arguments: Arguments, area: Area) -> Prepared | None:
        path = str(arguments["path"])
        skills = [s for s in snapshot.skills if s.model_invocable or s.name in activated]
        real = judge_path(path, Access.READ, area).path
        found = _file_of(skills, path, real, area)
        if found is None or lies_in_any(real, area.protected):
            return None
        skill, name = found
        if real.is_relative_to(area.root):
            prepared = prepare_read(arguments, area)
            return replace(prepared, run=lambda: _as_agreed(prepared, real, skill, name))
        return Prepared(run=lambda: _told(_served(arguments, skill, name), skill, name))

    return read


def _file_of(skills: list[Skill], text: str, real: Path, area: Area) -> tuple[Skill, str] | None:
    """The skill a path lies in, and its path there: as it was spelled, or by where it leads."""
    spelled = Path(os.path.normpath(area.root / expanded(text, area.home)))
    for path in (spelled, real):
        for skill in skills:
            for folder in _folders(skill, area):
                if path != folder and path.is_relative_to(folder):
                    return skill, path.relative_to(folder).as_posix()
    return None


def _folders(skill: Skill, area: Area) -> Iterator[Path]:
    """The folder of a skill as it is printed, and the real one."""
    yield area.root / expanded(skill.folder, area.home)
    yield skill.base


def _served(arguments: Arguments, skill: Skill, name: str) -> ToolResult:
    """Lines of a file as the view holds it; of a binary one its size and digest."""
    try:
        opened = open_resource(skill, name)
    except ResourceRefused as refused:
        raise ToolError(str(refused)) from refused
    if opened.text is None:
        return ToolResult(binary_line(opened))
    offset, limit = (arguments.get(key) for key in ("offset", "limit"))
    full = text_lines(
        clean(opened.text).text,
        str(arguments["path"]),
        offset if isinstance(offset, int) else 1,
        limit if isinstance(limit, int) else MAX_LINES,
    )
    short = shorten(full)
    return ToolResult(short, full=None if short == full else full)


def _as_agreed(prepared: Prepared, real: Path, skill: Skill, name: str) -> ToolResult:
    """A file of the workspace; what is part of a skill, only as it was when the message began."""
    digest = agreed_digest(skill, name)
    result = prepared.run()
    if not digest:
        return result
    try:
        now = digest_file(real)
    except NotPinned:  # it was there a moment ago
        now = ""
    if now != digest:
        raise ToolError(changed_words(name))
    return _told(result, skill, name)


def _told(result: ToolResult, skill: Skill, name: str) -> ToolResult:
    """The result with what happened: a skill was activated, or one of its files was read."""
    activated = name == FILE_NAME
    use = SkillUse(
        skill.name,
        "activated" if activated else "resource",
        "" if activated else name,
        skill.fingerprint,
    )
    return replace(result, event=use_event(use))
