"""The consent store: what the user decided about each item (mcp.md section 4.5)."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from pathlib import Path
from typing import Any, TypeAlias

from skillctl.consent.allow import Allowed
from skillctl.consent.item import KINDS, Item, Place
from skillctl.consent.toml_file import read_toml
from skillctl.errors import Location, StoreError
from skillctl.files import is_there, mode_of
from skillctl.source.closed import VALUE, Key, Misfit, Own, examine
from skillctl.source.tree import Node
from skillctl.worktree import lies_in

Raw: TypeAlias = dict[str, Any]

FILE_NAME = "consent.toml"
SCHEMA = "skillctl.consent/1"
PUBLIC = 0o077  # the bits of a mode that let others in
KEY = ("workspace", "project", "kind", "source", "name")
_TIME = Own("a date with a time", lambda node: isinstance(node.value, datetime), {})
RECORD_KEYS = {
    **dict.fromkeys((*KEY, "fingerprint"), Key(required=True)),
    "decision": Key(choices=("granted", "denied"), required=True),
    **dict.fromkeys(("resolved", "form"), Key()),
    "at": Key(own=_TIME),
}
_STORE_KEYS = {"schema": Key(choices=(SCHEMA,), required=True), "item": Key(kind="tables")}


@dataclass(frozen=True, slots=True)
class Record:
    """One decision of the user, as it was stored."""

    kind: str
    name: str
    source: str
    fingerprint: str
    decision: str
    resolved: str
    form: str
    at: datetime | None


@dataclass(frozen=True, slots=True)
class Store:
    """The decisions of the user as they were read, and what an allow-list grants for one call.

    `problems` are findings about the file in words; `data` is all of it, with what we do not know.
    `found` holds the decisions of a place by key as soon as one was asked for.
    """

    path: Path
    data: Mapping[str, Any]
    problems: tuple[str, ...] = ()
    allowed: Allowed = frozenset()
    found: dict[Place, dict[tuple[str, ...], Raw]] = field(
        default_factory=dict, init=False, compare=False, repr=False
    )

    def with_allowed(self, allowed: Allowed) -> "Store":
        """The same store, in which the listed fingerprints count as granted, too."""
        return replace(self, allowed=self.allowed | allowed)

    def status(self, item: Item, place: Place) -> str:
        """Give `granted`, `changed`, `missing` or `denied` (mcp.md section 4.5)."""
        record = self.record(item, place)
        same = record and (record.fingerprint, record.resolved) == (item.fingerprint, item.resolved)
        if record and same and record.decision == "denied":
            return "denied"
        if item.fingerprint and (item.kind, item.name, item.fingerprint) in self.allowed:
            return "granted"
        if record and not same:
            return "changed"
        return "granted" if record and record.decision == "granted" else "missing"

    def record(self, item: Item, place: Place) -> Record | None:
        """The decision about an item, whatever its content was then; the last one counts."""
        if place not in self.found:  # once, as each item of a workspace is asked about
            rows = () if self.ignored(place) else items_of(self.data)
            self.found[place] = {key_of(raw): raw for raw in rows}
        raw = self.found[place].get(whole_key(item, place))
        return record_of(raw) if raw else None

    def names(self, place: Place) -> frozenset[str]:
        """The names of all items of one place that were decided about."""
        here = (place.workspace, place.project)
        found = (raw["name"] for raw in items_of(self.data) if key_of(raw)[:2] == here)
        return frozenset() if self.ignored(place) else frozenset(found)

    def ignored(self, place: Place) -> str:
        """Why the store does not count here, or nothing: a repository cannot grant to itself."""
        if not lies_in(self.path, (*place.inside, Path(place.workspace))):
            return ""
        return (
            f"{self.path} is ignored: it lies inside the workspace, and nothing in there can grant "
            "consent; set SKILLCTL_CONFIG_DIR to a folder outside"
        )


def load_store(config_dir: Path) -> Store:
    """Read the store; an absent file holds no decision.

    Raises StoreError with line and column if the file is there but is not a store of ours.
    """
    path = config_dir / FILE_NAME
    if not is_there(path):
        return Store(path, {})
    source, node = read_toml(path, _refusal)
    for misfit in _misfits(node):
        raise _refusal(misfit.message, source.location(misfit.start, misfit.end))
    data: Any = node.data()
    return Store(path, data, tuple(_wide_modes(config_dir, path)))


def whole_key(item: Item, place: Place) -> tuple[str, ...]:
    """What a decision about an item is stored under; there is one record per key."""
    return (place.workspace, place.project, item.kind, item.source, item.name)


def key_of(raw: Raw) -> tuple[str, ...]:
    """What a stored item is about; nothing for an item that a later version wrote."""
    return tuple(raw[k] for k in KEY) if raw.get("kind") in KINDS else ()


def items_of(data: Mapping[str, Any]) -> list[Raw]:
    """The stored items in their order."""
    return list(data.get("item", []))


def record_of(raw: Raw) -> Record:
    """A stored item as a value."""
    return Record(
        kind=raw["kind"],
        name=raw["name"],
        source=raw["source"],
        fingerprint=raw["fingerprint"],
        decision=raw["decision"],
        resolved=raw.get("resolved", ""),
        form=raw.get("form", ""),
        at=raw.get("at"),
    )


def _refusal(message: str, location: Location) -> StoreError:
    hint = "not changed; fix or move it"
    return StoreError(f"the consent store cannot be used: {message}", hint=hint, location=location)


def _misfits(node: Node) -> Iterator[Misfit]:
    """What is wrong with a store; unknown keys, and items of unknown kinds, are left in peace."""
    whole = examine(_known(node, _STORE_KEYS), _STORE_KEYS)
    yield from (misfit for misfit in whole if misfit.name == VALUE)
    items = node.get("item")
    for table in items.items if items else ():
        kind = table.get("kind")
        if kind is None or kind.kind != "string" or kind.value in KINDS:
            yield from examine(_known(table, RECORD_KEYS), RECORD_KEYS, "item")


def _known(table: Node, keys: Mapping[str, Key]) -> Node:
    """A table without the keys that we do not know, which are nobody's misspelling here."""
    entries = tuple(entry for entry in table.entries if entry.key in keys)
    return Node("mapping", table.start, table.end, entries=entries)


def _wide_modes(*paths: Path) -> Iterator[str]:
    for path in paths:
        mode = mode_of(path) & 0o777
        if mode & PUBLIC:
            yield f"{path} is open to others (mode {mode:04o}); the next write of consent closes it"
