"""`skillctl validate`, and the valid skills of some paths (lint.md section 1.8)."""

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from skillctl.cli import lint_options, options
from skillctl.cli.options import ReportFormat
from skillctl.findings import Report
from skillctl.rules.rule import Crash
from skillctl.rules.validate import ValidSkill

validate_app = typer.Typer(add_completion=False)

Paths = Annotated[
    list[Path],
    typer.Argument(metavar="PATH...", help="Skills, SKILL.md files, or folders of skills."),
]


@validate_app.command()
def validate(
    paths: Paths,
    *,
    style: options.ReportStyle = ReportFormat.TEXT,
    output: options.Output = None,
    allow_empty: lint_options.AllowEmpty = False,
) -> int:
    """Judge skills by the specification alone, without settings and comments."""
    from skillctl.cli.lint_report import tell_crashes, write
    from skillctl.cli.surroundings import surroundings

    report, crashes = _validated(paths, allow_empty=allow_empty)
    write(report, style, {}, surroundings(), output)
    tell_crashes(crashes)
    return 1 if report.failed else 0


def valid_skills(paths: Sequence[Path]) -> tuple[list[ValidSkill], int]:
    """The valid skills of the paths, and the exit code; the findings go to stderr."""
    from skillctl.cli.lint_report import tell_crashes
    from skillctl.cli.surroundings import surroundings
    from skillctl.report.text import render
    from skillctl.rules.validate import read_valid

    here = surroundings()
    report, crashes = _validated(paths, allow_empty=False)
    if report.failed:
        sys.stderr.write(render(report, colour=False))
    tell_crashes(crashes)
    return read_valid(report, here.cwd), 1 if report.failed else 0


def _validated(paths: Sequence[Path], *, allow_empty: bool) -> tuple[Report, tuple[Crash, ...]]:
    from skillctl.cli.lint import root_of
    from skillctl.cli.surroundings import surroundings
    from skillctl.rules.find.paths import LintFolders
    from skillctl.rules.validate import validate as run_validate

    here = surroundings()
    places = LintFolders(here.cwd, root_of(here.cwd, paths[0]))
    result = run_validate(paths, places, allow_empty=allow_empty)
    return result.report, result.crashes
