"""`skillctl skills install`: a skill of a folder, a package or skillctl (skills.md 14)."""

import re
from pathlib import Path
from typing import Annotated

import typer

from skillctl.cli import options, skills_put
from skillctl.cli.options import Format
from skillctl.cli.skills_put import Asked, Scope
from skillctl.cli.surroundings import Surroundings
from skillctl.errors import SkillctlError
from skillctl.policy.text import row
from skillctl.skills.install import Source
from skillctl.skills.target import Target

_FAR = re.compile(r"[A-Za-z][A-Za-z0-9+.-]+://|[\w.-]+@[\w.-]+:")

_MOST_SHOWN = 200
_YOURS = "it is yours in every project, and nobody asks: read it with: skillctl skills show {}"

Wanted = Annotated[
    str,
    typer.Argument(
        metavar="SOURCE",
        help="The folder of a skill, or the name of one that a package of this project or skillctl "
        "brings.",
    ),
]
Force = Annotated[
    bool, typer.Option("--force", help="Replace a skill of that name that holds other content.")
]


def install(
    source: Wanted,
    *,
    to: skills_put.To = Scope.PROJECT,
    force: Force = False,
    style: options.Style = Format.TEXT,
    project: options.Project = None,
    preset: options.Preset = None,
    skills: options.Skills = None,
) -> int:
    """Copy a skill to where skills are found; nothing is downloaded, and no consent is granted."""
    from skillctl.cli.notice import say
    from skillctl.cli.surroundings import surroundings
    from skillctl.report.plain import counted
    from skillctl.skills.install import SAME, recover
    from skillctl.skills.install import install as put_copy

    here, asked = surroundings(), Asked(project, preset, skills or [], style)
    target = skills_put.checked_target(here, asked, to)
    found = _source(here, asked, target, source)
    say(recover(found, target))
    installed = put_copy(found, target, force=force)
    say(installed.notes)
    _tell_errors(here, installed.folder)
    shown = target.shown(installed.folder)
    files = f", {counted(found.files.count, 'file')} of {found.shown}"
    line = f"{installed.action}: {shown}{'' if installed.action == SAME else files}"
    done = [line, *([_YOURS.format(found.name)] if to is Scope.USER else [])]
    skills_put.tell(here, asked, installed.folder, done, installed.action.replace(" ", "-"))
    return 0


def _source(here: Surroundings, asked: Asked, target: Target, wanted: str) -> Source:
    """The folder that is meant: by its path, or else by the name of its skill."""
    from skillctl.files import is_file, is_folder
    from skillctl.skills.install import source_of

    path = here.cwd / wanted
    if is_file(path) and path.name == "SKILL.md":
        path = path.parent
    if is_folder(path / "SKILL.md") or is_file(path / "SKILL.md"):
        return source_of(path, wanted, here.home)
    if _FAR.match(wanted):
        raise SkillctlError(
            f"{row(wanted)} is not on this machine, and skillctl downloads nothing",
            hint="fetch it yourself (git clone, npm install), look at it, and name its folder",
        )
    return source_of(*_named(here, asked, target, wanted), here.home)


def _named(here: Surroundings, asked: Asked, target: Target, wanted: str) -> tuple[Path, str]:
    """The folder of a skill of a package or of skillctl, and how it is printed."""
    from skillctl.cli.skills_seen import look
    from skillctl.nearest import did_you_mean
    from skillctl.skills.builtin import builtin_skills
    from skillctl.skills.package_roots import PACKAGE

    seen = look(asked.project, asked.preset, asked.skills, again=True)
    candidates = seen.snapshot.candidates
    foreign, own = [c for c in candidates if c.scope == PACKAGE], builtin_skills()
    for found in foreign:
        if wanted in (found.name, found.skill.source if found.skill else ""):
            if found.skill is None:
                raise SkillctlError(
                    f"the skill cannot be used: {row(found.reason)}", hint="nothing was written"
                )
            if found.skill.outside:
                raise SkillctlError(
                    f"{row(found.path)} is a link that leads out of its package, to "
                    f"{row(found.skill.outside)}",
                    hint="name that folder if it is the one you mean; nothing was written",
                )
            return found.skill.base, found.skill.source
    if wanted in own:
        return own[wanted], f"builtin:{wanted}"
    place = row(target.places.shown(here.cwd / wanted))[:_MOST_SHOWN]
    otherwise = f"name the folder of a skill, or one of skillctl's: {', '.join(own)}"
    raise SkillctlError(
        f"{place} is no folder with a SKILL.md, nor does a package bring a skill of that name",
        hint=did_you_mean(wanted, [*(c.name for c in foreign), *own], otherwise, most=3),
    )


def _tell_errors(here: Surroundings, folder: Path) -> None:
    """What the default rules find wrong with a skill that can be used all the same."""
    import sys

    from skillctl.report.text import render

    report = skills_put.linted(here, folder)
    if any(case.findings for case in report.cases):
        sys.stderr.write(render(report, colour=False))
