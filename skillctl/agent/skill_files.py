"""`read_file` where skills load by reading: the files of active skills (skills.md section 9).

Outside of the root nothing else becomes readable. What is part of a skill is read only as it was
when the view was taken, and cleaned as every text of a skill is (section 6), wherever it lies. A
text with nothing to clean is given line by line as any file is, with LF for CRLF. One that has
something is given without it; a model that writes it back with `write_file`, which replaces whole
files, does not do so unseen: the user is shown the difference first.

All else is plain data of the workspace, given as it is: what `list_dir` and `glob` say of a skill's
folder, files in it that nobody agreed to, and `read_file` where a tool loads skills.
"""

import os
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from skillctl.agent.files import prepare_read
from skillctl.agent.prepared import Prepared, ToolError, ToolResult
from skillctl.agent.reading import MAX_LINES, text_lines
from skillctl.agent.shorten import shorten
from skillctl.agent.skill_events import use_event
from skillctl.agent.toolbox import SkillRead, read_no_skill
from skillctl.files import real_path
from skillctl.policy.paths import Access, Area, expanded, judge_path, lies_in_any
from skillctl.policy.text import clean
from skillctl.settings import Settings
from skillctl.skills.entry import READ
from skillctl.skills.model import Resource, Skill, SkillSnapshot
from skillctl.skills.resource import (
    Opened,
    ResourceRefused,
    agreed_file,
    open_agreed,
    open_resource,
)
from skillctl.skills.result import binary_line
from skillctl.skills.tool import SkillUse
from skillctl.skills.walk import FILE_NAME

Arguments = Mapping[str, object]


def skill_reader(
    snapshot: SkillSnapshot, settings: Settings, activated: Collection[str] = ()
) -> SkillRead:
    """How `read_file` takes files of skills; where a tool loads them, it takes none.

    Those that only the user may activate are among them once they are in `activated`; before that
    their files in the root are clean, too, but to read one activates nothing.
    """
    if settings.skills.loading != READ:
        return read_no_skill

    def read(arguments: Arguments, area: Area) -> Prepared | None:
        asked = _Asked.of(arguments, area)
        offered = [s for s in snapshot.skills if s.model_invocable or s.name in activated]
        if lies_in_any(asked.real, area.protected):
            return None
        if asked.real.is_relative_to(area.root):
            return _inside(asked, snapshot.skills, offered)
        return _outside(asked, offered)

    return read


@dataclass(frozen=True, slots=True)
class _Asked:
    """A call of `read_file`, and where its path leads."""

    arguments: Arguments
    area: Area
    real: Path

    @classmethod
    def of(cls, arguments: Arguments, area: Area) -> "_Asked":
        path = str(arguments["path"])
        return cls(arguments, area, judge_path(path, Access.READ, area).path)

    @property
    def path(self) -> str:
        """The path as it was given."""
        return str(self.arguments["path"])

    def names(self, skills: Collection[Skill]) -> Iterator[tuple[Skill, str]]:
        """The skills it lies in, and its path there: as it was spelled, and by where it leads."""
        spelled = self.area.root / expanded(self.path, self.area.home)
        for path in (Path(os.path.normpath(spelled)), self.real):
            for skill in skills:
                for folder in _folders(skill, self.area):
                    if path != folder and path.is_relative_to(folder):
                        yield skill, path.relative_to(folder).as_posix()


def _folders(skill: Skill, area: Area) -> Iterator[Path]:
    """The folder of a skill as it is printed, and the real one."""
    yield area.root / expanded(skill.folder, area.home)
    yield skill.base


def _outside(asked: _Asked, offered: Collection[Skill]) -> Prepared | None:
    """A file that may be read only since it is one of a skill that the model may use."""
    found = next(asked.names(offered), None)
    if found is None:
        return None
    skill, name = found
    serve = _serving(lambda: open_resource(skill, name), asked.arguments, asked.path)
    return Prepared(run=lambda: _told(serve(), skill, name))


def _inside(
    asked: _Asked, skills: Collection[Skill], offered: Collection[Skill]
) -> Prepared | None:
    """A file of the workspace that is part of a skill; the guard judges it like any other."""
    found = next(_agreed(asked, skills), None)
    if found is None:
        return None
    skill, part = found
    shown = str(asked.real.relative_to(asked.area.root))
    serve = _serving(lambda: open_agreed(skill, part), asked.arguments, shown)
    run = (lambda: _told(serve(), skill, part.path)) if skill in offered else serve
    return replace(prepare_read(asked.arguments, asked.area), run=run)


def _agreed(asked: _Asked, skills: Collection[Skill]) -> Iterator[tuple[Skill, Resource]]:
    """The files of skills that a path leads to, if they have a digest in the view."""
    for skill, name in asked.names(skills):
        part = agreed_file(skill, name)
        if part and real_path(skill.base / part.path) == asked.real:
            yield skill, part


def _serving(
    opening: Callable[[], Opened], arguments: Arguments, shown: str
) -> Callable[[], ToolResult]:
    """Gives lines of a file of a skill, cleaned; of a binary one its size and digest."""

    def serve() -> ToolResult:
        try:
            opened = opening()
        except ResourceRefused as refused:
            raise ToolError(str(refused)) from refused
        if opened.text is None:
            return ToolResult(binary_line(opened))
        offset, limit = (arguments.get(key) for key in ("offset", "limit"))
        full = text_lines(
            clean(opened.text).text,
            shown,
            offset if isinstance(offset, int) else 1,
            limit if isinstance(limit, int) else MAX_LINES,
        )
        short = shorten(full)
        return ToolResult(short, full=None if short == full else full)

    return serve


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
