"""What `skills new` and `skills install` share: where to, and what becomes of the skill."""

import shlex
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from skillctl.cli.options import Format
from skillctl.cli.skills_seen import look, put_json
from skillctl.cli.surroundings import Surroundings
from skillctl.findings import Report
from skillctl.policy.text import row
from skillctl.skills.target import Target


class Scope(StrEnum):
    """Whose skill it is to be."""

    PROJECT = "project"
    USER = "user"


To = Annotated[
    Scope,
    typer.Option("--to", help="Whose skill it is: of this project, or yours in every project."),
]


@dataclass(frozen=True, slots=True)
class Asked:
    """The options that say which project is meant, and how it is printed."""

    project: Path | None
    preset: str | None
    skills: Sequence[Path]
    style: Format


def checked_target(here: Surroundings, asked: Asked, scope: Scope) -> Target:
    """The root of that scope in the project that is meant, if all can be told afterwards."""
    from skillctl.cli.located import locate
    from skillctl.skills.roots import folders_of
    from skillctl.skills.target import target_of

    found = locate(here, asked.project, asked.preset)
    places = folders_of(found.scope, here.home, here.data_dir)
    chosen = target_of(scope.value, places, found.settings.skills)
    _refuse_untellable(here, asked, found.root, scope)
    return chosen


def _refuse_untellable(here: Surroundings, asked: Asked, root: Path, scope: Scope) -> None:
    """Raise now, before anything is written, what would keep `tell` from its words afterwards.

    That is a broken settings, preferences or consent file; the last only for what needs consent.
    """
    from skillctl.consent.opened import open_consent

    look(asked.project, asked.preset, asked.skills)
    places = (root, here.config_dir, here.environment)
    open_consent(*places, here.allow_list(), needed=scope is Scope.PROJECT)


def linted(here: Surroundings, folder: Path, text: bytes | None = None) -> Report:
    """What the default rules say of a skill, or of the text that its `SKILL.md` is to have."""
    from skillctl.rules.find.paths import LintFolders
    from skillctl.rules.lint import LintRequest, lint

    path = folder if text is None else folder / "SKILL.md"
    places = LintFolders(here.cwd)
    request = LintRequest(
        paths=[path], places=places, text=text, comments=text is None, kinds=("skills",)
    )
    return lint(request).report


def tell(here: Surroundings, asked: Asked, folder: Path, done: Sequence[str], action: str) -> None:
    """Say what was done, and what becomes of the skill in that folder from now on."""
    from skillctl.files import real_path
    from skillctl.skills.outcome import outcome

    seen = look(asked.project, asked.preset, asked.skills, again=True)
    real = real_path(folder)
    found = [c for c in seen.snapshot.candidates if c.skill and c.skill.base == real]
    if asked.style is Format.JSON:
        from skillctl.skills.catalog import catalog_lines
        from skillctl.skills.listing import list_json

        catalog = catalog_lines(seen.snapshot, seen.settings)
        put_json({**list_json(seen.snapshot, catalog, seen.settings, found), "action": action})
        return
    ends = [f"{c.name}: {outcome(c)}" for c in found]
    missing = f"no skill is found in {here.shown(folder)}; see: skillctl skills list"
    sys.stdout.writelines(f"{row(line)}\n" for line in (*done, *(ends or [missing])))


def lint_command(here: Surroundings, folder: Path) -> str:
    """The command that checks a skill, to be copied into a shell."""
    from skillctl.files import real_path

    shown, home = here.shown(folder), real_path(here.home)
    if Path(shown).is_absolute() and folder.is_relative_to(home):
        below = shlex.quote(row(folder.relative_to(home).as_posix()))
        return f"skillctl lint ~/{below}"
    return f"skillctl lint {shlex.quote(row(shown))}"
