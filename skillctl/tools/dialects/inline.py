"""Local references replaced by what they name, with bounds (mcp.md section 8.3)."""

import copy
from collections import deque
from dataclasses import dataclass, field

from skillctl.tools.dialects.changes import EXACT, LOOSENED, Changes, compact
from skillctl.tools.dialects.merging import merged
from skillctl.tools.dialects.refs import Tokens, local_target, tokens_of
from skillctl.tools.dialects.walking import without
from skillctl.tools.positions import Schema, inner_schemas
from skillctl.tools.schema import DEEPEST, MOST_NODES

RULE = "reference"
DEPTH = 3
MOST_BYTES = 64 * 1024
_DEFINITIONS = ("$defs", "definitions")


@dataclass(frozen=True, slots=True)
class _Place:
    """A schema in the copy, its pointer, and the references it came through."""

    node: Schema
    path: str
    depth: int
    chain: tuple[Tokens, ...] = ()


@dataclass(slots=True)
class _Inlining:
    """Works breadth first, so that what the limits cut off lies deep and not late."""

    root: Schema
    changes: Changes
    left_bytes: int
    left_nodes: int
    pending: deque[_Place] = field(default_factory=deque)
    sizes: dict[Tokens, tuple[int, int, int]] = field(default_factory=dict)

    def run(self, whole: Schema) -> None:
        """Replace every reference of a copy in place."""
        self.pending.append(_Place(whole, "", 0))
        while self.pending:
            place = self.pending.popleft()
            while "$ref" in place.node:
                place = self.opened(place)
            for path, inner in inner_schemas(place.node, place.path):
                if isinstance(inner, dict):
                    self.pending.append(_Place(inner, path, place.depth + 1, place.chain))

    def opened(self, place: _Place) -> _Place:
        """One reference less: its target, or an open schema at a limit, with the siblings."""
        ref = place.node["$ref"]
        tokens = tokens_of(ref) or ()
        meant = local_target(self.root, ref, f"{place.path}/$ref")
        meant = meant if isinstance(meant, dict) else ({} if meant else {"not": {}})
        chain = (*place.chain, tokens)
        cut = chain.count(tokens) > DEPTH or not self.has_room(tokens, meant, place.depth)
        target: Schema = {"type": "object"} if meant.get("type") == "object" else {}
        if not cut:
            target = copy.deepcopy(without(meant, *_DEFINITIONS))
        result, exact = merged(without(place.node, "$ref"), target)
        kind = EXACT if exact and not cut else LOOSENED
        self.changes.add(f"{place.path}/$ref", RULE, kind, ref, target if cut else meant)
        place.node.clear()
        place.node.update(result)
        return _Place(place.node, place.path, place.depth, chain)

    def has_room(self, tokens: Tokens, meant: Schema, depth: int) -> bool:
        """Whether one more copy keeps within the limits; if so it is counted."""
        if tokens not in self.sizes:
            size = len(compact(meant).encode("utf-8", "surrogatepass"))
            self.sizes[tokens] = size, schemas_in(meant), height_of(meant)
        size, nodes, height = self.sizes[tokens]
        if size > self.left_bytes or nodes > self.left_nodes or depth + height > DEEPEST:
            return False
        self.left_bytes -= size
        self.left_nodes -= nodes
        return True


def inlined(root: Schema, changes: Changes) -> Schema:
    """The schema without `$ref`, and without the definitions that only references need."""
    whole = copy.deepcopy(without(root, *_DEFINITIONS))
    size = len(compact(whole).encode("utf-8", "surrogatepass"))
    _Inlining(root, changes, MOST_BYTES - size, MOST_NODES - schemas_in(whole)).run(whole)
    for key in _DEFINITIONS:
        if key in root:
            changes.add(f"/{key}", RULE, EXACT, root[key])
    return whole


def schemas_in(node: object) -> int:
    """How many schemas a schema holds, itself included."""
    inner = inner_schemas(node, "") if isinstance(node, dict) else ()
    return 1 + sum(schemas_in(schema) for _, schema in inner)


def height_of(node: object) -> int:
    """How many schemas stand inside each other, itself included."""
    inner = inner_schemas(node, "") if isinstance(node, dict) else ()
    return 1 + max((height_of(schema) for _, schema in inner), default=0)
