"""Repairs that put in what is missing, in the style of the file.

`add_field` is for front matter, `add_member` for an object of JSON. Both give None where that style
cannot be told for certain.
"""

import re

from skillctl.findings import Safety
from skillctl.rules.rule import Repair, Replacement, Span, span_of
from skillctl.skills.document import SkillDocument
from skillctl.source.file import SourceFile
from skillctl.source.tree import Entry, pointer
from skillctl.source.written import json_text, yaml_text

_NULL = re.compile(r"~|null|Null|NULL")
_INDENT = re.compile(r"(?:\A|[\r\n])([ ]*)\Z")
_GAP = re.compile(r"(?:[{,])(?P<gap>[ \t\r\n]*)\Z")


def add_field(skill: SkillDocument, key: str, value: str) -> Repair | None:
    """A field of the front matter as its first line, or a value for a field that has none."""
    entry, source = skill.entry(key), skill.source
    if source is None or skill.fields is None or skill.block is None:
        return None
    written = yaml_text(value)
    if entry is None:
        first = skill.fields.entries[0].start if skill.fields.entries else 0
        indent = _INDENT.search(source.text[skill.block.start - 1 : first])
        if indent is None:
            return None
        at = Span(skill.block.start, skill.block.start)
        new = Replacement(at, f"{indent[1]}{key}: {written}\n")
    elif entry.value.start == entry.value.end:
        new = Replacement(Span(entry.value.start, entry.value.start), f" {written}")
    elif _NULL.fullmatch(source.text[entry.value.start : entry.value.end]):
        new = Replacement(span_of(entry.value), written)
    else:
        return None
    return Repair(Safety.SAFE, f"add {key}: {written}", (new,), {pointer(key): value})


def add_member(
    source: SourceFile, before: Entry, key: str, value: str, field: str
) -> Repair | None:
    """A member of a JSON object, before another one; `field` is the pointer to the new one."""
    text = source.text
    gap = _GAP.search(text[max(0, before.start - 400) : before.start])
    colon = text[before.end : before.value.start]
    if gap is None or colon.strip() != ":":
        return None
    blank = re.sub(r".*[\r\n]", "\n", gap["gap"], flags=re.DOTALL)
    if not blank and colon.endswith(" "):
        blank = " "
    member = f"{json_text(key)}{colon}{json_text(value)}"
    new = Replacement(Span(before.start, before.start), f"{member},{blank}")
    return Repair(Safety.SAFE, f"add {member}", (new,), {field: value})
