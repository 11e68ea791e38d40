"""`skillctl skills why`: what a name stands for, and why not (skills.md section 3)."""

import sys
from typing import Annotated

import typer

from skillctl.cli import options
from skillctl.cli.options import Format
from skillctl.cli.skills_seen import look, put_json, unknown_skill
from skillctl.tokens import chosen

Name = Annotated[str, typer.Argument(metavar="NAME", help="Name of the skill.")]


def why(
    name: Name,
    *,
    style: options.Style = Format.TEXT,
    tokens_method: options.TokensMethod = None,
    project: options.Project = None,
    preset: options.Preset = None,
    skills: options.Skills = None,
) -> int:
    """Say which skill a name stands for, what else has that name, and why it is not used."""
    from skillctl.skills.catalog import catalog_lines
    from skillctl.skills.listing import list_json
    from skillctl.skills.why import why_text

    method = chosen(tokens_method)
    seen = look(project, preset, skills or [], name=name)
    candidates = seen.snapshot.named(name)
    if not candidates:
        raise unknown_skill(name, seen)
    catalog = catalog_lines(seen.snapshot, seen.settings)
    if style is Format.JSON:
        put_json(list_json(seen.snapshot, catalog, seen.settings, candidates, method))
    else:
        sys.stdout.write(why_text(seen.snapshot, catalog, name, seen.settings.skills, method))
    return 0
