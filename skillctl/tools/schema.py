"""A tool's input schema as a model may see it: as served, in its order, but with clean text.

The steps are those that mcp.md section 8.3 asks of every form of a schema.
"""

from collections.abc import Callable, Mapping

from skillctl.policy.hidden import hidden
from skillctl.policy.text import clean
from skillctl.tools.positions import LISTS, MAPS, SINGLE, pointer

DEEPEST = 64
MOST_NODES = 20_000
EMPTY: dict[str, object] = {"type": "object", "properties": {}}
_TEXTS = frozenset({"description", "title", "$comment"})
_NAMES = {type(None): "null", bool: "boolean", int: "number", float: "number", str: "string"}


class BadSchema(ValueError):
    """A schema that no model can be given: where (JSON pointer) and why."""

    def __init__(self, path: str, reason: str) -> None:
        super().__init__(f"{path}: {reason}")


def json_type(value: object) -> str:
    """The JSON name of a value's type."""
    return _NAMES.get(type(value), "array" if isinstance(value, list) else "object")


def _untold(_path: str, _before: str, _after: str) -> None:
    """Nobody wants to know which text was changed."""


def sent_schema(
    served: object, path: str, told: Callable[[str, str, str], None] = _untold
) -> tuple[dict[str, object], int]:
    """The schema without its top `$schema`, with clean text, and how many characters were removed.

    `told` gets the place of a text that was changed, the text, and what it is now. Missing is the
    empty object schema. Raises BadSchema if it is no object, if a property is neither object nor
    boolean, or if hidden text stands where it cannot be taken out.
    """
    if served is None:
        return dict(EMPTY), 0
    if not isinstance(served, dict):
        raise BadSchema(path, f"expected an object, got {json_type(served)}")
    walk = _Walk(told)
    top = {key: value for key, value in served.items() if key != "$schema"}
    return walk.members(top, path, 0), walk.removed


class _Walk:
    """Copies a schema; text is cleaned, names and values may not need it."""

    def __init__(self, told: Callable[[str, str, str], None]) -> None:
        self.told = told
        self.removed = 0
        self.nodes = 0

    def schema(self, node: object, path: str, depth: int) -> object:
        """Copy what stands where a schema belongs."""
        if depth > DEEPEST:
            raise BadSchema(path, f"nested deeper than {DEEPEST} levels")
        if isinstance(node, dict):
            return self.members(node, path, depth)
        if isinstance(node, list):
            return [self.schema(v, pointer(path, n), depth + 1) for n, v in enumerate(node)]
        _require_plain(node, path)
        return node

    def members(self, node: Mapping[str, object], path: str, depth: int) -> dict[str, object]:
        """Copy the keywords of one schema in their order."""
        self.nodes += 1
        if self.nodes > MOST_NODES:
            raise BadSchema(path, f"holds more than {MOST_NODES:,} schemas")
        copy: dict[str, object] = {}
        for key, value in node.items():
            place = pointer(path, key)
            _require_plain(key, place)
            copy[key] = self.keyword(key, value, place, depth)
        return copy

    def keyword(self, key: str, value: object, path: str, depth: int) -> object:
        """Copy the value of one keyword."""
        if key in _TEXTS and isinstance(value, str):
            cleaned = clean(value, escape_elements=False)
            self.removed += cleaned.removed
            if cleaned.text != value:
                self.told(path, value, cleaned.text)
            return cleaned.text
        if key == "properties" and not isinstance(value, dict):
            raise BadSchema(path, f"expected an object, got {json_type(value)}")
        if key in MAPS and isinstance(value, dict):
            return self.schemas_by_name(key, value, path, depth)
        if key in SINGLE or key in LISTS:
            return self.schema(value, path, depth + 1)
        _require_plain(value, path, controls=key != "pattern")
        return value

    def schemas_by_name(
        self, key: str, value: Mapping[str, object], path: str, depth: int
    ) -> dict[str, object]:
        """Copy a map of schemas; its names are the server's own words, whatever they are."""
        copy: dict[str, object] = {}
        for name, node in value.items():
            place = pointer(path, name)
            if key == "properties" and not isinstance(node, dict | bool):
                raise BadSchema(place, f"expected an object or a boolean, got {json_type(node)}")
            _require_plain(name, place, controls=key != "patternProperties")
            copy[name] = self.schema(node, place, depth + 1)
        return copy


def _require_plain(value: object, path: str, *, controls: bool = True) -> None:
    """Refuse a value in which some text holds what a person could not see."""
    pending = [value]
    while pending:
        item = pending.pop()
        if isinstance(item, str) and _is_hiding(item, controls=controls):
            raise BadSchema(path, "holds control or invisible characters, which cannot be removed")
        if isinstance(item, list):
            pending += item
        if isinstance(item, dict):
            pending += (*item, *item.values())


def _is_hiding(text: str, *, controls: bool) -> bool:
    """A pattern may name control characters, but nothing may hold invisible ones."""
    if text.isascii() and text.isprintable():
        return False
    if not controls:
        return any(True for _ in hidden(text))
    plain = text.replace("\r\n", "\n")
    return clean(plain, escape_elements=False).text != plain
