"""What is wrong with the entries of a list, one by one and beside each other."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import islice

from skillctl.definition.check import instruction_flaws, tool_flaws
from skillctl.definition.defects import INPUT_SCHEMA
from skillctl.definition.flaw import Flaw
from skillctl.mcp.live.defects import LEFT_OUT, WRONG_TYPE
from skillctl.mcp.live.remark import Remark
from skillctl.source.tree import pointer
from skillctl.tools.catalog import HINTS
from skillctl.tools.dialects.convert import RAW, convert
from skillctl.tools.schema import json_type

TOOLS, INSTRUCTIONS = "tools", "instructions"
MOST = 50  # remarks about the texts and schemas of one tool
_TYPES: Mapping[str, tuple[type, str]] = {
    "title": (str, "a string"),
    "description": (str, "a string"),
    "outputSchema": (dict, "an object"),
    "annotations": (dict, "an object"),
    "icons": (list, "an array"),
    "_meta": (dict, "an object"),
}


def named(tools: Sequence[object]) -> dict[str, list[int]]:
    """The usable names of a list, each with the places where it stands."""
    places: dict[str, list[int]] = {}
    for index, tool in enumerate(tools):
        name = tool.get("name") if isinstance(tool, dict) else None
        if isinstance(name, str) and name:
            places.setdefault(name, []).append(index)
    return places


def entry_remarks(tools: Sequence[object], instructions: str) -> Iterator[Remark]:
    """All remarks on the instructions and on each entry, in their order."""
    places = named(tools)
    for flaw in instruction_flaws(instructions, places):
        yield _of(flaw, pointer(INSTRUCTIONS), "")
    for index, tool in enumerate(tools):
        yield from _entry(tool, index, places)


def _entry(tool: object, index: int, places: Mapping[str, Sequence[int]]) -> Iterator[Remark]:
    at = pointer(TOOLS, index)
    if not isinstance(tool, dict):
        message = f"expected an object, got {json_type(tool)}"
        yield Remark(defect=LEFT_OUT, path=at, message=message, advice="write a definition")
        return
    name = tool.get("name")
    if not isinstance(name, str) or not name:
        where = at + pointer("name") if "name" in tool else at
        got = "is empty" if name == "" else f"is {json_type(name)}, no string"
        message = f"the name {got}" if "name" in tool else "there is no name"
        yield Remark(defect=LEFT_OUT, path=where, message=message, advice="give it a name")
        name = ""
    yield from _bounded([*_judged(tool, name, at, places), *_wrong_types(tool, name, at)])


def _judged(
    tool: Mapping[str, object], name: str, at: str, places: Mapping[str, Sequence[int]]
) -> Iterator[Remark]:
    """What the checks of definitions find, and whether the tool can be offered at all."""
    flaws = list(tool_flaws(tool, places))
    yield from (_of(flaw, at, name) for flaw in flaws)
    told = {flaw.path for flaw in flaws if flaw.defect == INPUT_SCHEMA}
    where, _, reason = convert(tool.get("inputSchema"), RAW).problem.partition(": ")
    if reason and where not in told:
        advice = "mend the place, or the tool is not offered"
        yield Remark(defect=LEFT_OUT, path=at + where, tool=name, message=reason, advice=advice)


def _wrong_types(tool: Mapping[str, object], name: str, at: str) -> Iterator[Remark]:
    """Members that are there and not of the type that the protocol gives them."""
    for member, (kind, words) in _TYPES.items():
        value = tool.get(member)
        told = member == "outputSchema"  # judged as a schema already
        if value is not None and not isinstance(value, kind) and not told:
            yield _wrong(at + pointer(member), name, words, value)
    given = tool.get("annotations")
    annotations = given if isinstance(given, dict) else {}
    for hint in HINTS:
        value = annotations.get(hint, False)
        if not isinstance(value, bool):
            yield _wrong(at + pointer("annotations", hint), name, "a boolean", value)


def _wrong(path: str, name: str, words: str, value: object) -> Remark:
    message = f"expected {words}, got {json_type(value)}"
    return Remark(defect=WRONG_TYPE, path=path, tool=name, message=message, advice=f"write {words}")


def _of(flaw: Flaw, at: str, name: str) -> Remark:
    return Remark(
        defect=flaw.defect,
        path=at + flaw.path,
        tool=name,
        message=flaw.message,
        advice=flaw.advice,
    )


def _bounded(remarks: Collection[Remark]) -> Iterator[Remark]:
    """The first remarks on one tool; how many more there are stands in the last one."""
    yield from islice(remarks, MOST)
    more = len(remarks) - MOST
    if more > 0:
        last = list(remarks)[MOST]
        message = f"{last.message} (and {more - 1:,} more about this tool)"
        yield Remark(defect=last.defect, path=last.path, tool=last.tool, message=message)
