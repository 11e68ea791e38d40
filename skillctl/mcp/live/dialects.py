"""What the dialects of providers make of the schemas of a list (mcp.md section 8.3)."""

from collections.abc import Iterator, Sequence

from skillctl.findings import Severity
from skillctl.mcp.live.defects import DIALECT
from skillctl.mcp.live.entries import TOOLS
from skillctl.mcp.live.remark import Remark
from skillctl.source.tree import pointer
from skillctl.tools.dialects.changes import EXACT
from skillctl.tools.dialects.convert import DIALECTS, PATH, RAW, Converted, convert

SHOWN = 3
ROOT_TYPE = f"{PATH}/type"  # FK101 tells of it
ADVICE = "write it with what all providers take"


def dialect_remarks(tools: Sequence[object]) -> Iterator[Remark]:
    """Where a tool is left out in a dialect, or its schema means something else there.

    A schema that no dialect takes, not even as it is, is told of elsewhere.
    """
    for index, tool in enumerate(tools):
        definition = tool if isinstance(tool, dict) else {}
        schema = definition.get("inputSchema")
        if isinstance(schema, dict) and convert(schema, RAW).schema is not None:
            yield from _tool(schema, str(definition.get("name", "")), pointer(TOOLS, index))


def _tool(schema: object, name: str, at: str) -> Iterator[Remark]:
    """One remark per place or kind of change, for all the dialects that share it."""
    lost: dict[str, list[str]] = {}
    other: dict[str, list[str]] = {}
    for dialect in DIALECTS:
        found = convert(schema, dialect)
        if found.schema is None:
            lost.setdefault(found.problem, []).append(dialect)
        for words in _changes(found):
            other.setdefault(words, []).append(dialect)
    for problem, dialects in lost.items():
        where, _, reason = problem.partition(": ")
        message = f"left out in {_listed(dialects)}: {reason}"
        if where != ROOT_TYPE:
            yield _remark(at + where, name, message, Severity.WARNING)
    for words, dialects in other.items():
        yield _remark(at + PATH, name, f"{words} in {_listed(dialects)}", Severity.NOTE)


def _changes(found: Converted) -> Iterator[str]:
    """Per kind: how many places do not mean the same any more, and the first of them."""
    if found.schema is None:
        return
    kinds: dict[str, list[str]] = {}
    for change in found.changes:
        if change.kind != EXACT:
            kinds.setdefault(change.kind, []).append(f"{change.path or '/'} ({change.rule})")
    for kind, places in kinds.items():
        more = f" and {len(places) - SHOWN} more" if len(places) > SHOWN else ""
        yield f"{kind} at {', '.join(places[:SHOWN])}{more}"


def _remark(path: str, name: str, message: str, severity: Severity) -> Remark:
    return Remark(
        defect=DIALECT, path=path, tool=name, message=message, advice=ADVICE, severity=severity
    )


def _listed(dialects: Sequence[str]) -> str:
    return f"the dialect{'' if len(dialects) == 1 else 's'} {', '.join(dialects)}"
