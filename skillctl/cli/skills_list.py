"""`skillctl skills list`: all skills, and all that was reported (skills.md section 14)."""

import sys
from enum import StrEnum
from typing import Annotated

import typer

from skillctl.cli import options
from skillctl.cli.skills_seen import Seen, look, put_json
from skillctl.errors import SkillctlError
from skillctl.tokens import chosen


class ListFormat(StrEnum):
    """How `skills list` prints what it shows."""

    TEXT = "text"
    JSON = "json"
    XML = "xml"


Style = Annotated[
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


def list_skills(
    *,
    every: Every = False,
    style: Style = ListFormat.TEXT,
    absolute: Absolute = False,
    tokens_method: options.TokensMethod = None,
    project: options.Project = None,
    preset: options.Preset = None,
    skills: options.Skills = None,
) -> int:
    """List skills with scope, status, tokens and path; then all that was reported."""
    from skillctl.cli.surroundings import surroundings
    from skillctl.skills.catalog import catalog_lines
    from skillctl.skills.listing import chosen_rows, list_json, list_text

    method = chosen(tokens_method)
    _refuse_clash(style, every=every, absolute=absolute)
    seen = look(project, preset, skills or [])
    if style is ListFormat.XML:
        return _put_block(seen, absolute=absolute)
    catalog = catalog_lines(seen.snapshot, seen.settings)
    if style is ListFormat.JSON:
        rows = chosen_rows(seen.snapshot, every=every)
        put_json(list_json(seen.snapshot, catalog, seen.settings, rows, method))
    else:
        sys.stdout.write(
            list_text(
                *(seen.snapshot, catalog, seen.settings),
                every=every,
                method=method,
                room=surroundings().width,
            )
        )
    return 0


def _refuse_clash(style: ListFormat, *, every: bool, absolute: bool) -> None:
    if every and style is ListFormat.XML:
        raise SkillctlError(
            "--all and --format xml ask for different things",
            hint="the block holds what a model may load; leave out one of them",
        )
    if absolute and style is not ListFormat.XML:
        raise SkillctlError("--absolute needs --format xml", hint="add it, or leave both out")


def _put_block(seen: Seen, *, absolute: bool) -> int:
    """Print the block alone; what was reported goes to stderr."""
    from skillctl.cli.notice import say
    from skillctl.skills.listing import list_xml

    block, notes = list_xml(seen.snapshot, seen.settings, absolute=absolute)
    say(notes)
    sys.stdout.write(f"{block}\n")
    return 0
