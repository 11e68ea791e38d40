"""`skillctl test`: run scenarios and report on them (harness.md section 3)."""

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Annotated

import typer

from skillctl.cli import options
from skillctl.cli.located import locate
from skillctl.cli.notice import notice
from skillctl.cli.options import ReportFormat
from skillctl.cli.report_file import write_report
from skillctl.cli.run_options import seconds
from skillctl.cli.surroundings import Surroundings, surroundings
from skillctl.findings import Case
from skillctl.scenario.suite import (
    CaseResult,
    Entry,
    case_line,
    combined,
    left_out,
    read_all,
    report_of,
    run_entry,
    select,
)

test_app = typer.Typer()
INTERRUPTED = 130


@test_app.command("test")
def run_tests(
    paths: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="PATH...",
            help="Files, folders, or PATH::NAME; else the setting test-paths, or .",
        ),
    ] = None,
    *,
    keyword: Annotated[
        str, typer.Option("-k", metavar="TEXT", help="Only those whose path::name holds this text.")
    ] = "",
    list_only: Annotated[bool, typer.Option("--list", help="Name them and run nothing.")] = False,
    fail_fast: Annotated[
        bool, typer.Option("--fail-fast", help="Stop after the first that fails.")
    ] = False,
    timeout: Annotated[
        float, typer.Option(parser=seconds, metavar="S", help="Seconds per scenario.")
    ] = 60.0,
    style: options.ReportStyle = ReportFormat.TEXT,
    output: options.Output = None,
) -> int:
    """Run scenarios: scripted conversations, and what must reach the model in each."""
    here = surroundings()
    entries = select(_entries(here, paths or []), keyword)
    if list_only:
        return _list(entries)
    progress = _Progress(len(entries), lines=style is not ReportFormat.TEXT or output is not None)
    with _ended_in_order():
        results, interrupted = _run_all(entries, timeout, progress, fail_fast=fail_fast)
    text = _rendered(results, style, colour=here.colour and output is None)
    if output is None:
        sys.stdout.write(text)
    else:
        write_report(here.cwd / output, text)
    return INTERRUPTED if interrupted else combined(results)


@contextmanager
def _ended_in_order() -> Iterator[None]:
    """TERM and HUP end the process by an exception, so that temporary folders are removed."""
    import signal

    def end(number: int, _frame: object) -> None:
        raise SystemExit(128 + number)

    usual = [(number, signal.getsignal(number)) for number in (signal.SIGTERM, signal.SIGHUP)]
    ours = [number for number, handler in usual if handler is signal.SIG_DFL]
    for number in ours:
        signal.signal(number, end)
    try:
        yield
    finally:
        for number in ours:
            signal.signal(number, signal.SIG_DFL)


def _entries(here: Surroundings, paths: Sequence[str]) -> tuple[Entry, ...]:
    """The scenarios of the paths, or of where the settings say, or of the working directory."""
    import os

    from skillctl.scenario.find import find_scenarios

    found = locate(here)
    settings = found.settings
    usual = [os.path.relpath(found.root / path, here.cwd) for path in settings.test_paths]
    exclude = (*settings.lint.exclude, *settings.lint.extend_exclude)
    return read_all(find_scenarios(paths or usual or ["."], here.cwd, exclude))


def _list(entries: Sequence[Entry]) -> int:
    """Print what could be run; what cannot be read is named on stderr."""
    from skillctl.report.plain import one_row, place

    for entry in entries:
        if entry.scenario:
            sys.stdout.write(f"{one_row(entry.id)}\n")
        for finding in entry.findings:
            sys.stderr.write(notice(f"{place(finding.location)}: {one_row(finding.message)}"))
    return 2 if any(entry.scenario is None for entry in entries) else 0


class _Progress:
    """One line on a terminal; elsewhere one line per case, if asked for, on stderr."""

    def __init__(self, total: int, *, lines: bool) -> None:
        self.total = total
        self.lines = lines
        self.number = 0
        self.terminal = sys.stderr.isatty()

    def begin(self, entry: Entry) -> None:
        self.number += 1
        if self.terminal:
            from skillctl.report.plain import one_row

            self._show(f"{self.number}/{self.total} {one_row(entry.id)}")

    def done(self, case: Case) -> None:
        if self.terminal:
            self._show("")
        elif self.lines:
            sys.stderr.write(f"{case_line(case)}\n")

    def _show(self, text: str) -> None:
        sys.stderr.write(f"\r\x1b[K{text}")
        sys.stderr.flush()


def _run_all(
    entries: Sequence[Entry], timeout: float, progress: _Progress, *, fail_fast: bool
) -> tuple[list[CaseResult], bool]:
    """Run one after the other; an interrupt keeps what is finished."""
    from skillctl.scenario.runner import run_scenario

    results: list[CaseResult] = []
    try:
        for entry in entries:
            progress.begin(entry)
            results.append(run_entry(entry, run_scenario, timeout))
            progress.done(results[-1].case)
            if fail_fast and results[-1].exit_code:
                break
    except KeyboardInterrupt:
        return [*results, *left_out(entries[len(results) :], "interrupted")], True
    return [*results, *left_out(entries[len(results) :], "--fail-fast")], False


def _rendered(results: Sequence[CaseResult], style: ReportFormat, *, colour: bool) -> str:
    """The report in one of its formats; the text begins with one line per case."""
    from skillctl.report.formats import FORMATS
    from skillctl.report.text import render

    report = report_of(results)
    if style is not ReportFormat.TEXT:
        return FORMATS[style](report)
    lines = "".join(f"{case_line(case)}\n" for case in report.cases)
    return f"{lines}\n{render(report, colour=colour)}"
