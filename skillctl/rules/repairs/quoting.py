"""Repairs that several rules declare, in a few lines each.

`yield Violation(…, repair=quote_scalar(source, node, "/name"))` puts a plain scalar in quotes; a
repair that writes a value of its own takes its text from `source/written.py`.
"""

import re

from skillctl.findings import Safety
from skillctl.rules.rule import Repair, Replacement, Span
from skillctl.source.file import SourceFile
from skillctl.source.tree import Node

SCALARS = ("number", "boolean", "date")
_SCALAR = re.compile(r"[A-Za-z0-9.+-](?:[A-Za-z0-9_.:+ -]*[A-Za-z0-9_.:+-])?")


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
