"""Where the report of a check goes, and what is said of rules that crashed."""

import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from skillctl.cli.options import ReportFormat
from skillctl.cli.report_file import write_report
from skillctl.cli.surroundings import Surroundings
from skillctl.findings import Report
from skillctl.rules.rule import Crash


def write(
    report: Report,
    style: ReportFormat,
    extras: dict[str, bool],
    here: Surroundings,
    output: Path | None,
    *,
    beside: bool = False,
) -> None:
    """Print the report, or write it to a file and the summary to stderr.

    `beside` tells that stdout holds something else, so that the report goes to stderr.
    """
    from skillctl.report.formats import FORMATS

    if style is ReportFormat.TEXT:
        from skillctl.report.text import render

        shown = output is None and not beside
        width = here.width if shown else None
        text = render(report, colour=here.colour and shown, width=width, **extras)
    else:
        if style is ReportFormat.SARIF:
            from skillctl.rules.registry import docs_of

            report = replace(report, docs=docs_of(report))
        text = FORMATS[style.value](report)
    if output is None:
        (sys.stderr if beside else sys.stdout).write(text)
        return
    write_report(here.cwd / output, text)
    if not extras.get("quiet"):
        from skillctl.report.summary import summary_line

        sys.stderr.write(f"{summary_line(report)}\n")


def tell_crashes(crashes: Sequence[Crash]) -> None:
    """End with the words for a bug, after everything else is printed."""
    from skillctl.policy.text import visible

    for crash in crashes:
        sys.stderr.write(f"rule {crash.code} failed on {visible(crash.path)}\n")
    if crashes:
        sys.stdout.flush()
        raise crashes[0].error
