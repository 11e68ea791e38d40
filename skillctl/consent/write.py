"""Writing the consent store: under a lock, whole, and without losing what others wrote."""

from collections.abc import Callable, Sequence
from datetime import datetime
from pathlib import Path
from typing import TypeAlias

import tomli_w

from skillctl.consent.item import Item, Place
from skillctl.consent.store import (
    FILE_NAME,
    KEY,
    PUBLIC,
    RECORD_KEYS,
    SCHEMA,
    Raw,
    Record,
    Store,
    items_of,
    key_of,
    load_store,
    record_of,
    whole_key,
)
from skillctl.errors import StoreError
from skillctl.files import make_private_folder, replace_file
from skillctl.lock import locked

_Change: TypeAlias = Callable[[list[Raw]], list[Raw]]


def decide(
    config_dir: Path, place: Place, items: Sequence[Item], *, decision: str, at: datetime
) -> None:
    """Store one decision (`granted` or `denied`) about each item, in the place of earlier ones."""

    def change(old: list[Raw]) -> list[Raw]:
        known: dict[tuple[str, ...], list[Raw]] = {}
        for raw in old:
            known.setdefault(key_of(raw), []).append(raw)
        decided: dict[tuple[str, ...], Raw] = {}
        for item in items:
            earlier = known.get(whole_key(item, place), [])
            unknown = {k: v for raw in earlier for k, v in raw.items() if k not in RECORD_KEYS}
            new = dict(zip(KEY, whole_key(item, place), strict=True)) | unknown
            new |= {"fingerprint": item.fingerprint, "decision": decision}
            new |= {"at": at.replace(microsecond=0)}
            new |= {"resolved": item.resolved} if item.resolved else {}
            decided[whole_key(item, place)] = new | {"form": item.form}
        return [raw for raw in old if key_of(raw) not in decided] + list(decided.values())

    _rewrite(config_dir, place, change)


def revoke(config_dir: Path, place: Place, matches: Callable[[Record], bool]) -> int:
    """Remove the matching decisions of one place, and say how many there were."""
    removed = 0

    def is_meant(raw: Raw) -> bool:
        here = (place.workspace, place.project)
        return key_of(raw)[:2] == here and matches(record_of(raw))

    def change(old: list[Raw]) -> list[Raw]:
        nonlocal removed
        kept = [raw for raw in old if not is_meant(raw)]
        removed = len(old) - len(kept)
        return kept

    _rewrite(config_dir, place, change)
    return removed


def _rewrite(config_dir: Path, place: Place, change: _Change) -> None:
    """Read, change and replace the store under its lock; whatever fails, the old file stays."""
    path = config_dir / FILE_NAME
    if words := Store(path, {}).ignored(place):
        raise StoreError(words)
    try:
        make_private_folder(config_dir)
        if (mode := config_dir.stat().st_mode) & PUBLIC:
            config_dir.chmod(mode & ~PUBLIC)
        with locked(config_dir / "consent.lock", "consent was not changed"):
            data = load_store(config_dir).data
            items = change(items_of(data))
            if items != items_of(data):
                new = {"schema": SCHEMA, **data, "item": items}
                replace_file(path, _as_toml(new, place), 0o600)
    except OSError as error:
        raise StoreError(f"{path} cannot be written: {error.strerror}; not changed") from None


def _as_toml(data: Raw, place: Place) -> bytes:
    """The bytes of the store; a folder whose name is no text cannot stand in it."""
    try:
        return tomli_w.dumps(data).encode()
    except UnicodeEncodeError:
        raise StoreError(
            f"the path {place.workspace} is not UTF-8 text, so no decision about what is in it "
            "can be stored; not changed",
            hint="rename the folder",
        ) from None
