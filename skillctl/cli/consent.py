"""`skillctl fingerprint` and `skillctl consent` (mcp.md section 4.6)."""

import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

import typer

from skillctl.cli import consent_options, options
from skillctl.cli.consent_text import safe
from skillctl.cli.items import Items, Places, Subject, gather_items
from skillctl.cli.notice import notice
from skillctl.cli.options import Format
from skillctl.cli.surroundings import Surroundings, surroundings
from skillctl.errors import SkillctlError

fingerprint_app = typer.Typer(add_completion=False)
app = typer.Typer(add_completion=False, no_args_is_help=True, help="See, grant and revoke consent.")


@fingerprint_app.command()
def fingerprint(
    named: consent_options.Named = None,
    *,
    canonical: consent_options.Canonical = False,
    expect: consent_options.Expect = None,
    project: options.Project = None,
    preset: options.Preset = None,
    skills: options.Skills = None,
    mcp_config: options.McpConfig = None,
) -> int:
    """Print what consent is given to; nothing is started.

    One line per item; the last line is the fingerprint of the workspace.
    """
    from skillctl.cli.fingerprints import canonical_lines, lines, select

    here = surroundings()
    items = _gather(here, _places(project, preset, skills, mcp_config))
    meant = select(items, named or [], here)
    if canonical:
        text, masked = canonical_lines(meant, terminal=sys.stdout.isatty())
        sys.stdout.write(text)
        if masked:
            _tell("secrets are masked here; what is hashed is the text without the stars")
    else:
        sys.stdout.write(lines(items, meant, whole=not named))
    problems = [s for s in meant if s.item.problem]
    for subject in problems:
        _tell(f'{subject.item.kind} "{subject.item.name}": no fingerprint: {subject.item.problem}')
    if expect is not None and expect != items.fingerprint:
        now = items.fingerprint or "none"
        _tell(f"the workspace has the fingerprint {now}, not the expected {expect}")
        return 1
    return 1 if problems or not items.whole else 0


@app.command()
def status(
    *,
    check: consent_options.Check = False,
    style: options.Style = Format.TEXT,
    project: options.Project = None,
    preset: options.Preset = None,
    skills: options.Skills = None,
    mcp_config: options.McpConfig = None,
) -> int:
    """Say of each server and skill of the repository whether it is consented to."""
    from skillctl.cli.consent_report import check_code, next_steps, status_json, status_text

    here = surroundings()
    items = _gather(here, _places(project, preset, skills, mcp_config))
    sys.stdout.write(status_json(items) if style is Format.JSON else status_text(items, here.width))
    if style is Format.TEXT:
        sys.stdout.flush()  # the table first, in a log of both streams, too
        _tell_each(next_steps(items))
    return check_code(items) if check else 0


@app.command()
def grant(
    names: consent_options.Names = None,
    *,
    kind: consent_options.Kind = None,
    source: consent_options.Source = None,
    exact: consent_options.Fingerprint = None,
    allow_list: consent_options.From = None,
    project: options.Project = None,
    preset: options.Preset = None,
    skills: options.Skills = None,
    mcp_config: options.McpConfig = None,
) -> int:
    """Show all of a server or skill, then ask whether it may be used.

    Without a terminal only by its exact --fingerprint, or by an allow-list.
    """
    from skillctl.cli.consent_grant import ask_for_each, grant_exactly, grant_listed

    here = surroundings()
    items = gather_items(here, _places(project, preset, skills, mcp_config))
    meant = _picked(items, names or [], kind, source, exact)
    if allow_list is not None:
        return grant_listed(here, items, meant, here.cwd / allow_list)
    if not meant:
        hint = "skillctl consent grant NAME; what there is: skillctl consent status"
        raise SkillctlError("name an item, or an allow-list with --from", hint=hint)
    if exact is not None:
        return grant_exactly(here, items, meant, exact)
    return ask_for_each(here, items, meant)


@app.command()
def revoke(
    names: consent_options.Names = None,
    *,
    everything: consent_options.All = False,
    project: options.Project = None,
    preset: options.Preset = None,
) -> int:
    """Forget decisions about this project; what was decided on is asked about again."""
    from skillctl.cli.consent_grant import revoke_all, revoke_named

    if bool(names) is everything:
        raise SkillctlError("name items, or give --all", hint="see: skillctl consent status")
    here = surroundings()
    items = gather_items(here, _places(project, preset, None, None))
    if everything:
        return revoke_all(here, items)
    _tell_each(items.notes_about([s for s in items.subjects if s.item.name in (names or [])]))
    return revoke_named(here, items, names or [])


@app.command()
def diff(
    name: consent_options.Name,
    *,
    kind: consent_options.Kind = None,
    source: consent_options.Source = None,
    project: options.Project = None,
    preset: options.Preset = None,
    skills: options.Skills = None,
    mcp_config: options.McpConfig = None,
) -> int:
    """Show which fields and files of a server or skill changed since you decided."""
    from skillctl.cli.consent_body import old_text

    here = surroundings()
    items = gather_items(here, _places(project, preset, skills, mcp_config))
    (subject,) = _picked(items, [name], kind, source)
    if subject.record is None:
        raise SkillctlError(
            f"nothing was decided about {subject.title} yet, so there is nothing to compare with",
            hint=f"see it with: {items.grant_commands([subject])}",
        )
    for line in subject.changes or ("nothing changed",):
        sys.stdout.write(f"{safe(line)}\n")
    if words := old_text(subject, here, items.consent.workspace):
        sys.stdout.flush()
        _tell(words)
    return 0


def _places(
    project: Path | None,
    preset: str | None,
    skills: Sequence[Path] | None,
    mcp_configs: Sequence[Path] | None,
) -> Places:
    return Places(
        project=project,
        preset=preset,
        skills=tuple(skills or ()),
        mcp_configs=tuple(mcp_configs or ()),
    )


def _gather(here: Surroundings, places: Places) -> Items:
    """Gather, and say on stderr what is to be said."""
    items = gather_items(here, places)
    _tell_each(items.notes)
    return items


def _picked(
    items: Items,
    names: Sequence[str],
    kind: str | None,
    source: str | None,
    exact: str | None = None,
) -> list[Subject]:
    """The items of these names, and on stderr what is to be said of them.

    All is said if nothing is named, or if one cannot be found: a note may tell why.
    """
    try:
        meant = [items.pick(name, kind, source, exact) for name in names]
    except SkillctlError:
        _tell_each(items.notes)
        raise
    _tell_each(items.notes_about(meant) if names else items.notes)
    return meant


def _tell_each(notes: Iterable[str]) -> None:
    for note in notes:
        _tell(note)


def _tell(words: str) -> None:
    sys.stderr.write(notice(safe(words)))
