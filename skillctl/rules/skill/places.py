"""A skill in its place on disk: what the rules about its surroundings judge."""

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path, PurePath
from typing import NamedTuple

from skillctl.project_mark import marked_root
from skillctl.rules.find.found import Target
from skillctl.rules.find.paths import real
from skillctl.rules.rule import Span
from skillctl.rules.skill.links import Link, Marked, possible_links, read_markdown
from skillctl.rules.skill.listing import Listings
from skillctl.rules.skill.reach import Ground, Reached, Spot, Where, best, is_below
from skillctl.rules.skill.target import Kind, kind_of, readings
from skillctl.skills.document import SkillDocument


class Stray(NamedTuple):
    """A link that does not lead into the skill."""

    link: Link
    to: Reached


@dataclass(frozen=True)
class PlacedSkill:
    """A skill with what discovery saw of it, and the place on disk around it."""

    document: SkillDocument
    target: Target
    spot: Spot

    @cached_property
    def strays(self) -> tuple[Stray, ...]:
        """The links of the body that do not lead into the skill.

        What may be a link is looked up first, since nearly all lead somewhere; the blocks of the
        text are read only to tell the links from the code among the rest.
        """
        ends: dict[str, Reached] = {}
        suspects = []
        for link in possible_links(self.text, self.body):
            to = ends[link.target] = ends.get(link.target) or self._judged(link.target)
            if to.where > Where.UNKNOWN and not self._is_placeholder(link):
                suspects.append(Stray(link, to))
        real = frozenset(self.marked.links if suspects else ())
        return tuple(stray for stray in suspects if stray.link in real)

    @property
    def text(self) -> str:
        """The text of the file, empty if it cannot be read."""
        return self.document.source.text if self.document.source else ""

    @property
    def body(self) -> int:
        """Where the body begins in the text."""
        return self.document.block.body if self.document.block else 0

    @cached_property
    def marked(self) -> Marked:
        """The links and the inline code of the body."""
        return read_markdown(self.text, self.body)

    @cached_property
    def codes(self) -> frozenset[Span]:
        """The insides of inline code."""
        return frozenset(self.marked.codes)

    def _judged(self, target: str) -> Reached:
        kind = kind_of(target)
        if kind is Kind.RELATIVE:
            return best([self.spot.reach(path) for path in readings(target)])
        return Reached(Where.ABSOLUTE if kind is Kind.ABSOLUTE else Where.SKILL)

    def _is_placeholder(self, link: Link) -> bool:
        """Whether a target is a word in angle brackets, such as `<url>`."""
        is_angled = self.text[link.span.start - 1] == "<"
        return is_angled and not {"/", "."} & set(link.target)


@dataclass(frozen=True, slots=True)
class Map:
    """The project of a run, from which the places of its skills are told."""

    ground: Ground

    def placed(self, document: SkillDocument, target: Target) -> PlacedSkill:
        """A skill in its place; one that lies elsewhere has a project of its own."""
        folder = str(PurePath(target.path).parent)
        ground = self.ground
        ground.listings.begin(folder)
        if not is_below(folder, ground.project):
            own = str(marked_root(Path(folder)) or folder)
            ground = Ground(own, real(own), ground.listings)
        return PlacedSkill(document, target, Spot(ground, folder, target.path, target.around.real))


def map_of(project: str) -> Map:
    """The map of a project, with no folder listed yet."""
    return Map(Ground(project, real(project), Listings()))
