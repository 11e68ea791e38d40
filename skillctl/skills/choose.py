"""Which candidate of a name is used, and what becomes of the others (skills.md section 3)."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace

from skillctl.canonical import digest
from skillctl.consent.item import grant_command, shared_names
from skillctl.policy.text import clean, visible
from skillctl.report.plain import one_row
from skillctl.settings import Settings
from skillctl.skills.discover import Discovered, Discovery
from skillctl.skills.entry import ABSOLUTE
from skillctl.skills.fingerprint import CONSENT_SCOPES
from skillctl.skills.lookalike import look_alikes
from skillctl.skills.model import Candidate, Skill, SkillSnapshot
from skillctl.skills.preferences import ALL_ENABLED, ENABLE, Preferences
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
_MOST_COMMANDS = 3


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
    notes = (*discovery.notes, *_notes(discovery.items, candidates))
    return SkillSnapshot(
        skills=skills,
        hash=_hash(skills, settings),
        candidates=tuple(candidates),
        notes=tuple(one_row(note) for note in notes),
        looked_in=discovery.looked_in,
        passed=discovery.passed,
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
    reason = f"over the limit of {most} skills in one run"
    return [
        replace(c, status="cut", reason=reason)
        if c.status == "active" and (SCOPES.index(c.scope), c.name) not in kept
        else c
        for c in candidates
    ]


def _notes(items: Sequence[Discovered], candidates: Sequence[Candidate]) -> Iterator[str]:
    """One line for each thing a user should know of."""
    for item in items:
        yield from item.warnings
    for candidate in candidates:
        if candidate.status == "shadowed":
            yield f"{candidate.path}: {candidate.reason}"
        elif candidate.status == "invalid":
            yield f"invalid skill: {_with_place(candidate)}"
    yield from _over([c for c in candidates if c.status == "cut"])
    yield from _disabled(candidates)
    for status, words in (("pending", "for consent"), ("changed", "for consent anew")):
        yield from _waiting([c for c in candidates if c.status == status], words)
    for candidate in candidates:
        if candidate.status == "active" and candidate.skill:
            yield from _removed(candidate.skill)
    yield from look_alikes(sorted({c.name for c in candidates if c.skill}))


def _with_place(candidate: Candidate) -> str:
    """Why a skill is invalid; what is wrong with its files or its item does not name it."""
    named = candidate.skill is None or candidate.path in candidate.reason
    return candidate.reason if named else f"{candidate.path}: {candidate.reason}"


def _over(candidates: Sequence[Candidate]) -> Iterator[str]:
    """One line for all that the limit of a run keeps out: there may be hundreds."""
    if candidates:
        what = "skill is" if len(candidates) == 1 else "skills are"
        names = ", ".join(c.name for c in candidates)
        yield (
            f"{len(candidates)} {what} {candidates[0].reason}, so not used: {names}; "
            "the setting is skills.max-skills"
        )


def _disabled(candidates: Sequence[Candidate]) -> Iterator[str]:
    names = sorted({c.name for c in candidates if c.status == "disabled"})
    if names:
        what = "skill is" if len(names) == 1 else "skills are"
        yield f"{len(names)} {what} disabled: {', '.join(names)}; enable with: {ENABLE} NAME"


def _waiting(candidates: Sequence[Candidate], words: str) -> Iterator[str]:
    """One line for the skills of each scope."""
    for scope in SCOPES:
        waiting = [c for c in candidates if c.scope == scope]
        names = sorted({c.name for c in waiting})
        what = "skill waits" if len(names) == 1 else "skills wait"
        if names:
            commands = ", or ".join(_commands(waiting))
            yield (
                f"{len(names)} {scope} {what} {words}: {', '.join(names)}; "
                f"look and grant with: {commands}"
            )


def _commands(waiting: Sequence[Candidate]) -> Iterator[str]:
    """The commands that grant these; a few that the name is not enough for are given whole."""
    exact = [c.grant for c in waiting if c.which]
    if len(exact) < len(waiting):
        yield grant_command("NAME")
    if len(exact) > _MOST_COMMANDS:
        yield f"{grant_command('NAME', source='SOURCE')}, as skillctl consent status lists them"
    else:
        yield from exact


def _removed(skill: Skill) -> Iterator[str]:
    """Count what is in the text of a skill and does not reach the model."""
    count = clean(skill.description).removed + clean(skill.body).removed
    if count:
        what = "character does" if count == 1 else "characters do"
        yield f"{skill.shown}: {count} control or hidden {what} not reach the model"


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
