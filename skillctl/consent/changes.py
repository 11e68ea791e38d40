"""What changed in an item since the user decided about it, in words (mcp.md section 4.6)."""

import json
from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from typing import Any

from skillctl.consent.item import Item, is_secret_key
from skillctl.consent.store import Record
from skillctl.policy.masks import after_flags


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


def _entry(old: Mapping[str, Any], new: Mapping[str, Any]) -> Iterator[str]:
    for key in sorted(old.keys() | new.keys()):
        yield from _member(key, key, old, new, hidden=is_secret_key(key))


def _member(
    path: str, key: str, old: Mapping[str, Any], new: Mapping[str, Any], *, hidden: bool
) -> Iterator[str]:
    """One key of two objects; of a table whose values are hidden each key is named."""
    if hidden and _tables(old.get(key, {}), new.get(key, {})):
        yield from _value(path, old.get(key, {}), new.get(key, {}), hidden=hidden)
    elif key not in old:
        yield _line(path, "added", new[key], hidden=hidden)
    elif key not in new:
        yield _line(path, "removed", old[key], hidden=hidden)
    else:
        yield from _value(path, old[key], new[key], hidden=hidden)


def _tables(one: object, other: object) -> bool:
    """Whether both are tables and at least one of them holds something."""
    return isinstance(one, dict) and isinstance(other, dict) and bool(one or other)


def _value(path: str, old: Any, new: Any, *, hidden: bool) -> Iterator[str]:  # noqa: ANN401 # JSON
    """Two values of one place; JSON tells `1` from `true`."""
    if isinstance(old, dict) and isinstance(new, dict):
        for key in sorted(old.keys() | new.keys()):
            yield from _member(f"{path}.{key}", key, old, new, hidden=hidden)
    elif isinstance(old, list) and isinstance(new, list):
        yield from _items(path, old, new, hidden=hidden)
    elif json.dumps(old) != json.dumps(new):
        yield f"{path}: value changed" if hidden else f"{path}: {_json(old)} → {_json(new)}"


def _items(path: str, old: Sequence[Any], new: Sequence[Any], *, hidden: bool) -> Iterator[str]:
    """Two lists, place by place: the order of arguments is part of what they mean."""
    secret = after_flags(old) | after_flags(new)
    everything = hidden
    for index in range(max(len(old), len(new))):
        place = f"{path}[{index}]"
        hidden = everything or index in secret
        if index >= len(old):
            yield _line(place, "added", new[index], hidden=hidden)
        elif index >= len(new):
            yield _line(place, "removed", old[index], hidden=hidden)
        else:
            yield from _value(place, old[index], new[index], hidden=hidden)


def _line(path: str, verb: str, value: Any, *, hidden: bool) -> str:  # noqa: ANN401 # JSON
    return f"{path}: {verb}" if hidden else f"{path}: {verb} {_json(value)}"


def _files(old: Mapping[str, Any], new: Mapping[str, Any]) -> Iterator[str]:
    """The pinned files of two forms."""
    before, after = ({f["path"]: f for f in form.get("files", ())} for form in (old, new))
    for path in sorted(before.keys() | after.keys()):
        if path not in before or path not in after:
            yield f"{path}: {'added' if path in after else 'removed'}"
        elif before[path] != after[path]:
            link = after[path].get("link")
            yield f"{path}: content changed" if link is None else f"{path}: now a link to {link}"


def _json(value: Any) -> str:  # noqa: ANN401 # JSON
    return json.dumps(value, ensure_ascii=False)
