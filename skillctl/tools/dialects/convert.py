"""The table of schema dialects, and a schema put through the steps of one (mcp.md section 8.3)."""

from dataclasses import dataclass

from skillctl.tools.dialects import exact, gemini
from skillctl.tools.dialects.changes import ABSENT, EXACT, Changes
from skillctl.tools.dialects.combined import root_combinators
from skillctl.tools.dialects.inline import inlined
from skillctl.tools.dialects.keys import legal_keys
from skillctl.tools.dialects.nulls import nullable
from skillctl.tools.dialects.refs import check_refs
from skillctl.tools.dialects.root import root_object, root_values
from skillctl.tools.dialects.types import type_lists
from skillctl.tools.dialects.walking import Step
from skillctl.tools.positions import Schema, in_one_order
from skillctl.tools.schema import EMPTY, BadSchema, sent_schema
from skillctl.toolspec import RenamedKey, SchemaChange

PATH = "/inputSchema"
RAW = "raw"
TEXT, BARE = "text", "top-schema"
QUIET = frozenset({TEXT, BARE})


def refs_inside(root: Schema, _changes: Changes) -> Schema:
    """BadSchema if a reference leads nowhere."""
    check_refs(root)
    return root


_OLD_WORDS: tuple[Step, ...] = (exact.old_bounds, exact.tuples)
_OPENAI: tuple[Step, ...] = (
    *(refs_inside, *_OLD_WORDS, exact.booleans, exact.arrays),
    *(root_object, root_combinators, root_values),
)
STEPS: dict[str, tuple[Step, ...]] = {
    RAW: (),
    "openai": _OPENAI,
    "nullable": (*_OPENAI, nullable),
    "gemini": (
        *(refs_inside, inlined, *_OLD_WORDS, gemini.without_false, exact.booleans),
        *(root_object, root_combinators, gemini.all_of, gemini.one_value, gemini.other_values),
        *(
            gemini.list_items,
            nullable,
            gemini.any_of,
            gemini.inclusive,
            gemini.known_words,
            nullable,
        ),
        *(type_lists, gemini.string_values, gemini.item_types, gemini.known_required),
    ),
    "anthropic": (
        *(refs_inside, *_OLD_WORDS, exact.booleans),
        *(root_object, root_combinators, legal_keys),
    ),
}
DIALECTS = tuple(STEPS)


@dataclass(frozen=True, slots=True)
class Converted:
    """A schema as it is sent, or why it cannot be; all changes; characters that were removed."""

    schema: Schema | None
    changes: tuple[SchemaChange, ...] = ()
    problem: str = ""
    renamed: tuple[RenamedKey, ...] = ()
    removed: int = 0


def convert(served: object, dialect: str, *, order: str = RAW) -> Converted:
    """Put a served schema into a dialect; `order` is that of its keys."""
    changes = Changes()
    try:
        schema, removed = _clean(served, changes)
        for step in STEPS[dialect]:
            schema = step(schema, changes)
    except BadSchema as bad:
        return Converted(None, tuple(changes.made), f"{PATH}{bad}")
    if order == "sorted":
        schema = in_one_order(schema)
    return Converted(schema, tuple(changes.made), "", tuple(changes.renamed), removed)


def _clean(served: object, changes: Changes) -> tuple[Schema, int]:
    """What every dialect asks for: no `$schema`, plain text, an object."""

    def told(path: str, before: str, after: str) -> None:
        changes.add(path, TEXT, EXACT, before, after)

    if served is None:
        changes.add("", BARE, EXACT, ABSENT, EMPTY)
    elif isinstance(served, dict) and "$schema" in served:
        changes.add("/$schema", BARE, EXACT, served["$schema"])
    return sent_schema(served, "", told)
