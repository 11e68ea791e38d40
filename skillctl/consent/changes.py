"""What changed in an item since the user decided about it, in words (mcp.md section 4.6)."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from skillctl.consent.item import Item, is_secret_key
from skillctl.consent.shown import shown_entry
from skillctl.consent.store import Record
from skillctl.policy.masks import MASK


def changes(record: Record, item: Item) -> tuple[str, ...]:
    """One line per change, by field, then by file; empty if nothing changed.

    Values of secret fields are never shown: the forms do not hold them.
    """
    if item.problem:
        return (f"it has no fingerprint any more: {item.problem}",)
    if record.fingerprint == item.fingerprint:
        if record.resolved == item.resolved:
            return ()
        return ("what its variables expand to on this machine changed",)
    if not _is_known(record):
        return ("what it was before is not known: the store holds no form of it",)
    old, new = json.loads(record.form), json.loads(item.form)
    return (*_entry(old.get("entry", {}), new.get("entry", {})), *_files(old, new))


def lost_files(record: Record, item: Item) -> tuple[str, ...]:
    """The files that were decided about with another content: of that the store has digests."""
    if item.problem or not _is_known(record):
        return ()
    before, after = (_pinned(json.loads(form)) for form in (record.form, item.form))
    return tuple(p for p in sorted(before) if "sha256" in before[p] and before[p] != after.get(p))


def values_since(record: Record, item: Item, field: str) -> dict[str, str]:
    """Per key of a field of a server what became of its written value, which forms only hash.

    One of added, changed, as before; nothing where the forms do not tell.
    """
    if item.problem or not _is_known(record):
        return {}
    old, new = (_object(json.loads(form), field) for form in (record.form, item.form))
    same = {key for key in old.keys() & new.keys() if json.dumps(old[key]) == json.dumps(new[key])}
    return {
        key: "added" if key not in old else "as before" if key in same else "changed" for key in new
    }


def _is_known(record: Record) -> bool:
    """Whether the store holds the very form that was decided about."""
    return f"sha256:{sha256(record.form.encode()).hexdigest()}" == record.fingerprint


def _object(form: Mapping[str, Any], field: str) -> dict[str, Any]:
    value = form.get("entry", {}).get(field)
    return value if isinstance(value, dict) else {}


@dataclass(frozen=True, slots=True)
class _Side:
    """A value of one of two forms, and what of it may be shown; nothing if it is hidden."""

    value: Any
    shown: Any
    hidden: bool = False

    def at(self, key: Any) -> "_Side":  # noqa: ANN401 # a key or an index
        hidden = self.hidden or self.shown[key] == MASK
        return _Side(self.value[key], self.shown[key], hidden)


def _entry(old: Mapping[str, Any], new: Mapping[str, Any]) -> Iterator[str]:
    shown = shown_entry(old), shown_entry(new)
    for key in sorted(old.keys() | new.keys()):
        hidden = is_secret_key(key)
        yield from _member(key, key, _Side(old, shown[0], hidden), _Side(new, shown[1], hidden))


def _member(path: str, key: str, old: _Side, new: _Side) -> Iterator[str]:
    """One key of two objects; of a table whose values are hidden each key is named."""
    if old.hidden and _tables(old.value.get(key, {}), new.value.get(key, {})):
        yield from _value(path, _part(old, key), _part(new, key))
    elif key not in old.value:
        yield _line(path, "added", new.at(key))
    elif key not in new.value:
        yield _line(path, "removed", old.at(key))
    else:
        yield from _value(path, old.at(key), new.at(key))


def _part(side: _Side, key: str) -> _Side:
    return side.at(key) if key in side.value else _Side({}, {}, side.hidden)


def _tables(one: object, other: object) -> bool:
    """Whether both are tables and at least one of them holds something."""
    return isinstance(one, dict) and isinstance(other, dict) and bool(one or other)


def _value(path: str, old: _Side, new: _Side) -> Iterator[str]:
    """Two values of one place; JSON tells `1` from `true`."""
    if isinstance(old.value, dict) and isinstance(new.value, dict):
        for key in sorted(old.value.keys() | new.value.keys()):
            yield from _member(f"{path}.{key}", key, old, new)
    elif isinstance(old.value, list) and isinstance(new.value, list):
        yield from _items(path, old, new)
    elif json.dumps(old.value) != json.dumps(new.value):
        before, after = _json(old.shown), _json(new.shown)
        told = before != after and not (old.hidden and new.hidden)
        yield f"{path}: {before} → {after}" if told else f"{path}: value changed"


def _items(path: str, old: _Side, new: _Side) -> Iterator[str]:
    """Two lists, place by place: the order of arguments is part of what they mean."""
    for index in range(max(len(old.value), len(new.value))):
        place = f"{path}[{index}]"
        if index >= len(old.value):
            yield _line(place, "added", new.at(index))
        elif index >= len(new.value):
            yield _line(place, "removed", old.at(index))
        else:
            yield from _value(place, old.at(index), new.at(index))


def _line(path: str, verb: str, side: _Side) -> str:
    return f"{path}: {verb}" if side.hidden else f"{path}: {verb} {_json(side.shown)}"


def _files(old: Mapping[str, Any], new: Mapping[str, Any]) -> Iterator[str]:
    """The pinned files of two forms."""
    before, after = _pinned(old), _pinned(new)
    for path in sorted(before.keys() | after.keys()):
        if path not in before or path not in after:
            yield f"{path}: {'added' if path in after else 'removed'}"
        elif before[path] != after[path]:
            link = after[path].get("link")
            yield f"{path}: content changed" if link is None else f"{path}: now a link to {link}"


def _pinned(form: Mapping[str, Any]) -> dict[str, dict[str, Any]]:
    """The pinned files of a form, by path."""
    return {file["path"]: file for file in form.get("files", ())}


def _json(value: Any) -> str:  # noqa: ANN401 # JSON
    return json.dumps(value, ensure_ascii=False)
