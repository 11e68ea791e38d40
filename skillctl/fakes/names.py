"""Names that a fake file speaks of but nothing bears, and tools that bear the same name."""

from collections.abc import Iterable, Iterator

from skillctl.fakes.kinds import MOMENT
from skillctl.fakes.protocol import LIST_CHANGES, NOTIFICATIONS, REQUESTS
from skillctl.nearest import did_you_mean
from skillctl.source.closed import Misfit
from skillctl.source.tree import Entry, Node

UNKNOWN_NAME = "unknown-name"
MANY = 12
MANY_TO_COMPARE = 100  # letter by letter, which is slow
BEARERS = {
    "tool": ("name", "name"),
    "resource": ("uri", "uri"),
    "resource_template": ("uri_template", "uriTemplate"),
    "prompt": ("name", "name"),
}
LISTED = {
    "tools/list": "tool",
    "resources/list": "resource",
    "resources/templates/list": "resource_template",
    "prompts/list": "prompt",
}
METHODS = (*REQUESTS, *NOTIFICATIONS)


def tool_name(tool: Node) -> Node | None:
    """Where the name of a tool stands: in its table or in its raw definition."""
    definition = tool.get("definition")
    name = tool.get("name") or (definition.get("name") if definition else None)
    return name if name is not None and name.kind == "string" else None


def unknown_names(node: Node) -> Iterator[Misfit]:
    """Faults, events and expectations about methods, tools and notifications that do not exist."""
    named = (tool_name(tool) for tool in node.tables("tool"))
    tools = [str(name.value) for name in named if name]
    for fault in node.tables("fault"):
        yield from _unknown(fault.entry("on"), METHODS, "method")
        yield from _unknown(fault.entry("tool"), tools, "tool")
        on = fault.get("on")
        kind = LISTED.get(str(on.value)) if on else None
        if kind:
            names = list(_listed(node, kind))
            yield from _unknown(fault.entry("duplicate"), names, kind.replace("_", " "))
    for event in node.tables("event"):
        yield from _unknown(event.entry("notify"), LIST_CHANGES, "notification")
        yield from _unknown(event.entry("set_tools"), tools, "tool")
        yield from _unknown_moment(event.entry("after"), METHODS)
    for expect in node.tables("expect"):
        yield from _unknown(expect.entry("method"), METHODS, "method")
        yield from _unknown_moment(expect.entry("of"), REQUESTS)


def _listed(node: Node, kind: str) -> Iterator[str]:
    """The names that entries of a list bear; a resource without one has its URI as its name."""
    for table in node.tables(kind):
        name = tool_name(table) or table.get(BEARERS[kind][0])
        if name is not None and isinstance(name.value, str):
            yield name.value


def _unknown(entry: Entry | None, known: Iterable[str], word: str) -> Iterator[Misfit]:
    """Each string of a value that is none of the known names."""
    value = entry.value if entry else None
    for node in (value, *value.items) if value else ():
        if isinstance(node.value, str) and node.value not in known:
            yield _misfit(node, node.value, known, word)


def _unknown_moment(entry: Entry | None, known: Iterable[str]) -> Iterator[Misfit]:
    """The method of a value such as `tools/call#1`."""
    moment = MOMENT.fullmatch(str(entry.value.value)) if entry else None
    if entry and moment and moment["method"] not in known:
        yield _misfit(entry.value, moment["method"], known, "method")


def _misfit(node: Node, name: str, known: Iterable[str], word: str) -> Misfit:
    names = tuple(known)
    advice = did_you_mean(name, names[:MANY_TO_COMPARE], f"known: {_some(names)}")
    message = f'there is no {word} "{name}"'
    return Misfit(UNKNOWN_NAME, message, node.start, node.end, advice)


def _some(names: tuple[str, ...]) -> str:
    """The first names, and how many more there are."""
    more = f" and {len(names) - MANY} more" if len(names) > MANY else ""
    return ", ".join(names[:MANY]) + more if names else "none"


def same_names(node: Node) -> Iterator[tuple[str, Node, Node]]:
    """Each name that an earlier thing of its kind bears: the kind, the earlier one, this one."""
    for kind, (key, spelled) in BEARERS.items():
        first: dict[object, Node] = {}
        for table in node.tables(kind):
            definition = table.get("definition")
            name = table.get(key) or (definition.get(spelled) if definition else None)
            if name is None or name.kind != "string":
                continue
            if name.value in first:
                yield kind.replace("_", " "), first[name.value], name
            first.setdefault(name.value, name)
