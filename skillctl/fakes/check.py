"""What is wrong with a fake server file: the FK rules of lint.md section 3.2."""

from collections.abc import Iterator
from pathlib import Path

from skillctl.errors import Location, Position
from skillctl.fakes import defects
from skillctl.fakes.beaten import Unreachable
from skillctl.fakes.definitions import definition_misfits
from skillctl.fakes.keys import FAKE, SCHEMA
from skillctl.fakes.model import FakeFile
from skillctl.fakes.names import same_names, unknown_names
from skillctl.fakes.outcome import outcomes, tables_at
from skillctl.fakes.reach import unreachable
from skillctl.fakes.usable import REPLIES, unusable
from skillctl.fakes.when_args import unknown_arguments
from skillctl.findings import Finding
from skillctl.report.misfits import misfit_finding, not_utf8
from skillctl.source.closed import VALUE, Misfit, examine
from skillctl.source.closed_head import wrong_schema
from skillctl.source.file import SourceFile, Undecodable
from skillctl.source.tree import Node

_BY_NAME = {defect.name: defect for defect in defects.DEFECTS}


def undecodable(source: Undecodable) -> Finding:
    """A file that is not UTF-8."""
    return not_utf8(defects.SYNTAX, source)


def finding(source: SourceFile, misfit: Misfit) -> Finding:
    """The finding for what is wrong with a file."""
    return misfit_finding(_BY_NAME[misfit.name], source, misfit)


def errors(node: Node, folder: Path | None = None) -> tuple[Misfit, ...]:
    """Whatever keeps the file from being served, in its order; `folder` is where it lies."""
    return _in_order(_misfits(node, folder))


def _in_order(misfits: Iterator[Misfit]) -> tuple[Misfit, ...]:
    return tuple(sorted(misfits, key=lambda misfit: (misfit.start, _BY_NAME[misfit.name].code)))


def _misfits(node: Node, folder: Path | None) -> Iterator[Misfit]:
    schema, wrong = node.entry("schema"), wrong_schema(node, SCHEMA)
    if wrong:
        yield wrong
        if schema:
            return  # of another format: what follows cannot be judged
    keys = {name: key for name, key in FAKE.items() if name != "schema" or schema}
    yield from examine(node, keys)
    yield from outcomes(node)
    yield from unknown_names(node)
    yield from unusable(node, folder)
    for tool in node.tables("tool"):
        yield from _required(tool, "input_schema")
    for path in REPLIES:
        for reply in tables_at(node, path):
            yield from _required(reply, "when_schema")


def _required(table: Node, key: str) -> Iterator[Misfit]:
    """Where a schema requires what is no name; with that in it no arguments could be judged."""
    schema = table.get(key)
    waiting = [schema] if schema else []
    while waiting:
        inner = waiting.pop()
        names = inner.get("required")
        if names and not (names.kind == "list" and all(n.kind == "string" for n in names.items)):
            message = f'"required" in "{key}" wants a list of strings'
            yield Misfit(VALUE, message, names.start, names.end, "write the names of arguments")
        properties = inner.get("properties")
        waiting += [entry.value for entry in properties.entries] if properties else []


def warnings(source: SourceFile, node: Node, file: FakeFile) -> tuple[Misfit, ...]:
    """What a file without errors holds in vain, or twice, in its order."""
    found = [_without_effect(source, item) for item in unreachable(file)]
    found += [_duplicate(*names) for names in same_names(node)]
    found += definition_misfits(node, file)
    found += unknown_arguments(node, file)
    return _in_order(iter(found))


def _without_effect(source: SourceFile, item: Unreachable) -> Misfit:
    advice = "take it out, or move or change its match"
    behind = (*_span(source, item.behind), "this one stands before it") if item.behind else None
    start, end = _span(source, item.location)
    related = (behind,) if behind else ()
    return Misfit("unreachable", item.message, start, end, advice, related=related)


def _span(source: SourceFile, place: Location) -> tuple[int, int]:
    """A place in the file as the indices that it was made of."""
    start = place.start or Position(1, 1, 0)
    return source.index(start), source.index(place.end or start)


def _duplicate(kind: str, first: Node, second: Node) -> Misfit:
    message = f'a second {kind} is named "{second.value}"'
    advice = "rename one of them, unless a client is to be tested with this"
    before = (first.start, first.end, "the first one")
    return Misfit("duplicate", message, second.start, second.end, advice, related=(before,))
