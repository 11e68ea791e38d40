"""What a dialect made of the schemas of one server, in a line for people."""

from collections import Counter
from collections.abc import Iterator, Sequence

from skillctl.policy.text import row
from skillctl.tools.dialects.changes import EXACT, KINDS
from skillctl.tools.dialects.convert import QUIET
from skillctl.toolspec import ToolSpec

_SHOWN_PATHS = 5


def rewritten(specs: Sequence[ToolSpec], dialect: str) -> Iterator[str]:
    """What a dialect made of the schemas: how much, and where it does not mean the same."""
    made = [(s, c) for s in specs for c in s.schema_changes if c.rule not in QUIET]
    if not made:
        return
    kinds = Counter(change.kind for _, change in made)
    counts = ", ".join(f"{kinds[kind]} {kind}" for kind in KINDS if kinds[kind])
    tools = len({spec.name for spec, _ in made})
    others = [f'"{row(s.raw_name or "")}" {row(c.path)}' for s, c in made if c.kind != EXACT]
    shown = list(dict.fromkeys(others))
    more = f" and {len(shown) - _SHOWN_PATHS} more" if len(shown) > _SHOWN_PATHS else ""
    places = f" ({', '.join(shown[:_SHOWN_PATHS])}{more})" if shown else ""
    yield (
        f"schemas of {tools} {'tool' if tools == 1 else 'tools'} are sent in the dialect "
        f"{dialect}, changes: {counts}{places}; see skillctl tools NAME --schema diff"
    )
