"""The schema of one tool: as the server sent it, as the model gets it, and what lies between."""

import json
from collections.abc import Iterator
from enum import StrEnum

from skillctl.policy.redaction import Redactor
from skillctl.policy.text import row, visible
from skillctl.toolspec import SchemaChange, ToolSpec

_LONGEST = 160


class SchemaView(StrEnum):
    """Which form of a schema is shown."""

    SERVED = "served"
    SENT = "sent"
    DIFF = "diff"


def schema_text(tool: ToolSpec, which: SchemaView, redactor: Redactor) -> str:
    """One form of the schema, without secrets.

    JSON has its keys in order, and escapes for what nobody would see. A tool of our own has no
    server: what is sent stands for what is served.
    """
    if which is SchemaView.DIFF:
        return "".join(f"{redactor.text(line)}\n" for line in _diff(tool))
    ours = tool.server is None or which is SchemaView.SENT
    schema = tool.input_schema if ours else tool.served_schema
    text = json.dumps(redactor.value(schema), ensure_ascii=False, indent=2)
    return f"{''.join(map(_seen, text))}\n"


def _seen(character: str) -> str:
    """A character that nobody would see as JSON escapes it: the value stays what it is."""
    if visible(character) == character:
        return character
    units = character.encode("utf-16-be", "surrogatepass").hex()
    return "".join(f"\\u{units[at : at + 4]}" for at in range(0, len(units), 4))


def _diff(tool: ToolSpec) -> Iterator[str]:
    """A line per change, with the rule that made it."""
    if not tool.schema_changes:
        yield "sent as served: nothing is changed"
    for change in tool.schema_changes:
        where = row(change.path) or "(top)"
        yield f"{where}: {_words(change)}  [{row(change.rule)}, {change.kind}]"


def _words(change: SchemaChange) -> str:
    before, after = (part and _short(part) for part in (change.before, change.after))
    if before is None:
        return f"added {after}"
    return f"removed {before}" if after is None else f"{before} -> {after}"


def _short(text: str) -> str:
    """A value on one line; of a long one its beginning, and how long it is."""
    if len(text) <= _LONGEST:
        return row(text)
    return f"{row(text[:_LONGEST])}… ({len(text):,} characters)"
