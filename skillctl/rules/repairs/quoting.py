"""Repairs that several rules declare, in a few lines each.

`yield Violation(…, repair=quote_scalar(source, node, "/name"))` puts a plain scalar in quotes; the
text functions (`yaml_text`, `json_text`) are for a repair that writes a value of its own.
"""

import re

from skillctl.findings import Safety
from skillctl.rules.rule import Repair, Replacement, Span
from skillctl.source.file import SourceFile
from skillctl.source.tree import Node

SCALARS = ("number", "boolean", "date")
_SCALAR = re.compile(r"[A-Za-z0-9.+-](?:[A-Za-z0-9_.:+ -]*[A-Za-z0-9_.:+-])?")
_PLAIN_WORD = re.compile(r"[A-Za-z][A-Za-z0-9]*(?:[- ][A-Za-z0-9]+)*")
_NOT_WRITABLE = re.compile("[\x00-\x08\x0a-\x1f\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]")


def quote_scalar(source: SourceFile, node: Node, field: str) -> Repair | None:
    """Put a number, boolean or date in quotes as it is written; None for any other value.

    `field` is the JSON pointer to the value. The text is the same in YAML, JSON and TOML. No words
    and no edit hold the value, which may be secret.
    """
    written = source.text[node.start : node.end]
    if node.kind not in SCALARS or not _SCALAR.fullmatch(written):
        return None
    quotes = tuple(Replacement(Span(at, at), '"') for at in (node.start, node.end))
    return Repair(Safety.SAFE, "put the value in quotes", quotes, {field: written})


def quote_scalars(source: SourceFile, values: dict[str, Node]) -> Repair | None:
    """Put several values in quotes, by their JSON pointers; None if one of them cannot be."""
    repairs = [quote_scalar(source, node, at) for at, node in values.items()]
    found = [repair for repair in repairs if repair]
    if not found or len(found) < len(repairs):
        return None
    if len(found) == 1:
        return found[0]
    return Repair(
        Safety.SAFE,
        f"put the {len(found)} values in quotes",
        tuple(one for repair in found for one in repair.replacements),
        {at: value for repair in found for at, value in repair.intent.items()},
    )


def yaml_text(text: str) -> str:
    """A text as a YAML scalar of one line that any parser reads as this string."""
    from skillctl.source.yaml_scalars import plain_value  # noqa: PLC0415 # import budget

    if _PLAIN_WORD.fullmatch(text) and plain_value(text, None)[0] == "string":
        return text
    if "'" not in text and not _NOT_WRITABLE.search(text) and '"' in text:
        return f"'{text}'"
    return json_text(text)


def json_text(text: str) -> str:
    """A text as a string of JSON, which is one of YAML and of TOML, too; readable as it is."""
    import json  # noqa: PLC0415 # import budget: only where something is mended

    return _NOT_WRITABLE.sub(
        lambda found: f"\\u{ord(found[0]):04x}", json.dumps(text, ensure_ascii=False)
    )
