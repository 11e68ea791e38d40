"""`skillctl lint` (lint.md sections 1.1 and 1.3)."""

import sys
from collections.abc import Mapping, Sequence
from dataclasses import replace
from enum import StrEnum
from pathlib import Path
from typing import Any

import typer

from skillctl.cli import lint_options, options
from skillctl.cli.lint_fix import lint_or_fix, print_diff
from skillctl.cli.lint_options import Level
from skillctl.cli.lint_report import tell_crashes, write
from skillctl.cli.lint_user import users_of
from skillctl.cli.notice import notice
from skillctl.cli.options import ReportFormat
from skillctl.cli.surroundings import Surroundings, surroundings
from skillctl.errors import SkillctlError
from skillctl.files import is_folder
from skillctl.findings import Severity
from skillctl.project_mark import marked_root
from skillctl.rules.find.paths import LintFolders
from skillctl.rules.lint import LintRequest
from skillctl.settings import LintSettings

lint_app = typer.Typer(add_completion=False)

STDIN = Path("-")
LISTS = ("select", "extend_select", "ignore", "extend_ignore", "target")
WORDS = ("fail_on", "platform", "jobs", "format")


@lint_app.command()
def lint(
    paths: lint_options.Paths = None,
    *,
    select: lint_options.Select = None,
    extend_select: lint_options.ExtendSelect = None,
    ignore: lint_options.Ignore = None,
    extend_ignore: lint_options.ExtendIgnore = None,
    target: lint_options.Target = None,
    platform: lint_options.Platform = None,
    check_env: lint_options.CheckEnv = False,
    user: lint_options.User = False,
    user_config: lint_options.UserConfig = None,
    severity: lint_options.Severity = Level.WARNING,
    fail_on: lint_options.Fail = None,
    style: options.ReportStyleOrSetting = None,
    output: options.Output = None,
    fix: lint_options.Fix = False,
    diff: lint_options.Diff = False,
    isolated: lint_options.Isolated = False,
    allow_empty: lint_options.AllowEmpty = False,
    jobs: lint_options.Jobs = None,
    statistics: lint_options.Statistics = False,
    quiet: lint_options.Quiet = False,
    show_suppressed: lint_options.ShowSuppressed = False,
    config: lint_options.Config = None,
    stdin_filename: lint_options.StdinFilename = None,
) -> int:
    """Check skills, MCP configs, fakes and scenarios for what goes wrong in silence."""
    here = surroundings()
    request = _request(here, paths, stdin_filename, config, isolated, allow_empty)
    lists = dict(zip(LISTS, (select, extend_select, ignore, extend_ignore, target), strict=True))
    words = dict(zip(WORDS, (fail_on, platform, jobs, style), strict=True))
    request = replace(
        request,
        settings=_laid_over(request.settings, lists, words),
        least=Severity[severity.name],
        environment=here.environment if check_env else None,
        users=users_of(here, user_config or (), everywhere=user),
    )
    if diff:
        return print_diff(request, quiet=quiet)
    extras = {"statistics": statistics, "quiet": quiet, "show_suppressed": show_suppressed}
    return _report(request, extras, here, output, fix=fix)


def _request(
    here: Surroundings,
    paths: Sequence[Path] | None,
    name: Path | None,
    config: Path | None,
    isolated: bool,  # as the options come
    allow_empty: bool,  # as above
) -> LintRequest:
    """What is asked for by the paths and the settings of their project."""
    named, text = _input(paths or [Path()], name)
    settings, places = _settings(here, named[0], config, isolated=isolated)
    return LintRequest(
        paths=named,
        places=places,
        settings=settings,
        comments=not isolated,
        allow_empty=allow_empty,
        text=text,
    )


def _report(
    request: LintRequest,
    extras: dict[str, bool],
    here: Surroundings,
    output: Path | None,
    *,
    fix: bool,
) -> int:
    """Lint, or mend and lint; print what is left."""
    result = lint_or_fix(request, fix=fix)
    chosen, beside = ReportFormat(request.settings.format), fix and request.text is not None
    write(result.report, chosen, extras, here, output, beside=beside)
    tell_crashes(result.crashes)
    return 1 if result.report.failed else 0


def _input(paths: Sequence[Path], name: Path | None) -> tuple[Sequence[Path], bytes | None]:
    """The paths, or the name and the text that came by stdin."""
    if STDIN not in paths and name is not None:
        raise SkillctlError(
            "--stdin-filename is the name of a text from stdin, and no path is -",
            hint="skillctl lint - --stdin-filename skills/notes/SKILL.md",
        )
    if STDIN not in paths:
        return paths, None
    if len(paths) > 1 or name is None:
        raise SkillctlError(
            "- is a text from stdin: it stands alone and needs --stdin-filename",
            hint="skillctl lint - --stdin-filename skills/notes/SKILL.md",
        )
    return [name], sys.stdin.buffer.read()


def _settings(
    here: Surroundings, first: Path, config: Path | None, *, isolated: bool
) -> tuple[LintSettings, LintFolders]:
    """The settings of the project of the first path, and from where its globs count."""
    root = root_of(here.cwd, first)
    if isolated:
        return LintSettings(), LintFolders(here.cwd, root)
    from skillctl.report.plain import one_row
    from skillctl.rules.lint import all_rules
    from skillctl.rules.setting_words import refuse_unknown_words
    from skillctl.settings_file import load_settings

    file = here.cwd / config if config else None
    loaded = load_settings(root, here.config_dir, file=file)
    for note in loaded.ignored:
        sys.stderr.write(notice(one_row(note)))
    refuse_unknown_words(loaded.given, all_rules)
    folder = loaded.file.parent if loaded.file else None
    return loaded.settings.lint, LintFolders(here.cwd, root, folder)


def root_of(cwd: Path, first: Path) -> Path | None:
    """The root of the project in which a file or folder lies, if one is marked.

    It does not depend on how the path is spelled: `..` is taken out first.
    """
    start = Path(LintFolders(cwd).absolute(first))
    return marked_root(start if is_folder(start) else start.parent)


def _laid_over(
    settings: LintSettings,
    lists: Mapping[str, list[str] | None],
    words: Mapping[str, StrEnum | int | None],
) -> LintSettings:
    """The command line beats the settings; what extends them adds up."""
    changed: dict[str, Any] = {
        key: word.value if isinstance(word, StrEnum) else word
        for key, word in words.items()
        if word is not None
    }
    for key, given in lists.items():
        codes = tuple(code.strip() for word in given or () for code in word.split(","))
        if codes:
            before = getattr(settings, key) if key.startswith("extend") else ()
            changed[key] = (*before, *codes)
    return replace(settings, **changed)
