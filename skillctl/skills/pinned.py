"""Skills whose full text always stands in the system prompt (skills.md section 7).

The limits count by the estimate, so that every machine agrees on what fits.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from skillctl.policy.text import one_line
from skillctl.settings import SkillSettings
from skillctl.skills.body import body_of
from skillctl.skills.builtin import why_off
from skillctl.skills.model import Skill, SkillSnapshot
from skillctl.tokens import ESTIMATE, count, shown

TITLE = "# Always-on skills"
EACH_TOKENS = 2000
ALL_TOKENS = 4000


@dataclass(frozen=True, slots=True)
class PinnedSkill:
    """A skill with the heading and the whole text that stand in the prompt for it.

    `line` is that of `SKILL.md` in which the text begins.
    """

    skill: Skill
    heading: str
    text: str
    line: int

    @property
    def tokens(self) -> int:
        """The weight of heading and text, as the limits count it."""
        return self.weight()

    def weight(self, method: str = ESTIMATE) -> int:
        """The tokens of heading and text."""
        return count(f"{self.heading}{self.text}", method)


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A skill that is named and active, but not shown in full; `why` it is not, in words."""

    skill: Skill
    why: str


@dataclass(frozen=True, slots=True)
class Pinned:
    """What is shown in full, in the order of the setting; what does not fit; a line for each."""

    shown: tuple[PinnedSkill, ...] = ()
    left_out: tuple[LeftOut, ...] = ()
    notes: tuple[str, ...] = ()

    def find(self, skill: Skill) -> PinnedSkill | None:
        """What is shown of a skill, or None."""
        return next((one for one in self.shown if one.skill == skill), None)

    def why_not(self, skill: Skill) -> str:
        """Why a skill that is named is not shown in full; empty if it is, or is not named."""
        return next((one.why for one in self.left_out if one.skill == skill), "")


NONE_PINNED = Pinned()


def pinned_skills(snapshot: SkillSnapshot, settings: SkillSettings) -> Pinned:
    """Take each named skill that is active and fits as a whole."""
    names = tuple(dict.fromkeys(settings.pinned))
    named = [skill for skill in map(snapshot.get, names) if skill]
    taken, left_out = _fitting(list(map(_in_full, named)))
    missing = [name for name in names if snapshot.get(name) is None]
    return Pinned(taken, left_out, tuple(_notes(snapshot, missing, left_out)))


def _in_full(skill: Skill) -> PinnedSkill:
    """The body as the `skill` tool gives it, below its name."""
    body = body_of(skill)
    return PinnedSkill(skill, f"## Skill: {one_line(skill.name)}\n\n", body.text, body.line)


def _fitting(
    named: Sequence[PinnedSkill],
) -> tuple[tuple[PinnedSkill, ...], tuple[LeftOut, ...]]:
    """Those within the limits, whole and in order; one that is too large makes room for others."""
    taken: list[PinnedSkill] = []
    left_out: list[LeftOut] = []
    left = ALL_TOKENS
    for one in named:
        why = _misfit(one, left)
        if why:
            left_out.append(LeftOut(one.skill, why))
        else:
            taken.append(one)
            left -= one.tokens
    return tuple(taken), tuple(left_out)


def _misfit(one: PinnedSkill, left: int) -> str:
    weight = f"its text has {shown(one.tokens)} tokens ({ESTIMATE})"
    if not one.text.strip():
        return "nothing follows its front matter"
    if one.tokens > EACH_TOKENS:
        return f"{weight}; a pinned skill may have {EACH_TOKENS:,}"
    if one.tokens > left:
        return f"{weight}; of the {ALL_TOKENS:,} for all pinned skills {left:,} are left"
    return ""


def _notes(
    snapshot: SkillSnapshot, missing: Sequence[str], left_out: Sequence[LeftOut]
) -> Iterator[str]:
    for name in missing:
        found = snapshot.named(name)
        why = found[0].reason if found else why_off(name) or "no skill has that name"
        yield f'pinned skill "{name}" is not in the prompt: {why}'
    for one in left_out:
        yield f"{one.skill.shown}: not pinned: {one.why}; {fallback(one.skill)}"


def fallback(skill: Skill) -> str:
    """What is left to a skill that cannot be pinned."""
    if skill.model_invocable:
        return "it keeps its place in the catalog"
    return "the catalog does not name it either (disable-model-invocation)"
