"""What is wrong with a scenario file: rules SC001 to SC004 and SC010 of lint.md section 3.2."""

import re
from collections.abc import Iterator
from pathlib import PurePosixPath

from skillctl.findings import Finding
from skillctl.globs import defect
from skillctl.report.misfits import misfit_finding, not_utf8
from skillctl.scenario import defects
from skillctl.scenario.keys import ASSERT, CALL_DETAILS, EXPECT, GLOBS, SCENARIO, SCHEMA
from skillctl.source.closed import LATER, VALUE, Misfit, examine
from skillctl.source.closed_head import no_toml, wrong_schema
from skillctl.source.file import SourceFile, Undecodable
from skillctl.source.toml_text import parse_toml
from skillctl.source.tree import Entry, Node

_BY_NAME = {one.name: one for one in defects.DEFECTS}
_NONE = Node("mapping", 0, 0)
MOST_BYTES = 4 * 1024 * 1024
DEMANDS = {**ASSERT, **EXPECT}
_CONSENT_KEY = re.compile(r"(?:server|skill):.+", re.DOTALL)


def scenario_misfits(source: SourceFile) -> tuple[Misfit, ...]:
    """Everything that is wrong with a scenario file."""
    node, syntax = parsed(source)
    return syntax if node is None else (*misshapen(node), *late_turns(node))


def misshapen(node: Node) -> tuple[Misfit, ...]:
    """Everything that keeps a scenario from being run, in the order of the file."""
    return tuple(sorted(_misfits(node), key=_place))


def late_turns(node: Node) -> Iterator[Misfit]:
    """A turn after one that ends the run; such a script can be run, and shows it as unused."""
    end: int | None = None
    for number, turn in enumerate(node.tables("turn"), 1):
        if end is not None:
            message = f"turn {number} comes after turn {end}, which ends the run"
            advice = f"give turn {end} a call, or take this turn out"
            yield Misfit("turn", message, turn.start, turn.end, advice)
        elif not turn.tables("call"):
            end = number


def parsed(source: SourceFile) -> tuple[Node | None, tuple[Misfit, ...]]:
    """The tree of a scenario file, or what says why it has none."""
    node, problems = parse_toml(source)
    return node, tuple(map(no_toml, problems))


def undecodable(source: Undecodable) -> Finding:
    """The finding for a file that is not UTF-8."""
    return not_utf8(defects.SYNTAX, source)


def _place(misfit: Misfit) -> tuple[int, str]:
    return (misfit.start, misfit.name)


def finding(source: SourceFile, misfit: Misfit) -> Finding:
    """The finding for what is wrong with a file."""
    return misfit_finding(_BY_NAME[misfit.name], source, misfit)


def _misfits(node: Node) -> Iterator[Misfit]:
    wrong = wrong_schema(node, SCHEMA)
    if wrong:
        yield wrong
        if node.entry("schema"):
            return  # of another format: what follows cannot be judged
    yield from examine(node, SCENARIO)
    yield from _files(node)
    yield from _consent(node)
    for rule in (node.get("approvals") or _NONE).tables("rule"):
        pattern = rule.get("tool")
        yield from _glob(pattern, '"tool" in "rule"') if pattern else ()
    for turn in node.tables("turn"):
        yield from _turn(turn)
    for table in node.tables("assert"):
        yield from _assertion(table)


def _files(node: Node) -> Iterator[Misfit]:
    files = node.get("files")
    for entry in files.entries if files else ():
        parts = PurePosixPath(entry.key).parts
        if not parts or parts[0] == "/" or ".." in parts or "\\" in entry.key or "\0" in entry.key:
            message = f'"{entry.key}" in "files" does not stay inside the workspace'
            advice = "write a relative path with / and without .."
            yield Misfit(VALUE, message, entry.start, entry.end, advice)


def _consent(node: Node) -> Iterator[Misfit]:
    consent = node.get("consent")
    for entry in consent.entries if consent else ():
        if not _CONSENT_KEY.fullmatch(entry.key):
            message = f'"{entry.key}" in "consent" names neither a server nor a skill'
            yield Misfit(
                VALUE, message, entry.start, entry.end, 'write "server:KEY" or "skill:NAME"'
            )


def _turn(turn: Node) -> Iterator[Misfit]:
    if not turn.get("say") and not turn.tables("call"):
        yield Misfit(
            "turn",
            "the turn says nothing and calls nothing",
            turn.start,
            turn.end,
            "add say = … or call = [{ tool = … }]",
        )
    for call in turn.tables("call"):
        raw = call.entry("raw_args")
        if raw and call.entry("args"):
            yield Misfit(
                VALUE,
                '"args" and "raw_args" stand beside each other',
                raw.start,
                raw.end,
                "keep one of the two",
            )
    expect = turn.get("expect")
    for entry in expect.entries if expect else ():
        yield from _demand(entry)


def _assertion(table: Node) -> Iterator[Misfit]:
    if not table.entries:
        yield Misfit(
            VALUE,
            "the assertion demands nothing",
            table.start,
            table.end,
            "add a key, or take the table out",
        )
    for entry in table.entries:
        yield from _demand(entry)
        if entry.key in CALL_DETAILS and not table.entry("tool_called"):
            yield Misfit(
                VALUE,
                f'"{entry.key}" says more about "tool_called", which is missing',
                entry.start,
                entry.end,
                "add tool_called = …",
            )


def _demand(entry: Entry) -> Iterator[Misfit]:
    """An empty text is in everything and an empty list names nothing: neither demands a thing."""
    kind = DEMANDS.get(entry.key, LATER).kind
    for value in (entry.value, *entry.value.items):
        empty = value.value == "" or (value.kind == "list" and not value.items)
        if kind in ("texts", "strings") and empty:
            message = f'"{entry.key}" is empty, so it demands nothing'
            yield Misfit(VALUE, message, value.start, value.end, "write what is wanted")
        elif entry.key in GLOBS and isinstance(value.value, str):
            yield from _glob(value, f'a name of "{entry.key}"')


def _glob(value: Node, what: str) -> Iterator[Misfit]:
    words = defect(str(value.value))
    if words:
        message = f"{what} can match no tool: {words}"
        yield Misfit(VALUE, message, value.start, value.end, "write a tool name or a glob")
