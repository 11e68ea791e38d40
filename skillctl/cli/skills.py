"""`skillctl skills`: which skills there are, and why (skills.md section 14)."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from skillctl.cli.skills_install import install
from skillctl.cli.skills_list import list_skills
from skillctl.cli.skills_new import new
from skillctl.cli.skills_preferences import disable, enable
from skillctl.cli.skills_seen import put_json
from skillctl.cli.skills_show import show
from skillctl.cli.skills_why import why

app = typer.Typer(
    add_completion=False,
    no_args_is_help=True,
    help="List skills, say why one is used or not, turn them on and off, print the valid ones.",
)
app.command("list")(list_skills)
app.command()(why)
app.command()(show)
app.command()(new)
app.command()(install)
app.command()(enable)
app.command()(disable)

Paths = Annotated[
    list[Path], typer.Argument(metavar="PATH...", help="Skills, or folders of skills.")
]


@app.command()
def properties(paths: Paths) -> int:
    """Print the fields of valid skills as a JSON list; findings of the others go to stderr."""
    from skillctl.cli.validate import valid_skills

    valid, code = valid_skills(paths)
    put_json([skill.fields for skill in valid])
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
