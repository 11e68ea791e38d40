"""From folders on disk to the skills of one run, in one call."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from types import MappingProxyType

from skillctl.consent.item import Item, Place, place_of
from skillctl.consent.store import Store, load_store
from skillctl.settings import Settings
from skillctl.skills.choose import Standing, Statuses, choose
from skillctl.skills.discover import Discovered, Discovery, discover
from skillctl.skills.fingerprint import CONSENT_SCOPES, pin_skill
from skillctl.skills.model import SkillSnapshot
from skillctl.worktree import Workspace, open_workspace

NOTHING: Mapping[str, str] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class PinnedDiscovery:
    """What was found, each skill with its files and fingerprint; and the items of consent."""

    discovery: Discovery
    items: tuple[Item, ...] = ()


def gather_skills(  # noqa: PLR0913 # the folders of a command, each of them a different one
    project: Path | None,
    home: Path,
    data_dir: Path,
    config_dir: Path,
    settings: Settings,
    extra: Sequence[Path] = (),
    *,
    environment: Mapping[str, str] = NOTHING,
    store: Store | None = None,
) -> SkillSnapshot:
    """Find skills, pin them, ask the consent store, and choose.

    `environment` is for git, which says what a commit can change; `store` takes the place of the
    one in `config_dir`. Neither is touched where a project has no skill.
    """
    discovery = discover(project, home, data_dir, settings, extra)
    if project is None or not any(_needs_consent(item) for item in discovery.items):
        return choose(pin_all(discovery, None).discovery, {}, settings)
    workspace = open_workspace(project, environment)
    pinned = pin_all(discovery, workspace)
    store, place = store or load_store(config_dir), place_of(workspace)
    said = filter(None, (*store.problems, store.ignored(place)))
    found = replace(pinned.discovery, notes=(*pinned.discovery.notes, *said))
    return choose(found, standings(store, place, pinned.items), settings)


def pin_all(discovery: Discovery, workspace: Workspace | None) -> PinnedDiscovery:
    """Fix the content of every skill that was found."""
    found: list[Discovered] = []
    items: list[Item] = []
    notes = list(discovery.notes)
    for one in discovery.items:
        if one.skill is None:
            found.append(one)
            continue
        pinned = pin_skill(one.skill, workspace)
        found.append(replace(one, skill=pinned.skill))
        notes += [pinned.note] if pinned.note else []
        items += [pinned.item] if _needs_consent(one) else []
    return PinnedDiscovery(replace(discovery, items=tuple(found), notes=tuple(notes)), tuple(items))


def standings(store: Store, place: Place, items: Sequence[Item]) -> Statuses:
    """What the store says of each item, by (source, name)."""
    return {(item.source, item.name): _standing(store, place, item) for item in items}


def _standing(store: Store, place: Place, item: Item) -> Standing:
    status = store.status(item, place)
    record = store.record(item, place)
    dated = record and record.decision == "granted" and record.fingerprint == item.fingerprint
    since = f"granted {record.at:%Y-%m-%d}" if record and dated and record.at else "granted"
    if not dated:
        since = "granted by an allow-list"
    return Standing(status, since, item.problem)


def _needs_consent(item: Discovered) -> bool:
    return item.skill is not None and item.scope in CONSENT_SCOPES
