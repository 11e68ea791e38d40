"""`skillctl skills`: which skills there are, and why (skills.md section 14)."""

import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from skillctl.cli import options
from skillctl.cli.options import Format
from skillctl.errors import SkillctlError
from skillctl.nearest import did_you_mean
from skillctl.policy.text import row
from skillctl.settings import Settings
from skillctl.skills.model import SkillSnapshot

MOST_NEAR = 3

app = typer.Typer(
    add_completion=False,
    no_args_is_help=True,
    help="List skills, say why one is used or not, print the valid ones.",
)


class ListFormat(StrEnum):
    """How `skills list` prints what it shows."""

    TEXT = "text"
    JSON = "json"
    XML = "xml"


ListStyle = Annotated[
    ListFormat,
    typer.Option(
        "--format",
        help="How it is printed. xml: the block of the Agent Skills reference, of all skills that "
        "the model may load, as a prompt can hold it; what was reported goes to stderr.",
    ),
]
Absolute = Annotated[
    bool, typer.Option("--absolute", help="With --format xml: absolute paths, as the reference.")
]
Every = Annotated[bool, typer.Option("--all", help="Also those that another of the name shadows.")]
Name = Annotated[str, typer.Argument(metavar="NAME", help="Name of the skill.")]


@app.command("list")
def list_skills(
    *,
    every: Every = False,
    style: ListStyle = ListFormat.TEXT,
    absolute: Absolute = False,
    project: options.Project = None,
    preset: options.Preset = None,
    skills: options.Skills = None,
) -> int:
    """List skills with scope, status, tokens and path; then all that was reported."""
    from skillctl.skills.catalog import catalog_lines
    from skillctl.skills.listing import chosen_rows, list_json, list_text

    _refuse_clash(style, every=every, absolute=absolute)
    seen = _look(project, preset, skills or [])
    if style is ListFormat.XML:
        return _put_block(seen, absolute=absolute)
    catalog = catalog_lines(seen.snapshot, seen.settings)
    if style is ListFormat.JSON:
        rows = chosen_rows(seen.snapshot, every=every)
        _put_json(list_json(seen.snapshot, catalog, seen.settings, rows))
    else:
        sys.stdout.write(list_text(seen.snapshot, catalog, seen.settings, every=every))
    return 0


def _refuse_clash(style: ListFormat, *, every: bool, absolute: bool) -> None:
    if every and style is ListFormat.XML:
        raise SkillctlError(
            "--all and --format xml ask for different things",
            hint="the block holds what a model may load; leave out one of them",
        )
    if absolute and style is not ListFormat.XML:
        raise SkillctlError("--absolute needs --format xml", hint="add it, or leave both out")


def _put_block(seen: "_Seen", *, absolute: bool) -> int:
    """Print the block alone; what was reported goes to stderr."""
    from skillctl.cli.ground import say
    from skillctl.skills.listing import list_xml

    block, notes = list_xml(seen.snapshot, seen.settings, absolute=absolute)
    say(notes)
    sys.stdout.write(f"{block}\n")
    return 0


@app.command()
def why(
    name: Name,
    *,
    style: options.Style = Format.TEXT,
    project: options.Project = None,
    preset: options.Preset = None,
    skills: options.Skills = None,
) -> int:
    """Say which skill a name stands for, what else has that name, and why it is not used."""
    from skillctl.skills.catalog import catalog_lines
    from skillctl.skills.listing import list_json
    from skillctl.skills.why import why_text

    seen = _look(project, preset, skills or [])
    candidates = seen.snapshot.named(name)
    if not candidates:
        raise _unknown(name, seen.snapshot)
    catalog = catalog_lines(seen.snapshot, seen.settings)
    if style is Format.JSON:
        _put_json(list_json(seen.snapshot, catalog, seen.settings, candidates))
    else:
        sys.stdout.write(why_text(seen.snapshot, catalog, name, seen.settings.skills))
    return 0


Paths = Annotated[
    list[Path], typer.Argument(metavar="PATH...", help="Skills, or folders of skills.")
]


@app.command()
def properties(paths: Paths) -> int:
    """Print the fields of valid skills as a JSON list; findings of the others go to stderr."""
    from skillctl.cli.validate import valid_skills

    valid, code = valid_skills(paths)
    _put_json([skill.fields for skill in valid])
    return code


@app.command("to-prompt")
def to_prompt(paths: Paths) -> int:
    """Print valid skills as the catalog of the reference; findings of the others go to stderr."""
    from skillctl.cli.validate import valid_skills
    from skillctl.skills.reference_block import Listed, reference_block

    valid, code = valid_skills(paths)
    listed = [
        Listed(str(skill.fields["name"]), str(skill.fields["description"]), skill.path)
        for skill in valid
    ]
    sys.stdout.write(f"{reference_block(listed)}\n")
    return code


@dataclass(frozen=True, slots=True)
class _Seen:
    """The skills of a command and the settings it runs under."""

    snapshot: SkillSnapshot
    settings: Settings


def _look(project: Path | None, preset: str | None, skills: Sequence[Path]) -> _Seen:
    """Find the project, read the settings, gather the skills."""
    from skillctl.cli.ground import say
    from skillctl.cli.located import locate
    from skillctl.cli.surroundings import surroundings
    from skillctl.consent.opened import open_consent
    from skillctl.skills.discover import discover
    from skillctl.skills.gather import gather_skills, skills_need_consent

    here = surroundings()
    found = locate(here, project, preset)
    say(found.notes)
    extra = [here.cwd / path for path in skills]
    discovery = discover(found.scope, here.home, here.data_dir, found.settings, extra)
    consent = open_consent(
        *(found.root, here.config_dir, here.environment, here.allow_list()),
        needed=skills_need_consent(discovery),
    )
    snapshot = gather_skills(discovery, consent, found.settings)
    snapshot = replace(snapshot, notes=(*consent.notes, *snapshot.notes))
    return _Seen(snapshot, found.settings)


def _unknown(name: str, snapshot: SkillSnapshot) -> SkillctlError:
    """An error that names what the user may have meant."""
    names = [row(candidate.name) for candidate in snapshot.candidates]
    looked_in = f"looked in: {', '.join(snapshot.looked_in)}"
    hint = did_you_mean(name, names, looked_in, most=MOST_NEAR)
    return SkillctlError(f'no skill named "{row(name)}"', hint=hint)


def _put_json(value: object) -> None:
    """Print JSON in which whatever is not plain is escaped."""
    import json

    sys.stdout.write(json.dumps(value, indent=2) + "\n")
