"""Replies that wait for an argument which their tool does not have (FK103)."""

from collections.abc import Collection, Iterator

from skillctl.fakes.model import FakeFile, Tool
from skillctl.nearest import did_you_mean
from skillctl.source.closed import Misfit
from skillctl.source.tree import Node, pointer

NAME = "when-args"
BY_NAME = ("when", "when_regex")
_OTHER_NAMES = ("patternProperties", "$ref", "allOf", "anyOf", "oneOf", "if", "dependentSchemas")


def unknown_arguments(node: Node, file: FakeFile) -> Iterator[Misfit]:
    """Each name in a match that the schema of the tool does not have."""
    for index, (tool, table) in enumerate(zip(file.tools, node.tables("tool"), strict=True)):
        known = _names(tool)
        for number, reply in enumerate(table.tables("reply") if known is not None else ()):
            at = ("tool", index, "reply", number)
            yield from _in_reply(reply, tool.name, known or (), at)


def _names(tool: Tool) -> Collection[str] | None:
    """The arguments of a tool; None where its schema is raw or may have further ones by rule.

    Where no further ones are allowed the reply cannot be reached, which is another finding.
    """
    schema = tool.input_schema or {}
    properties = schema.get("properties")
    closed = schema.get("additionalProperties") is False
    if not isinstance(properties, dict) or closed or schema.keys() & {*_OTHER_NAMES}:
        return None
    return properties


def _in_reply(
    reply: Node, tool: str, known: Collection[str], at: tuple[str | int, ...]
) -> Iterator[Misfit]:
    for key in BY_NAME:
        match = reply.get(key)
        for entry in match.entries if match else ():
            if entry.key not in known:
                message = f'"{tool}" has no argument "{entry.key}"'
                listed = ", ".join(sorted(known)) or "none"
                advice = did_you_mean(entry.key, known, f"its arguments: {listed}")
                field = pointer(*at, key, entry.key)
                yield Misfit(NAME, message, entry.start, entry.end, advice, field=field)
