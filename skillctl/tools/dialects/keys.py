"""Names of properties that a provider refuses, renamed for the model and back for the server."""

import re
from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256

from skillctl.tools.dialects.changes import EXACT, Changes
from skillctl.tools.dialects.refs import Tokens, every_schema, tokens_of
from skillctl.tools.positions import Schema, inner_schemas, pointer
from skillctl.tools.schema import BadSchema
from skillctl.toolspec import RenamedKey

RULE = "property-name"
_LEGAL = re.compile(r"[A-Za-z0-9_.-]{1,64}")
_FOREIGN = re.compile(r"[^A-Za-z0-9_.-]")
_KEPT, _DIGITS, _MORE_DIGITS = 55, 8, 16
# what else speaks of the names of properties, or of whole objects
_TIED = frozenset(
    {
        *("allOf", "anyOf", "oneOf", "not", "if", "then", "else", "$ref", "const", "enum"),
        *("patternProperties", "propertyNames", "dependentRequired", "dependentSchemas"),
        *("dependencies", "unevaluatedProperties"),
    }
)
Path = tuple[str | None, ...]


def legal_keys(root: Schema, changes: Changes) -> Schema:
    """Rename what lies on plain paths of properties and items; BadSchema elsewhere."""
    bad = [path for path, node in every_schema(root) if any(map(_is_bad, _names(node)))]
    if not bad:
        return root
    refs = [tokens_of(node.get("$ref")) for _, node in every_schema(root)]
    renaming = _Renaming(changes, [ref for ref in refs if ref is not None])
    result = renaming.node(root, "", (), tied=False)
    left = next((path for path in bad if path not in renaming.done), None)
    if left is not None:
        raise _refused(left)
    return result


def restored(arguments: Mapping[str, object], renamed: Sequence[RenamedKey]) -> dict[str, object]:
    """The arguments under the names of the server; an original name that is used stays."""
    result: object = dict(arguments)
    for key in renamed:
        result = _restored(result, key.path, key)
    return dict(result) if isinstance(result, dict) else {}


def _restored(value: object, path: Path, key: RenamedKey) -> object:
    if not path:
        if not isinstance(value, dict) or key.sent not in value or key.raw in value:
            return value
        return {(key.raw if name == key.sent else name): inner for name, inner in value.items()}
    step, rest = path[0], path[1:]
    if step is None:
        return [_restored(item, rest, key) for item in value] if isinstance(value, list) else value
    if not isinstance(value, dict) or step not in value:
        return value
    return {
        name: _restored(inner, rest, key) if name == step else inner
        for name, inner in value.items()
    }


def _names(node: Schema) -> Iterator[str]:
    named = node.get("properties")
    yield from named if isinstance(named, dict) else ()


def _is_bad(name: str) -> bool:
    return not _LEGAL.fullmatch(name)


def _refused(path: str) -> BadSchema:
    return BadSchema(
        pointer(path, "properties"),
        "a name is outside A-Z a-z 0-9 _ . - or longer than 64, "
        "and stands where it cannot be renamed",
    )


class _Renaming:
    """Follows properties and items from the root, where a call can be translated back."""

    def __init__(self, changes: Changes, refs: Sequence[Tokens]) -> None:
        self.changes = changes
        self.refs = ["".join(map(_step, ref)) for ref in refs]
        self.done: set[str] = set()

    def node(self, node: Schema, path: str, keys: Path, *, tied: bool) -> Schema:
        """A copy of one object with legal names, and of what lies below."""
        tied = tied or bool(node.keys() & _TIED)
        names = self.names(node, path, keys, tied=tied)
        copy = dict(node)
        inner = dict(inner_schemas(node, path))

        def below(place: str, key: str | None, value: object) -> object:
            if place not in inner or not isinstance(value, dict):
                return value
            return self.node(value, place, (*keys, key), tied=tied)

        properties = node.get("properties")
        if isinstance(properties, dict):
            at = pointer(path, "properties")
            copy["properties"] = {
                names.get(name, name): below(pointer(at, name), name, value)
                for name, value in properties.items()
            }
        if "items" in node:
            copy["items"] = below(pointer(path, "items"), None, node["items"])
        required = node.get("required")
        if isinstance(required, list):
            copy["required"] = [names.get(n, n) if isinstance(n, str) else n for n in required]
        return copy

    def names(self, node: Schema, path: str, keys: Path, *, tied: bool) -> dict[str, str]:
        """Served name -> legal name, for those that need one."""
        bad = [name for name in _names(node) if _is_bad(name)]
        if not bad:
            return {}
        if tied or self._is_referred(path, bad):
            raise _refused(path)
        self.done.add(path)
        taken = {name for name in _names(node) if not _is_bad(name)}
        found: dict[str, str] = {}
        for raw in bad:
            short = _legal(raw, _DIGITS)
            sent = _legal(raw, _MORE_DIGITS) if short in taken else short
            taken.add(sent)
            found[raw] = sent
            self.changes.add(pointer(pointer(path, "properties"), raw), RULE, EXACT, raw, sent)
            self.changes.renamed.append(RenamedKey(keys, sent, raw))
        return found

    def _is_referred(self, path: str, bad: Sequence[str]) -> bool:
        """Whether a reference leads to the object, to what holds it, or through a renamed name."""
        at = pointer(path, "properties")
        through = tuple(f"{pointer(at, name)}/" for name in bad)
        return any(
            f"{path}/".startswith(f"{ref}/") or f"{ref}/".startswith(through) for ref in self.refs
        )


def _step(token: str) -> str:
    return pointer("", token)


def _legal(raw: str, digits: int) -> str:
    digest = sha256(raw.encode("utf-8", "surrogatepass")).hexdigest()[:digits]
    return f"{_FOREIGN.sub('_', raw)[: _KEPT + _DIGITS - digits]}_{digest}"
