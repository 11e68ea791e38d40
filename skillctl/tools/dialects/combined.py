"""Combinators at the root of a schema, as one object (mcp.md section 8.3)."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from skillctl.tools.dialects.alternatives import Union, properties_of, united
from skillctl.tools.dialects.changes import EXACT, LOOSENED, NARROWED, Changes
from skillctl.tools.dialects.merging import merged, merged_all
from skillctl.tools.dialects.refs import Tokens, every_schema, target, tokens_of
from skillctl.tools.dialects.walking import without
from skillctl.tools.positions import Schema, pointer
from skillctl.tools.schema import BadSchema

RULE = "root-combinator"
MOST_REFS = 1000
_ONE_OF = ("anyOf", "oneOf")
_ALL = ("allOf", *_ONE_OF)


def root_combinators(root: Schema, changes: Changes) -> Schema:
    """`allOf` merged; of `anyOf` and `oneOf` all properties, and their groups in words."""
    used = [key for key in _ALL if key in root]
    if not used:
        return root
    _refuse_refs_into(root, used)
    whole = _Flattening(root)
    result, exact = whole.base(root, ())
    if "allOf" in root:
        changes.add("/allOf", RULE, EXACT if exact else LOOSENED, root["allOf"])
    for key in _ONE_OF:
        if key in root:
            union = whole.union(root, key, (), result)
            result, _ = merged(result, union.schema)
            changes.add(f"/{key}", RULE, LOOSENED, root[key])
            if union.words:
                result["description"] = _told(result.get("description"), key, union.words)
    named = properties_of(result)
    for name in dict.fromkeys(whole.narrowed):
        if name in named:  # not so if it stands in a branch that no object fits
            changes.add(pointer("/properties", name), RULE, NARROWED, {}, named[name])
    return result


def _told(said: object, key: str, words: Sequence[str]) -> str:
    """The description with the groups of parameters that belong together."""
    count = "exactly" if key == "oneOf" else "at least"
    groups = f"Give {count} one of these groups of parameters: {'; '.join(words)}."
    return f"{said}\n{groups}" if isinstance(said, str) and said else groups


def _refuse_refs_into(root: Schema, used: Sequence[str]) -> None:
    """BadSchema if a reference leads into what is taken apart."""
    for path, node in every_schema(root):
        tokens = tokens_of(node.get("$ref"))
        if tokens and tokens[0] in used:
            reason = f"{node['$ref']} leads into a combinator at the root, which no provider takes"
            raise BadSchema(f"{path}/$ref", reason)


@dataclass(frozen=True, slots=True)
class _Flattening:
    """Schemas without references and combinators of their own, as far as that can be said."""

    root: Schema
    narrowed: list[str] = field(default_factory=list)
    followed: list[Tokens] = field(default_factory=list)

    def base(self, node: Schema, chain: tuple[Tokens, ...]) -> tuple[Schema, bool]:
        """A schema and its `allOf` as one; alternatives are left to the caller."""
        branches = _branches(node, "allOf")
        parts = [self.flat(branch, chain) for branch in branches]
        result, exact = merged_all([without(node, *_ALL), *(part for part, _ in parts)])
        return result, exact and all(same for _, same in parts)

    def flat(self, node: Schema, chain: tuple[Tokens, ...]) -> tuple[Schema, bool]:
        """A branch as one plain schema; an endless one is open where it comes back."""
        result, exact = self.base(without(node, "$ref"), chain)
        tokens = tokens_of(node.get("$ref"))
        if tokens is not None:
            there, same = self.meant(tokens, chain)
            result, both = merged(result, there)
            exact = exact and same and both
        for key in _ONE_OF:
            if key in node:
                result, _ = merged(result, self.union(node, key, chain, result).schema)
                exact = False
        return result, exact

    def meant(self, tokens: Tokens, chain: tuple[Tokens, ...]) -> tuple[Schema, bool]:
        """What a reference names; open where it is endless, or more than anybody could follow."""
        found = target(self.root, tokens)
        self.followed.append(tokens)
        if tokens in chain or len(self.followed) > MOST_REFS or not isinstance(found, dict):
            return {}, False
        return self.flat(found, (*chain, tokens))

    def union(self, node: Schema, key: str, chain: tuple[Tokens, ...], beside: Schema) -> Union:
        """The alternatives of a schema as one that takes what each of them takes."""
        flat = [self.flat(branch, chain)[0] for branch in _branches(node, key)]
        found = united(flat, beside)
        self.narrowed.extend(found.narrowed)
        return found


def _branches(node: Schema, key: str) -> list[Schema]:
    """What a combinator combines; booleans are schemas of their own by now."""
    branches = node.get(key)
    return [b for b in branches if isinstance(b, dict)] if isinstance(branches, list) else []
