"""The smallest arguments that a schema accepts, for the model `test` (agent.md section 11)."""

import json
import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from skillctl.policy.patterns import search

MAX_DEPTH = 16
MAX_ITEMS = 64
MAX_CHARS = 10_000
MAX_STEPS = 100_000
_FORMATS = {
    "date-time": "2000-01-01T00:00:00Z",
    "date": "2000-01-01",
    "time": "00:00:00Z",
    "email": "a@example.com",
    "uri": "https://example.com",
    "uuid": "00000000-0000-4000-8000-000000000000",
    "ipv4": "192.0.2.1",
    "ipv6": "2001:db8::1",
    "hostname": "example.com",
}
_SAMPLES = ("", "a", "A", "0", "aa", "a1", "a-a", "a.a", "a/a", "1.0.0", *_FORMATS.values())


class _TooLarge(Exception):
    """A schema asks for more than a test is worth."""


def minimal_arguments(schema: Mapping[str, object]) -> dict[str, object]:
    """Required properties only, each as small as its schema allows; `{}` without a type.

    `{}` too where a schema is broken, or the smallest value still takes more than `MAX_STEPS`.
    """
    try:
        value = _Maker(schema).value(schema, 0)
        json.dumps(value)
    except Exception:  # noqa: BLE001 # a foreign schema may break this anywhere
        return {}
    return value if isinstance(value, dict) else {}


@dataclass(slots=True)
class _Maker:
    """Makes values for one schema; local references count from `root`."""

    root: Mapping[str, object]
    steps: int = 0

    def value(self, schema: object, depth: int) -> object:
        self._spend(1)
        if not isinstance(schema, Mapping) or depth > MAX_DEPTH:
            return {}
        schema = self._flat(schema, depth)
        if "const" in schema:
            return schema["const"]
        choices = schema.get("enum")
        if isinstance(choices, list) and choices:
            return choices[0]
        return self._by_type(_kind(schema), schema, depth)

    def _spend(self, steps: int) -> None:
        self.steps += steps
        if self.steps > MAX_STEPS:
            raise _TooLarge

    def _flat(self, schema: Mapping[str, object], depth: int) -> Mapping[str, object]:
        """A schema with its reference, `allOf`, and first alternative laid over each other."""
        self._spend(len(schema))
        result: dict[str, object] = dict(schema)
        if depth > MAX_DEPTH:
            return result
        for part in self._parts(result):
            inner = self._flat(part, depth + 1) if isinstance(part, Mapping) else {}
            for key, item in inner.items():
                old = result.get(key)
                self._spend(_cost(old, item))
                result[key] = _merged(old, item)
        return result

    def _parts(self, schema: dict[str, object]) -> Iterator[object]:
        reference = schema.pop("$ref", None)
        if isinstance(reference, str):
            yield _target(self.root, reference)
        everything = schema.pop("allOf", None)
        yield from everything if isinstance(everything, list) else ()
        for word in ("anyOf", "oneOf"):
            branches = schema.pop(word, None)
            yield from branches[:1] if isinstance(branches, list) else ()

    def _by_type(self, kind: object, schema: Mapping[str, object], depth: int) -> object:
        if kind == "string":
            text = _string(schema)
            self._spend(len(text) // 10)
            return text
        if kind in ("integer", "number"):
            return _number(schema, whole=kind == "integer")
        if kind == "array":
            return self._array(schema, depth)
        if kind == "object":
            return self._object(schema, depth)
        return {"boolean": False, "null": None}.get(str(kind), {})

    def _object(self, schema: Mapping[str, object], depth: int) -> dict[str, object]:
        properties = schema.get("properties")
        known = properties if isinstance(properties, Mapping) else {}
        required = schema.get("required")
        names = required if isinstance(required, list) else []
        return {str(name): self.value(known.get(name), depth + 1) for name in names}

    def _array(self, schema: Mapping[str, object], depth: int) -> list[object]:
        count = schema.get("minItems")
        first = schema.get("prefixItems")
        kinds = list(first) if isinstance(first, list) else []
        wanted = min(count, MAX_ITEMS) if isinstance(count, int) else 0
        kinds += [schema.get("items")] * (wanted - len(kinds))
        return [self.value(kind, depth + 1) for kind in kinds[:wanted]]


def _kind(schema: Mapping[str, object]) -> object:
    """The type, or the one that the other keywords speak of."""
    kind = schema.get("type")
    if isinstance(kind, list):
        return kind[0] if kind else None
    if kind is None and ("properties" in schema or "required" in schema):
        return "object"
    return kind


def _cost(old: object, new: object) -> int:
    """The steps of merging two values: every item of a list is looked for in the other."""
    if isinstance(old, list) and isinstance(new, list):
        return len(old) * len(new)
    return len(old) + len(new) if isinstance(old, Mapping) and isinstance(new, Mapping) else 1


def _merged(old: object, new: object) -> object:
    """Two values of one keyword: tables and lists add up, otherwise the later one counts."""
    if isinstance(old, Mapping) and isinstance(new, Mapping):
        return {**old, **new}
    if isinstance(old, list) and isinstance(new, list):
        return [*old, *(item for item in new if item not in old)]
    return new


def _target(root: object, reference: str) -> object:
    """What a local reference points to, or None."""
    found = root
    if not reference.startswith("#"):
        return None
    for part in reference[1:].split("/")[1:]:
        key = part.replace("~1", "/").replace("~0", "~")
        found = found.get(key) if isinstance(found, Mapping) else None
    return found


def _string(schema: Mapping[str, object]) -> str:
    least = schema.get("minLength")
    length = least if isinstance(least, int) else 0
    if length > MAX_CHARS:
        raise _TooLarge
    pattern = schema.get("pattern")
    if isinstance(pattern, str):
        return next((s for s in _SAMPLES if len(s) >= length and search(pattern, s)), "a" * length)
    return _FORMATS.get(str(schema.get("format")), "").ljust(length, "a")


def _number(schema: Mapping[str, object], *, whole: bool) -> float:
    """The number nearest to zero within the bounds."""
    low = _bound(schema, "minimum", "exclusiveMinimum", 1)
    high = _bound(schema, "maximum", "exclusiveMaximum", -1)
    value: float = 0
    if low is not None and low > 0:
        value = low
    elif high is not None and high < 0:
        value = high
    step = schema.get("multipleOf", 1 if whole else 0)
    if isinstance(step, int | float) and step > 0:
        value = math.ceil(value / step) * step
    return int(value) if value == int(value) else value


def _bound(schema: Mapping[str, object], closed: str, opened: str, step: int) -> float | None:
    """A bound, or one step inside of a bound that is itself excluded."""
    for word, inside in ((closed, 0), (opened, step)):
        value = schema.get(word)
        if isinstance(value, int | float) and not isinstance(value, bool):
            return value + inside
    return None
