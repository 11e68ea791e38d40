"""`skillctl skills new`: a skill to fill in (skills.md section 14)."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from skillctl.cli import options, skills_put
from skillctl.cli.options import Format
from skillctl.cli.skills_put import Asked, Scope
from skillctl.cli.surroundings import Surroundings
from skillctl.errors import SkillctlError
from skillctl.policy.text import row
from skillctl.skills.target import Target

Name = Annotated[
    str,
    typer.Argument(metavar="NAME", help="Its name: small letters, digits and single hyphens."),
]
Description = Annotated[
    str | None,
    typer.Option(
        "--description",
        metavar="TEXT",
        help="What it does and when it is to be used, in one line; the model decides by it.",
        show_default="one made of the name",
    ),
]


def new(
    name: Name,
    *,
    to: skills_put.To = Scope.PROJECT,
    description: Description = None,
    style: options.Style = Format.TEXT,
    project: options.Project = None,
    preset: options.Preset = None,
    skills: options.Skills = None,
) -> int:
    """Write a new skill to fill in; what is there already is never touched."""
    from skillctl.cli.surroundings import surroundings
    from skillctl.skills.scaffold import new_skill

    _refuse(name, description)
    here, asked = surroundings(), Asked(project, preset, skills or [], style)
    target = skills_put.checked_target(here, asked, to)
    _refuse_taken(name, target)
    data = new_skill(name, description or "").encode()
    _refuse_errors(here, target.folder(name), data)
    _write(target, name, data)
    folder = target.folder(name)
    then = f"fill it in, then check it with: {skills_put.lint_command(here, folder)}"
    done = [f"wrote {target.shown(folder)}/SKILL.md", then]
    skills_put.tell(here, asked, folder, done, "new")
    return 0


def _refuse(name: str, description: str | None) -> None:
    """What no skill may be called, or be described by."""
    from skillctl.skills.fields import name_defect
    from skillctl.skills.scaffold import description_defect, possible_name

    defect = name_defect(name)
    if defect:
        near = possible_name(name)
        hint = f'did you mean "{near}"?' if near else "for example: release-notes"
        raise SkillctlError(
            f'"{row(name)[:80]}" cannot be the name of a skill: it {defect}', hint=hint
        )
    defect = None if description is None else description_defect(description)
    if defect:
        raise SkillctlError(
            f"the description {defect}", hint="say in one line what it does and when to use it"
        )


def _refuse_taken(name: str, target: Target) -> None:
    other = target.taken(name)
    if other:
        raise SkillctlError(
            f"{target.shown(target.folder(other))} is there already; nothing was written",
            hint="take another name, or change that one by hand",
        )


def _refuse_errors(here: Surroundings, folder: Path, data: bytes) -> None:
    """A new skill has no error by the default rules; warnings are told."""
    from skillctl.findings import Severity
    from skillctl.report.text import render

    report = skills_put.linted(here, folder, data)
    found = [finding for case in report.cases for finding in case.findings]
    errors = [finding for finding in found if finding.severity is Severity.ERROR]
    if errors:
        raise SkillctlError(
            f"the skill would break rule {errors[0].code}: {errors[0].message}",
            hint=f"nothing was written; see: skillctl rules {errors[0].code}",
        )
    if found:
        sys.stderr.write(render(report, colour=False))


def _write(target: Target, name: str, data: bytes) -> None:
    """Put the folder there whole."""
    from skillctl.skills.staging import put, staged

    try:
        with staged(target.root, name) as stage:
            (stage / "SKILL.md").write_bytes(data)
            put(stage, target.folder(name))
    except OSError as error:
        shown = target.shown(target.folder(name))
        raise SkillctlError(
            f"{shown} cannot be written: {error.strerror}; nothing was written",
            hint="may you write there, and is there room?",
        ) from None
