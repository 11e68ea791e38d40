"""SK601: one name for two skills that one host reads, and which of them it takes."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import PurePath
from sys import intern
from typing import NamedTuple
from unicodedata import normalize

from skillctl.findings import Severity
from skillctl.rules.find.found import Target
from skillctl.rules.rule import Rule, Violation, rule, span_of
from skillctl.settings import DEFAULT_PRESET, preset_settings
from skillctl.skills.document import FILE_NAME, SkillDocument

ROOT = "skills"
PROJECT_ROOTS = preset_settings(DEFAULT_PRESET).skills.project_roots


class Scope(NamedTuple):
    """Where a host reads a skill: the folder of the host's project, the root in it."""

    folder: str
    root: str

    @property
    def is_shared(self) -> bool:
        """Whether the root is one of those that are read together."""
        return self.root in PROJECT_ROOTS

    @property
    def key(self) -> str:
        """What is equal for the skills among which a name may stand once."""
        return self.folder if self.is_shared else f"{self.folder}/{self.root}"


@dataclass(frozen=True, slots=True)
class Rival:
    """A skill that loses its name to another, whose printed path this is."""

    document: SkillDocument
    winner: str


def scope_of(path: str) -> Scope | None:
    """The scope of a skill by the path of its file; None if it lies below no folder `skills`."""
    parts = PurePath(path).parts
    above = [number for number, part in enumerate(parts[:-2]) if part == ROOT]
    if not above:
        return None
    first = above[-1] - 1 if parts[above[-1] - 1].startswith(".") else above[-1]
    return Scope("/".join(parts[:first]), "/".join(parts[first : above[-1] + 1]))


def key_of(document: SkillDocument, target: Target) -> tuple[str, ...] | None:
    """What two skills must share to be rivals: the scope and the name; None if it has none.

    A file of another name than `SKILL.md` is no skill yet: SK001 says so.
    """
    if document.path.name != FILE_NAME:
        return None
    name, scope = document.text("name"), scope_of(target.path)
    return (intern(scope.key), normalize("NFKC", name)) if name and scope else None


def in_order(targets: Sequence[Target]) -> list[Target]:
    """The one that wins first: by the order of the roots, then the shorter path (skills.md 3)."""
    return sorted(targets, key=lambda t: (_rank(t.path), len(PurePath(t.path).parts), t.path))


def _rank(path: str) -> int:
    scope = scope_of(path)
    return PROJECT_ROOTS.index(scope.root) if scope and scope.is_shared else 0


def is_copy(one: Target, other: Target, first: SkillDocument, second: SkillDocument) -> bool:
    """Whether two skills are one text, kept in the roots of two hosts."""
    texts = [document.source.data if document.source else None for document in (first, second)]
    return scope_of(one.path) != scope_of(other.path) and texts[0] == texts[1]


@rule(
    "SK601",
    "same-name",
    Severity.WARNING,
    message='the name "{name}" belongs to "{winner}", too, which comes first',
    consequence="a host that reads both uses only one of them: skillctl the other",
    advice="rename one of the two, or remove it",
    example=".agents/skills/notes and .claude/skills/notes, with different texts",
)
def same_name(rival: Rival) -> Iterator[Violation]:
    """Of all skills that a host reads together, one has the name.

    The others are never used, and hosts differ in which they take. Here the order is that of the
    preset: `.agents/skills`, `.gbs/skills`, `.claude/skills`; in one folder the shorter path comes
    first, then the order of the letters. A copy with the same text for another host is no finding,
    nor is a skill of another plugin.
    """
    entry = rival.document.entry("name")
    if entry:
        span = span_of(entry.value)
        values = {"name": rival.document.text("name"), "winner": rival.winner}
        yield Violation(span=span, values=values, field="/name")


RULES: tuple[Rule[Rival], ...] = (same_name,)
