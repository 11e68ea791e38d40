"""`skillctl lint --fix` and `--diff` (lint.md section 6)."""

import sys
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path

from skillctl.cli.lint_report import tell_crashes
from skillctl.cli.notice import notice
from skillctl.rules.lint import LintRequest, LintResult, lint

HIDDEN = "would change; it is a link to a file of another name, which is not shown"


def lint_or_fix(request: LintRequest, *, fix: bool) -> LintResult:
    """Check, and with `fix` mend first; a text from stdin goes to stdout as it is then."""
    if not fix:
        return lint(request)
    from skillctl.rules.fix.run import fix as mend

    result, changes = mend(request)
    if request.text is not None:
        sys.stdout.flush()
        sys.stdout.buffer.write(changes[0].after if changes else request.text)
    return result


def _hides(path: Path) -> Callable[[str], str]:
    """What takes secrets out of a file's text."""
    from skillctl.policy.masks import starred
    from skillctl.rules.config.masks import starred_config

    return starred if path.suffix == ".md" else partial(starred_config, path)


def print_diff(request: LintRequest, *, quiet: bool) -> int:
    """Print what `--fix` would change, and on stderr how much; 1 if it would change anything.

    A terminal gets no control character of a file; anything else gets the bytes of the lines.
    """
    from skillctl.policy.text import visible
    from skillctl.rules.fix.run import fix

    result, changes = fix(request, dry=True)
    diffs = [_diff(Path(c.target.path), c.target.shown, c.before, c.after) for c in changes]
    diff = "".join(diffs)
    sys.stdout.write(visible(diff) if sys.stdout.isatty() else diff)
    if changes and not quiet:
        for change, shown in zip(changes, diffs, strict=True):
            is_hidden = change.after != change.before and not shown
            reasons = [f"{code}: fix withheld: {why}" for (code, _), why in change.withheld.items()]
            _tell(change.target.shown, [*reasons, *([HIDDEN] if is_hidden else [])])
        would = sum(change.fixed for change in changes)
        meant = would + sum(len(change.withheld) for change in changes)
        sys.stderr.write(f"would fix {would:,} of {meant:,}\n")
    tell_crashes(result.crashes)
    return 1 if any(change.after != change.before for change in changes) else 0


def _diff(path: Path, shown: str, before: bytes, after: bytes) -> str:
    """What would change; nothing is shown of a file that a link of another name leads to."""
    from skillctl.rules.find.paths import is_itself
    from skillctl.rules.fix.diff import unified

    return unified(shown, before, after, _hides(path)) if is_itself(path) else ""


def _tell(name: str, texts: Iterable[str]) -> None:
    """Say on stderr what a diff does not show of a file."""
    from skillctl.report.plain import one_row

    sys.stderr.writelines(notice(one_row(f"{name}: {text}")) for text in texts)
