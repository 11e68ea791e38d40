"""Several objects of which one is meant, as one object with the properties of all."""

from collections.abc import Sequence
from dataclasses import dataclass

from skillctl.tools.dialects.changes import compact
from skillctl.tools.positions import Schema

LONGEST_WORDS = 200


@dataclass(frozen=True, slots=True)
class Union:
    """One object for all; a word per alternative if they differ in words that can be said.

    `narrowed` are the properties that an alternative leaves open, but that are typed here.
    """

    schema: Schema
    words: tuple[str, ...] = ()
    narrowed: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class _Side:
    """One alternative: its properties, and what others may be; open where anything goes."""

    named: dict[str, object]
    others: Schema
    is_open: bool


def united(alternatives: Sequence[Schema], beside: Schema) -> Union:
    """What objects may be; alternatives that no object fits do not count.

    `beside` is what holds in each case: a property that it knows needs no more words.
    """
    objects = [one for one in alternatives if _may_be_object(one)]
    if not objects:
        return Union({})
    if len(objects) == 1:
        return Union(objects[0])
    known = properties_of(beside)
    sides = [_Side(properties_of(one), *_others(one)) for one in objects]
    names = dict.fromkeys(name for side in sides for name in side.named)
    properties: dict[str, object] = {}
    narrowed: list[str] = []
    for name in names:
        variants, is_open = _variants(sides, name)
        if is_open and name in known:
            continue
        properties[name] = variants[0] if len(variants) == 1 else {"anyOf": variants}
        narrowed += [name] if is_open else []
    schema: Schema = {"properties": properties} if properties else {}
    required = _required_in_all(objects)
    if required:
        schema["required"] = required
    if not any(side.is_open or side.others for side in sides):
        schema["additionalProperties"] = False
    return Union(schema, _words(objects, beside), tuple(narrowed))


def _may_be_object(node: Schema) -> bool:
    kinds = node.get("type", "object")
    return kinds == "object" or (isinstance(kinds, list) and "object" in kinds)


def properties_of(node: Schema) -> dict[str, object]:
    """The properties that a schema names."""
    named = node.get("properties")
    return dict(named) if isinstance(named, dict) else {}


def _others(node: Schema) -> tuple[Schema, bool]:
    """What an alternative says of other properties; whether it says nothing that counts."""
    others = node.get("additionalProperties")
    if "patternProperties" in node or not (others is False or isinstance(others, dict)):
        return {}, True
    return (others, not others) if isinstance(others, dict) else ({}, False)


def _variants(sides: Sequence[_Side], name: str) -> tuple[list[object], bool]:
    """What the alternatives say of a property, each once, and whether one leaves it open."""
    found: dict[str, object] = {}
    is_open = False
    for side in sides:
        if name in side.named:
            schema = side.named[name]
        elif side.others:
            schema = side.others
        else:
            is_open = is_open or side.is_open
            continue
        found.setdefault(compact(schema), schema)
    return list(found.values()), is_open


def _required(node: Schema) -> list[str]:
    required = node.get("required")
    names = required if isinstance(required, list) else []
    return [name for name in names if isinstance(name, str)]


def _required_in_all(objects: Sequence[Schema]) -> list[str]:
    first, *others = map(_required, objects)
    sets = [set(other) for other in others]
    return [name for name in first if all(name in other for other in sets)]


def _words(objects: Sequence[Schema], beside: Schema) -> tuple[str, ...]:
    """The parameters of each alternative; if these do not tell them apart, their JSON."""
    always = {*_required_in_all(objects), *_required(beside)}
    groups = [[name for name in _required(one) if name not in always] for one in objects]
    if not all(groups):
        groups = [list(properties_of(one)) for one in objects]
    words = [", ".join(f"`{name}`" for name in group) or "none of them" for group in groups]
    if len(set(words)) == len(words):
        return tuple(words)
    return tuple(dict.fromkeys(_short(compact(one)) for one in objects))


def _short(text: str) -> str:
    return text if len(text) <= LONGEST_WORDS else f"{text[:LONGEST_WORDS]}…"
