"""Consent in one project, opened once per command and handed to all that ask it."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from skillctl.consent.allow import load_allowed
from skillctl.consent.item import Item, Place, place_of
from skillctl.consent.store import FILE_NAME, Record, Store, load_store
from skillctl.worktree import Workspace, open_workspace


@dataclass(frozen=True, slots=True)
class Consent:
    """What a commit can change, and what was decided about it.

    An allow-list of this call lies over the `store` already.
    """

    workspace: Workspace
    place: Place
    store: Store

    @property
    def notes(self) -> tuple[str, ...]:
        """What the user should know of the store."""
        return tuple(filter(None, (*self.store.problems, self.store.ignored(self.place))))

    def status(self, item: Item) -> str:
        """Give `granted`, `changed`, `missing` or `denied` (mcp.md section 4.5)."""
        return self.store.status(item, self.place)

    def read_again(self) -> "Consent":
        """The same with the store as it stands now."""
        store = load_store(self.store.path.parent).with_allowed(self.store.allowed)
        return replace(self, store=store)

    def record(self, item: Item) -> Record | None:
        """The decision about an item, whatever its content was then."""
        return self.store.record(item, self.place)


def open_consent(
    root: Path,
    config_dir: Path,
    environment: Mapping[str, str],
    allow_list: Path | None = None,
    *,
    needed: bool = True,
) -> Consent:
    """Ask git for the workspace, read the store, and lay the allow-list over it.

    Where no item makes it `needed`, git and the store are left alone, and nothing is granted; an
    allow-list that was named is read all the same, so that a bad one is never passed over.
    """
    workspace = open_workspace(root, environment) if needed else None
    allowed = load_allowed(allow_list, workspace) if allow_list else frozenset()
    if workspace is None:
        return Consent(
            Workspace(root, root, root), Place("", "."), Store(config_dir / FILE_NAME, {})
        )
    return Consent(workspace, place_of(workspace), load_store(config_dir).with_allowed(allowed))
