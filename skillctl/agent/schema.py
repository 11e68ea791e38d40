"""JSON Schema over values, with our words and our bounds: nothing fetched, no endless pattern."""

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from skillctl.policy.patterns import search
from skillctl.tools.dialects.exact import modern

MAX_STEPS = 100_000
MAX_DEPTH = 120  # of keywords inside each other: each takes up to five frames of Python's thousand
_SHOWN = 200


class TooLong(Exception):
    """A schema asks for more than `MAX_STEPS` checks of one value, or deeper than `MAX_DEPTH`."""


def schema_problems(schema: Mapping[str, object], value: object) -> tuple[list[str], list[str]]:
    """What is wrong with a value, a line each with its path, and notes on what was skipped.

    Honours `$schema` (drafts 4 to 2020-12, the newest without one, in which words of older ones
    keep their sense). May raise anything where the schema itself is broken.
    """
    from jsonschema import Draft3Validator, Draft202012Validator  # noqa: PLC0415 # heavy
    from jsonschema.validators import extend, validator_for  # noqa: PLC0415 # heavy
    from referencing import Registry  # noqa: PLC0415 # heavy

    draft = validator_for(schema, default=Draft3Validator)
    if "$schema" not in schema:
        draft = Draft202012Validator
    if draft is Draft202012Validator:
        schema = modern(dict(schema))
    if draft is Draft3Validator:
        raise LookupError(str(schema["$schema"]))
    bounded = _Bounded(draft.VALIDATORS.get("unevaluatedProperties"))
    keywords = bounded.counted({**draft.VALIDATORS, **bounded.keywords()})
    make: Any = extend(draft, keywords)  # type: ignore[no-untyped-call] # not annotated there
    errors = make(_in_one_dialect(schema), registry=Registry()).iter_errors(value)
    return [f"{error.json_path}: {_words(error)}" for error in errors], bounded.notes


def json_type(value: object) -> str:
    """The JSON type of a value as people say it."""
    if value is None:
        return "null"
    names = {bool: "boolean", str: "string", list: "array", dict: "object"}
    return names.get(type(value), "number")


def _in_one_dialect(schema: object) -> object:
    """A schema without any `$schema`: an inner one would bring keywords back without bounds."""
    if isinstance(schema, Mapping):
        kept = ((k, v) for k, v in schema.items() if k != "$schema" or not isinstance(v, str))
        return {key: _in_one_dialect(inner) for key, inner in kept}
    return [_in_one_dialect(item) for item in schema] if isinstance(schema, list) else schema


Found = Iterator[Any]
Keyword = Callable[[Any, Any, Any, Any], Found | None]


@dataclass
class _Bounded:
    """The keywords that search with foreign patterns, and `required`, which names its property.

    The signatures are those of jsonschema's keyword functions.
    """

    unevaluated: Keyword | None
    notes: list[str] = field(default_factory=list)
    steps: int = 0
    depth: int = 0

    def keywords(self) -> dict[str, Keyword]:
        """What is laid over the keywords of a draft."""
        table: dict[str, Keyword] = {
            "pattern": self._pattern,
            "patternProperties": self._pattern_properties,
            "additionalProperties": self._additional,
            "required": self._required,
        }
        if self.unevaluated is not None:
            table["unevaluatedProperties"] = self._unevaluated
        return table

    def counted(self, keywords: Mapping[str, Keyword]) -> dict[str, Keyword]:
        """Keywords that together take `MAX_STEPS` steps at most: references may double at each.

        They go `MAX_DEPTH` deep at most: a compiled part of the library does not survive the end of
        Python's stack.
        """
        return {name: self._counted(keyword) for name, keyword in keywords.items()}

    def _counted(self, keyword: Keyword) -> Keyword:
        def step(*args: Any) -> Found:  # noqa: ANN401 # see class
            self.steps += 1
            if self.steps > MAX_STEPS or self.depth >= MAX_DEPTH:
                raise TooLong
            self.depth += 1
            try:
                yield from keyword(*args) or ()
            finally:
                self.depth -= 1

        return step

    def _matches(self, pattern: str, text: str) -> bool | None:
        found = search(pattern, text)
        if found is None:
            self.notes.append(f"pattern {_short(pattern)} was not checked: it could take too long")
        return found

    def _pattern(self, validator: Any, pattern: Any, value: Any, _: Any, /) -> Found:  # noqa: ANN401 # see class
        if validator.is_type(value, "string") and self._matches(pattern, value) is False:
            yield _error("pattern")

    def _pattern_properties(self, validator: Any, table: Any, value: Any, _: Any) -> Found:  # noqa: ANN401 # see class
        for key, item in _items(validator, value):
            for pattern, inner in table.items():
                if self._matches(pattern, key):
                    yield from validator.descend(item, inner, path=key, schema_path=pattern)

    def _additional(self, validator: Any, inner: Any, value: Any, schema: Any) -> Found:  # noqa: ANN401 # see class
        known = schema.get("properties", {})
        patterns = schema.get("patternProperties", {})
        for key, item in _items(validator, value):
            if key in known or any(self._matches(p, key) is not False for p in patterns):
                continue
            if inner is False:
                yield _error("unknown property", key)
            else:
                yield from validator.descend(item, inner, path=key)

    def _required(self, validator: Any, names: Any, value: Any, _: Any) -> Found:  # noqa: ANN401 # see class
        if validator.is_type(value, "object"):
            yield from (_error("missing", name) for name in names if name not in value)

    def _unevaluated(self, validator: Any, inner: Any, value: Any, schema: Any) -> Found:  # noqa: ANN401 # see class
        if self.unevaluated is None or '"patternProperties"' in json.dumps(schema):
            self.notes.append("unevaluatedProperties was not checked beside patternProperties")
        else:
            yield from self.unevaluated(validator, inner, value, schema) or ()


def _items(validator: Any, value: Any) -> Iterator[tuple[str, Any]]:  # noqa: ANN401 # see _Bounded
    return iter(value.items()) if validator.is_type(value, "object") else iter(())


def _error(message: str, *path: str) -> Exception:
    from jsonschema import ValidationError  # noqa: PLC0415 # heavy

    return ValidationError(message, path=path)


_WORDS: dict[str, str] = {
    "enum": "expected one of {}",
    "const": "expected {}",
    "minimum": "expected at least {}",
    "maximum": "expected at most {}",
    "exclusiveMinimum": "expected more than {}",
    "exclusiveMaximum": "expected less than {}",
    "multipleOf": "expected a multiple of {}",
    "minLength": "expected at least {} characters",
    "maxLength": "expected at most {} characters",
    "minItems": "expected at least {} items",
    "maxItems": "expected at most {} items",
    "minProperties": "expected at least {} properties",
    "maxProperties": "expected at most {} properties",
    "pattern": "does not match the pattern {}",
    "uniqueItems": "holds an item twice",
    "anyOf": "fits none of the alternatives {}",
    "oneOf": "fits not exactly one of the alternatives {}",
    "not": "must not fit {}",
}


def _words(error: Any) -> str:  # noqa: ANN401 # a jsonschema ValidationError
    """One error as a model understands it; values of the schema are shortened."""
    wanted = error.validator_value
    if error.validator == "type":
        kinds = [wanted] if isinstance(wanted, str) else wanted
        return f"expected {' or '.join(map(str, kinds))}, got {json_type(error.instance)}"
    if error.validator in _WORDS:
        return _WORDS[error.validator].format(_short(wanted))
    return _short(error.message) if not isinstance(error.message, str) else error.message[:_SHOWN]


def _short(value: object) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…"
