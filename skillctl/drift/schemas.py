"""Two JSON Schemas compared: whether arguments that were right may be wrong now.

A schema allows less when one of its keywords does; that is decided keyword by keyword, through
every place where a schema stands. Keywords that turn allowing round (`not`, `if`, `oneOf`) are not
looked into: a change there that is more than words is undecided.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, TypeAlias

from skillctl.drift.change import (
    ABSENT,
    Change,
    Drift,
    below,
    change,
    order_change,
    same,
)
from skillctl.drift.keywords import (
    NARROWER,
    UNDECIDED,
    WIDER,
    dialect,
    least_count,
    lower_bound,
    restriction,
    types,
    undecided,
    unique_items,
    upper_bound,
    values,
    wording,
)
from skillctl.drift.meaning import OPAQUE, meaning, refers_through_opaque

Handler: TypeAlias = Callable[[str, object, object], Iterator[Change]]

_TOGETHER = ("properties", "required", "enum", "const")


def compare_schemas(path: str, old: object, new: object) -> tuple[Change, ...]:
    """Every change between two schemas that stand at `path`; none if they are written alike."""
    try:
        changes = tuple(_schema(path, old, new))
        decided = any(found.drift is Drift.BREAKING for found in changes)
        if (
            not decided
            and (refers_through_opaque(old) or refers_through_opaque(new))
            and meaning(old) != meaning(new)
        ):
            changes += (change(Drift.BREAKING, path, old, new, UNDECIDED),)
    except RecursionError:
        return (Change(Drift.BREAKING, "", path, None, None, f"nested too deeply: {UNDECIDED}"),)
    return changes


def _schema(path: str, old: object, new: object) -> Iterator[Change]:
    """Compare two schemas; one that differs in its text only gives a change of words."""
    if same(old, new):
        return
    found = False
    for step in _steps(path, _opened(old), _opened(new)):
        found = True
        yield step
    if not found:
        yield from wording(path, old, new)


def _opened(schema: object) -> object:
    """`true` and no schema at all allow everything, as the empty schema does."""
    return {} if schema is True or schema is ABSENT else schema


def _steps(path: str, old: object, new: object) -> Iterator[Change]:
    if isinstance(old, dict) and isinstance(new, dict):
        yield from _properties(path, old, new)
        yield from _allowed(path, old, new)
        for key in _union(old, new):
            was, now = old.get(key, ABSENT), new.get(key, ABSENT)
            if key not in _TOGETHER and not same(was, now):
                yield from HANDLERS.get(key, wording)(below(path, key), was, now)
        yield from order_change(path, old, new)
    elif new is False:
        yield change(Drift.BREAKING, path, old, new, NARROWER)
    elif old is False and isinstance(new, dict):
        yield change(Drift.PROMPT_ONLY, path, old, new, WIDER)
    else:
        yield from undecided(path, old, new)


def _union(old: Iterable[str], new: Iterable[str]) -> Iterable[str]:
    """The keys of both, those of the old one first."""
    return dict.fromkeys((*old, *new))


def _properties(path: str, old: dict[str, Any], new: dict[str, Any]) -> Iterator[Change]:
    """`properties` and `required` together: whether a new property has to be given decides."""
    was, now = (schema.get("properties", {}) for schema in (old, new))
    before, after = (schema.get("required", []) for schema in (old, new))
    if not isinstance(was, dict) or not isinstance(now, dict):
        if not same(was, now):
            yield from undecided(below(path, "properties"), was, now)
    elif not _is_names(before) or not _is_names(after):
        if not same(before, after):
            yield from undecided(below(path, "required"), before, after)
    else:
        yield from _each_property(below(path, "properties"), was, now, set(after))
        yield from _required(below(path, "required"), before, after, was.keys() ^ now.keys())


def _is_names(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(name, str) for name in value)


def _each_property(
    path: str, old: Mapping[str, object], new: Mapping[str, object], required: set[str]
) -> Iterator[Change]:
    for name in _union(old, new):
        place, was, now = below(path, name), old.get(name, ABSENT), new.get(name, ABSENT)
        if now is ABSENT:
            yield change(Drift.BREAKING, place, was, now, "property removed")
        elif was is ABSENT and name in required:
            yield change(Drift.BREAKING, place, was, now, "new required property")
        elif was is ABSENT:
            yield change(Drift.PROMPT_ONLY, place, was, now, "new optional property")
        else:
            yield from _schema(place, was, now)
    yield from order_change(path, old, new)


def _required(path: str, old: list[str], new: list[str], reported: set[str]) -> Iterator[Change]:
    """What has to be given; properties that came or went are reported as such."""
    added = [name for name in new if name not in old and name not in reported]
    gone = [name for name in old if name not in new and name not in reported]
    if added:
        yield change(Drift.BREAKING, path, old, new, f"now required: {', '.join(added)}")
    elif gone:
        yield change(Drift.PROMPT_ONLY, path, old, new, f"no longer required: {', '.join(gone)}")
    else:
        yield from order_change(path, old, new)


def _allowed(path: str, old: dict[str, Any], new: dict[str, Any]) -> Iterator[Change]:
    """`enum` and `const`: one may stand for the other, unless a schema has both."""
    both = any("enum" in schema and "const" in schema for schema in (old, new))
    if not both and ("enum" in old) != ("enum" in new) and ("const" in old) != ("const" in new):
        was, now = (schema.get("enum", [schema.get("const")]) for schema in (old, new))
        if same(was, now):
            yield change(Drift.PROMPT_ONLY, below(path, "enum"), was, now)
        else:
            yield from values(below(path, "enum"), was, now)
        return
    for key in ("enum", "const"):
        was, now = (_listed(schema, key) for schema in (old, new))
        if not same(was, now):
            yield from values(below(path, key), was, now)


def _listed(schema: dict[str, Any], key: str) -> object:
    """The values that a keyword allows; `const` allows one."""
    if key not in schema:
        return ABSENT
    return schema[key] if key == "enum" else [schema[key]]


def _subschema(path: str, old: object, new: object) -> Iterator[Change]:
    """A keyword that holds a schema; without it everything is allowed."""
    if ABSENT not in (old, new):
        yield from _schema(path, old, new)
        return
    steps = _steps(path, _opened(old), _opened(new))
    breaking = next((step for step in steps if step.drift is Drift.BREAKING), None)
    drift = Drift.BREAKING if breaking else Drift.PROMPT_ONLY
    yield change(drift, path, old, new, breaking.reason if breaking else "")


def _items(path: str, old: object, new: object) -> Iterator[Change]:
    """`items` is a schema, or in older dialects a list of schemas, as `prefixItems` is."""
    if not isinstance(old, list) and not isinstance(new, list):
        yield from _subschema(path, old, new)
    elif isinstance(old, list) and isinstance(new, list) and len(old) == len(new):
        for index, (was, now) in enumerate(zip(old, new, strict=True)):
            yield from _schema(f"{path}[{index}]", was, now)
    else:
        yield from undecided(path, old, new)


def _branches(path: str, old: object, new: object, *, more: Drift) -> Iterator[Change]:
    """`anyOf`, where one branch more allows more, and `allOf`, where it allows less."""
    if not isinstance(old, list) or not isinstance(new, list):
        yield from restriction(path, old, new)
        return
    was, now = ([meaning(branch) for branch in branches] for branches in (old, new))
    less = Drift.PROMPT_ONLY if more is Drift.BREAKING else Drift.BREAKING
    reasons = {Drift.BREAKING: NARROWER, Drift.PROMPT_ONLY: WIDER}
    if sorted(was) == sorted(now) and was != now:
        yield from wording(path, old, new)
    elif len(old) == len(new):
        yield from _items(path, old, new)
    elif set(was) <= set(now):
        yield change(more, path, old, new, reasons[more])
    elif set(now) <= set(was):
        yield change(less, path, old, new, reasons[less])
    else:
        yield from undecided(path, old, new)


def _any_of(path: str, old: object, new: object) -> Iterator[Change]:
    return _branches(path, old, new, more=Drift.PROMPT_ONLY)


def _all_of(path: str, old: object, new: object) -> Iterator[Change]:
    return _branches(path, old, new, more=Drift.BREAKING)


def _named(path: str, old: object, new: object, *, added: Drift) -> Iterator[Change]:
    """A map of schemas; what becomes of values without one that is gone is undecided."""
    was, now = ({} if schemas is ABSENT else schemas for schemas in (old, new))
    if not isinstance(was, dict) or not isinstance(now, dict):
        yield from undecided(path, old, new)
        return
    for name in _union(was, now):
        place, schema, other = below(path, name), was.get(name, ABSENT), now.get(name, ABSENT)
        if schema is ABSENT:
            yield change(added, place, schema, other, NARROWER if added is Drift.BREAKING else "")
        elif other is ABSENT:
            yield from undecided(place, schema, other)
        else:
            yield from _schema(place, schema, other)
    yield from order_change(path, was, now)


def _patterns(path: str, old: object, new: object) -> Iterator[Change]:
    return _named(path, old, new, added=Drift.BREAKING)


def _definitions(path: str, old: object, new: object) -> Iterator[Change]:
    return _named(path, old, new, added=Drift.PROMPT_ONLY)


def _opaque(path: str, old: object, new: object) -> Iterator[Change]:
    """A keyword that is not looked into: other words are words, all else is undecided."""
    was, now = (v if isinstance(v, list) else [v] for v in (old, new))
    if ABSENT not in (old, new) and sorted(map(meaning, was)) == sorted(map(meaning, now)):
        return wording(path, old, new)
    return undecided(path, old, new)


HANDLERS: dict[str, Handler] = {
    "type": types,
    **dict.fromkeys(("minimum", "exclusiveMinimum"), lower_bound),
    **dict.fromkeys(("minLength", "minItems", "minProperties"), least_count),
    **dict.fromkeys(("maximum", "exclusiveMaximum"), upper_bound),
    **dict.fromkeys(("maxLength", "maxItems", "maxProperties"), upper_bound),
    **dict.fromkeys(("pattern", "format", "multipleOf"), restriction),
    "uniqueItems": unique_items,
    "$schema": dialect,
    **dict.fromkeys(("additionalProperties", "unevaluatedProperties"), _subschema),
    **dict.fromkeys(("additionalItems", "unevaluatedItems", "propertyNames"), _subschema),
    **dict.fromkeys(("items", "prefixItems"), _items),
    "anyOf": _any_of,
    "allOf": _all_of,
    "patternProperties": _patterns,
    **dict.fromkeys(("$defs", "definitions"), _definitions),
    **dict.fromkeys(OPAQUE, _opaque),
}
