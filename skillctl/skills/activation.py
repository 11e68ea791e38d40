"""Slash activation: the text of a skill that a user puts before a message (skills.md section 11).

Only what a user typed leads here; a model that loads a skill never fills in a placeholder.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from skillctl.cut import Gap, middle_gap
from skillctl.errors import SkillctlError
from skillctl.policy.text import one_line
from skillctl.report.plain import counted
from skillctl.skills.body import Body, body_of
from skillctl.skills.model import Skill
from skillctl.skills.placeholders import ALL, Arguments, Placeholder, arguments_of, placeholders
from skillctl.skills.result import whose

MOST = 24_000
MOST_FILLED = 100_000


class ActivationPiece(NamedTuple):
    """A run of text: of a line of `SKILL.md`, as the user typed it, or of our own."""

    text: str
    line: int | None = None
    is_typed: bool = False


@dataclass(frozen=True, slots=True)
class Activation:
    """What is said for a skill that a user activates; `notes` are lines for that user."""

    skill: Skill
    pieces: tuple[ActivationPiece, ...]
    notes: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        """The exact characters of the message."""
        return "".join(piece.text for piece in self.pieces)


class _Edit(NamedTuple):
    """What stands in the place of a run of the body: as it was typed, ours, or else the skill's."""

    start: int
    end: int
    text: str
    is_typed: bool = False
    is_ours: bool = False


def activation(skill: Skill, typed: str | None = None) -> Activation:
    """Name the skill, then give its text, with what was typed behind its name in place.

    SkillctlError if what was typed would make it more than `MOST_FILLED` characters, as a text that
    repeats it over and over does.
    """
    body = body_of(skill)
    gap = middle_gap(body.text, MOST)
    given = arguments_of(typed) if typed and typed.strip() else None
    places = _filled(body.text, gap)
    filled = places if given else []
    _refuse_flood(skill, filled, given)
    pieces = (
        ActivationPiece(f"[Activate skill: {one_line(skill.name)}]\n", skill.line),
        *_in_lines(body, _edits(gap, filled, given)),
        *(_appended(given) if given and not _names(filled) else ()),
        *(ActivationPiece(f"\n{line}") for line in whose(skill)),
    )
    missing = _without_words(places, given)
    notes = (*_cut(body, gap), *(_unplaced(filled, given) if given else ()), *missing)
    return Activation(skill, pieces, tuple(f"{skill.shown}: {note}" for note in notes))


def _filled(text: str, gap: Gap) -> list[Placeholder]:
    """The placeholders that are shown whole."""
    return [p for p in placeholders(text) if p.end <= gap.start or p.start >= gap.end]


def _refuse_flood(skill: Skill, filled: Sequence[Placeholder], given: Arguments | None) -> None:
    size = sum(len(given.value(found)) for found in filled) if given else 0
    if given and max(size, len(given.raw)) > MOST_FILLED:
        raise SkillctlError(
            f"{skill.shown}: the arguments would take {max(size, len(given.raw)):,} characters in "
            f"the text of the skill; {MOST_FILLED:,} at most are sent",
            hint="give shorter arguments, or put what is long into a file that the task names",
        )


def _names(filled: Sequence[Placeholder]) -> set[str]:
    """Which arguments have a place."""
    return {found.name for found in filled if not found.escaped}


def _edits(gap: Gap, filled: Sequence[Placeholder], given: Arguments | None) -> list[_Edit]:
    """In order: a value for each placeholder, the marker for what is left out."""
    edits = [
        _Edit(found.start, found.end, given.value(found), is_typed=not found.escaped)
        for found in filled
        if given
    ]
    if gap.marker:
        edits.append(_Edit(gap.start, gap.end, gap.marker, is_ours=True))
    return sorted(edits)


def _in_lines(body: Body, edits: Sequence[_Edit]) -> Iterator[ActivationPiece]:
    """The body with its edits; each line of `SKILL.md` is a piece of its own."""
    place, line = 0, body.line
    for edit in (*edits, _Edit(len(body.text), len(body.text), "")):
        for run in body.text[place : edit.start].splitlines(keepends=True):
            yield ActivationPiece(run, line)
            line += run.endswith("\n")
        if edit.text:
            own = None if edit.is_typed or edit.is_ours else line
            yield ActivationPiece(edit.text, own, edit.is_typed)
        line += body.text.count("\n", edit.start, edit.end)
        place = edit.end


def _appended(given: Arguments) -> tuple[ActivationPiece, ...]:
    """The arguments where the text has no place for them."""
    return ActivationPiece("\n\nArguments: "), ActivationPiece(given.raw, is_typed=True)


def _cut(body: Body, gap: Gap) -> Iterator[str]:
    if gap.marker:
        yield (
            f"the text has {len(body.text):,} characters; {MOST:,} at most are sent, "
            f"{gap.end - gap.start:,} from the middle are left out"
        )


def _without_words(places: Sequence[Placeholder], given: Arguments | None) -> Iterator[str]:
    """Which places of the text nothing was typed for."""
    words = len(given.words) if given else 0
    empty = sorted(n for n in _names(places) if not given or (n != ALL and int(n) > words))
    names = ", ".join(f"${name}" for name in empty)
    if names and given:
        yield f"there is no word of the arguments for {names}: nothing stands there"
    elif names:
        yield f"no arguments were given (--args), so the model gets {names} as written"


def _unplaced(filled: Sequence[Placeholder], given: Arguments) -> Iterator[str]:
    """How arguments were read otherwise than typed, and what of them the text has no place for."""
    if given.note:
        yield given.note
    unused = given.unused(_names(filled)) if _names(filled) else ()
    if unused:
        has = "has" if len(unused) == 1 else "have"
        words = f"{counted(len(unused), 'word')} of the arguments {has} no place in the text"
        yield f"{words}: {', '.join(unused)}"
