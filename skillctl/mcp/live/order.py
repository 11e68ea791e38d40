"""Whether a server lists the same twice."""

from collections.abc import Iterator, Sequence

from skillctl.drift.change import dumped
from skillctl.mcp.live.defects import ORDER
from skillctl.mcp.live.entries import TOOLS, named
from skillctl.mcp.live.remark import Remark
from skillctl.source.tree import pointer

SHOWN = 5


def order_remarks(first: Sequence[object], again: Sequence[object]) -> Iterator[Remark]:
    """How the second listing differs: in its tools, in their order, in what they say."""
    if [dumped(tool) for tool in first] == [dumped(tool) for tool in again]:
        return
    before, after = named(first), named(again)
    gone = [name for name in before if name not in after]
    new = [name for name in after if name not in before]
    for words, names in (("lacks", gone), ("also has", new)):
        if names:
            yield _remark(pointer(TOOLS), f"the second listing {words} {_listed(names)}")
    both = [name for name in before if name in after]
    yield from _moved(both, [name for name in after if name in before], before)
    for name in both:
        yield from _changed(name, before[name][0], first, again[after[name][0]])
    if not named(first) and not named(again):
        yield _remark(pointer(TOOLS), "the second listing has other entries")


def _moved(
    both: Sequence[str], second: Sequence[str], before: dict[str, list[int]]
) -> Iterator[Remark]:
    """The first tool that stands elsewhere the second time."""
    moved = next(((a, b) for a, b in zip(both, second, strict=True) if a != b), None)
    if moved:
        message = f'another order the second time: here it has "{moved[1]}"'
        yield _remark(pointer(TOOLS, before[moved[0]][0]), message, moved[0])


def _changed(name: str, index: int, first: Sequence[object], other: object) -> Iterator[Remark]:
    one = first[index]
    if dumped(one) == dumped(other):
        return
    same = dumped(one, sort=True) == dumped(other, sort=True)
    path = next(_differences(one, other, pointer(TOOLS, index)))
    what = "its keys stand in another order" if same else "it is another value"
    yield _remark(path, f"the second time {what}", name)


def _differences(one: object, other: object, path: str) -> Iterator[str]:
    """The places of the first values that are not written alike."""
    if isinstance(one, dict) and isinstance(other, dict) and list(one) == list(other):
        for key, value in one.items():
            yield from _differences(value, other[key], path + pointer(key))
    elif isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        for number, (left, right) in enumerate(zip(one, other, strict=True)):
            yield from _differences(left, right, path + pointer(number))
    elif dumped(one) != dumped(other):
        yield path


def _remark(path: str, message: str, tool: str = "") -> Remark:
    advice = "list the tools in one order, and nothing in them that changes by itself"
    return Remark(defect=ORDER, path=path, tool=tool, message=message, advice=advice)


def _listed(names: Sequence[str]) -> str:
    more = f" and {len(names) - SHOWN} more" if len(names) > SHOWN else ""
    return ", ".join(f'"{name}"' for name in names[:SHOWN]) + more
