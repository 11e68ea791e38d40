"""What is wrong with the tools of a fake as definitions: the rules that live lists share.

A raw `definition` may be wrong on purpose, so its schema and its name are not judged.
"""

from collections.abc import Iterator

from skillctl.definition.check import instruction_flaws, tool_flaws
from skillctl.definition.defects import INPUT_SCHEMA, TOOL_NAME
from skillctl.definition.flaw import Flaw
from skillctl.fakes.model import FakeFile
from skillctl.source.closed import Misfit
from skillctl.source.tree import Entry, Node, pointer

_SPELLED = {"inputSchema": "input_schema", "outputSchema": "output_schema", "_meta": "meta"}
_PURPOSE = (INPUT_SCHEMA, TOOL_NAME)


def definition_misfits(node: Node, file: FakeFile) -> Iterator[Misfit]:
    """What is wrong with the instructions, and with each tool in its turn."""
    names = [tool.name for tool in file.tools]
    server = node.entry("server")
    for flaw in instruction_flaws(file.server.instructions or "", names):
        if server:
            yield _misfit(flaw, server, ("server", "instructions"))
    entry = node.entry("tool")
    for index, tool in enumerate(file.tools):
        raw = tool.input_schema is None
        for flaw in tool_flaws(tool.definition, names):
            if entry and not (raw and flaw.defect in _PURPOSE):
                yield _misfit(flaw, entry, ("tool", index, *_steps(flaw.path, raw=raw)))


def _steps(path: str, *, raw: bool) -> list[str]:
    """The keys of the file that lead where a pointer into a definition leads."""
    first, *rest = (step.replace("~1", "/").replace("~0", "~") for step in path[1:].split("/"))
    return ["definition", first, *rest] if raw else [_SPELLED.get(first, first), *rest]


def _misfit(flaw: Flaw, entry: Entry, steps: tuple[str | int, ...]) -> Misfit:
    """The flaw at its place, or at the nearest one above it that is written."""
    place = entry.value
    for step in steps[1:]:
        index = int(step) if str(step).isdigit() else -1
        inner = place.items[index] if place.items[index : index + 1] else place.get(str(step))
        if inner is None:
            break
        place = inner
    return Misfit(
        flaw.defect.name, flaw.message, place.start, place.end, flaw.advice, field=pointer(*steps)
    )
