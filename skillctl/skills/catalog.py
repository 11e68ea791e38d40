"""Tier 1: the part of the system prompt that names the skills (skills.md section 6)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate

from skillctl.report.plain import one_row
from skillctl.settings import Settings, SkillSettings
from skillctl.skills.entry import (
    READ,
    XML,
    catalog_entry,
    heading,
    is_readable,
    whole_description,
)
from skillctl.skills.focus import NO_FOCUS, Focus
from skillctl.skills.model import Skill, SkillSnapshot
from skillctl.skills.pinned import NONE_PINNED, Pinned, pinned_skills
from skillctl.skills.reference_block import CLOSING, OPENING

_NO_ROOM = "the catalog has no room for a single skill; the least --catalog-budget that shows one:"


@dataclass(frozen=True, slots=True)
class CatalogPiece:
    """A run of text and the skill it comes from; None for our own words."""

    text: str
    skill: Skill | None = None


@dataclass(frozen=True, slots=True)
class Catalog:
    """The part as pieces, empty if there is nothing to show.

    `shown` are the skills in the order of their entries, `left_out` those that a limit keeps out,
    `notes` what was cut, one line each. `over_budget` tells that the limit is that of characters.
    `pinned` are those that have no entry, since their full text stands above the catalog; `hidden`
    those that a subagent is not told of.
    """

    pieces: tuple[CatalogPiece, ...] = ()
    shown: tuple[Skill, ...] = ()
    left_out: tuple[Skill, ...] = ()
    notes: tuple[str, ...] = ()
    over_budget: bool = False
    pinned: Pinned = NONE_PINNED
    hidden: tuple[Skill, ...] = ()

    @property
    def text(self) -> str:
        """The exact characters of the part."""
        return "".join(piece.text for piece in self.pieces)


def catalog_lines(snapshot: SkillSnapshot, settings: Settings, focus: Focus = NO_FOCUS) -> Catalog:
    """Show each skill that the model may load, those for the files of the request first.

    A subagent gets none of it, pinned text neither (skills.md section 12).
    """
    chosen = settings.skills
    if focus.subagent:
        return Catalog(hidden=tuple(_told_of(snapshot, chosen)))
    pinned = pinned_skills(snapshot, chosen)
    skills = [skill for skill in catalog_order(snapshot, focus) if not pinned.find(skill)]
    most = chosen.max_lines if chosen.max_lines > 0 else len(skills)
    entries = [catalog_entry(skill, chosen) for skill in skills[:most]]
    sizes = _sizes(entries, len(skills), chosen)
    count = _fitting(sizes, focus.budget)
    shown, left_out = tuple(skills[:count]), tuple(skills[count:])
    none = [f"{_NO_ROOM} {min(sizes)}"] if sizes and not count else []
    return Catalog(
        pieces=tuple(_pieces(entries, shown, len(left_out), chosen)),
        shown=shown,
        left_out=left_out,
        notes=tuple(map(one_row, (*pinned.notes, *none, *_notes(shown, left_out, chosen)))),
        over_budget=count < len(entries),
        pinned=pinned,
    )


def catalog_order(snapshot: SkillSnapshot, focus: Focus = NO_FOCUS) -> list[Skill]:
    """The skills that a model may load: those that fit a file first, each group by name."""
    loadable = (skill for skill in snapshot.skills if skill.model_invocable)
    return sorted(loadable, key=lambda skill: (not focus.attaches(skill), skill.name))


def _told_of(snapshot: SkillSnapshot, settings: SkillSettings) -> Iterator[Skill]:
    """The skills that the model of a user is told of, in order of name."""
    for skill in snapshot.skills:
        if skill.model_invocable or skill.name in settings.pinned:
            yield skill


def _sizes(entries: Sequence[str], total: int, settings: SkillSettings) -> list[int]:
    """The characters of the part with the first entry, the first two, and so on."""
    sizes = accumulate((len(entry) + 1 for entry in entries), initial=len(heading(settings)))
    return [
        size
        + sum(len(row) + 1 for row in (*_above(settings), *_below(total - count, settings)))
        - 1
        for count, size in enumerate(sizes)
    ][1:]


def _fitting(sizes: Sequence[int], budget: int) -> int:
    """How many whole entries, from the first on, make a part of at most `budget` characters."""
    fits = (n for n in range(len(sizes), 0, -1) if not budget or sizes[n - 1] <= budget)
    return next(fits, 0)


def _pieces(
    entries: Sequence[str], shown: Sequence[Skill], more: int, settings: SkillSettings
) -> Iterator[CatalogPiece]:
    """The heading, an entry for each skill, and a line for how many more there are."""
    if not shown:
        return
    yield CatalogPiece(heading(settings))
    rows = [
        *(CatalogPiece(row) for row in _above(settings)),
        *(CatalogPiece(entry, skill) for entry, skill in zip(entries, shown, strict=False)),
        *(CatalogPiece(row) for row in _below(more, settings)),
    ]
    yield from (CatalogPiece(f"{piece.text}\n", piece.skill) for piece in rows[:-1])
    yield rows[-1]


def _above(settings: SkillSettings) -> list[str]:
    return [OPENING] if settings.style == XML else []


def _below(more: int, settings: SkillSettings) -> list[str]:
    closing = [CLOSING] if settings.style == XML else []
    return [*closing, _count_line(more)] if more else closing


def _count_line(more: int) -> str:
    what = "1 more skill is" if more == 1 else f"{more} more skills are"
    return f"({what} installed but not listed here; ask the user if none of these fits.)"


def _notes(
    shown: Sequence[Skill], left_out: Sequence[Skill], settings: SkillSettings
) -> Iterator[str]:
    """What the model does not get as it is written, and which skills it is not told of."""
    for skill in shown:
        yield from entry_notes(skill, settings)
    if left_out:
        names = ", ".join(skill.name for skill in left_out)
        by_name = settings.loading != READ
        words = "can be loaded by name" if by_name else "so the model is not told where they are"
        yield f"not in the catalog, {words}: {names}"


def entry_notes(skill: Skill, settings: SkillSettings) -> Iterator[str]:
    """What is cut from the entry of a skill, or cannot be used as it stands there."""
    length, limit = len(whole_description(skill, settings)), settings.description_chars
    if length > limit:
        yield (
            f"{skill.shown}:{skill.line}: the description has {length:,} characters; "
            f"the model reads the first {limit - 1:,}"
        )
    if settings.loading == READ and not is_readable(skill, settings):
        yield (
            f"{skill.shown}: the catalog cannot show this path as it is, so the model cannot "
            "read the file; rename the folder"
        )
