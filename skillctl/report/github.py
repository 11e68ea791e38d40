"""A report as workflow commands of GitHub Actions, which become annotations on a pull request."""

from collections.abc import Iterator

from skillctl.findings import Finding, Report, Severity
from skillctl.policy.text import visible
from skillctl.report.plain import TAB, one_row

COMMANDS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.NOTE: "notice"}


def render(report: Report) -> str:
    """One command a line, errors first, then in the order of every output."""
    findings = sorted(report.findings, key=lambda f: (-f.severity, f.order))
    return "".join(f"{_command(finding)}\n" for finding in findings)


def _command(finding: Finding) -> str:
    properties = ",".join(f"{key}={_property(value)}" for key, value in _properties(finding))
    text = "\n".join((f"{finding.message} - {finding.consequence}", *finding.evidence))
    return f"::{COMMANDS[finding.severity]} {properties}::{_data(text)}"


def _properties(finding: Finding) -> Iterator[tuple[str, str]]:
    yield "file", finding.location.path
    start, end = finding.location.start, finding.location.end
    if start is not None:
        yield from (("line", str(start.line)), ("col", str(start.column)))
    if end is not None:
        yield from (("endLine", str(end.line)), ("endColumn", str(end.column)))
    yield "title", f"{finding.code} {finding.name}"


def _data(text: str) -> str:
    r"""Escape what would end or change a command; a CR is already shown as `\x0d`."""
    return visible(text).expandtabs(TAB).replace("%", "%25").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(one_row(text)).replace(":", "%3A").replace(",", "%2C")
