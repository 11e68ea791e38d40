"""`skillctl lint --fix` and `--diff` (lint.md section 6)."""

import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path

from skillctl.cli.lint_report import tell_crashes
from skillctl.rules.lint import LintRequest, LintResult, lint


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
    from skillctl.report.plain import one_row
    from skillctl.rules.fix.diff import unified
    from skillctl.rules.fix.run import fix

    result, changes = fix(request, dry=True)
    diff = "".join(
        unified(c.target.shown, c.before, c.after, _hides(Path(c.target.path))) for c in changes
    )
    sys.stdout.write(visible(diff) if sys.stdout.isatty() else diff)
    if changes and not quiet:
        for change in changes:
            for (code, _), reason in change.withheld.items():
                words = f"{change.target.shown}: {code}: fix withheld: {reason}"
                sys.stderr.write(f"{one_row(words)}\n")
        would = sum(change.fixed for change in changes)
        meant = would + sum(len(change.withheld) for change in changes)
        sys.stderr.write(f"would fix {would:,} of {meant:,}\n")
    tell_crashes(result.crashes)
    return 1 if diff else 0
