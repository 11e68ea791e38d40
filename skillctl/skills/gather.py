"""From what was found on disk, and consent to it, to the skills of one run."""

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace

from skillctl.consent.item import Item
from skillctl.consent.opened import Consent
from skillctl.settings import Settings
from skillctl.skills.choose import Standing, Statuses, choose, needs_consent
from skillctl.skills.discover import Discovered, Discovery, with_generated
from skillctl.skills.fingerprint import CONSENT_SCOPES, fingerprint_skill
from skillctl.skills.memory import Memory
from skillctl.skills.model import Candidate, SkillSnapshot
from skillctl.skills.preferences import ALL_ENABLED, Preferences
from skillctl.worktree import Workspace


@dataclass(frozen=True, slots=True)
class FingerprintedDiscovery:
    """What was found, each skill with its files and fingerprint; and the items of consent."""

    discovery: Discovery
    items: tuple[Item, ...] = ()


def gather_skills(
    discovery: Discovery,
    consent: Consent,
    settings: Settings,
    preferences: Preferences = ALL_ENABLED,
    memory: Memory | None = None,
    others: Collection[str] = (),
) -> SkillSnapshot:
    """Fingerprint what was found, ask consent about what is of the repository, and choose.

    With a memory, files that did not change are not read again. `others` are the names of what
    else in the repository wants consent: there a name alone would not say what is granted.
    """
    fixed = fingerprint_all(discovery, _workspace(discovery, consent), memory)
    return choose_skills(fixed, consent, settings, preferences, others)


def fingerprint_others(
    discovery: Discovery, consent: Consent, memory: Memory | None = None
) -> FingerprintedDiscovery:
    """What was found but for the skills of servers, which a run may write anew."""
    others = with_generated(discovery, ())
    return fingerprint_all(others, _workspace(discovery, consent), memory)


def choose_with(  # noqa: PLR0913 # as `gather_skills`, with what is fixed already
    fixed: FingerprintedDiscovery,
    made: Sequence[Discovered],
    consent: Consent,
    settings: Settings,
    preferences: Preferences,
    *,
    memory: Memory | None = None,
    others: Collection[str] = (),
) -> SkillSnapshot:
    """Choose from what is fixed and these skills of servers, which alone are looked at."""
    workspace = _workspace(fixed.discovery, consent)
    added = fingerprint_all(Discovery(tuple(made)), workspace, memory).discovery
    whole = with_generated(fixed.discovery, added.items)
    whole = replace(whole, notes=(*whole.notes, *added.notes))
    both = FingerprintedDiscovery(whole, fixed.items)
    return choose_skills(both, consent, settings, preferences, others)


def choose_skills(
    fixed: FingerprintedDiscovery,
    consent: Consent,
    settings: Settings,
    preferences: Preferences = ALL_ENABLED,
    others: Collection[str] = (),
) -> SkillSnapshot:
    """Ask consent about what is of the repository, and choose."""
    if not skills_need_consent(fixed.discovery):
        return choose(fixed.discovery, {}, settings, preferences)
    return choose(fixed.discovery, standings(consent, fixed.items), settings, preferences, others)


def _workspace(discovery: Discovery, consent: Consent) -> Workspace | None:
    """The shared files of the repository, where any skill of it is asked about."""
    return consent.workspace if skills_need_consent(discovery) else None


def skill_names(discovery: Discovery) -> tuple[str, ...]:
    """The names of the skills that want consent, one for each skill."""
    return tuple(item.name for item in discovery.items if needs_consent(item))


def skill_items(
    discovery: Discovery,
    consent: Consent,
    settings: Settings,
    preferences: Preferences = ALL_ENABLED,
) -> tuple[tuple[tuple[Item, Candidate], ...], tuple[str, ...]]:
    """The items of the repository, each with what becomes of its skill; and what is wrong."""
    fixed = fingerprint_all(discovery, consent.workspace)
    items = {(item.source, item.name): item for item in fixed.items}
    chosen = choose(fixed.discovery, standings(consent, fixed.items), settings, preferences)
    pairs = tuple(
        (items[found.skill.source, found.skill.name], found)
        for found in chosen.candidates
        if found.skill and found.scope in CONSENT_SCOPES
    )
    invalid = (f"invalid skill: {one.reason}" for one in discovery.items if not one.skill)
    return pairs, (*fixed.discovery.notes, *invalid)


def skills_need_consent(discovery: Discovery) -> bool:
    """Whether any valid skill comes from the repository."""
    return any(map(needs_consent, discovery.items))


def fingerprint_all(
    discovery: Discovery, workspace: Workspace | None, memory: Memory | None = None
) -> FingerprintedDiscovery:
    """Fix the content of every skill that was found."""
    found: list[Discovered] = []
    items: list[Item] = []
    notes = list(discovery.notes)
    for one in discovery.items:
        if one.skill is None:
            found.append(one)
            continue
        fixed = fingerprint_skill(one.skill, workspace, memory)
        found.append(replace(one, skill=fixed.skill))
        notes += [fixed.note] if fixed.note else []
        items += [fixed.item] if needs_consent(one) else []
    whole = replace(discovery, items=tuple(found), notes=tuple(notes))
    return FingerprintedDiscovery(whole, tuple(_told_apart(items)))


def _told_apart(items: Sequence[Item]) -> Iterator[Item]:
    """Leave the items that one decision would be about without a fingerprint: none can be meant."""
    counts = Counter((item.source, item.name) for item in items)
    for item in items:
        if counts[item.source, item.name] == 1:
            yield item
        else:
            problem = f"there is another skill {item.name} of {item.source}"
            yield Item("skill", item.name, item.source, "", "", problem=problem)


def standings(consent: Consent, items: Sequence[Item]) -> Statuses:
    """What consent says of each item, by (source, name)."""
    return {(item.source, item.name): _standing(consent, item) for item in items}


def _standing(consent: Consent, item: Item) -> Standing:
    record = consent.record(item)
    dated = record and record.decision == "granted" and record.fingerprint == item.fingerprint
    since = f"granted {record.at:%Y-%m-%d}" if record and dated and record.at else "granted"
    if not dated:
        since = "granted by an allow-list"
    return Standing(consent.status(item), since, item.problem)
