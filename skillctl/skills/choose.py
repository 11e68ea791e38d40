"""Which candidate of a name is used, and what becomes of the others (skills.md section 3)."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace

from skillctl.canonical import digest
from skillctl.consent.item import shared_names
from skillctl.policy.text import visible
from skillctl.report.plain import counted, one_row
from skillctl.settings import Settings
from skillctl.skills.discover import Discovered, Discovery
from skillctl.skills.entry import ABSOLUTE
from skillctl.skills.fingerprint import CONSENT_SCOPES
from skillctl.skills.model import Candidate, Skill, SkillSnapshot
from skillctl.skills.notes import chosen_notes
from skillctl.skills.preferences import ALL_ENABLED, Preferences
from skillctl.skills.roots import SCOPES

SHAPING = (
    *("loading", "style", "arrow", "locations"),
    *("max_lines", "max_skills", "description_chars", "body_chars", "resource_chars"),
)
_WAITING = {
    "missing": ("pending", "consent pending"),
    "changed": ("changed", "changed since consent was decided"),
    "denied": ("denied", "consent denied"),
}


@dataclass(frozen=True, slots=True)
class Standing:
    """What consent says of an item: `granted`, `missing`, `changed` or `denied`, and since when.

    A `problem` is why the item has no fingerprint, hence no consent.
    """

    status: str
    since: str = ""
    problem: str = ""


Statuses = Mapping[tuple[str, str], Standing]
_UNASKED = Standing("missing")


def choose(
    discovery: Discovery,
    statuses: Statuses,
    settings: Settings,
    preferences: Preferences = ALL_ENABLED,
    others: Collection[str] = (),
) -> SkillSnapshot:
    """Give each candidate its status; `statuses` are by (source, name), missing ones pending.

    `others` are the names of what else in the repository wants consent.
    """
    own = (item.name for item in discovery.items if needs_consent(item))
    shared = shared_names((*own, *others))
    decided = [_decided(item, statuses, preferences, shared) for item in discovery.items]
    candidates = _cut(_shadowed(decided), settings.skills.max_skills)
    active = [c.skill for c in candidates if c.status == "active" and c.skill]
    skills = tuple(sorted(active, key=lambda skill: skill.name))
    notes = (*discovery.notes, *chosen_notes(discovery.items, candidates, settings.skills))
    return SkillSnapshot(
        skills=skills,
        hash=_hash(skills, settings),
        candidates=tuple(candidates),
        notes=tuple(one_row(note) for note in notes),
        looked_in=discovery.looked_in,
        passed=tuple(one_row(line) for line in discovery.passed),
    )


def needs_consent(item: Discovered) -> bool:
    """Whether a skill that can be used comes from the repository, or from a package."""
    return item.skill is not None and item.scope in CONSENT_SCOPES


def _decided(
    item: Discovered, statuses: Statuses, preferences: Preferences, shared: Collection[str]
) -> Candidate:
    """Judge a candidate by itself: not yet against the others of its name.

    Nobody is asked for consent to what is disabled.
    """
    status, reason = "active", "needs no consent"
    if item.skill is None:
        status, reason = "invalid", item.reason
    elif not preferences.enables(item.name):
        status, reason = "disabled", "disabled by the user"
    elif item.hidden:
        status, reason = "hidden", item.hidden
    elif item.scope in CONSENT_SCOPES:
        standing = statuses.get((item.skill.source, item.name), _UNASKED)
        status, reason = _WAITING.get(standing.status, ("active", f"consent {standing.since}"))
        if standing.problem:
            status, reason = "invalid", f"cannot be fingerprinted: {standing.problem}"
    return Candidate(
        name=item.name,
        scope=item.scope,
        path=item.folder,
        status=status,
        reason=reason,
        skill=item.skill,
        which=_which(item, shared),
    )


def _which(item: Discovered, shared: Collection[str]) -> str:
    """The source of a skill that consent is asked for, if its name is not enough."""
    if item.skill is None or not needs_consent(item):
        return ""
    return item.skill.source if item.name in shared else ""


def _shadowed(decided: Sequence[Candidate]) -> list[Candidate]:
    """Let the first usable candidate of a name win; only what could be used is shadowed."""
    winners: dict[str, Candidate] = {}
    result: list[Candidate] = []
    for candidate in decided:
        winner = winners.get(candidate.name)
        if winner and candidate.status not in ("invalid", "hidden"):
            reason = f"shadowed by {winner.scope} {winner.path}"
            result.append(replace(candidate, status="shadowed", reason=reason))
            continue
        if candidate.status == "active":
            winners[candidate.name] = candidate
        result.append(candidate)
    return result


def _cut(candidates: Sequence[Candidate], most: int) -> list[Candidate]:
    """Keep so many active ones, by scope, then name."""
    active = [(SCOPES.index(c.scope), c.name) for c in candidates if c.status == "active"]
    kept = set(sorted(active)[: max(most, 0)])
    reason = f"over the limit of {counted(most, 'skill')} in one run"
    return [
        replace(c, status="cut", reason=reason)
        if c.status == "active" and (SCOPES.index(c.scope), c.name) not in kept
        else c
        for c in candidates
    ]


def _hash(skills: Sequence[Skill], settings: Settings) -> str:
    """Digest what shapes the text: the skills in order, and the settings.

    A skill counts with its folder only where that is not its source, so that no text differs under
    one hash. Without pinned skills it is what it was before there were any.
    """
    shaping = asdict(settings.skills)
    pinned = {"pinned": list(settings.skills.pinned)} if settings.skills.pinned else {}
    shown = settings.skills.locations == ABSOLUTE
    return digest(
        {
            "settings": {key: shaping[key] for key in SHAPING} | pinned,
            "skills": [
                [s.name, s.scope, s.source, s.fingerprint, *_place(s, absolute=shown)]
                for s in skills
            ],
        }
    )


def _place(skill: Skill, *, absolute: bool) -> Iterator[str]:
    """What the text says of where a skill is, beyond its source; a path may be no text."""
    if skill.folder != skill.source:
        yield visible(skill.folder)
    if absolute:
        yield visible(str(skill.base))
