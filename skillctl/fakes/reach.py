"""Replies and faults that never come to anything, as far as that can be told without running.

A reply is out of reach behind one that matches all it matches, or if its match fits no arguments
that pass the input schema; a fault behind one that takes all its messages, or after an end.
Patterns are never tried here: one that somebody else wrote may take for ever.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from skillctl.fakes.beaten import Unreachable, beaten
from skillctl.fakes.match import differences, shown
from skillctl.fakes.model import FakeFile, Reply
from skillctl.fakes.replies import ASKING

ANY = object()  # a value of which no more is known


def unreachable(file: FakeFile) -> Iterator[Unreachable]:
    """All of a file, in its order."""
    for tool in file.tools:
        schema = tool.input_schema if file.server.validate_args else None
        yield from _replies(tool.name, tool.replies, schema)
    for name, replies in _others(file):
        yield from _replies(name, replies, None)
    yield from beaten(file.faults)


def _others(file: FakeFile) -> Iterator[tuple[str, Sequence[Reply]]]:
    for resource in (*file.resources, *file.templates):
        yield resource.uri, resource.replies
    for prompt in file.prompts:
        yield prompt.name, prompt.replies


def _replies(
    owner: str, replies: Sequence[Reply], schema: Mapping[str, Any] | None
) -> Iterator[Unreachable]:
    shelf = _Shelf()
    for index, reply in enumerate(replies):
        name = f'reply[{index}] of "{owner}"'
        wider = shelf.wider(reply)
        reason = None if wider or schema is None else _impossible(schema, reply)
        shelf.put(reply)
        if wider:
            why = f"{name} never answers: {wider.match} of an earlier reply matches all it matches"
            yield Unreachable(reply.location, why, wider.location)
        elif reason:
            why = f"{name} never answers: {reason}, so such arguments do not pass input_schema"
            yield Unreachable(reply.location, why)


class _Shelf:
    """Earlier replies by one thing that each wants, so that not every two are compared."""

    def __init__(self) -> None:
        self._everything: Reply | None = None
        self._by_want: dict[object, list[Reply]] = {}

    def put(self, reply: Reply) -> None:
        """File a reply under the first thing it wants; one that wants nothing matches all.

        Questions to the client are asked only until they are answered, so they hide nothing.
        """
        if reply.answer == ASKING:
            return
        first = next(_wants(reply), None)
        if first is None:
            self._everything = self._everything or reply
        else:
            self._by_want.setdefault(first, []).append(reply)

    def wider(self, reply: Reply) -> Reply | None:
        """An earlier reply that matches every call that this one matches."""
        if self._everything:
            return self._everything
        candidates = (r for want in _wants(reply) for r in self._by_want.get(want, ()))
        return next((earlier for earlier in candidates if _covers(earlier, reply)), None)


def _wants(reply: Reply) -> Iterator[object]:
    """What a reply wants, as keys of which a wider reply has its own among ours."""
    if reply.match == "when":
        for key, value in reply.wanted.items():
            scalar = None if isinstance(value, dict | list) else value
            yield (reply.match, key, scalar)
    elif reply.match == "when_regex":
        yield from ((reply.match, name, pattern) for name, pattern in reply.wanted.items())
    elif reply.match == "when_schema" and reply.wanted:
        yield (reply.match, json.dumps(reply.wanted, sort_keys=True))
    elif reply.match == "when_missing":
        yield from ((reply.match, name) for name in sorted(_names(reply.wanted)))
    elif reply.match == "when_call":
        yield (reply.match, reply.wanted)


def _covers(earlier: Reply, later: Reply) -> bool:
    """Whether the earlier reply, which wants something, matches all that the later one matches."""
    if earlier.match == "when":
        return next(differences(earlier.wanted, later.wanted, ""), None) is None
    if earlier.match == "when_regex":
        return set(earlier.wanted.items()) <= set(later.wanted.items())
    return earlier.match in ("when_call", "when_schema") or _names(earlier.wanted) <= _names(
        later.wanted
    )


def _names(wanted: str | Sequence[str]) -> set[str]:
    return {wanted} if isinstance(wanted, str) else set(wanted)


def _impossible(schema: Mapping[str, Any], reply: Reply) -> str | None:
    """Why no arguments that pass the schema match a reply; None if some may."""
    if reply.match == "when":
        return _misfit(reply.wanted, schema, "arguments")
    if reply.match == "when_regex":
        return _property_misfit(dict.fromkeys(reply.wanted, ANY), schema, "arguments")
    if reply.match == "when_schema":
        needed = _listed(reply.wanted.get("required"))
        return _property_misfit(dict.fromkeys(sorted(needed), ANY), schema, "arguments")
    if reply.match == "when_missing":
        needed = _listed(schema.get("required")) & _names(reply.wanted)
        return f"arguments.{min(needed)} is required" if needed else None
    return None


def _properties(schema: Mapping[str, Any]) -> Mapping[str, Any]:
    known = schema.get("properties")
    return known if isinstance(known, dict) else {}


def _allowed(schema: object) -> Sequence[object] | None:
    """The only values that a schema allows, if it lists them."""
    if not isinstance(schema, dict):
        return None
    allowed = [schema["const"]] if "const" in schema else schema.get("enum")
    return allowed if isinstance(allowed, list) else None


def _listed(value: object) -> set[str]:
    return {v for v in value if isinstance(v, str)} if isinstance(value, list) else set()


def _misfit(wanted: Any, schema: object, path: str) -> str | None:  # noqa: ANN401 # any JSON value
    """Where a wanted value breaks type, enum, const or the closed properties of a schema."""
    if schema is False:
        return f"{path} is not allowed"
    if not isinstance(schema, dict) or wanted is ANY:
        return None
    if not _has_type(wanted, schema.get("type")):
        return f"{path} is {shown(wanted)}, not of type {shown(schema['type'])}"
    if isinstance(wanted, dict):
        return _property_misfit(wanted, schema, path)
    allowed = _allowed(schema)
    if allowed is not None and not isinstance(wanted, list) and not _among(wanted, allowed):
        return f"{path} is {shown(wanted)}, not one of {shown(allowed)}"
    return None


def _property_misfit(wanted: Mapping[str, Any], schema: Mapping[str, Any], path: str) -> str | None:
    known = _properties(schema)
    closed = schema.get("additionalProperties") is False and "patternProperties" not in schema
    for key, value in wanted.items():
        inner = f"{path}.{key}"
        if key not in known and closed:
            return f"{inner} is not among its properties"
        found = _misfit(value, known.get(key), inner)
        if found:
            return found
    return None


def _among(value: object, allowed: Sequence[object]) -> bool:
    return any(next(differences(one, value, ""), None) is None for one in allowed)


def _has_type(value: object, types: object) -> bool:
    """Whether a value may be of a type of a schema; an unknown type judges nothing."""
    names = [types] if isinstance(types, str) else types
    if not isinstance(names, list):
        return True
    words = [name for name in names if isinstance(name, str)]
    return not words or any(name not in _TYPES or _is_of(value, name) for name in words)


_TYPES: Mapping[str, tuple[type, ...]] = {
    "object": (dict,),
    "array": (list,),
    "string": (str,),
    "boolean": (bool,),
    "number": (int, float),
    "integer": (int, float),
    "null": (),
}


def _is_of(value: object, name: str) -> bool:
    if isinstance(value, bool):
        return name == "boolean"
    if name == "integer" and isinstance(value, float):
        return value.is_integer()
    return isinstance(value, _TYPES[name])
