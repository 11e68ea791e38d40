"""Names that stand for several tools, and names that a model sees with a hash."""

from collections.abc import Iterator, Sequence

from skillctl.findings import Severity
from skillctl.mcp.live.defects import AGENT_NAME, LEFT_OUT
from skillctl.mcp.live.entries import TOOLS, named
from skillctl.mcp.live.heard import Heard
from skillctl.mcp.live.remark import Remark
from skillctl.source.tree import pointer
from skillctl.tools.names import LONGEST, agent_names, is_hashed, plain_name
from skillctl.tools.results import same_json


def name_remarks(heard: Heard) -> Iterator[Remark]:
    """What is to be said about the names of one list."""
    tools = heard.listed.tools
    places = named(tools)
    for name, indexes in places.items():
        yield from _repeated(tools, name, indexes)
    yield from _hashed(heard, places)


def _repeated(tools: Sequence[object], name: str, indexes: Sequence[int]) -> Iterator[Remark]:
    first, *others = indexes
    for index in others:
        equal = same_json(tools[first], tools[index])
        how = "is listed again, with the same definition" if equal else "has two definitions"
        yield Remark(
            defect=LEFT_OUT,
            path=pointer(TOOLS, index, "name"),
            tool=name,
            message=f"the name {how}; the first is {pointer(TOOLS, first)}",
            advice="list each tool once" if equal else "give one of them another name",
            consequence="it is offered once" if equal else "",
            severity=Severity.WARNING if equal else None,
        )


def _hashed(heard: Heard, places: dict[str, list[int]]) -> Iterator[Remark]:
    names = agent_names(heard.keys, heard.key, list(places), naming=heard.naming)
    for raw, (index, *_) in places.items():
        if not is_hashed(heard.key, raw, names[raw], naming=heard.naming):
            continue
        plain = plain_name(heard.key, raw, heard.naming)
        why = (
            f"{plain} has {len(plain)} characters, {LONGEST} are taken"
            if len(plain) > LONGEST
            else f"{plain} could be another one's"
        )
        yield Remark(
            defect=AGENT_NAME,
            path=pointer(TOOLS, index, "name"),
            tool=raw,
            message=f"the model sees {names[raw]}, since {why}",
            advice="shorten or rename the tool, or the server in the config",
        )
