"""What a user should know of the skills that were chosen among, a line for each thing."""

from collections.abc import Iterator, Sequence

from skillctl.consent.item import grant_command
from skillctl.policy.text import clean
from skillctl.report.plain import counted
from skillctl.settings import SkillSettings
from skillctl.skills.discover import Discovered
from skillctl.skills.entry import whole_description
from skillctl.skills.lookalike import look_alikes
from skillctl.skills.model import Candidate, Skill
from skillctl.skills.preferences import ENABLE
from skillctl.skills.roots import SCOPES

_MOST_COMMANDS = 3


def chosen_notes(
    items: Sequence[Discovered], candidates: Sequence[Candidate], settings: SkillSettings
) -> Iterator[str]:
    """One line for each thing a user should know of; `candidates` are what became of the items."""
    for item, candidate in zip(items, candidates, strict=True):
        told = item.too_long if _catalog_tells(candidate, settings) else ""
        yield from (warning for warning in item.warnings if warning != told)
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


def _catalog_tells(candidate: Candidate, settings: SkillSettings) -> bool:
    """Whether the catalog says itself how much of a long description the model reads."""
    skill = candidate.skill
    if skill is None or candidate.status != "active" or not skill.model_invocable:
        return False
    return len(whole_description(skill, settings)) > settings.description_chars


def _with_place(candidate: Candidate) -> str:
    """Why a skill is invalid; what is wrong with its files or its item does not name it."""
    named = candidate.skill is None or candidate.path in candidate.reason
    return candidate.reason if named else f"{candidate.path}: {candidate.reason}"


def _over(candidates: Sequence[Candidate]) -> Iterator[str]:
    """One line for all that the limit of a run keeps out: there may be hundreds."""
    if candidates:
        names = ", ".join(c.name for c in candidates)
        yield (
            f"{_are(len(candidates))} {candidates[0].reason}, so not used: {names}; "
            "the setting is skills.max-skills"
        )


def _are(number: int) -> str:
    """`1 skill is`, `2 skills are`."""
    return f"{counted(number, 'skill')} {'is' if number == 1 else 'are'}"


def _disabled(candidates: Sequence[Candidate]) -> Iterator[str]:
    names = sorted({c.name for c in candidates if c.status == "disabled"})
    if names:
        yield f"{_are(len(names))} disabled: {', '.join(names)}; enable with: {ENABLE} NAME"


def _waiting(candidates: Sequence[Candidate], words: str) -> Iterator[str]:
    """One line for the skills of each scope."""
    for scope in SCOPES:
        waiting = [c for c in candidates if c.scope == scope]
        names = sorted({c.name for c in waiting})
        if names:
            wait = "waits" if len(names) == 1 else "wait"
            commands = ", or ".join(_commands(waiting))
            yield (
                f"{counted(len(names), f'{scope} skill')} {wait} {words}: {', '.join(names)}; "
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
        do = "does" if count == 1 else "do"
        found = counted(count, "control or hidden character")
        yield f"{skill.shown}: {found} {do} not reach the model"
