"""Tier 1: the part of the system prompt that names the skills (skills.md section 6)."""

from collections.abc import Sequence
from dataclasses import dataclass

from skillctl.policy.text import one_line
from skillctl.report.plain import one_row
from skillctl.settings import Settings
from skillctl.skills.model import Skill, SkillSnapshot

HEADING = (
    "# Skills\n\n"
    "Before work that a skill below covers, call the `skill` tool with its name and follow what it "
    "returns. Load a skill once per conversation.\n\n"
)


@dataclass(frozen=True, slots=True)
class CatalogPiece:
    """A run of text and the skill it comes from; None for our own words."""

    text: str
    skill: Skill | None = None


@dataclass(frozen=True, slots=True)
class Catalog:
    """The part as pieces, empty if there is nothing to show.

    `shown` are the skills in the order of their lines, `left_out` those that a limit keeps out
    (they can still be loaded by name), `notes` what was cut, one line each.
    """

    pieces: tuple[CatalogPiece, ...] = ()
    shown: tuple[Skill, ...] = ()
    left_out: tuple[Skill, ...] = ()
    notes: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        """The exact characters of the part."""
        return "".join(piece.text for piece in self.pieces)


def catalog_lines(snapshot: SkillSnapshot, settings: Settings) -> Catalog:
    """Show each skill that the model may load on one line."""
    skills = sorted((s for s in snapshot.skills if s.model_invocable), key=lambda s: s.name)
    if not skills:
        return Catalog()
    most = settings.skills.max_lines if settings.skills.max_lines > 0 else len(skills)
    limit = settings.skills.description_chars
    shown, left_out = tuple(skills[:most]), tuple(skills[most:])
    lines = [catalog_line(skill, limit) for skill in shown]
    pieces = _pieces(shown, lines, len(left_out))
    return Catalog(pieces, shown, left_out, _notes(shown, left_out, limit))


def catalog_line(skill: Skill, limit: int) -> str:
    """The line of one skill; its description is one line of at most `limit` characters."""
    return f"- {one_line(skill.name)}: {shown_description(skill, limit)}"


def shown_description(skill: Skill, limit: int) -> str:
    """A description as the model reads it."""
    text = one_line(skill.description)
    return text if len(text) <= limit else text[: max(limit - 1, 0)] + "…"


def _pieces(shown: Sequence[Skill], lines: Sequence[str], more: int) -> tuple[CatalogPiece, ...]:
    """The heading, a line for each skill, and one for how many more there are."""
    pieces = [CatalogPiece(HEADING)]
    for index, skill in enumerate(shown):
        end = "\n" if more or index < len(shown) - 1 else ""
        pieces.append(CatalogPiece(lines[index] + end, skill))
    if more:
        pieces.append(CatalogPiece(_count_line(more)))
    return tuple(pieces)


def _count_line(more: int) -> str:
    what = "1 more skill is" if more == 1 else f"{more} more skills are"
    return f"({what} installed but not listed here; ask the user if none of these fits.)"


def _notes(shown: Sequence[Skill], left_out: Sequence[Skill], limit: int) -> tuple[str, ...]:
    notes: list[str] = []
    for skill in shown:
        length = len(one_line(skill.description))
        if length > limit:
            notes.append(
                f"{skill.shown}:{skill.line}: the description has {length:,} characters; "
                f"the model reads the first {limit - 1:,}"
            )
    if left_out:
        names = ", ".join(skill.name for skill in left_out)
        notes.append(f"not in the catalog, can be loaded by name: {names}")
    return tuple(one_row(note) for note in notes)
