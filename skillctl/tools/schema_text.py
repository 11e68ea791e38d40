"""The schema of one tool for a reader: as served, as sent, or what differs and in which sense."""

import json
from collections.abc import Iterator

from skillctl.policy.text import row, visible
from skillctl.toolspec import SchemaChange, ToolSpec

SERVED, SENT, DIFF = FORMS = ("served", "sent", "diff")
_SHOWN = 400


def schema_text(tool: ToolSpec, form: str) -> str:
    """JSON with its keys in order and nothing unseen, or a block of lines per change."""
    if form == DIFF:
        return "".join(f"{line}\n" for line in _diff(tool))
    schema = tool.judging_schema if form == SERVED else tool.input_schema
    text = json.dumps(schema, ensure_ascii=False, indent=2)
    return f"{''.join(map(_escaped, text))}\n"


def _escaped(character: str) -> str:
    """A character that a reader would not see, as JSON writes it; so the text stays JSON."""
    if character in "\n\t" or visible(character) == character:
        return character
    return f"\\u{ord(character):04x}" if character <= "\uffff" else json.dumps(character)[1:-1]


def _diff(tool: ToolSpec) -> Iterator[str]:
    if not tool.schema_changes:
        yield "the schema is sent as it was served"
    for change in tool.schema_changes:
        yield f"{change.kind}: {row(change.path) or '/'} ({change.rule})"
        yield from _sides(change)


def _sides(change: SchemaChange) -> Iterator[str]:
    """What stood there and what stands there now, each on a line."""
    for sign, text in (("-", change.before), ("+", change.after)):
        if text is not None:
            left_out = len(text) - _SHOWN
            more = f"… ({left_out} characters more)" if left_out > 0 else ""
            yield f"  {sign} {row(text[:_SHOWN])}{more}"
