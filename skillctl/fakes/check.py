"""What is wrong with a fake server file: the FK rules of lint.md section 3.2."""

import re
from collections.abc import Iterator

from skillctl.errors import Location, Position
from skillctl.fakes.keys import FAKE, SCHEMA
from skillctl.fakes.model import FakeFile
from skillctl.fakes.names import UNKNOWN_NAME, same_names, unknown_names
from skillctl.fakes.outcome import OUTCOME, outcomes
from skillctl.fakes.reach import Unreachable, unreachable
from skillctl.findings import Edit, Finding, Fix, Related, Safety, Severity
from skillctl.source.closed import UNKNOWN_KEY, VALUE, Misfit, examine
from skillctl.source.file import SourceFile, Undecodable
from skillctl.source.tree import Entry, Node, SyntaxProblem
from skillctl.version import VERSION

CODES = {
    "syntax": "FK001",
    "schema": "FK002",
    UNKNOWN_KEY: "FK003",
    VALUE: "FK004",
    OUTCOME: "FK005",
    "unreachable": "FK006",
    UNKNOWN_NAME: "FK010",
    "duplicate": "FK011",
}
REFUSED = "the file is refused by fake and test"
_NUMBERED = re.compile(r"skillctl\.fake/(?P<number>[1-9][0-9]*)")


def undecodable(source: Undecodable) -> Finding:
    """A file that is not UTF-8."""
    guess = f"; it seems to be {source.guess}" if source.guess else ""
    return Finding(
        code=CODES["syntax"],
        name="syntax",
        severity=Severity.ERROR,
        message=f"byte {source.bad[:1].hex()} is not UTF-8{guess}",
        consequence=REFUSED,
        location=Location(source.path, Position(source.line, 1, source.offset)),
        kind="fake",
        advice="save the file as UTF-8",
    )


def no_toml(source: SourceFile, problem: SyntaxProblem) -> Finding:
    """A file that is not TOML."""
    words = f"not valid TOML: {problem.message}"
    return _error(source, Misfit("syntax", words, problem.start, problem.end, "correct the TOML"))


def errors(source: SourceFile, node: Node) -> Iterator[Finding]:
    """Whatever keeps the file from being served."""
    misfits = sorted(_misfits(node), key=lambda misfit: (misfit.start, CODES[misfit.name]))
    return (_error(source, misfit) for misfit in misfits)


def _misfits(node: Node) -> Iterator[Misfit]:
    schema = node.entry("schema")
    if schema is None:
        advice = f'begin the file with schema = "{SCHEMA}"'
        yield Misfit("schema", "the file does not name its schema", 0, 1, advice)
    elif schema.value.value != SCHEMA:
        yield _other_schema(schema)
        return
    keys = {name: key for name, key in FAKE.items() if name != "schema" or schema}
    yield from examine(node, keys)
    yield from outcomes(node)
    yield from unknown_names(node)


def _other_schema(schema: Entry) -> Misfit:
    """A schema of a later format, or none of ours; what follows cannot be judged."""
    value = schema.value
    later = _NUMBERED.fullmatch(value.value) if isinstance(value.value, str) else None
    message = f"this is no {SCHEMA}, which is what skillctl {VERSION} reads"
    advice = f'write schema = "{SCHEMA}"'
    if later:
        advice = f"use a newer skillctl, one that reads format {later['number']} of fakes"
    return Misfit("schema", message, value.start, value.end, advice)


def _error(source: SourceFile, misfit: Misfit) -> Finding:
    location = source.location(misfit.start, misfit.end)
    return Finding(
        code=CODES[misfit.name],
        name=misfit.name,
        severity=Severity.ERROR,
        message=misfit.message,
        consequence=REFUSED,
        location=location,
        kind="fake",
        line=_line(source, location),
        advice=misfit.advice,
        fix=_rename(location, misfit.rename),
    )


def _rename(location: Location, name: str | None) -> Fix | None:
    if name is None or location.start is None or location.end is None:
        return None
    edit = Edit(location.path, location.start.offset, location.end.offset, name)
    return Fix(Safety.SAFE, f'rename the key to "{name}"', (edit,))


def warnings(source: SourceFile, node: Node, file: FakeFile) -> Iterator[Finding]:
    """What a file without errors holds in vain, or twice."""
    found = [_without_effect(source, item) for item in unreachable(file)]
    found += [_duplicate(source, *pair) for pair in same_names(node)]
    return iter(sorted(found, key=lambda finding: finding.order))


def _without_effect(source: SourceFile, item: Unreachable) -> Finding:
    behind = (Related(item.behind, "this one stands before it"),) if item.behind else ()
    return Finding(
        code=CODES["unreachable"],
        name="unreachable",
        severity=Severity.WARNING,
        message=item.message,
        consequence="it is never used",
        location=item.location,
        kind="fake",
        line=_line(source, item.location),
        related=behind,
        advice="take it out, or move or change its match",
    )


def _duplicate(source: SourceFile, first: Node, second: Node) -> Finding:
    location = source.location(second.start, second.end)
    return Finding(
        code=CODES["duplicate"],
        name="duplicate",
        severity=Severity.WARNING,
        message=f'a second tool is named "{second.value}"',
        consequence="both are listed; only the first one answers, and a client may drop both",
        location=location,
        kind="fake",
        line=_line(source, location),
        related=(Related(source.location(first.start, first.end), "the first one"),),
        advice="rename one of them, unless a client is to be tested with this",
    )


def _line(source: SourceFile, location: Location) -> str | None:
    return source.line(location.start.line) if location.start else None
