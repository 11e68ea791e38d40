"""A report as JUnit XML, which CI servers show as a table of tests.

A lint report has one suite per kind and one case per file or skill; other reports have one suite
per file and one case per cell (lint.md section 2.3, harness.md section 3). A case has at most one
`failure`, since some readers take only one; its text holds all failing findings.
"""

import re
from collections.abc import Iterable, Iterator

from skillctl.findings import Case, Finding, Report
from skillctl.policy.text import visible
from skillctl.report.colour import Style
from skillctl.report.plain import place
from skillctl.report.summary import failed, outcome
from skillctl.report.text import finding_block

_TEXT = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;"})
_ATTRIBUTE = _TEXT | str.maketrans({'"': "&quot;", "\t": "&#9;", "\n": "&#10;"})
_ILLEGAL = re.compile("[\ufffe\uffff]")


def render(report: Report) -> str:
    """The document, with numbers of tests, failures and skipped ones per suite and in all."""
    suites: dict[str, list[Case]] = {}
    for case in report.cases:
        suites.setdefault(case.kind if report.command == "lint" else case.path, []).append(case)
    rows = [row for name, cases in suites.items() for row in _suite(name, cases, report)]
    head = f'<testsuites name="skillctl {report.command}"{_numbers(report.cases, report)}>'
    return "\n".join(('<?xml version="1.0" encoding="UTF-8"?>', head, *rows, "</testsuites>", ""))


def _suite(name: str, cases: list[Case], report: Report) -> Iterator[str]:
    yield f"  <testsuite{_attributes(name=name)}{_numbers(cases, report)}>"
    for case in cases:
        yield from _case(case, report)
    yield "  </testsuite>"


def _numbers(cases: Iterable[Case], report: Report) -> str:
    """Counts of a group; `errors` are crashes of the test runner, of which a report knows none."""
    words = [outcome(case, report) for case in cases]
    return _attributes(
        tests=str(len(words)),
        failures=str(words.count("failed")),
        errors="0",
        skipped=str(words.count("skipped")),
        time=_seconds(cases),
    )


def _seconds(cases: Iterable[Case]) -> str | None:
    """Seconds of those cases whose time was taken, or nothing."""
    taken = [case.seconds for case in cases if case.seconds is not None]
    return f"{sum(taken):.3f}" if taken else None


def _case(case: Case, report: Report) -> Iterator[str]:
    attributes = _attributes(
        classname=case.path, name=case.name, file=case.path, time=_seconds((case,))
    )
    inner = [*_properties(case), *_verdict(case, report), *_output(case, report)]
    if not inner:
        yield f"    <testcase{attributes}/>"
        return
    yield f"    <testcase{attributes}>"
    yield from (f"      {row}" for row in inner)
    yield "    </testcase>"


def _properties(case: Case) -> Iterator[str]:
    if case.properties:
        yield "<properties>"
        for name, value in case.properties:
            yield f"  <property{_attributes(name=name, value=value)}/>"
        yield "</properties>"


def _verdict(case: Case, report: Report) -> Iterator[str]:
    if failed(case, report):
        findings = sorted(filter(report.fails, case.findings), key=lambda f: f.order)
        first = max(findings, key=lambda f: f.severity)
        more = f" (and {len(findings) - 1:,} more)" if len(findings) > 1 else ""
        message = f"{place(first.location)}: {first.code} {first.name}: {first.message}{more}"
        attributes = _attributes(type=first.code, message=message)
        yield f"<failure{attributes}>{_text(_blocks(findings, report))}</failure>"
    elif case.skipped is not None:
        yield f"<skipped{_attributes(message=case.skipped)}/>"


def _output(case: Case, report: Report) -> Iterator[str]:
    rest = sorted((f for f in case.findings if not report.fails(f)), key=lambda f: f.order)
    text = "\n\n".join(filter(None, (_blocks(rest, report), case.output)))
    if text:
        yield f"<system-out>{_text(text)}</system-out>"


def _blocks(findings: Iterable[Finding], report: Report) -> str:
    plain = Style(on=False)
    return "\n\n".join(finding_block(f, plain, repairs=report.repairs) for f in findings)


def _attributes(**values: str | None) -> str:
    """Attributes whose line ends and tabs survive, since they stand there as references."""
    rows = ((key, value) for key, value in values.items() if value is not None)
    return "".join(f' {key}="{_legal(value).translate(_ATTRIBUTE)}"' for key, value in rows)


def _text(text: str) -> str:
    return _legal(text).translate(_TEXT)


def _legal(text: str) -> str:
    """Without characters that XML 1.0 cannot hold: these are shown as everywhere else."""
    return _ILLEGAL.sub(lambda match: f"\\u{{{ord(match[0]):04X}}}", visible(text))
