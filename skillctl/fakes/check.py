"""What is wrong with a fake server file: the FK rules of lint.md section 3.2."""

import re
from collections.abc import Iterator
from dataclasses import replace

from skillctl.fakes import defects
from skillctl.fakes.keys import FAKE, SCHEMA
from skillctl.fakes.model import FakeFile
from skillctl.fakes.names import same_names, unknown_names
from skillctl.fakes.outcome import outcomes
from skillctl.fakes.reach import Unreachable, unreachable
from skillctl.findings import Finding, Related
from skillctl.report.misfits import finding_of, misfit_finding, not_utf8, with_line
from skillctl.source.closed import VALUE, Misfit, examine
from skillctl.source.file import SourceFile, Undecodable
from skillctl.source.tree import Entry, Node, SyntaxProblem
from skillctl.version import VERSION

_BY_NAME = {defect.name: defect for defect in defects.DEFECTS}
_NUMBERED = re.compile(r"skillctl\.fake/(?P<number>[1-9][0-9]*)")


def undecodable(source: Undecodable) -> Finding:
    """A file that is not UTF-8."""
    return not_utf8(defects.SYNTAX, source)


def no_toml(source: SourceFile, problem: SyntaxProblem) -> Finding:
    """A file that is not TOML."""
    words = f"not valid TOML: {problem.message}"
    misfit = Misfit("syntax", words, problem.start, problem.end, "correct the TOML")
    return misfit_finding(defects.SYNTAX, source, misfit)


def errors(source: SourceFile, node: Node) -> Iterator[Finding]:
    """Whatever keeps the file from being served."""
    found = [(_BY_NAME[misfit.name], misfit) for misfit in _misfits(node)]
    found.sort(key=lambda pair: (pair[1].start, pair[0].code))
    return (misfit_finding(defect, source, misfit) for defect, misfit in found)


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
    for tool in node.tables("tool"):
        yield from _required(tool.get("input_schema"))


def _required(schema: Node | None) -> Iterator[Misfit]:
    """Where a schema requires what is no name; with that in it no arguments could be judged."""
    waiting = [schema] if schema else []
    while waiting:
        inner = waiting.pop()
        names = inner.get("required")
        if names and not (names.kind == "list" and all(n.kind == "string" for n in names.items)):
            message = '"required" in "input_schema" wants a list of strings'
            yield Misfit(VALUE, message, names.start, names.end, "write the names of arguments")
        properties = inner.get("properties")
        waiting += [entry.value for entry in properties.entries] if properties else []


def _other_schema(schema: Entry) -> Misfit:
    """A schema of a later format, or none of ours; what follows cannot be judged."""
    value = schema.value
    later = _NUMBERED.fullmatch(value.value) if isinstance(value.value, str) else None
    message = f"this is no {SCHEMA}, which is what skillctl {VERSION} reads"
    advice = f'write schema = "{SCHEMA}"'
    if later:
        advice = f"use a newer skillctl, one that reads format {later['number']} of fakes"
    return Misfit("schema", message, value.start, value.end, advice)


def warnings(source: SourceFile, node: Node, file: FakeFile) -> Iterator[Finding]:
    """What a file without errors holds in vain, or twice."""
    found = [_without_effect(source, item) for item in unreachable(file)]
    found += [_duplicate(source, *pair) for pair in same_names(node)]
    return iter(sorted(found, key=lambda finding: finding.order))


def _without_effect(source: SourceFile, item: Unreachable) -> Finding:
    advice = "take it out, or move or change its match"
    found = finding_of(defects.UNREACHABLE, item.location, item.message, advice)
    behind = (Related(item.behind, "this one stands before it"),) if item.behind else ()
    return replace(with_line(found, source), related=behind)


def _duplicate(source: SourceFile, first: Node, second: Node) -> Finding:
    message = f'a second tool is named "{second.value}"'
    advice = "rename one of them, unless a client is to be tested with this"
    place = source.location(second.start, second.end)
    found = finding_of(defects.DUPLICATE, place, message, advice)
    before = (Related(source.location(first.start, first.end), "the first one"),)
    return replace(with_line(found, source), related=before)
